//! The kinds of reason, each with the facts that it claims.

use serde::Serialize;

use crate::play::Winner;

/// Why a move is best. Seeds are net where not said otherwise; "its mover" is the side to move, "the other side" the
/// opponent. docs/reasons.md says what each kind means exactly.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the facts are told with each kind")]
pub enum Reason {
    /// What the best move is worth is not known.
    Unknown,
    /// It is the only legal move.
    OnlyMove,
    /// All legal moves are for certain worth the same.
    AllEqual,
    /// It ends the game: who wins, totals, the ending as a key.
    EndsTheGame { winner: Winner, south: f64, north: f64, rule: &'static str },
    /// It wins for certain, and no other move does.
    OnlyWin,
    /// It does not lose for certain, and every other move does.
    OnlyDraw,
    /// It wins for certain, by at least so much; plies to the end where they are known.
    WinsByForce { by: i32, plies: Option<u32> },
    /// The other side has no legal move after it (`pass`: none but to pass).
    LeavesNoMove { pass: bool },
    /// The other side's row held seeds before it and holds none after it.
    Starves,
    /// With its last captures its mover takes all `seeds` left on the board.
    TakesTheRest { seeds: u32 },
    /// The other side's row was empty and gets `seeds`. `refused`: the pits with seeds that may not be played.
    Feeds { seeds: u32, refused: Vec<String> },
    /// `seeds` are not captured because a rule forbids it.
    Forfeits { seeds: u32, rule: &'static str },
    /// Its mover takes over the other side.
    Swaps,
    /// It is a turn that never ends.
    NeverEnds { rule: &'static str },
    /// Its mover captures `seeds` from `pits`, first by `rule`.
    Captures { seeds: u32, pits: Vec<String>, rule: &'static str },
    /// It brings `seeds` at once, every other legal move `next` or less.
    MostAtOnce { seeds: i32, next: i32 },
    /// It captures `times` times, seeds being sown between them.
    CapturesAgain { times: usize },
    /// Its mover moves again, in the line with `moves`; the whole turn brings `seeds`.
    MovesAgain { moves: Vec<String>, seeds: i32 },
    /// `seeds` fall into its mover's store.
    Banks { seeds: usize },
    /// After the legal move `after`, `reply` would bring the other side `seeds`, from `pits`; after this one it brings
    /// `still` (`None`: it is not legal), and no reply brings as much.
    Stops { reply: String, seeds: i32, pits: Vec<String>, after: String, still: Option<i32> },
    /// No reply brings the other side anything; after the legal move `after`, `reply` would bring `seeds`.
    Safe { reply: String, seeds: i32, after: String },
    /// The legal move that gains most at once brings `seeds`, at least 2 more than this turn, and is worth less.
    RefusesCapture { r#move: String, seeds: i32, worse_by: f64, proven: bool },
    /// If its mover could move once more after the turn, `move` would bring `seeds`, at least 2 more than now.
    Threatens { r#move: String, seeds: i32 },
    /// In the line its mover's next turn begins with `move`, which brings `seeds`, at least 2 more than now.
    Prepares { r#move: String, seeds: i32 },
    /// In the line its mover is `gives` behind after the reply and gets `back` more by the end, `plies` plies long.
    Sacrifices { gives: i32, back: i32, plies: usize },
    /// It sows `laps` laps, every other legal move `next` or fewer.
    LongestSowing { laps: usize, next: usize },
    /// Its first lap, or a later one, runs clockwise.
    Reverses,
    /// The `seeds` of `pit` reach every other pit of the board.
    GoesRound { pit: String, seeds: u32 },
    /// `pit` keeps `seeds`, at least as many as there are pits.
    Hoards { pit: String, seeds: u32 },
    /// The move itself brings the other side `seeds`.
    Gives { seeds: u32 },
    /// It gains in `plies` plies; another move that gains as much takes `other`.
    Shortest { plies: u32, other: u32 },
    /// It loses in `plies` plies; another move that loses as much takes `other`.
    HoldsOut { plies: u32, other: u32 },
    /// In the line, `plies` plies long, the position comes back.
    Repeats { plies: usize },
    /// The other side has one legal move after it.
    OneReply { reply: String },
    /// It is worth more than the next best move, by `by` at least.
    Better { than: String, by: f64, proven: bool },
}

impl Reason {
    /// Its place in the order in which reasons are told: what settles the game; what the rules make of the move; what it
    /// gains now; what it stops and leaves; what comes later; how it is done; comparisons.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::OnlyMove => 1,
            Self::EndsTheGame { .. } => 2,
            Self::OnlyWin => 3,
            Self::OnlyDraw => 4,
            Self::LeavesNoMove { .. } => 5,
            Self::TakesTheRest { .. } => 6,
            Self::Starves => 7,
            Self::Feeds { .. } => 8,
            Self::NeverEnds { .. } => 9,
            Self::Swaps => 10,
            Self::Captures { .. } => 11,
            Self::MovesAgain { .. } => 12,
            Self::MostAtOnce { .. } => 13,
            Self::CapturesAgain { .. } => 14,
            Self::Stops { .. } => 15,
            Self::Safe { .. } => 16,
            Self::RefusesCapture { .. } => 17,
            Self::Sacrifices { .. } => 18,
            Self::Prepares { .. } => 19,
            Self::Threatens { .. } => 20,
            Self::OneReply { .. } => 21,
            Self::Banks { .. } => 22,
            Self::Shortest { .. } => 23,
            Self::HoldsOut { .. } => 24,
            Self::Repeats { .. } => 25,
            Self::Forfeits { .. } => 26,
            Self::LongestSowing { .. } => 27,
            Self::Reverses => 28,
            Self::GoesRound { .. } => 29,
            Self::Hoards { .. } => 30,
            Self::Better { .. } => 31,
            Self::WinsByForce { .. } => 32,
            Self::Gives { .. } => 33,
            Self::AllEqual => 34,
        }
    }

    /// Reasons of one theme say much the same: a sentence takes the first of them.
    pub fn theme(&self) -> &'static str {
        match self {
            Self::Unknown | Self::OnlyMove | Self::AllEqual => "choice",
            Self::EndsTheGame { .. } | Self::LeavesNoMove { .. } => "end",
            Self::OnlyWin | Self::OnlyDraw | Self::WinsByForce { .. } => "result",
            Self::Starves | Self::Feeds { .. } => "row",
            Self::TakesTheRest { .. } | Self::Captures { .. } => "capture",
            Self::Forfeits { .. } => "forfeit",
            Self::Swaps => "swap",
            Self::NeverEnds { .. } => "endless",
            Self::MostAtOnce { .. } | Self::CapturesAgain { .. } => "much",
            Self::MovesAgain { .. } => "again",
            Self::Banks { .. } => "store",
            Self::Stops { .. } | Self::Safe { .. } | Self::OneReply { .. } => "reply",
            Self::RefusesCapture { .. } | Self::Better { .. } => "comparison",
            Self::Threatens { .. } | Self::Prepares { .. } | Self::Sacrifices { .. } => "later",
            Self::LongestSowing { .. } | Self::Reverses | Self::GoesRound { .. } => "way",
            Self::Hoards { .. } => "hoard",
            Self::Gives { .. } => "cost",
            Self::Shortest { .. } | Self::HoldsOut { .. } => "time",
            Self::Repeats { .. } => "repetition",
        }
    }
}

//! The options of Oware, and the option types it shares with Urim.

use sowbase_solver::Hundredths;

use super::lanes::Lanes;
use super::terms::{Ends, Plan, SingleLapRules, Terms};
use crate::board::Board;
use crate::games::history::{History, Repetition};
use crate::games::options::{Count, CountSet, Limit, Opt, RuleSet, Value, choice, options};

choice! {
    /// What happens to a capture that would take every seed of the opponent's row.
    GrandSlam {
        /// The sowing stands, nothing is captured.
        Forfeit = "forfeit",
        /// Such a move may not be played.
        Illegal = "illegal",
        /// It may be played only if every choice is one; then it counts, and the mover takes his own row too.
        IllegalUnlessForced = "illegal_unless_forced",
        /// Captured.
        Allowed = "allowed",
        /// Captured if that gives the mover more than half of all seeds, else forfeited.
        AllowedIfWins = "allowed_if_wins",
        /// Captured, and the same player moves again.
        AllowedMoveAgain = "allowed_move_again",
        /// Captured; the seeds left go to the opponent and the game is over.
        OpponentTakesRest = "opponent_takes_rest",
        /// All but the landing pit are captured; a single pit is captured.
        KeepLast = "keep_last",
        /// All but the captured pit nearest the mover's row are captured; a single pit is captured.
        KeepFirst = "keep_first",
    }
}

choice! {
    /// What a player owes an opponent who has no seeds.
    Feeding {
        /// A move that brings him a seed, if there is one.
        MustFeed = "must_feed",
        /// Nothing.
        None = "none",
    }
}

choice! {
    /// Who gets the seeds when the side to move has no legal move.
    NoMove {
        /// Each player takes his own row: the opponent of a player without seeds sweeps the board.
        OpponentSweeps = "opponent_sweeps",
    }
}

choice! {
    /// What becomes of a seed for a pit that is full.
    LimitRule {
        /// It goes to the next pit that is not full.
        Skip = "skip",
        /// The move may not be played.
        Illegal = "illegal",
        /// It goes to the mover's store.
        ToStore = "to_store",
    }
}

/// Seeds in store at which the game is won and over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum WinAt {
    /// More than half of all seeds.
    #[default]
    Majority,
    /// A number written out.
    Seeds(u32),
    /// The game is played to its end.
    None,
}

impl Value for WinAt {
    fn text(&self) -> String {
        match self {
            Self::Majority => "majority".into(),
            Self::Seeds(seeds) => seeds.to_string(),
            Self::None => "none".into(),
        }
    }
    fn read(text: &str) -> Result<Self, String> {
        match text {
            "majority" => Ok(Self::Majority),
            "none" => Ok(Self::None),
            _ => text
                .parse()
                .map(Self::Seeds)
                .map_err(|_| "is neither a number of seeds nor a word for one".into()),
        }
    }
    fn allowed() -> String {
        "majority (more than half of all seeds), a number of seeds that is more than half, none".into()
    }
    fn samples() -> Vec<String> {
        vec!["majority".into(), "none".into()]
    }
}

/// Seeds that a pit holds at most, or no limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PitLimit(pub Option<u8>);

impl Value for PitLimit {
    fn text(&self) -> String {
        self.0.map_or_else(|| "none".into(), |limit| limit.to_string())
    }
    fn read(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("none", _) => Ok(Self(None)),
            (_, Ok(limit @ 1..=126)) => Ok(Self(Some(limit))),
            _ => Err("is neither none nor a number from 1 to 126".into()),
        }
    }
    fn allowed() -> String {
        "none, or 1 to 126 (12 and 17 are known from games)".into()
    }
    fn samples() -> Vec<String> {
        ["none", "12", "17", "5"].map(str::to_owned).into()
    }
}

/// All options of Oware; the default is Abapa.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OwareRules {
    /// Pits in a row.
    pub pits_per_row: Count<1, 16>,
    /// Seeds in each pit at the start.
    pub seeds_per_pit: Count<1, 63>,
    /// What happens to a capture of all seeds of the opponent's row.
    pub grand_slam: GrandSlam,
    /// What a player owes an opponent who has no seeds.
    pub feeding: Feeding,
    /// A move that leaves the opponent a move must be chosen, if there is one.
    pub must_leave_opponent_a_move: bool,
    /// A pit with one seed may be lifted only if every choice is such a pit.
    pub singletons_only_if_all_single: bool,
    /// Seeds a pit holds at most; full pits are passed over.
    pub max_in_pit: PitLimit,
    /// Who gets the seeds when there is no legal move.
    pub no_move: NoMove,
    /// Seeds in store that end the game.
    pub win_at: WinAt,
    /// What a recurrence pays.
    pub repetition: Repetition,
    /// Which occurrence ends the game.
    pub repetition_count: Count<2, 3>,
    /// Plies without a capture after which the game stops.
    pub no_capture_limit: Limit,
    /// Plies after which the game stops.
    pub ply_limit: Limit,
}

impl Default for OwareRules {
    fn default() -> Self {
        Self {
            pits_per_row: Count(6),
            seeds_per_pit: Count(4),
            grand_slam: GrandSlam::Forfeit,
            feeding: Feeding::MustFeed,
            must_leave_opponent_a_move: false,
            singletons_only_if_all_single: false,
            max_in_pit: PitLimit(None),
            no_move: NoMove::OpponentSweeps,
            win_at: WinAt::Majority,
            repetition: Repetition::OwnSide,
            repetition_count: Count(2),
            no_capture_limit: Limit(None),
            ply_limit: Limit(None),
        }
    }
}

impl RuleSet for OwareRules {
    const GAME: &'static str = "oware";
    const INDEX_SCHEME: u32 = 2;

    fn options() -> &'static [Opt<Self>] {
        options!(OwareRules {
            pits_per_row: Numbers, "Pits in each player's row.", "O1 [S7-10]";
            seeds_per_pit: Nothing, "Seeds in each pit at the start.", "O1 [S7-10]";
            grand_slam: Numbers, "What happens to a capture of every seed of the opponent's row.", "O7 [S21], [X:OS] [X:AUA]";
            feeding: Numbers, "What a player owes an opponent who has no seeds.", "O8 [S16]";
            must_leave_opponent_a_move: Numbers, "A move that leaves the opponent a move must be chosen, if there is one.", "true only in [X:LIN A]";
            singletons_only_if_all_single: Numbers, "A pit with one seed may be lifted only if every choice is such a pit.", "true = Ouri, Portugal [X:MW-Ouri]";
            max_in_pit: Numbers, "Seeds a pit holds at most; a full pit is passed over.", "12 only in Ludii's Awari (Suggested)";
            no_move: Numbers, "Who gets the seeds when the side to move has no legal move.", "O10 [S23]";
            win_at: Nothing, "Seeds in store that win and end the game.", "O11 [S17], scaled: rules.md 12";
            repetition: Nothing, "Who gets the seeds on the board when a position recurs.", "O12 [S24], split [X:LIN A]";
            repetition_count: Nothing, "Which occurrence of a position ends the game.", "O12 [S17], 2 as [X:OS] [X:AUA]";
            no_capture_limit: History, "Plies without a capture after which the game stops.", "rules.md 12";
            ply_limit: History, "Plies after which the game stops; seeds on the board count for nobody.", "rules.md 12";
        })
    }

    fn check(&self) -> Result<(), String> {
        self.terms().check("max_in_pit")
    }

    fn not_tabled(&self) -> Option<String> {
        self.terms().not_tabled()
    }
}

impl SingleLapRules for OwareRules {
    #[inline(always)]
    fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths {
        super::evaluate::estimate(n, board)
    }

    fn terms(&self) -> Terms {
        let plan = Plan {
            pits: self.pits_per_row.0 as u8,
            grand_slam: self.grand_slam,
            must_feed: self.feeding == Feeding::MustFeed,
            leave_a_move: self.must_leave_opponent_a_move,
            singles_last: self.singletons_only_if_all_single,
            limit: self.max_in_pit.0,
            limit_rule: LimitRule::Skip,
            trigger: CountSet::of(&[2, 3]),
            chain: CountSet::of(&[2, 3]),
        };
        let history = History {
            repetition: self.repetition,
            occurrence: self.repetition_count.0,
            no_capture_limit: self.no_capture_limit,
            ply_limit: self.ply_limit,
        };
        let seeds = self.seeds_per_pit.0;
        Terms { plan, seeds, ends: Ends { win_at: self.win_at, three_quarters: false, history } }
    }

    fn examples() -> &'static [crate::games::Example] {
        super::examples::OWARE
    }

    fn themes() -> &'static [crate::puzzles::Theme] {
        &super::themes::THEMES
    }
}

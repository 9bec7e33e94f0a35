//! An analysis as plain data, and as the JSON of `analyze` and `db probe`.

use serde::Serialize;

use super::analyze::move_value;
use crate::games::notation;
use crate::play::{GameResult, InProgress, Position, Side, Winner};

/// The rule for endless play that all solved layers use: the seeds left count half for each side.
pub(super) const ENDLESS: &str = "split";

/// What a score is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// The value itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
    /// A guess.
    Estimate,
}

/// Where a score comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Solved layers, on disk or in memory.
    Database,
    /// A proof by search.
    Proof,
    /// A search.
    Search,
    /// The rules alone: the game is over.
    Rules,
}

/// Why a line of best play stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PvStops {
    /// The game is over.
    End,
    /// The last move repeats a position of the line.
    Repetition,
    /// The value that decides the next move is not known.
    Unknown,
}

/// Totals of both sides in the end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Final {
    /// South's.
    #[serde(serialize_with = "crate::play::whole")]
    pub south: f64,
    /// North's.
    #[serde(serialize_with = "crate::play::whole")]
    pub north: f64,
}

impl Final {
    /// Stores and the board, divided as the mover's net gain from `position` on has it: where all seeds end in a store.
    pub(crate) fn of(position: &Position, gain: f64) -> Self {
        let (total, ahead) = (f64::from(position.total()), f64::from(position.banked()) + gain);
        let [mover, other] = [f64::midpoint(total, ahead), f64::midpoint(total, -ahead)];
        match position.side {
            Side::South => Self { south: mover, north: other },
            Side::North => Self { south: other, north: mover },
        }
    }
}

/// The value of a position and of each of its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Analysis {
    /// The position, in our notation.
    pub position: String,
    /// True when the game is over.
    pub over: bool,
    /// How it ended.
    pub result: Option<GameResult>,
    /// What the mover still gains, net, in seeds (Omweso: points).
    pub score: Option<i16>,
    /// What the score is worth.
    pub bound: Option<Worth>,
    /// Depth of the search behind the score.
    pub depth: Option<u32>,
    /// Plies to the end under best play.
    pub distance: Option<u32>,
    /// Where the score comes from.
    pub source: Option<Source>,
    /// The rule for endless play that the scores use.
    pub endless: &'static str,
    /// True when another rule for endless play would change the score.
    pub depends_on_endless: Option<bool>,
    /// Totals in the end under best play, where the score is exact.
    pub r#final: Option<Final>,
    /// The legal moves, best first, ties in the order of the rules.
    pub moves: Vec<MoveValue>,
    /// What the reader should know: files that cannot be used, rules that no database can hold.
    pub warnings: Vec<String>,
}

/// The value of a move to its mover.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveValue {
    /// The move.
    pub r#move: String,
    /// What its mover still gains, net, the move itself included.
    pub score: Option<i16>,
    /// What the score is worth.
    pub bound: Option<Worth>,
    /// Depth of the search behind the score.
    pub depth: Option<u32>,
    /// Plies to the end under best play.
    pub distance: Option<u32>,
    /// True when another rule for endless play would change the score.
    pub depends_on_endless: Option<bool>,
    /// Best play, this move first. `None` when lines were not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<String>>,
    /// Why the line stops.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv_stops: Option<PvStops>,
    /// What the move does, in words.
    pub why: String,
}

impl Analysis {
    /// The analysis of a game that is over: `before` without, `after` with what the ending handed out.
    pub fn over(before: &Position, after: &Position, result: &GameResult) -> Self {
        let ahead = result.ahead(before.side);
        // A game that does not count has no score.
        let score = (result.winner != Winner::None).then_some((ahead - f64::from(before.banked())) as i16);
        Self {
            position: notation::format(after),
            over: true,
            result: Some(result.clone()),
            score,
            bound: score.map(|_| Worth::Exact),
            depth: None,
            distance: None,
            source: Some(Source::Rules),
            endless: ENDLESS,
            depends_on_endless: Some(false),
            r#final: Some(Final { south: result.south, north: result.north }),
            moves: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The analysis of a game in progress whose values nothing knows; `why` says why not.
    pub fn unknown(session: &dyn InProgress, why: String) -> Self {
        let position = session.position();
        if let Some(result) = session.result() {
            return Self::over(position, position, result);
        }
        let moves = session.moves();
        let side = position.side;
        Self {
            position: notation::format(position),
            over: false,
            result: None,
            score: None,
            bound: None,
            depth: None,
            distance: None,
            source: None,
            endless: ENDLESS,
            depends_on_endless: None,
            r#final: None,
            moves: moves.iter().map(|trace| move_value(trace, side, None, None, None)).collect(),
            warnings: vec![why],
        }
    }
}

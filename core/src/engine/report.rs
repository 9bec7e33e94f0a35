//! What a search found, as plain data.

use serde::Serialize;

use crate::play::GameResult;
use crate::tables::{Final, PvStops, Source, Worth};

/// What a search found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The position, in our notation.
    pub position: String,
    /// How the game ended, if it is over: then nothing else is said.
    pub result: Option<GameResult>,
    /// Every legal move, best first, ties in the order of the rules.
    pub moves: Vec<SearchedMove>,
    /// Plies of the last iteration that was finished.
    pub depth: u32,
    /// Plies of the longest variation.
    pub longest: u32,
    /// States entered, by all threads.
    pub nodes: u64,
    /// Look-ups in databases that knew something.
    pub hits: u64,
    /// Permille of the table that this search has filled.
    pub fullness: u32,
    /// Seconds since it was asked.
    pub seconds: f64,
    /// True when nothing is left to find out.
    pub settled: bool,
    /// Databases, where the values of all moves stand in them; else the search.
    pub source: Source,
    /// True in an update after which the search goes on.
    pub goes_on: bool,
}

impl Answer {
    /// The best move, where there is one.
    pub fn best(&self) -> Option<&SearchedMove> {
        self.moves.first()
    }
}

/// What a search found out about a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SearchedMove {
    /// The move.
    pub r#move: String,
    /// What its mover still gains, net, the move itself included, in hundredths of a seed (Omweso: of a point).
    pub hundredths: i32,
    /// What the value is worth.
    pub bound: Worth,
    /// It is proven to be worth at least this, in seeds.
    pub at_least: i16,
    /// It is proven to be worth at most this, in seeds.
    pub at_most: i16,
    /// Plies of the search behind the value, the move included; 0 when the search has not come to it.
    pub depth: u32,
    /// False when the search only knows that it is no better than this.
    pub own_value: bool,
    /// Totals in the end, as the value has it.
    pub r#final: Option<Final>,
    /// Plies until nothing is left to gain, the move included, where a database has it.
    pub distance: Option<u32>,
    /// What both sides are expected to play, this move first.
    pub pv: Vec<String>,
    /// Why the line stops.
    pub pv_stops: PvStops,
    /// Nodes spent on it.
    pub nodes: u64,
}

//! What a search says.

use super::entry::Kind;
use super::found::Found;
use crate::game::Move;
use crate::hundredths::Hundredths;
use crate::score::Interval;

/// What is known of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveReport {
    /// The move.
    pub mv: Move,
    /// Its value to its mover, the gain of the move included, and what is proven of it.
    pub found: Found,
    /// Whether the search says the value, or only that it is no more ([`Kind::Upper`]) or no less. [`Kind::None`]: the
    /// search has not come to it.
    pub kind: Kind,
    /// Plies of the search behind the value, the move included.
    pub depth: u32,
    /// What both sides are expected to play, this move first.
    pub pv: Vec<Move>,
    /// Nodes spent on it in all iterations, of the main thread.
    pub nodes: u64,
}

/// What a search says of a state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Every legal move, best first; ties in the order of the rules. Empty: there is no legal move, or the game is over.
    pub moves: Vec<MoveReport>,
    /// Plies of the last iteration that was finished.
    pub depth: u32,
    /// Plies of the longest variation.
    pub longest: u32,
    /// Nodes, of all threads: states that were entered, by a move or at the root.
    pub nodes: u64,
    /// Look-ups in databases that knew something.
    pub hits: u64,
    /// Permille of the table that this search has filled.
    pub fullness: u32,
    /// True when nothing is left to find out.
    pub settled: bool,
    /// True in an update after which the search goes on.
    pub goes_on: bool,
}

impl Report {
    /// The best move.
    pub fn best(&self) -> Option<&MoveReport> {
        self.moves.first()
    }

    /// The value of the state.
    pub fn value(&self) -> Option<Hundredths> {
        self.best().map(|best| best.found.value)
    }

    /// What is proven of the state.
    pub fn proven(&self) -> Option<Interval> {
        let lo = self.moves.iter().map(|mv| mv.found.proven.lo).max()?;
        let hi = self.moves.iter().map(|mv| mv.found.proven.hi).max()?;
        Some(Interval { lo, hi })
    }
}

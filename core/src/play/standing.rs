//! A match: rounds or games, one after another, until the rules say that it is decided.

use super::{GameResult, Position, Winner};

/// Where a match stands after a round that is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The position the round began with.
    pub first: Position,
    /// How the round ended.
    pub result: GameResult,
    /// Points of South and North so far, this round's included; 0 in games without points.
    pub points: [u32; 2],
    /// Rounds played so far, this one included.
    pub rounds: u32,
    /// The ply counter at the end of the round, for rules that count plies through a whole match.
    pub plies: u32,
}

/// What comes after a round.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// Nothing: the rules know no match, or a single round was agreed.
    Single,
    /// Another round, from this position.
    Round(Position),
    /// The match is decided.
    Over {
        /// Who won it.
        winner: Winner,
        /// Why, in words.
        reason: String,
    },
}

//! The slow twin of a move: every lift, drop and capture, as it would be told at the board.

use serde::Serialize;
use sowbase_solver::{Ending, Move, Turn};

use crate::play::{Position, Side};

/// One thing that happens in a turn, in the order it happens. Pits are named by owner and number.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// All seeds of a pit are taken in hand: the first lap, or a relay.
    Lift {
        /// The pit's owner.
        side: Side,
        /// The pit's number from 0.
        pit: usize,
        /// Seeds lifted.
        seeds: u8,
        /// True when the seeds go on a turn already begun.
        relay: bool,
    },
    /// One seed falls in a pit.
    Drop {
        /// The pit's owner.
        side: Side,
        /// The pit's number from 0.
        pit: usize,
        /// Seeds in the pit afterwards.
        now: u8,
    },
    /// One seed falls in a store.
    Store {
        /// The store's owner.
        side: Side,
    },
    /// A pit is passed over.
    Skip {
        /// The pit's owner.
        side: Side,
        /// The pit's number from 0.
        pit: usize,
        /// Why.
        why: &'static str,
    },
    /// Seeds of a pit are captured.
    Capture {
        /// The pit's owner.
        side: Side,
        /// The pit's number from 0.
        pit: usize,
        /// Seeds taken.
        seeds: u8,
        /// Who gets them.
        to: Side,
        /// By which rule.
        rule: &'static str,
    },
    /// A capture that the rules take back or forbid.
    Forfeit {
        /// Seeds that stay where they are.
        seeds: u8,
        /// Which rule.
        rule: &'static str,
    },
    /// Captured seeds go back into play as the next lap.
    Resow {
        /// Whose circuit.
        side: Side,
        /// The pit from which the lap is counted.
        pit: usize,
        /// Seeds in hand.
        seeds: u8,
        /// True when the lap runs clockwise.
        reverse: bool,
    },
    /// A player says which way the next lap goes.
    Choice {
        /// The sign chosen, as in the move's text.
        sign: char,
    },
    /// The players change seats (pie rule).
    Swap,
    /// The same player moves again.
    Again,
    /// The turn passes to the other player.
    HandOver,
    /// A turn that never stops; what happens then is in the reason.
    Endless {
        /// What the rules do with it.
        rule: &'static str,
    },
}

/// A legal move played out slowly on a plain position.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The move as written.
    pub text: String,
    /// The move as the fast twin numbers it.
    pub mv: Move,
    /// What happens.
    pub steps: Vec<Step>,
    /// The position after the move, before anything an ending hands out. Its counters are set by the session.
    pub after: Position,
    /// Seeds that the move itself brought South and North (Omweso: seeds taken over).
    pub gain: [u16; 2],
    /// True when nobody captured.
    pub quiet: bool,
    /// Who moves next. The side in `after` already says so.
    pub turn: Turn,
    /// What the move's own ending hands out, for `Turn::Over`; seen by the side to move in `after`.
    pub ending: Option<Ending>,
}

impl Trace {
    /// What the move brings a side at once, net.
    pub fn net(&self, side: Side) -> i32 {
        i32::from(self.gain[side.index()]) - i32::from(self.gain[side.other().index()])
    }
}

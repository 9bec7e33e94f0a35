//! Move numbers: the pit, the kind of start, and which of the turns that begin so, in depth-first order.

use sowbase_solver::Move;

/// Bits of a move number that count the turns from one start.
pub(super) const ORDINAL_BITS: u32 = 26;

/// How a turn starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Counter-clockwise.
    Forward = 0,
    /// Clockwise.
    Reverse = 1,
    /// Okukoneeza.
    TwoAndOne = 2,
}

impl Start {
    /// The start of a move number.
    pub(super) fn of(mv: Move) -> Self {
        match mv.0 >> ORDINAL_BITS & 3 {
            0 => Self::Forward,
            1 => Self::Reverse,
            _ => Self::TwoAndOne,
        }
    }
}

/// The first move number of a start: pit, kind of start, then the ordinal of the turn in depth-first order.
pub(super) fn first_number(pit: usize, start: Start) -> u32 {
    ((pit as u32) << 2 | start as u32) << ORDINAL_BITS
}

/// The pit of a move number.
pub(super) fn pit_of_number(mv: Move) -> usize {
    (mv.0 >> (ORDINAL_BITS + 2)) as usize
}

//! The evaluation of Bosh: what each open hole is worth by its place and its stones. Closed holes are no holes: a shorter
//! row is lined up at its end.

use sowbase_solver::Hundredths;

use super::play::Bosh;
use super::ring::{Kernel, Ring};
use super::state::BoshState;
use crate::games::pit_table::PitTable;

/// Holes of a row of five, the last before the opponent's row last.
const HOLES: PitTable<5> = PitTable {
    to_move: 48,
    pits: [
        [0, 80, 130, 167, 217, 173, 131, 132, 106, 74, 129, 77, 142, 144, 121, 185],
        [0, 72, 107, 124, 85, 60, 77, 127, 69, 202, 130, 147, 193, 114, 218, 187],
        [0, 83, 155, 81, 32, 3, 28, 45, 44, 96, 101, 162, 128, 99, 98, -75],
        [0, 102, 32, 22, -4, 1, 40, 115, 209, 293, 234, 414, 211, 133, 270, 192],
        [0, 27, 56, 59, 86, 120, 140, 213, 228, 240, 250, 208, 221, 269, 272, 764],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline]
pub(super) fn estimate<R: Ring>(_: &Bosh<R>, state: &BoshState<R>) -> Hundredths {
    let (ring, [own, opposite]) = (state.ring.to_wide(), state.shape.open.map(usize::from));
    HOLES.judge([own, opposite], |hole| ring.pit(hole), |hole| ring.pit(own + hole))
}

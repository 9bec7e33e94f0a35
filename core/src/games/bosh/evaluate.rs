//! The evaluation of Bosh: what each open hole is worth by its place and its stones. Closed holes are no holes: a shorter
//! row is lined up at its end.

use sowbase_solver::Hundredths;

use super::play::Bosh;
use super::ring::{Kernel, Ring};
use super::state::BoshState;
use crate::games::pit_table::PitTable;

/// Holes of a row of five, the last before the opponent's row last.
const HOLES: PitTable<5> = PitTable {
    to_move: 47,
    pits: [
        [0, 80, 144, 173, 225, 173, 128, 125, 89, 98, 169, 83, 258, 403, 127, 161],
        [0, 70, 109, 137, 84, 58, 59, 32, 54, 156, 108, 205, 154, 177, 142, 201],
        [0, 81, 164, 79, 38, 16, 30, 59, 93, 111, 109, 249, 122, 92, 138, -43],
        [0, 105, 34, 21, 16, 39, 25, 144, 175, 267, 196, 373, 253, 207, 304, 129],
        [0, 33, 51, 52, 73, 83, 165, 269, 306, 338, 299, 249, 243, 279, 402, 480],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline]
pub(super) fn estimate<R: Ring>(_: &Bosh<R>, state: &BoshState<R>) -> Hundredths {
    let (ring, [own, opposite]) = (state.ring.to_wide(), state.shape.open.map(usize::from));
    HOLES.judge([own, opposite], |hole| ring.pit(hole), |hole| ring.pit(own + hole))
}

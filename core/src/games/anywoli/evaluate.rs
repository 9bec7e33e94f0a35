//! The evaluation of Anywoli: what each pit is worth by its place and its seeds. A pit of three is one seed from a capture by
//! its owner; untouched pits of four and more are the turns that are left.

use sowbase_solver::Hundredths;

use super::play::{Anywoli, AnywoliState};
use crate::board::Row;
use crate::games::pit_table::PitTable;

/// Pits of a row of twelve, the last before the opponent's row last.
const PITS: PitTable<12> = PitTable {
    to_move: 61,
    pits: [
        [0, 222, 204, 52, 0, 168, 221, 263, 976, 820, 797, 1052, 886, 685, 368, 187],
        [0, 207, 140, 137, 0, 168, 533, 1125, 794, 1117, 930, 837, 674, 548, 126, -186],
        [0, 216, 180, 154, 0, 0, 138, 683, 618, 495, 694, 738, 612, 572, 417, -16],
        [0, 199, 186, 151, 0, 168, 176, 179, 326, 172, 457, 307, 424, 227, 77, 334],
        [0, 211, 193, 177, 0, 168, 431, -158, 226, 465, 300, 164, 93, 140, -181, -167],
        [0, 168, 161, 206, 0, 199, 488, 431, 329, 365, 177, -152, -24, -166, -384, -180],
        [0, 149, 146, 261, 0, 0, 195, -294, -340, -404, -171, -14, -155, -368, -156, -94],
        [0, 94, 161, 269, 0, 0, 159, -77, 388, -167, -259, -362, -250, -304, 3, -119],
        [0, 43, 133, 307, 0, 0, 714, 477, 88, -457, -427, -527, -587, -310, -544, -71],
        [0, 47, 155, 283, 0, 0, -76, 107, -29, -151, -370, -721, -655, -624, -678, -545],
        [0, 31, 168, 372, 0, -168, -51, -246, -164, -476, -663, -721, -699, -794, -716, -359],
        [0, -80, 137, 341, 0, -168, 84, 46, -360, -605, -787, -706, -861, -852, -1014, -857],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline]
pub(super) fn estimate<const W: u32>(game: &Anywoli<W>, state: &AnywoliState<W>) -> Hundredths {
    let (n, board) = (game.n(), state.board);
    PITS.judge([n; 2], |pit| board.own.pit(pit), |pit| board.opposite.pit(pit))
}

//! The evaluation of Anywoli: what each pit is worth by its place and its seeds. A pit of three is one seed from a capture by
//! its owner; untouched pits of four and more are the turns that are left.

use sowbase_solver::Hundredths;

use super::play::{Anywoli, AnywoliState};
use crate::board::Row;
use crate::games::pit_table::PitTable;

/// Pits of a row of twelve, the last before the opponent's row last.
const PITS: PitTable<12> = PitTable {
    to_move: 95,
    pits: [
        [0, 134, 44, 42, 0, -64, 834, 615, 614, 941, 1005, 755, 769, 432, 401, 66],
        [0, 106, 68, 46, 0, 0, 112, 331, 253, 450, 374, 597, 360, 528, 201, 259],
        [0, 127, 173, 113, 0, 35, 20, 523, 788, 593, 666, 605, 301, 144, 329, 445],
        [0, 106, 150, 150, 0, 35, -10, 132, 465, 416, 358, 261, 311, 61, -57, 75],
        [0, 121, 137, 195, 0, 86, -376, -207, -207, 208, 114, -33, -93, -168, 30, 17],
        [0, 99, 183, 197, 0, 35, 371, 164, -26, -106, -188, -53, -182, -258, -487, -487],
        [0, 91, 166, 298, 0, 0, 515, 210, 117, -237, 59, -2, -231, -320, -282, -408],
        [0, 86, 141, 266, 0, 110, 267, 796, -18, 185, -276, -327, -395, -563, -340, -447],
        [0, 53, 182, 300, 0, 110, 33, -120, -235, -458, -416, -564, -647, -657, -679, -874],
        [0, 75, 157, 259, 0, 72, -158, 32, -410, -661, -647, -653, -535, -746, -656, -851],
        [0, 37, 163, 323, 0, 72, -15, -182, -327, -421, -639, -636, -671, -694, -832, -842],
        [0, -23, 124, 295, 0, 72, -269, 349, -696, -1005, -801, -789, -802, -769, -621, -458],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline]
pub(super) fn estimate<const W: u32>(game: &Anywoli<W>, state: &AnywoliState<W>) -> Hundredths {
    let (n, board) = (game.n(), state.board);
    PITS.judge([n; 2], |pit| board.own.pit(pit), |pit| board.opposite.pit(pit))
}

//! The evaluation of Kalah: what each pit is worth by its place and its seeds. A pit whose last seed falls in the store is
//! worth an extra move, and it stands out in every row of the table; full pits near the store are worth little, since
//! they feed the other side.

use sowbase_solver::Hundredths;

use super::play::{Kalah, KalahState};
use crate::board::Row;
use crate::games::pit_table::PitTable;

/// Pits of a row of six, the one at the store last.
const PITS: PitTable<6> = PitTable {
    to_move: 76,
    pits: [
        [0, 117, 193, 265, 339, 498, 350, 73, 14, 32, 18, 25, -115, 0, 0, 0],
        [0, 198, 298, 359, 444, 392, 98, 32, -22, -3, 138, 163, 474, 639, 46, -10],
        [0, 179, 268, 317, 381, 4, -50, -40, -17, 3, 81, 210, 389, 553, 532, 274],
        [0, 157, 230, 324, 8, -48, -82, -29, -6, 70, 221, 358, 530, 633, 116, -83],
        [0, 105, 191, -181, -201, -208, -154, -68, 43, 130, 219, 294, 417, 600, 328, 424],
        [0, 79, -249, -206, -190, -171, -156, 0, 123, 233, 361, 479, 519, 631, 619, 377],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline(always)]
pub(super) fn estimate<R: Row>(game: &Kalah<R>, state: &KalahState<R>) -> Hundredths {
    let (n, board) = (game.n(), state.board);
    PITS.judge([n; 2], |pit| board.own.pit(pit), |pit| board.opposite.pit(pit))
}

//! The evaluation of Kalah: what each pit is worth by its place and its seeds. A pit whose last seed falls in the store is
//! worth an extra move, and it stands out in every row of the table; full pits near the store are worth little, since
//! they feed the other side.

use sowbase_solver::Hundredths;

use super::play::{Kalah, KalahState};
use crate::board::Row;
use crate::games::pit_table::{PitTable, SixPits};

/// Pits of a row of six, the one at the store last.
static PITS: SixPits = SixPits::of(PitTable {
    to_move: 102,
    pits: [
        [0, 128, 199, 262, 341, 478, 421, 87, 36, 27, 25, 21, -116, 0, 0, 0],
        [0, 201, 304, 375, 454, 481, 77, 83, 6, 24, 85, 251, 612, 548, 210, 0],
        [0, 178, 289, 338, 443, 23, 25, -39, -29, -7, 156, 453, 647, 821, 654, 385],
        [0, 153, 234, 356, -5, -81, -113, -113, -68, 16, 215, 413, 585, 721, 640, 262],
        [0, 130, 235, -155, -129, -265, -204, -73, 11, 157, 239, 333, 453, 621, 570, 551],
        [0, 116, -244, -215, -197, -149, -142, 38, 162, 265, 378, 463, 573, 684, 805, 741],
    ],
});

/// See [`crate::games::Rulebook::estimate`].
#[inline(always)]
pub(super) fn estimate<R: Row>(game: &Kalah<R>, state: &KalahState<R>) -> Hundredths {
    let (n, board) = (game.n(), state.board);
    PITS.judge(n, board.own, board.opposite)
}

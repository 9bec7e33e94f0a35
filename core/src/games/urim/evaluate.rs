//! The evaluation of Urim: what each pit is worth by its place and its seeds. As in Oware, but a pit never outgrows its limit,
//! and longer chains make pits of one to three seeds worth less.

use sowbase_solver::Hundredths;

use crate::board::Board;
use crate::games::oware::Lanes;
use crate::games::pit_table::{PitTable, SixPits};

/// Pits of a row of six, the last before the opponent's row last.
static PITS: SixPits = SixPits::of(PitTable {
    to_move: -26,
    pits: [
        [0, 156, 176, 283, 288, 257, 222, 240, 135, 136, 61, 66, -21, -123, -59, 9],
        [0, 162, 246, 301, 250, 234, 248, 153, 274, 163, 121, 45, 84, 107, 45, 357],
        [0, 144, 187, 245, 244, 276, 248, 226, 182, 106, 7, 2, 176, 285, 304, 392],
        [0, 119, 152, 159, 190, 155, 186, 149, 67, -11, 46, 211, 191, 342, 292, 592],
        [0, 89, 123, 134, 129, 102, -5, 34, -104, -67, 46, 102, 218, 314, 502, 586],
        [0, 96, 88, 39, 1, -3, 0, -91, 60, 69, 176, 287, 490, 744, 781, 928],
    ],
});

/// The estimate of Urim's boards of `n` pits a row.
#[inline(always)]
pub(super) fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths {
    PITS.judge(n, board.own, board.opposite)
}

//! The evaluation of Urim: what each pit is worth by its place and its seeds. As in Oware, but a pit never outgrows its limit,
//! and longer chains make pits of one to three seeds worth less.

use sowbase_solver::Hundredths;

use crate::board::Board;
use crate::games::oware::Lanes;
use crate::games::pit_table::{PairTable, PitTable};

/// Pits of a row of six, the last before the opponent's row last.
const PITS: PitTable<6> = PitTable {
    to_move: -18,
    pits: [
        [0, 96, 102, 183, 211, 145, 170, 206, 211, 240, 234, 281, 234, 74, 88, 39],
        [0, 95, 135, 149, 162, 206, 203, 203, 235, 141, 112, 51, 124, 219, 352, 216],
        [0, 86, 101, 148, 143, 187, 131, 127, 159, 105, 55, 32, 20, 64, 191, 204],
        [0, 66, 88, 119, 166, 150, 132, 143, 115, 68, 68, 63, 113, 172, 258, 550],
        [0, 52, 67, 111, 74, 76, 33, 69, -5, 24, 76, 132, 200, 322, 378, 664],
        [0, 1, 29, 20, 15, -18, -54, -103, -77, -1, 12, 105, 248, 348, 439, -185],
    ],
};

static PAIRS: PairTable = PairTable::of(&PITS);

/// The estimate of Urim's boards of `n` pits a row.
#[inline(always)]
pub(super) fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths {
    if n == 6
        && let (Some(own), Some(opposite)) = (board.own.as_word(), board.opposite.as_word())
    {
        return PAIRS.judge(own, opposite);
    }
    PITS.judge([n; 2], |pit| board.own.pit(pit), |pit| board.opposite.pit(pit))
}

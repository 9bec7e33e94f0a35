//! The evaluation of Oware: what each pit is worth by its place and its seeds. Seeds in the own row are the owner's when play
//! stops, and a hoard that reaches all round strikes hard; the pits that such a hoard has passed are worth least.

use sowbase_solver::Hundredths;

use crate::board::Board;
use crate::games::pit_table::{PitTable, SixPits};

use super::lanes::Lanes;

/// Pits of a row of six, the last before the opponent's row last.
static PITS: SixPits = SixPits::of(PitTable {
    to_move: -29,
    pits: [
        [0, 127, 266, 435, 381, 453, 358, 427, 351, 297, 309, 202, 438, 360, 526, 585],
        [0, 140, 235, 389, 316, 303, 273, 252, 314, 278, 233, 335, 433, 388, 523, 578],
        [0, 129, 218, 324, 298, 271, 206, 118, 105, 139, 111, 148, 205, 332, 269, 513],
        [0, 117, 170, 209, 267, 216, 126, 46, 43, 49, 41, 112, 100, 250, 323, 391],
        [0, 99, 121, 198, 191, 127, 74, 40, 33, 121, 195, 285, 363, 516, 519, 254],
        [0, 98, 157, 130, 67, 17, -84, -124, 15, 114, 166, 288, 431, 487, 495, -48],
    ],
});

/// The estimate of Oware's boards of `n` pits a row.
#[inline(always)]
pub(super) fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths {
    PITS.judge(n, board.own, board.opposite)
}

//! The evaluation of Oware: what each pit is worth by its place and its seeds. Seeds in the own row are the owner's when play
//! stops, and a hoard that reaches all round strikes hard; the pits that such a hoard has passed are worth least.

use sowbase_solver::Hundredths;

use crate::board::Board;
use crate::games::pit_table::{PairTable, PitTable};

use super::lanes::Lanes;

/// Pits of a row of six, the last before the opponent's row last.
const PITS: PitTable<6> = PitTable {
    to_move: -37,
    pits: [
        [0, 102, 148, 325, 346, 404, 350, 299, 263, 243, 193, -21, 81, 75, 179, 54],
        [0, 101, 183, 250, 292, 286, 287, 330, 285, 271, 199, 211, 181, 156, 201, 313],
        [0, 102, 130, 193, 227, 253, 207, 201, 180, 148, 145, 274, 233, 210, 254, 307],
        [0, 81, 121, 181, 226, 178, 122, 180, 183, 124, 188, 173, 239, 360, 376, 394],
        [0, 72, 131, 192, 172, 135, 116, 119, 85, 85, 135, 202, 234, 314, 397, 344],
        [0, 67, 121, 97, 71, 40, 69, 12, 66, 167, 236, 328, 386, 532, 472, 313],
    ],
};

static PAIRS: PairTable = PairTable::of(&PITS);

/// The estimate of Oware's boards of `n` pits a row.
#[inline(always)]
pub(super) fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths {
    if n == 6
        && let (Some(own), Some(opposite)) = (board.own.as_word(), board.opposite.as_word())
    {
        return PAIRS.judge(own, opposite);
    }
    PITS.judge([n; 2], |pit| board.own.pit(pit), |pit| board.opposite.pit(pit))
}

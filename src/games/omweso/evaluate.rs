//! The evaluation of Omweso, in hundredths of a point: what each pit of a circuit is worth by its place and its seeds. A game is
//! won by leaving the other no move, so seeds are moves, and pits of the inner row with an empty pit behind them are safe.

use sowbase_solver::Hundredths;

use super::laps::lane_of;
use super::play::{Omweso, OmwesoState};
use crate::board::Row;
use crate::games::pit_table::PitTable;

/// Pits of a circuit of sixteen: the outer row from the left, then the inner row back.
const PITS: PitTable<16> = PitTable {
    to_move: 11,
    pits: [
        [0, 11, 18, 69, 7, -9, -8, 3, -7, 14, 3, -3, 0, 0, 0, 0],
        [0, 0, 6, 41, 9, -2, -8, 14, 13, -20, -8, 0, 0, -3, 0, 0],
        [0, 6, 19, 2, 48, 14, 23, -8, 30, 18, 11, 0, 0, 0, 0, 0],
        [0, -4, 6, 23, 5, 50, 43, 5, 12, 16, -8, 3, 8, 0, 0, 0],
        [0, -15, -8, 17, 41, -16, 6, 17, 32, 16, 3, 9, 9, 0, 0, 0],
        [0, 27, 19, -3, -5, 0, -5, 7, 34, -39, -22, 4, 6, 0, 3, 23],
        [0, -3, -9, 0, 8, -6, 29, 23, -2, -28, 33, -14, -7, 6, 4, 7],
        [0, 23, 34, 20, 37, 1, -6, 15, 24, 31, 40, -17, -16, 7, 19, 0],
        [0, 29, 58, 21, 40, 44, 47, 11, 66, -145, -30, -39, -51, 12, 2, -24],
        [0, 51, 64, 37, 6, -6, -41, -44, -7, -8, 2, -115, -74, -86, -63, 8],
        [0, 8, 22, 23, 5, 26, -10, 48, -33, 40, 28, 84, 8, -22, -13, -17],
        [0, 0, 27, 10, 23, 10, 21, 24, 43, 34, 19, 28, 139, 125, -20, 28],
        [0, 11, 39, 25, -16, -3, -5, -41, 34, 98, 42, 16, -13, 117, 144, 15],
        [0, -7, 23, 24, 43, 10, 52, -1, 19, 31, 92, 69, 14, 11, 10, 60],
        [0, 18, 17, 17, 50, 47, 28, 74, 40, 56, 56, 25, -17, 17, -7, 2],
        [0, -14, -15, -6, -39, 16, 46, 54, 83, -5, 48, 37, 48, 43, -2, 0],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline]
pub(super) fn estimate(game: &Omweso, state: &OmwesoState) -> Hundredths {
    let (m, board) = (game.m(), state.board);
    let pit = |circuit: u128, pit: usize| circuit.pit(lane_of(m, pit));
    PITS.judge([2 * m; 2], |at| pit(board.own, at), |at| pit(board.opposite, at))
}

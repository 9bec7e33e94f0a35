//! The evaluation of Omweso, in hundredths of a point: what each pit of a circuit is worth by its place and its seeds. A game is
//! won by leaving the other no move, so seeds are moves, and pits of the inner row with an empty pit behind them are safe.

use sowbase_solver::Hundredths;

use super::laps::lane_of;
use super::play::{Omweso, OmwesoState};
use crate::board::Row;
use crate::games::pit_table::PitTable;

/// Pits of a circuit of sixteen: the outer row from the left, then the inner row back.
const PITS: PitTable<16> = PitTable {
    to_move: 1,
    pits: [
        [0, 7, 1, 29, 81, 76, 111, 132, 203, 102, 147, 58, 50, 107, 109, 139],
        [0, -28, -10, 25, 49, 35, 67, 39, 48, 10, 5, 17, 98, 118, 71, 49],
        [0, 29, 6, 61, 46, 60, 103, 125, 111, 115, 128, 113, 72, 150, 210, 188],
        [0, 38, 16, 68, 77, 67, 100, 140, 161, 116, 153, 79, 38, 48, 50, 152],
        [0, -60, -33, 11, 16, 50, 53, 45, 45, 65, 31, 50, 143, 65, 183, 4],
        [0, 78, 9, 73, 82, 75, 114, 48, 101, 106, 130, 105, 142, 72, 116, 184],
        [0, 83, 30, 96, 100, 98, 65, 103, 103, 124, 163, 190, 167, 234, 110, 204],
        [0, -86, -15, 7, 22, 31, 12, 18, 62, 40, 127, 139, 157, 258, 110, 132],
        [0, -88, -10, 3, 18, 52, 23, 35, 28, 72, 84, 71, 181, 98, 85, 65],
        [0, -77, 13, 17, 54, 56, 42, 72, 127, 53, 21, 215, 47, 7, 35, 142],
        [0, -103, -16, -14, 5, 21, 13, 41, 32, 40, 52, 51, 63, 26, 109, 144],
        [0, -55, -4, -14, 15, 58, 50, 36, 30, 60, 99, 69, 65, 60, 60, 134],
        [0, -81, -1, -6, 34, 52, 2, 64, 36, 60, 108, 132, 102, 120, 70, 127],
        [0, -78, -5, -34, 11, 20, 40, 68, 68, 94, 87, 52, 80, 91, 135, 152],
        [0, -57, 21, 17, 35, 75, 50, 66, 69, 74, 116, 161, 81, 37, 97, 46],
        [0, -68, -18, -25, 43, 41, 52, 65, 63, 77, 92, 127, 73, 119, 147, 265],
    ],
};

/// See [`crate::games::Rulebook::estimate`].
#[inline]
pub(super) fn estimate(game: &Omweso, state: &OmwesoState) -> Hundredths {
    let (m, board) = (game.m(), state.board);
    let pit = |circuit: u128, pit: usize| circuit.pit(lane_of(m, pit));
    PITS.judge([2 * m; 2], |at| pit(board.own, at), |at| pit(board.opposite, at))
}

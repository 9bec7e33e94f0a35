//! Path counts that count the replies to a move without building the position it leads to.
//!
//! The last ply of a path is counted, not played; here the ply before it is not quite played either. Only the
//! opponent's row after the move is worked out, and its pits with seeds are added up lane by lane for all moves
//! together. Every pit of the row is sown, empty ones too, so that nothing is left to guess for the processor; what
//! the empty ones counted is taken off again.

use std::ops::{ControlFlow, Range};

use sowbase_solver::{Game, Turn};

use super::facts::{Facts, Snare};
use super::lanes::Lanes;
use super::play::{SingleLap, has_over};
use super::rules::GrandSlam;
use super::state::Seat;
use super::terms::SingleLapRules;
use crate::board::Board;

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> SingleLap<R, F, V, S> {
    /// Paths of two plies or more.
    pub(super) fn long_paths(&self, state: &S, depth: u32) -> u64 {
        if depth == 2 {
            return self.replies(state);
        }
        let mut total = 0;
        let _ = self.children::<()>(state, |_, child| {
            if child.turn != Turn::Over {
                total += self.long_paths(&child.state, depth - 1);
            }
            ControlFlow::Continue(())
        });
        total
    }

    /// Paths of two plies.
    #[inline(always)]
    fn replies(&self, state: &S) -> u64 {
        let board = state.board();
        if !self.is_plain(board) {
            return self.played_replies(state);
        }
        // The commonest size and sets with the loop laid out and nothing asked in it.
        let (n, snare) = (self.facts.n(), self.facts.snare());
        match (n, snare) {
            (6, Snare::Same) => self.plain_replies(board, 6, Snare::Same),
            (6, Snare::Within) => self.plain_replies(board, 6, Snare::Within),
            (_, Snare::Same) => self.plain_replies(board, n, Snare::Same),
            (_, Snare::Within) => self.plain_replies(board, n, Snare::Within),
            (_, Snare::Other) => self.plain_replies(board, n, Snare::Other),
        }
    }

    /// True when every pit with seeds may be lifted, and after each move every pit with seeds may be lifted again.
    #[inline(always)]
    fn is_plain(&self, board: Board<R>) -> bool {
        let plan = self.facts.plan();
        if plan.leave_a_move || plan.singles_last {
            return false;
        }
        if plan.limit.is_some() && has_over(board, self.facts.calm_for_two()) {
            return false;
        }
        // A forfeited slam leaves the row as it was sown; where slams have other effects a pit too full to be captured
        // rules them out; where they are forbidden, replies must be weighed.
        let slams = match plan.grand_slam {
            GrandSlam::Forfeit => board.opposite != R::EMPTY,
            GrandSlam::Illegal | GrandSlam::IllegalUnlessForced => false,
            _ => self.has_safe_pit(board),
        };
        // Every own pit that is not lifted keeps its seeds: the opponent need not feed.
        let own = board.own.held();
        slams && own != R::EMPTY && own.split_lowest().1 != R::EMPTY
    }

    #[inline(always)]
    fn plain_replies(&self, board: Board<R>, n: usize, snare: Snare) -> u64 {
        // Up to eight pits together: the sum of all lanes must stay in a byte.
        let half = if n > 8 { self.held_after(board, 8..n, snare) } else { 0 };
        let sown = half + self.held_after(board, 0..n.min(8), snare);
        let empty = n as u32 - board.own.held().tops();
        u64::from(sown - empty * board.opposite.held().tops())
    }

    /// The opponent's pits with seeds after the moves of some pits, added up.
    #[inline(always)]
    fn held_after(&self, board: Board<R>, pits: Range<usize>, snare: Snare) -> u32 {
        let mut held = R::EMPTY;
        for pit in pits {
            let (row, end) = self.laps.sow_far(board, pit);
            let sown = row.held();
            let mut left = sown & self.spared_of(row, end, snare);
            if self.facts.plan().grand_slam == GrandSlam::Forfeit && left == R::EMPTY {
                left = sown;
            }
            held = held.plus(left.tops_to_ones());
        }
        held.seeds()
    }

    /// The same where the rules look further.
    #[inline(never)]
    fn played_replies(&self, state: &S) -> u64 {
        let mut total = 0;
        let _ = self.children::<()>(state, |_, child| {
            if child.turn != Turn::Over {
                total += self.count(&child.state);
            }
            ControlFlow::Continue(())
        });
        total
    }
}

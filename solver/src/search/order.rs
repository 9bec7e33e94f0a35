//! Which move is tried first.

use super::limits::MAX_PLY;
use crate::game::{Child, Move, Turn};

/// A legal move in the list of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<S> {
    pub(super) child: Child<S>,
    pub(super) mv: Move,
    /// Its place among the legal moves.
    pub(super) place: u32,
    /// The higher, the earlier.
    pub(super) order: i32,
}

/// What earlier nodes say of moves.
#[derive(Debug)]
pub(super) struct Memory {
    killers: [[Move; 2]; MAX_PLY],
    /// By who moves (as far as the variation knows) and the move's number.
    history: Box<[i16; 2 * NUMBERS]>,
}

const NUMBERS: usize = 1024;
/// The table's move, captures, killers: each kind above the next.
const BEST: i32 = 1 << 30;
const LOUD: i32 = 1 << 24;
const KILLER: i32 = 1 << 20;

impl Memory {
    pub(super) fn new() -> Self {
        Self { killers: [[Move::UNLISTED; 2]; MAX_PLY], history: Box::new([0; 2 * NUMBERS]) }
    }

    #[inline(always)]
    fn slot(flipped: bool, mv: Move) -> usize {
        mv.0 as usize % NUMBERS + if flipped { NUMBERS } else { 0 }
    }

    /// The order of a move: the table's first, then captures and extra moves by gain, then killers, then by history.
    #[inline(always)]
    pub(super) fn order<S>(
        &self,
        ply: usize,
        flipped: bool,
        (mv, child): (Move, &Child<S>),
        is_best: bool,
    ) -> i32 {
        if is_best {
            return BEST;
        }
        let history = i32::from(self.history[Self::slot(flipped, mv)]);
        if !child.quiet || child.turn != Turn::Pass {
            let again = i32::from(child.turn == Turn::Again);
            return 4096 * (2 * i32::from(child.gain.0) + again)
                + history
                + if child.gain.0 < 0 { 0 } else { LOUD };
        }
        let [first, second] = self.killers[ply];
        history
            + if mv == first {
                KILLER
            } else if mv == second {
                KILLER / 2
            } else {
                0
            }
    }

    /// A quiet move was good enough; those tried before it were not.
    #[inline]
    pub(super) fn reward(&mut self, ply: usize, flipped: bool, mv: Move, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        self.tell(flipped, mv, depth * depth);
    }

    /// A quiet move was tried in vain before one that was good enough.
    #[inline]
    pub(super) fn blame(&mut self, flipped: bool, mv: Move, depth: i32) {
        self.tell(flipped, mv, -depth * depth);
    }

    /// History tends to its bounds and never passes them.
    #[inline]
    fn tell(&mut self, flipped: bool, mv: Move, bonus: i32) {
        const BOUND: i32 = 1 << 13;
        let bonus = bonus.clamp(-BOUND / 4, BOUND / 4);
        let slot = &mut self.history[Self::slot(flipped, mv)];
        *slot += (bonus - i32::from(*slot) * bonus.abs() / BOUND) as i16;
    }
}

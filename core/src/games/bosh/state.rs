//! The state of Bosh: the ring of open holes, seen by the side to move.

use std::hash::{Hash, Hasher};

use super::ring::{Kernel, Ring};

/// Where a round stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Phase {
    /// Turns are played.
    #[default]
    Play,
    /// The side to move picks which holes to fill, and then begins.
    PickAndBegin,
    /// The side to move picks which holes to fill; then the other begins (after his own pick, if he has a closed hole).
    PickAndPass,
    /// The last turn never stopped: the round does not count.
    Void,
}

impl Phase {
    /// True while a pick is due.
    pub(super) fn is_pick(self) -> bool {
        matches!(self, Self::PickAndBegin | Self::PickAndPass)
    }
}

/// What a state knows beside the stones. The mover's half comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Which holes are open, one bit a hole: names, and nothing else.
    pub names: [u16; 2],
    /// How many holes are open.
    pub open: [u8; 2],
    /// Stones on the board.
    pub seeds: u8,
    /// Where the round stands.
    pub phase: Phase,
}

impl Shape {
    /// The same as the other side sees it.
    #[inline(always)]
    pub(super) fn flipped(self) -> Self {
        Self {
            names: [self.names[1], self.names[0]],
            open: [self.open[1], self.open[0]],
            seeds: self.seeds,
            phase: self.phase,
        }
    }

    /// Holes of the mover.
    #[inline(always)]
    pub(super) fn own(self) -> usize {
        usize::from(self.open[0])
    }

    /// Holes of the ring.
    #[inline(always)]
    pub(super) fn pits(self) -> usize {
        usize::from(self.open[0]) + usize::from(self.open[1])
    }
}

/// The ring of open holes, the mover's first, and what belongs to it.
///
/// States are equal when they have the same stones, the same numbers of open holes and the same phase: where the closed
/// holes lie changes no move and no value, so it is carried along for the letters only.
#[derive(Clone, Copy, Debug)]
pub struct BoshState<R> {
    /// Stones of the open holes in sowing order.
    pub ring: R,
    /// Everything else.
    pub shape: Shape,
}

impl<R: Ring> BoshState<R> {
    /// Stones of the mover's row and of the other.
    pub fn rows(&self) -> (u32, u32) {
        let (ring, own) = (self.ring.to_wide(), self.shape.own());
        (ring.sum(0..own), ring.sum(own..self.shape.pits()))
    }

    /// The ring as the other side sees it.
    pub(super) fn flipped_ring(&self) -> R {
        R::from_wide(self.ring.to_wide().flipped(self.shape.own(), self.shape.pits()))
    }
}

impl<R: PartialEq> PartialEq for BoshState<R> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring
            && self.shape.open == other.shape.open
            && self.shape.phase == other.shape.phase
    }
}

impl<R: Eq> Eq for BoshState<R> {}

impl<R: Hash> Hash for BoshState<R> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.ring.hash(hasher);
        self.shape.open.hash(hasher);
        self.shape.phase.hash(hasher);
    }
}

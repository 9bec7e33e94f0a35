//! What a form of the ring must be able to do, and the capture that all forms share.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::rules::{BoshRules, CaptureSide};
use super::state::Shape;
use super::wide::Wide;

/// Stones of the open holes in sowing order, as turns are played on them.
pub trait Kernel: Copy {
    /// What laps are looked up in.
    type Laps: Debug + Send + Sync;

    /// Stones of a hole.
    fn pit(self, pit: usize) -> u8;
    /// The ring with a hole emptied.
    fn without(self, pit: usize) -> Self;
    /// The ring as the other side sees it: hole `own` of `pits` becomes the first.
    fn flipped(self, own: usize, pits: usize) -> Self;

    /// Plays the sowing of every turn of the mover, in order: `visit` gets the hole lifted and what is left after the
    /// last lap, with the empty hole that stopped it; `None` for a turn that never stops.
    fn turns<B>(
        self,
        laps: &Self::Laps,
        shape: Shape,
        visit: impl FnMut(usize, Option<(Self, usize)>) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Stones of some holes.
    fn sum(self, pits: std::ops::Range<usize>) -> u32 {
        pits.map(|pit| u32::from(self.pit(pit))).sum()
    }
}

/// A form in which states keep their ring.
pub trait Ring: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The form in which most turns are played.
    type Fast: Kernel;

    /// The ring of some stones; the holes beyond are 0.
    fn from_wide(wide: Wide) -> Self;
    /// The same as plain bytes.
    fn to_wide(self) -> Wide;
    /// The fast form, where the stones fit.
    fn fast(self, seeds: u8) -> Option<Self::Fast>;
    /// Back from the fast form.
    fn from_fast(fast: Self::Fast) -> Self;
    /// The tables of the fast form.
    fn laps(rules: &BoshRules) -> <Self::Fast as Kernel>::Laps;
}

/// What stops may capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Capture {
    opponent_only: bool,
    chain: bool,
}

impl Capture {
    /// What the standard rules capture: one hole, whosever it is.
    pub(super) const PLAIN: Self = Self { opponent_only: false, chain: false };

    pub(super) fn new(rules: &BoshRules) -> Self {
        Self { opponent_only: rules.capture_side == CaptureSide::Opponent, chain: rules.capture_chain }
    }

    /// Takes what a stop before the empty hole `empty` captures.
    #[inline(always)]
    pub(super) fn take<K: Kernel>(self, mut ring: K, shape: Shape, empty: usize) -> (K, u8) {
        let after = |pit: usize| if pit + 1 == shape.pits() { 0 } else { pit + 1 };
        let (mut beyond, mut taken) = (after(empty), 0);
        loop {
            let seeds = ring.pit(beyond);
            if self.opponent_only && beyond < shape.own() {
                return (ring, taken);
            }
            ring = ring.without(beyond);
            taken += seeds;
            // A chain ends: each round of it takes stones, and there are only so many.
            if !self.chain || seeds == 0 || ring.pit(after(beyond)) > 0 {
                return (ring, taken);
            }
            beyond = after(after(beyond));
        }
    }
}

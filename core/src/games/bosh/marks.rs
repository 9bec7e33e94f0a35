//! Points of circles that turns have been seen to go round for ever.
//!
//! Circles can be hundreds of thousands of laps long, and the boards on them are met again and again. When one has been
//! walked to its end, those of its states whose hash says so are kept; a long turn that comes to one is endless. A full
//! state is compared, so nothing is taken for endless that is not; an entry that is overwritten costs time only.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots, by 16 bits of the hash.
const SLOTS: usize = 1 << 16;
/// One state in so many (as bits of the hash) is a point.
const RARE: u32 = 6;

/// A table of ring states with the hole to be lifted first.
pub(super) struct Marks(Box<[AtomicU64]>);

impl fmt::Debug for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Marks").finish_non_exhaustive()
    }
}

/// The multiplier is 2^64 over the golden ratio.
#[inline(always)]
fn hash(ring: u64) -> u64 {
    ring.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Marks {
    /// An empty table; no state is 0, for a turn has stones.
    pub(super) fn new() -> Self {
        Self((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// True for the states that may be kept.
    #[inline(always)]
    pub(super) fn is_point(ring: u64) -> bool {
        hash(ring) >> (u64::BITS - RARE) == 0
    }

    fn slot(&self, ring: u64) -> &AtomicU64 {
        &self.0[(hash(ring) >> (u64::BITS - RARE - 16)) as usize % SLOTS]
    }

    /// True when a state is known to lie on a circle.
    pub(super) fn holds(&self, ring: u64) -> bool {
        self.slot(ring).load(Relaxed) == ring
    }

    /// Keeps a state of a circle.
    pub(super) fn add(&self, ring: u64) {
        self.slot(ring).store(ring, Relaxed);
    }
}

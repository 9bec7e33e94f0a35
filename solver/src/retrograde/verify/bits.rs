//! One bit a state, set by many threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// States in a word.
pub(super) const WORD: u64 = 64;

/// Bits that are only ever set. Relaxed order is enough: a bit read as unset says nothing, and the end of each parallel
/// pass is a barrier.
pub(super) struct Bits(Vec<AtomicU64>);

impl Bits {
    pub(super) fn new(len: u64) -> Self {
        let mut words = Vec::new();
        words.resize_with(len.div_ceil(WORD) as usize, AtomicU64::default);
        Self(words)
    }

    /// The bits of the states from `64 * word` on.
    pub(super) fn word(&self, word: u64) -> u64 {
        self.0[word as usize].load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> bool {
        self.0[index / 64].load(Relaxed) >> (index % 64) & 1 > 0
    }

    pub(super) fn set(&self, index: usize) {
        self.0[index / 64].fetch_or(1 << (index % 64), Relaxed);
    }
}

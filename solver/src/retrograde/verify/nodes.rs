//! Two bits for every value that somebody must work for: it is marked, and it was tried in this pass.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use crate::mem::prefetch;

/// Nodes in a word.
const WORD: usize = 32;
/// The marks of a word.
const MARKS: u64 = 0x5555_5555_5555_5555;

/// What is known of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// Nothing yet.
    New,
    /// It was tried in this pass, or somebody is at it.
    Tried,
    /// It is marked.
    Marked,
}

/// The bits of all nodes. They are only ever set, but that whoever has all of them forgets what was tried. Relaxed order
/// is enough: a bit read as unset says nothing, and the end of each parallel pass is a barrier.
pub(super) struct Nodes(Vec<AtomicU64>);

impl Nodes {
    pub(super) fn new(len: usize) -> Self {
        let mut words = Vec::new();
        words.resize_with(len.div_ceil(WORD), AtomicU64::default);
        Self(words)
    }

    /// Asks for the bits of a node.
    #[inline(always)]
    pub(super) fn prefetch(&self, node: usize) {
        prefetch(&self.0, node / WORD);
    }

    #[inline(always)]
    pub(super) fn known(&self, node: usize) -> Known {
        match self.0[node / WORD].load(Relaxed) >> (2 * (node % WORD)) & 3 {
            0 => Known::New,
            2 => Known::Tried,
            _ => Known::Marked,
        }
    }

    pub(super) fn mark(&self, node: usize) {
        self.0[node / WORD].fetch_or(1 << (2 * (node % WORD)), Relaxed);
    }

    /// Notes that the caller tries a node: what was known of it before, [`Known::New`] for one caller only.
    #[inline(always)]
    pub(super) fn claim(&self, node: usize) -> Known {
        match self.known(node) {
            Known::New => {}
            known => return known,
        }
        match self.0[node / WORD].fetch_or(2 << (2 * (node % WORD)), Relaxed) >> (2 * (node % WORD)) & 3 {
            0 => Known::New,
            2 => Known::Tried,
            _ => Known::Marked,
        }
    }

    /// Forgets what was tried.
    pub(super) fn forget(&mut self) {
        self.0.par_iter_mut().with_min_len(1 << 14).for_each(|word| *word.get_mut() &= MARKS);
    }
}

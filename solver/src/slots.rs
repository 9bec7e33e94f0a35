//! Words kept by key in a fixed number of bytes, shared by threads without locks: what tables of searches are made of.
//!
//! A line of the cache holds four slots of two words: a key's check xored with the word that is kept, and that word. Words
//! that two threads wrote in turn do not fit each other and are no slot. A word is never 0: that is an empty slot.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::mem::{CLUSTER, Cluster, Clusters, prefetch};

/// The slots.
#[derive(Debug)]
pub(crate) struct Slots {
    clusters: Clusters,
}

/// Slots in a line.
const SLOTS: usize = CLUSTER / 2;

fn pairs(cluster: &Cluster) -> impl Iterator<Item = &[AtomicU64]> {
    cluster.0.chunks_exact(2)
}

impl Slots {
    /// As many as `bytes` bytes hold, at least one line of the cache.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub(crate) fn new(bytes: usize) -> io::Result<Self> {
        Ok(Self { clusters: Clusters::zeroed((bytes / size_of::<Cluster>()).max(1))? })
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.clusters.all())
    }

    /// The line that a number whose high bits are the good ones leads to.
    #[inline(always)]
    pub(crate) fn line(&self, place: u64) -> usize {
        ((u128::from(place) * self.clusters.all().len() as u128) >> 64) as usize
    }

    /// True for the number of a line.
    pub(crate) fn has(&self, line: usize) -> bool {
        line < self.clusters.all().len()
    }

    /// Asks for the memory of a line that will be looked at soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, line: usize) {
        prefetch(self.clusters.all(), line);
    }

    /// The word of a key.
    #[inline(always)]
    pub(crate) fn get(&self, line: usize, check: u64) -> Option<u64> {
        pairs(&self.clusters.all()[line]).find_map(|pair| {
            let word = pair[1].load(Relaxed);
            (pair[0].load(Relaxed) ^ word == check && word != 0).then_some(word)
        })
    }

    /// Keeps what `word` makes of the word that is there, in its place; else in an empty slot or in that of the word that
    /// is worth least.
    #[inline(always)]
    pub(crate) fn put(
        &self,
        line: usize,
        check: u64,
        worth: impl Fn(u64) -> i32,
        word: impl FnOnce(Option<u64>) -> u64,
    ) {
        let cluster = &self.clusters.all()[line];
        let (mut victim, mut least, mut old) = (&cluster.0[..2], i32::MAX, None);
        for pair in pairs(cluster) {
            let word = pair[1].load(Relaxed);
            if word != 0 && pair[0].load(Relaxed) ^ word == check {
                (victim, old) = (pair, Some(word));
                break;
            }
            let worth = if word == 0 { i32::MIN } else { worth(word) };
            if worth < least {
                (victim, least) = (pair, worth);
            }
        }
        let word = word(old);
        victim[0].store(check ^ word, Relaxed);
        victim[1].store(word, Relaxed);
    }

    /// Line, check and word of every slot in use.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, u64, u64)> {
        self.clusters.all().iter().enumerate().flat_map(|(line, cluster)| {
            pairs(cluster).filter_map(move |pair| {
                let word = pair[1].load(Relaxed);
                (word != 0).then(|| (line, pair[0].load(Relaxed) ^ word, word))
            })
        })
    }

    /// Permille of slots whose word is `meant`, in the first lines.
    pub(crate) fn permille(&self, lines: usize, meant: impl Fn(u64) -> bool) -> u32 {
        let sample = self.clusters.all();
        let sample = &sample[..lines.min(sample.len())];
        let words = sample.iter().flat_map(pairs).map(|pair| pair[1].load(Relaxed));
        let count = words.filter(|&word| word != 0 && meant(word)).count();
        (1000 * count / (sample.len() * SLOTS)) as u32
    }

    /// Empties all.
    pub(crate) fn clear(&self) {
        for word in self.clusters.all().iter().flat_map(|cluster| &cluster.0) {
            word.store(0, Relaxed);
        }
    }
}

//! A layer cut into runs of blocks of one group: what a thread visits at a time.

use super::super::fullest::Rings;

/// Blocks of a task.
pub(super) const BLOCKS: usize = 1024;

/// A run of blocks whose words have the same `m` and `gap`.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Stones of the fullest hole, and holes to the next one as full.
    pub(super) group: (usize, usize),
    /// The number of the first word in its group.
    pub(super) word: u64,
    /// How many blocks.
    pub(super) blocks: usize,
    /// Where the first block's bytes begin.
    pub(super) at: usize,
    /// Which blocks are still open: one bit each.
    pub(super) open: [u64; BLOCKS / 64],
    /// For each open block: the holes whose turns capture nothing and end.
    pub(super) quiet: Vec<u16>,
}

impl Task {
    /// All tasks of a layer, in the order of their bytes; `each` bytes a frame.
    pub(super) fn all(rings: &Rings, each: usize) -> Vec<Self> {
        let mut tasks = Vec::new();
        let mut at = 0;
        for group in rings.groups() {
            let words = group.words as u64;
            for word in (0..words).step_by(BLOCKS) {
                let blocks = (words - word).min(BLOCKS as u64) as usize;
                let group = (group.m, group.gap);
                tasks.push(Self { group, word, blocks, at, open: [0; BLOCKS / 64], quiet: Vec::new() });
                at += blocks * group.1 * each;
            }
        }
        tasks
    }

    /// The open blocks, in order.
    pub(super) fn open_blocks(&self) -> impl Iterator<Item = usize> {
        self.open.iter().enumerate().flat_map(|(word, &bits)| {
            let mut bits = bits;
            std::iter::from_fn(move || {
                let bit = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(word * 64 + bit)
            })
        })
    }

    /// How many blocks are open.
    pub(super) fn count_open(&self) -> u64 {
        self.open.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }
}

/// The bytes of some tasks (given in order), each by itself.
pub(super) fn slices(mut bytes: &mut [i8], tasks: impl Iterator<Item = (usize, usize)>) -> Vec<&mut [i8]> {
    let mut passed = 0;
    tasks
        .map(|(at, len)| {
            let (_, rest) = std::mem::take(&mut bytes).split_at_mut(at - passed);
            let (here, rest) = rest.split_at_mut(len);
            (bytes, passed) = (rest, at + len);
            here
        })
        .collect()
}

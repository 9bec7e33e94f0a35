//! Rings with several fullest holes: their states lie in as many blocks.

use sowbase_solver::simd::ring::{BITS, FULL, Fold, Items, Laps, MOST, PITS, Tag};

use super::super::fullest::{Rings, Words};

/// Entries of a row of terms: stones from a hole on.
const FROM: usize = FULL as usize + 1;
/// Rows of a table of terms: holes after one.
const AFTER: usize = PITS;

/// Tables for the numbers of words whose gap is shorter than the ring.
#[derive(Debug)]
pub(super) struct Ties {
    pits: usize,
    laps: Laps,
    /// The terms of [`Words::step`], by the number that holes stay below, holes after, and stones from there on.
    steps: Vec<u64>,
    /// By stones left.
    layers: Vec<Starts>,
}

#[derive(Debug)]
struct Starts {
    seeds: usize,
    /// By `m`, `gap` and stones within the gap: where such words begin, less what the terms of their holes count too much;
    /// and ways to fill the holes beyond.
    starts: Vec<(u64, u64)>,
}

impl Starts {
    fn new(pits: usize, seeds: usize) -> Self {
        let rings = Rings::of(pits, seeds);
        let mut starts = vec![(0, 0); (seeds / 2 + 1) * pits * (seeds + 1)];
        for m in 0..=seeds / 2 {
            for gap in 1..pits {
                let mut before = 0u64;
                for inner in rings.inner(m, gap) {
                    let beyond = rings.beyond(m, gap, inner) as u64;
                    let first = |k: usize, len: usize, seeds: usize| {
                        len.checked_sub(1).map_or(0, |after| Words::below(k).first(after, seeds))
                    };
                    let number = before
                        .wrapping_add(first(m, gap - 1, inner).wrapping_mul(beyond))
                        .wrapping_add(first(m + 1, pits - gap - 1, seeds - 2 * m - inner));
                    let start = (rings.start(m, gap) as u64).wrapping_add(number.wrapping_mul(gap as u64));
                    starts[(m * pits + gap) * (seeds + 1) + inner] = (start, beyond);
                    before = before.wrapping_add(rings.words_of(m, gap, inner) as u64);
                }
            }
        }
        Self { seeds, starts }
    }
}

impl Ties {
    /// For all rings of up to `seeds` stones.
    pub(super) fn new(pits: usize, seeds: usize) -> Self {
        let mut steps = vec![0; (seeds + 2) * AFTER * FROM];
        for k in 0..=seeds + 1 {
            for after in 0..pits {
                for from in 0..=seeds {
                    steps[(k * AFTER + after) * FROM + from] = Words::below(k).step(after, from);
                }
            }
        }
        let layers = (0..=seeds).map(|seeds| Starts::new(pits, seeds)).collect();
        Self { pits, laps: Laps::new(pits), steps, layers }
    }

    /// Adds an item for each stretch of a ring that one of the frames wants; there must be room for ten.
    pub(super) fn items(&self, ring: u64, tag: Tag, frames: u64, fold: &Fold, items: &mut Items) {
        let starts = &self.layers[self.layers.len() - 1 - tag.captured() as usize];
        let m = (0..self.pits).fold(0, |m, pit| m.max(ring >> (BITS * pit) & FULL));
        let fullest = self.laps.equal(ring, m);
        let (m, turned) = (m as usize, tag.turned() / BITS);
        // All frames of each fullest hole, up to the next one.
        let mut left = fullest;
        while left != 0 {
            let pit = left.trailing_zeros() as usize / BITS;
            left &= left - 1;
            let next = self.laps.turned(fullest, BITS * pit) & !FULL;
            let gap = if next == 0 { self.pits } else { next.trailing_zeros() as usize / BITS };
            let first = (turned + pit) % self.pits;
            if !fold.wants(gap, first, frames) {
                continue;
            }
            let word = self.laps.turned(ring, BITS * pit);
            let (inner, within) = self.terms(m, word, 1, gap);
            let (_, beyond) = self.terms(m + 1, word, gap + 1, self.pits);
            let (start, ways) = starts.starts[(m * self.pits + gap) * (starts.seeds + 1) + inner];
            let number = within.wrapping_mul(ways).wrapping_add(beyond);
            items.push(start.wrapping_add(number.wrapping_mul(gap as u64)), first, gap, tag);
        }
    }

    /// The stones of the holes from one to before another, and the terms of all but the first of them.
    fn terms(&self, k: usize, word: u64, from: usize, to: usize) -> (usize, u64) {
        let (mut seeds, mut terms) = (0, 0u64);
        for pit in (from..to).rev() {
            seeds += (word >> (BITS * pit) & FULL) as usize;
            if pit > from {
                terms = terms.wrapping_add(self.steps[(k * AFTER + to - 1 - pit) * FROM + seeds]);
            }
        }
        (seeds, terms)
    }
}

/// Items of a ring at most.
pub(super) const STRETCHES: usize = 10;
const _: () = assert!(STRETCHES < MOST);

//! Where a ring stands among the rings of as many seeds.
//!
//! A ring with one fullest pit of `m` seeds is the word of its other pits, each of them less full, in sowing order from the
//! fullest; such words come with the fullest first pit first, among those with the fullest second pit first, and so on.
//! Its number is a sum with one term a pit, and each term depends on `m` and on the seeds from that pit on only.

use super::{FULL, Laps, MOST, PITS, SLACK, Tag};

/// Tables that number the rings of one size with one fullest pit.
#[derive(Debug)]
pub struct Numbers {
    /// Laps of such rings, for their turnings.
    pub(super) laps: Laps,
    /// Seeds on a ring that has captured nothing.
    pub(super) seeds: u64,
    /// By seeds captured and `m`: the place of the first such ring's first state, less what `step` counts too much.
    pub(super) start: Box<[u64]>,
    /// By `m`, pits after this one, and seeds from this one on: rings that come before. Pits from the third on have a
    /// term; those of the second are in `start`.
    pub(super) step: Box<[u64]>,
}

/// Entries of a table row: one for each number of seeds.
const ROW: usize = FULL as usize + 1;

impl Numbers {
    /// Tables for rings of `pits` pits and up to `seeds` seeds. `start(captured, m)` is the place of the first ring with
    /// so many seeds fewer and a single fullest pit of `m`; `step(m, after, from)` the rings that come before on account
    /// of a pit with so many pits after it and so many seeds from it on (both may wrap).
    ///
    /// # Panics
    /// For rings that do not fit a word.
    pub fn new(
        pits: usize,
        seeds: u64,
        start: impl Fn(usize, usize) -> u64,
        step: impl Fn(usize, usize, usize) -> u64,
    ) -> Self {
        assert!(seeds <= FULL, "{seeds} seeds");
        let most = seeds as usize;
        let mut starts = vec![0; (most + 1) * ROW].into_boxed_slice();
        for captured in 0..=most {
            for m in 0..=most - captured {
                starts[captured * ROW + m] = start(captured, m);
            }
        }
        let mut steps = vec![0; ROW * PITS * ROW].into_boxed_slice();
        for m in 0..=most {
            for after in 0..pits.saturating_sub(2) {
                for from in 0..=most - m {
                    steps[(m * PITS + after) * ROW + from] = step(m, after, from);
                }
            }
        }
        Self { laps: Laps::new(pits), seeds, start: starts, step: steps }
    }

    /// The place of the first state of a ring with a single fullest pit of `m`, which is its lowest pit.
    #[inline(always)]
    pub(super) fn place(&self, ring: u64, captured: u64, m: u64) -> u64 {
        let laps = &self.laps;
        // One multiplication makes the sums from the lowest pit on, another copies the sum of all.
        let left = self.seeds - captured;
        let from =
            left.wrapping_mul(laps.ones()).wrapping_sub(ring.wrapping_mul(laps.ones())).wrapping_add(ring);
        let row = m as usize * PITS;
        let before = (2..laps.pits).fold(0u64, |sum, pit| {
            let seeds = (from >> (super::BITS * pit) & FULL) as usize;
            sum.wrapping_add(self.step[(row + laps.pits - 1 - pit) * ROW + seeds])
        });
        let start = self.start[captured as usize * ROW + m as usize];
        start.wrapping_add(before.wrapping_mul(laps.pits as u64))
    }
}

/// What a move leads to: a stretch of states, and how they lie to those that want their values.
#[derive(Debug)]
pub struct Items {
    /// Places of the first states, one a frame and orientation.
    pub(super) at: Box<[u64]>,
    /// Tags; the low 16 bits hold the pit of the wanting block that is the first of this one, and the states a
    /// stretch has.
    pub(super) tags: Box<[u64]>,
    pub(super) len: usize,
}

impl Default for Items {
    fn default() -> Self {
        let zeros = || vec![0; MOST + SLACK].into_boxed_slice();
        Self { at: zeros(), tags: zeros(), len: 0 }
    }
}

impl Items {
    /// Items in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds `states` states from `at` on, whose first pit is pit `first` of the block that wants them.
    ///
    /// # Panics
    /// When there are [`MOST`] already.
    #[inline(always)]
    pub fn push(&mut self, at: u64, first: usize, states: usize, tag: Tag) {
        assert!(self.len < MOST, "at most {MOST} items");
        self.at[self.len] = at;
        self.tags[self.len] = tag.turned_to(first | states << 8).0;
        self.len += 1;
    }

    /// The items: place, first pit, states, and tag.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = (u64, usize, usize, Tag)> {
        self.at[..self.len].iter().zip(&self.tags[..self.len]).map(|(&at, &tag)| {
            let tag = Tag(tag);
            (at, tag.turned() & 255, tag.turned() >> 8, tag)
        })
    }

    /// Asks the memory for the values of all items.
    pub fn prefetch(&self, fold: &super::Fold, sources: &super::Sources<'_>) {
        for (at, _, states, tag) in self.iter() {
            let each = fold.orientations * states;
            let at = at as usize * fold.orientations;
            if tag.captured() == 0 {
                crate::mem::prefetch(sources.layer, 2 * at);
                crate::mem::prefetch(sources.layer, 2 * (at + each) - 1);
                continue;
            }
            for plane in sources.below[tag.captured() as usize].planes() {
                crate::mem::prefetch(plane, at);
                crate::mem::prefetch(plane, at + each - 1);
            }
        }
    }
}

//! The layer being solved: one interval a state, narrowed by many threads at once.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::score::{Interval, Score};

/// Intervals that only ever narrow, two signed bytes each.
///
/// Both bounds share one word, so a reader never sees half an update. Relaxed order is enough: any value read, old or
/// new, is a true bound, and the end of each parallel pass is a barrier.
pub(super) struct Cells(Vec<AtomicU16>);

impl Cells {
    /// `len` states that can be anything from `-top` to `top`.
    pub(super) fn new(len: usize, top: i8) -> Self {
        let all = pack(Interval { lo: Score(i16::from(-top)), hi: Score(i16::from(top)) });
        Self((0..len).into_par_iter().map(|_| AtomicU16::new(all)).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn get(&self, index: usize) -> Interval {
        let [lo, hi] = self.0[index].load(Relaxed).to_le_bytes();
        Interval { lo: Score(i16::from(lo as i8)), hi: Score(i16::from(hi as i8)) }
    }

    #[inline]
    pub(super) fn set(&self, index: usize, interval: Interval) {
        self.0[index].store(pack(interval), Relaxed);
    }

    /// Narrows a state that was `old` to what its moves allow; true when that changes it. Only one thread at a time
    /// may narrow a state; any number may read it.
    #[inline]
    pub(super) fn narrow(&self, index: usize, old: Interval, moves: Interval) -> bool {
        // The old bounds stay true, so the narrower of both is; this also keeps a gain inside the layer (Kalah's swap)
        // from passing the top.
        let new = Interval { lo: old.lo.max(moves.lo), hi: old.hi.min(moves.hi) };
        if new != old {
            self.set(index, new);
        }
        new != old
    }
}

fn pack(interval: Interval) -> u16 {
    u16::from_le_bytes([interval.lo.0 as i8 as u8, interval.hi.0 as i8 as u8])
}

/// The best of the moves so far; `None` before the first.
#[inline]
pub(super) fn better(best: Option<Interval>, other: Interval) -> Interval {
    best.map_or(other, |best| Interval { lo: best.lo.max(other.lo), hi: best.hi.max(other.hi) })
}

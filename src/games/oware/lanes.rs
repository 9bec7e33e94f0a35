//! Tests on all pits of a row at once.
//!
//! A mask has all eight bits of each lane that is meant; a row of tops has only the top bit of each.

use std::ops::{BitAnd, BitOr, Not};

use super::facts::Counts;
use crate::board::Row;

/// A row whose lanes can be tested together.
pub trait Lanes: Row + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Every lane holding `seeds`.
    fn splat(seeds: u8) -> Self;
    /// The mask of lanes 0 to `lane`.
    fn up_to(lane: usize) -> Self;
    /// The mask of the lanes up to the highest whose top is set; empty for no top.
    fn at_or_below(self) -> Self;
    /// The lane of the lowest top, and the tops without it. Only where a top is set.
    fn split_lowest(self) -> (usize, Self);
    /// How many tops are set.
    fn tops(self) -> u32;

    /// Tops of lanes that hold more than `limit`, at most 127.
    #[inline(always)]
    fn over(self, limit: u8) -> Self {
        self.plus(Self::splat(127 - limit)) & Self::splat(128)
    }

    /// Tops of lanes that are not empty.
    #[inline(always)]
    fn held(self) -> Self {
        self.over(0)
    }

    /// Tops of the first `n` lanes whose count is not in a set.
    #[inline(always)]
    fn outside(self, counts: Counts, n: usize) -> Self {
        if counts.solid {
            let at_least = self.over(counts.lo - 1);
            (!at_least & Self::splat(128)) | self.over(counts.hi)
        } else {
            self.outside_one_by_one(counts, n)
        }
    }

    /// The same for sets with gaps, pit by pit.
    fn outside_one_by_one(self, counts: Counts, n: usize) -> Self {
        (0..n).fold(
            Self::EMPTY,
            |tops, pit| {
                if counts.set.has(self.pit(pit)) { tops } else { tops.with(pit, 128) }
            },
        )
    }
}

macro_rules! lanes {
    ($word:ty) => {
        impl Lanes for $word {
            #[inline(always)]
            fn splat(seeds: u8) -> Self {
                <$word>::MAX / 255 * seeds as $word
            }
            #[inline(always)]
            fn up_to(lane: usize) -> Self {
                <$word>::MAX >> (<$word>::BITS - 8 * (lane as u32 + 1))
            }
            #[inline(always)]
            fn at_or_below(self) -> Self {
                <$word>::MAX.checked_shr(self.leading_zeros()).unwrap_or(0)
            }
            #[inline(always)]
            fn split_lowest(self) -> (usize, Self) {
                ((self.trailing_zeros() / 8) as usize, self & (self - 1))
            }
            #[inline(always)]
            fn tops(self) -> u32 {
                (self >> 7).seeds()
            }
        }
    };
}

lanes!(u64);
lanes!(u128);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::games::options::CountSet;

    /// The slow twin works on the list of pits.
    fn check<R: Lanes>(pits: &[u8], set: CountSet, limit: u8) {
        let row = R::from_pits(pits);
        let tops = |test: &dyn Fn(u8) -> bool| -> Vec<u8> {
            pits.iter().map(|&seeds| if test(seeds) { 128 } else { 0 }).collect()
        };
        let n = pits.len();
        assert_eq!(row.over(limit).pits(n), tops(&|seeds| seeds > limit));
        assert_eq!(row.held().pits(n), tops(&|seeds| seeds > 0));
        assert_eq!(row.outside(Counts::of(set), n).pits(n), tops(&|seeds| !set.has(seeds)));
        let held = row.held();
        assert_eq!(held.tops() as usize, pits.iter().filter(|&&seeds| seeds > 0).count());
        let highest = pits.iter().rposition(|&seeds| seeds > 0);
        assert_eq!(held.at_or_below(), highest.map_or(R::EMPTY, R::up_to));
        if let Some(lowest) = pits.iter().position(|&seeds| seeds > 0) {
            assert_eq!(held.split_lowest(), (lowest, held.with(lowest, 0)));
        }
    }

    proptest! {
        #[test]
        fn lanes_equal_lists(
            pits in proptest::collection::vec(prop_oneof![0..6u8, 0..=127u8], 16),
            bits in 1..u32::MAX,
            (lo, len) in (1..10u32, 1..5u32),
            limit in 0..=127u8,
        ) {
            for set in [CountSet(bits & !1 | 2), CountSet(((1 << len) - 1) << lo)] {
                check::<u64>(&pits[..8], set, limit);
                check::<u128>(&pits, set, limit);
            }
        }
    }
}

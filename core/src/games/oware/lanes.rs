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
    /// Every lane moved to the place before it; the first is gone, and a full one comes in at the end.
    fn lane_below(self) -> Self;
    /// The lane of the lowest top, and the tops without it. Only where a top is set.
    fn split_lowest(self) -> (usize, Self);
    /// The lane of the top that `n` others lie below.
    fn nth_top(self, n: u64) -> Option<usize>;
    /// A one in each lane whose top is set.
    fn tops_to_ones(self) -> Self;

    /// How many tops are set.
    #[inline(always)]
    fn tops(self) -> u32 {
        self.tops_to_ones().seeds()
    }

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

    /// Tops of the first `n` lanes whose count is not in a set, pit by pit.
    fn outside(self, counts: Counts, n: usize) -> Self {
        (0..n).fold(
            Self::EMPTY,
            |tops, pit| {
                if counts.set.has(self.pit(pit)) { tops } else { tops.with(pit, 128) }
            },
        )
    }
}

macro_rules! lanes {
    ($word:ty, $nth_top:path) => {
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
            fn lane_below(self) -> Self {
                self >> 8 | !(<$word>::MAX >> 8)
            }
            #[inline(always)]
            fn split_lowest(self) -> (usize, Self) {
                ((self.trailing_zeros() / 8) as usize, self & (self - 1))
            }
            #[inline(always)]
            fn nth_top(self, n: u64) -> Option<usize> {
                $nth_top(self, n)
            }
            #[inline(always)]
            fn tops_to_ones(self) -> Self {
                self >> 7
            }
        }
    };
}

lanes!(u64, nth_of_eight);
lanes!(u128, nth_of_many);

/// `NTH[bits][n]`: the place of the bit that `n` others lie below, or 8.
static NTH: [[u8; 8]; 256] = {
    let mut table = [[8; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if bits >> place & 1 == 1 {
                table[bits][n] = place;
                n += 1;
            }
            place += 1;
        }
        bits += 1;
    }
    table
};

/// By table: which of the tops it is cannot be foreseen when moves are picked at random, and a loop would stumble.
#[inline(always)]
fn nth_of_eight(tops: u64, n: u64) -> Option<usize> {
    // The product brings the eight tops, 8 bits apart from bit 7 on, side by side into the highest byte.
    let bits = tops.wrapping_mul(0x0002_0408_1020_4081) >> 56;
    let place = NTH[bits as usize].get(n as usize).map_or(8, |&place| usize::from(place));
    (place < 8).then_some(place)
}

fn nth_of_many(mut tops: u128, n: u64) -> Option<usize> {
    for _ in 0..n {
        tops &= tops.checked_sub(1)?;
    }
    (tops != 0).then(|| tops.split_lowest().0)
}

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
        let places: Vec<usize> = (0..n).filter(|&pit| pits[pit] > 0).collect();
        for nth in 0..20 {
            assert_eq!(held.nth_top(nth), places.get(nth as usize).copied());
        }
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

//! One row of pits in a machine word: a byte a pit, pit 0 in the lowest byte.

use std::fmt::Debug;
use std::hash::Hash;

/// A word of byte lanes, each holding at most 127 seeds: `u64` for up to 8 pits, `u128` for up to 16.
pub trait Row: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// Lanes in the word.
    const PITS: usize;
    /// No seeds at all.
    const EMPTY: Self;

    /// The word, where it is one of eight byte lanes.
    #[inline(always)]
    fn as_word(self) -> Option<u64> {
        None
    }

    /// Seeds in pit `i`.
    fn pit(self, i: usize) -> u8;
    /// The row with pit `i` holding `seeds`.
    fn with(self, i: usize, seeds: u8) -> Self;
    /// Seeds in all pits; at most 255.
    fn seeds(self) -> u32;
    /// Adds lane by lane; no lane may pass 127.
    fn plus(self, other: Self) -> Self;
    /// Subtracts lane by lane; no lane may go below 0.
    fn minus(self, other: Self) -> Self;
    /// One bit a pit: set where the pit holds a seed.
    fn occupied(self) -> u32;
    /// How many pits hold a seed.
    fn occupied_count(self) -> u32;
    /// One bit a pit: set where the pit holds exactly `seeds`.
    fn holding(self, seeds: u8) -> u32;

    /// Seeds in the last pits of `n`: lane `i` holds the sum of the last `i + 1`.
    #[inline]
    fn sums(self, n: usize) -> Self {
        let mut sum = 0;
        (0..n).fold(Self::EMPTY, |sums, i| {
            sum += self.pit(n - 1 - i);
            sums.with(i, sum)
        })
    }

    /// A row from its pits.
    fn from_pits(pits: &[u8]) -> Self {
        pits.iter().enumerate().fold(Self::EMPTY, |row, (i, &seeds)| row.with(i, seeds))
    }
    /// The first `n` pits.
    fn pits(self, n: usize) -> Vec<u8> {
        (0..n).map(|i| self.pit(i)).collect()
    }
}

macro_rules! row {
    ($word:ty, $bytes:expr) => {
        impl Row for $word {
            const PITS: usize = $bytes;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn as_word(self) -> Option<u64> {
                (<$word>::BITS == 64).then_some(self as u64)
            }
            #[inline(always)]
            fn pit(self, i: usize) -> u8 {
                (self >> (8 * i)) as u8
            }
            #[inline(always)]
            fn with(self, i: usize, seeds: u8) -> Self {
                (self & !(0xff << (8 * i))) | (seeds as $word) << (8 * i)
            }
            #[inline(always)]
            fn seeds(self) -> u32 {
                fold(self)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn sums(self, n: usize) -> Self {
                (self.swap_bytes() >> (8 * ($bytes - n))).wrapping_mul(ONES as $word)
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn occupied(self) -> u32 {
                gather(top_bits(self) as u128)
            }
            #[inline(always)]
            fn occupied_count(self) -> u32 {
                fold(top_bits(self) >> 7)
            }
            #[inline(always)]
            fn holding(self, seeds: u8) -> u32 {
                let differs = self ^ (ONES as $word * seeds as $word);
                gather((top_bits(differs) ^ HIGH as $word) as u128)
            }
        }
    };
}

const ONES: u128 = u128::MAX / 255;
const HIGH: u128 = ONES << 7;

row!(u64, 8);
row!(u128, 16);

/// What both widths share: the lanes tested and added up without a loop.
trait Lanes: Copy {
    fn top_bits(self) -> Self;
    fn fold(self) -> u32;
}

impl Lanes for u64 {
    #[inline(always)]
    fn top_bits(self) -> Self {
        (self + !HIGH as u64) & HIGH as u64
    }
    #[inline(always)]
    fn fold(self) -> u32 {
        (self.wrapping_mul(ONES as u64) >> 56) as u32
    }
}

impl Lanes for u128 {
    #[inline(always)]
    fn top_bits(self) -> Self {
        (self + !HIGH) & HIGH
    }
    #[inline(always)]
    fn fold(self) -> u32 {
        Lanes::fold((self as u64) + (self >> 64) as u64)
    }
}

/// The top bit of each lane that is not 0; lanes hold at most 127, so no carry leaves a lane.
#[inline(always)]
fn top_bits<W: Lanes>(word: W) -> W {
    word.top_bits()
}

/// The sum of all lanes.
#[inline(always)]
fn fold<W: Lanes>(word: W) -> u32 {
    word.fold()
}

/// The top bits of sixteen lanes, one beside the other.
#[inline(always)]
fn gather(top: u128) -> u32 {
    let half = |word: u64| ((word >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
    half(top as u64) | half((top >> 64) as u64) << 8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Narrow;
    use super::*;

    /// The slow twin works on the plain list of pits.
    fn check<R: Row>(pits: &[u8]) {
        let row = R::from_pits(pits);
        assert_eq!(row.pits(pits.len()), pits);
        assert_eq!(row.seeds(), pits.iter().map(|&x| u32::from(x)).sum::<u32>());
        let bits = |test: &dyn Fn(u8) -> bool| {
            pits.iter().enumerate().filter(|(_, x)| test(**x)).fold(0, |all, (i, _)| all | 1 << i)
        };
        assert_eq!(row.occupied(), bits(&|x| x > 0));
        assert_eq!(row.occupied_count(), row.occupied().count_ones());
        let n = pits.len();
        for i in 0..n {
            assert_eq!(
                u32::from(row.sums(n).pit(i)),
                pits[n - 1 - i..].iter().map(|&x| u32::from(x)).sum::<u32>()
            );
        }
        for seeds in 1..=127 {
            assert_eq!(row.holding(seeds), bits(&|x| x == seeds), "holding {seeds} in {pits:?}");
        }
    }

    /// Adding and subtracting equal what lists do, as far as a board's seeds allow.
    fn sum<R: Row>(one: &[u8], other: &[u8]) {
        let other: Vec<u8> = one.iter().zip(other).map(|(&a, &b)| b.min(127 - a)).collect();
        let both: Vec<u8> = one.iter().zip(&other).map(|(&a, &b)| a + b).collect();
        assert_eq!(R::from_pits(one).plus(R::from_pits(&other)), R::from_pits(&both));
        assert_eq!(R::from_pits(&both).minus(R::from_pits(&other)), R::from_pits(one));
    }

    /// Pits of a row that holds at most 127 seeds, some of them in one pit.
    fn rows(n: usize) -> impl Strategy<Value = Vec<u8>> {
        (proptest::collection::vec(0..8u8, n), 0..n, 0..=127u8).prop_map(|(mut pits, i, big)| {
            let rest: u8 = pits.iter().sum::<u8>() - pits[i];
            if rest <= 127 {
                pits[i] = big.min(127 - rest);
            }
            pits
        })
    }

    proptest! {
        #[test]
        fn narrow_rows_equal_lists(pits in rows(8)) {
            check::<u64>(&pits);
        }
        #[test]
        fn wide_rows_equal_lists(pits in rows(16)) {
            check::<u128>(&pits);
            check::<Narrow<4>>(&pits);
        }
        #[test]
        fn five_bit_rows_equal_lists(pits in rows(12)) {
            check::<Narrow<5>>(&pits);
        }
        #[test]
        fn narrow_rows_add_and_subtract(one in rows(12), other in rows(12)) {
            sum::<Narrow<5>>(&one, &other);
            sum::<Narrow<4>>(&one, &other);
            sum::<u128>(&one, &other);
        }
    }
}

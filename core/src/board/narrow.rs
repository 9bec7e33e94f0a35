//! One row of up to twelve (or sixteen) pits in lanes of five (or four) bits of a single 64-bit word.
//!
//! Half the width of a byte row: a relay lap is two 64-bit additions instead of four with carries. The lane's top bit
//! stays free, so that lanes can be compared all at once; seeds that do not fit below it are counted in a second word,
//! which is 0 on nearly every board of play. Code in a hurry looks at the first word alone while the second is 0.

use super::Row;

/// A row of lanes of `W` bits: pit = its lane of `low` + its lane of `high` × 2^(W-1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Narrow<const W: u32> {
    /// What fits below the lane's top bit.
    pub low: u64,
    /// How often 2^(W-1) seeds did not fit.
    pub high: u64,
}

impl<const W: u32> Narrow<W> {
    /// The lowest bit of every lane.
    pub const ONES: u64 = {
        let (mut ones, mut i) = (0, 0);
        while i < Self::LANES {
            ones |= 1 << (i * W);
            i += 1;
        }
        ones
    };
    /// The top bit of every lane.
    pub const TOPS: u64 = Self::ONES << (W - 1);
    /// The most a lane of `low` holds.
    pub const FULL: u8 = (1 << (W - 1)) - 1;
    /// The bit of value four in every lane.
    pub const FOURS: u64 = Self::ONES << 2;
    /// A whole lane, the lowest.
    pub const LANE: u64 = (1 << W) - 1;
    const LANES: u32 = 64 / W;

    /// A row whose pits all fit the first word.
    #[inline(always)]
    pub fn of(low: u64) -> Self {
        Self { low, high: 0 }
    }

    /// The top bit of every lane that is not 0.
    #[inline(always)]
    pub fn lanes_occupied(self) -> u64 {
        let low = (self.low + Self::ONES * Self::FULL as u64) & Self::TOPS;
        if self.high == 0 { low } else { low | Self::not_zero(self.high) << (W - 1) }
    }

    /// The lowest bit of every lane of a second word that is not 0: at most 127 seeds leave it four bits a lane.
    fn not_zero(high: u64) -> u64 {
        (high | high >> 1 | high >> 2 | high >> 3) & Self::ONES
    }

    /// Seeds in the first words of two rows.
    #[inline(always)]
    pub fn low_seeds(one: u64, other: u64) -> u32 {
        // Lanes of twice the width hold the sum of four lanes of at most 15 each, and in the end the whole sum.
        let pairs = |word: u64| (word & Self::PAIRS) + (word >> W & Self::PAIRS);
        let sums = (pairs(one) + pairs(other)).wrapping_mul(Self::PAIR_ONES);
        (sums >> Self::PAIR_TOP) as u32 & ((1 << (2 * W)) - 1)
    }

    /// How many lanes have the bit of value four set, of those that had a seed in one lap: at most [`Self::FULL`].
    #[inline(always)]
    pub fn count_fours(fours: u64) -> u32 {
        ((fours >> 2).wrapping_mul(Self::ONES) >> ((Self::LANES - 1) * W) & Self::LANE) as u32
    }

    /// Two bits a pit, pit 0 lowest; `None` when a pit holds more than three.
    #[inline]
    pub fn pairs(self) -> Option<u32> {
        if (self.low & !(Self::ONES * 3)) | self.high != 0 {
            return None;
        }
        let mut word = self.low;
        for step in 0..4 {
            word = (word | word >> (Self::SPARE << step)) & Self::GROUPS[step + 1];
        }
        Some(word as u32)
    }

    /// The row of two bits a pit.
    #[inline]
    pub fn from_pairs(code: u32) -> Self {
        let mut word = u64::from(code);
        for step in (0..4).rev() {
            word = (word | word << (Self::SPARE << step)) & Self::GROUPS[step];
        }
        Self::of(word)
    }

    /// Bits of a lane beyond two.
    const SPARE: u32 = W - 2;
    /// `GROUPS[k]`: lanes in groups of 2^k, each with two bits a lane at its lower end.
    const GROUPS: [u64; 5] = {
        let (mut groups, mut k) = ([0u64; 5], 0);
        while k < 5 {
            let mut at = 0;
            while at < 64 {
                groups[k] |= ((1u64 << (2 << k)) - 1) << at;
                at += W << k;
            }
            k += 1;
        }
        groups
    };

    const PAIRS: u64 = {
        let (mut mask, mut i) = (0, 0);
        while i < Self::LANES {
            mask |= Self::LANE << (i * W);
            i += 2;
        }
        mask
    };
    const PAIR_ONES: u64 = Self::PAIRS / Self::LANE;
    const PAIR_TOP: u32 = ((Self::LANES - 1) / 2) * 2 * W;

    fn shift(i: usize) -> u32 {
        i as u32 * W
    }
}

impl<const W: u32> Row for Narrow<W> {
    const PITS: usize = Self::LANES as usize;
    const EMPTY: Self = Self { low: 0, high: 0 };

    #[inline(always)]
    fn pit(self, i: usize) -> u8 {
        let lane = |word: u64| (word >> Self::shift(i) & Self::LANE) as u8;
        lane(self.low) + (lane(self.high) << (W - 1))
    }

    #[inline(always)]
    fn with(self, i: usize, seeds: u8) -> Self {
        let put =
            |word: u64, lane: u8| word & !(Self::LANE << Self::shift(i)) | u64::from(lane) << Self::shift(i);
        Self { low: put(self.low, seeds & Self::FULL), high: put(self.high, seeds >> (W - 1)) }
    }

    #[inline(always)]
    fn seeds(self) -> u32 {
        let low = Self::low_seeds(self.low, 0);
        if self.high == 0 { low } else { low + (Self::low_seeds(self.high, 0) << (W - 1)) }
    }

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        let low = self.low + other.low;
        let carries = low & Self::TOPS;
        Self { low: low ^ carries, high: self.high + other.high + (carries >> (W - 1)) }
    }

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        // A lane that had to borrow shows it in the top bit that was lent to it.
        let low = (self.low | Self::TOPS) - other.low;
        let borrows = !low & Self::TOPS;
        Self { low: low & !Self::TOPS, high: self.high - other.high - (borrows >> (W - 1)) }
    }

    #[inline(always)]
    fn occupied(self) -> u32 {
        let lanes = self.lanes_occupied();
        (0..Self::PITS).fold(0, |bits, i| bits | ((lanes >> (Self::shift(i) + W - 1) & 1) as u32) << i)
    }

    #[inline(always)]
    fn occupied_count(self) -> u32 {
        self.lanes_occupied().count_ones()
    }

    #[inline(always)]
    fn holding(self, seeds: u8) -> u32 {
        (0..Self::PITS).fold(0, |bits, i| bits | u32::from(self.pit(i) == seeds) << i)
    }
}

/// One lap of a relay on first words: the pit lifted loses its hand and the pits after it get it, in one addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(align(32))]
pub struct Relay {
    /// To add to the mover's row, wrapping.
    pub own: u64,
    /// To add to the other row, wrapping.
    pub opposite: u64,
    /// The last pit, counted round the ring.
    pub last: u8,
    /// How far to turn its row right, so that the lane lies [`Relay::SCALE`] bits from the right.
    turn: u8,
    /// True when the last pit is in the other row.
    pub far: bool,
}

impl Relay {
    /// Seeds read with [`Relay::seeds`] are this many bits up: times 32, the size of a [`Relay`], so that they are an
    /// offset in the table without more arithmetic (a quarter of a lap's latency).
    const SCALE: u32 = size_of::<Self>().ilog2();
    /// One seed as [`Relay::seeds`] gives it.
    pub const ONE: u64 = 1 << Self::SCALE;

    /// Seeds in the last pit, at most 15, times [`Relay::ONE`]; the rows are those after the lap.
    #[inline(always)]
    pub fn seeds(&self, own: u64, opposite: u64) -> u64 {
        let word = if self.far { opposite } else { own };
        word.rotate_right(u32::from(self.turn)) & (HANDS as u64 - 1) << Self::SCALE
    }
}

/// The laps from one pit, by hand.
pub type Hands = [Relay; HANDS];
const HANDS: usize = 16;

/// Every lap of a ring of 2 × `n` pits that gives no pit more than one seed and does not come round to its origin.
///
/// A longer lap sets the top bit of every lane of the mover's row, as a pit that outgrows its lane does: whoever looks
/// for the one finds the other, and then takes the slow way.
#[derive(Clone, Debug)]
pub struct Relays<const W: u32> {
    laps: Box<[Hands; 32]>,
}

impl<const W: u32> Relays<W> {
    /// The table for rows of `n` pits.
    pub fn new(n: usize) -> Self {
        assert!((1..=Narrow::<W>::PITS).contains(&n), "{n} pits in a row of {}", Narrow::<W>::PITS);
        let mut laps = Box::new([Hands::default(); 32]);
        for (origin, hands) in laps.iter_mut().enumerate().take(2 * n) {
            *hands = std::array::from_fn(|hand| Self::lap(n, origin, hand));
        }
        Self { laps }
    }

    fn lap(n: usize, origin: usize, hand: usize) -> Relay {
        if hand >= 2 * n || hand > usize::from(Narrow::<W>::FULL) {
            return Relay { own: Narrow::<W>::TOPS, ..Relay::default() };
        }
        let shift = |pit: usize| Narrow::<W>::shift(pit % n);
        let mut rows = [0u64; 2];
        for pit in (origin + 1..=origin + hand).map(|pit| pit % (2 * n)) {
            rows[pit / n] += 1 << shift(pit);
        }
        rows[origin / n] = rows[origin / n].wrapping_sub((hand as u64) << shift(origin));
        let last = (origin + hand) % (2 * n);
        Relay {
            own: rows[0],
            opposite: rows[1],
            last: last as u8,
            turn: ((shift(last) + 64 - Relay::SCALE) % 64) as u8,
            far: last >= n,
        }
    }

    /// The laps that start from a pit of the ring.
    #[inline(always)]
    pub fn from(&self, pit: usize) -> &Hands {
        &self.laps[pit % 32]
    }

    /// The lap of so many seeds, times [`Relay::ONE`].
    #[inline(always)]
    pub fn of(hands: &Hands, seeds: u64) -> &Relay {
        &hands[(seeds >> Relay::SCALE) as usize % HANDS]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;

    /// The slow twin sows a list.
    fn check<const W: u32>(n: usize, pits: &[u8], origin: usize) {
        let hand = pits[origin];
        let mut after = pits.to_vec();
        after[origin] = 0;
        for step in 1..=usize::from(hand) {
            after[(origin + step) % (2 * n)] += 1;
        }
        let board: Board<Narrow<W>> = Board::from_pits(&pits[..n], &pits[n..]);
        let relays = Relays::<W>::new(n);
        let lap = Relays::<W>::of(relays.from(origin), u64::from(hand) * Relay::ONE);
        let own = board.own.low.wrapping_add(lap.own);
        let opposite = board.opposite.low.wrapping_add(lap.opposite);
        if usize::from(hand) >= 2 * n {
            assert_ne!(own & Narrow::<W>::TOPS, 0);
            return;
        }
        let outgrown = after.iter().any(|&seeds| seeds > Narrow::<W>::FULL);
        assert_eq!((own | opposite) & Narrow::<W>::TOPS != 0, outgrown);
        if !outgrown {
            let expected: Board<Narrow<W>> = Board::from_pits(&after[..n], &after[n..]);
            assert_eq!((own, opposite), (expected.own.low, expected.opposite.low));
            let last = (origin + usize::from(hand)) % (2 * n);
            assert_eq!((usize::from(lap.last), lap.far), (last, last >= n));
            assert_eq!(lap.seeds(own, opposite), u64::from(after[last]) * Relay::ONE);
        }
    }

    proptest! {
        #[test]
        fn relays_equal_a_list(n in 1..=16usize, pits in proptest::collection::vec(0..=15u8, 32), origin in 0..32usize) {
            if n <= 12 {
                check::<5>(n, &pits[..2 * n], origin % (2 * n));
            }
            let few: Vec<u8> = pits[..2 * n].iter().map(|seeds| seeds / 2).collect();
            check::<4>(n, &few, origin % (2 * n));
        }

        #[test]
        fn lanes_are_added_up(pits in proptest::collection::vec(0..=7u8, 16), other in proptest::collection::vec(0..=7u8, 16)) {
            let (one, two) = (Narrow::<4>::from_pits(&pits).low, Narrow::<4>::from_pits(&other).low);
            let sum: u32 = pits.iter().chain(&other).map(|&x| u32::from(x)).sum();
            prop_assert_eq!(Narrow::<4>::low_seeds(one, two), sum);
            let fours: Vec<u8> = pits.iter().map(|seeds| seeds & 4).collect();
            let set = |pits: &[u8]| pits.iter().filter(|&&four| four > 0).count() as u32;
            prop_assert_eq!(Narrow::<5>::count_fours(Narrow::<5>::from_pits(&fours[..12]).low), set(&fours[..12]));
            prop_assert_eq!(Narrow::<4>::count_fours(Narrow::<4>::from_pits(&fours[..15]).low), set(&fours[..15]));
        }
    }
}

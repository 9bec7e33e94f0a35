//! The laps of a ring of some pits.

use super::{BITS, FULL, PITS};

/// Tables of all laps by the hand lifted, for rings of one size.
#[derive(Clone, Debug)]
pub struct Laps {
    /// Pits of the ring.
    pub(super) pits: usize,
    /// By hand: what a lap adds to the ring, the lifted pit lowest.
    pub(super) add: [u64; 64],
    /// By hand: how far the ring is then turned, in bits; once round where the next pit is the one lifted, and not at all
    /// for an empty hand, so that a ring that has stopped stays as it is.
    pub(super) turn: [u8; 64],
    /// By hand: whole rounds of the lap.
    pub(super) rounds: [u8; 64],
}

impl Laps {
    /// Laps on rings of so many pits.
    ///
    /// # Panics
    /// For fewer than 2 pits or more than 10.
    pub fn new(pits: usize) -> Self {
        assert!((2..=PITS).contains(&pits), "{pits} pits");
        let mut laps = Self { pits, add: [0; 64], turn: [0; 64], rounds: [0; 64] };
        for hand in 1..64usize {
            let (rounds, rest) = (hand / pits, hand % pits);
            laps.rounds[hand] = rounds as u8;
            laps.turn[hand] = (BITS * (rest + 1)) as u8;
            let one_each = laps.ones() & low_bits(BITS * (rest + 1)) & !1;
            // A pit overflows only for hands that no ring of 63 seeds has.
            laps.add[hand] =
                laps.ones().wrapping_mul(rounds as u64).wrapping_add(one_each).wrapping_sub(hand as u64);
        }
        laps
    }

    /// Bits of a ring.
    #[inline(always)]
    pub fn bits(&self) -> usize {
        BITS * self.pits
    }

    /// One seed in each pit.
    #[inline(always)]
    pub fn ones(&self) -> u64 {
        ones(self.pits)
    }

    /// The ring turned by some bits, up to once round: that pit becomes the lowest.
    #[inline(always)]
    pub fn turned(&self, ring: u64, bits: usize) -> u64 {
        (ring >> bits | ring << (self.bits() - bits)) & low_bits(self.bits())
    }

    /// The top bit of each pit that holds so many seeds.
    #[inline(always)]
    pub fn equal(&self, ring: u64, seeds: u64) -> u64 {
        let (differs, high) = (ring ^ (seeds * self.ones()), self.ones() << (BITS - 1));
        !(((differs & !high) + (high - self.ones())) | differs) & high
    }

    /// Plays a lap; returns the ring, turned to the next pit, and by how much it was turned. A ring whose lowest pit is
    /// empty stays as it is.
    #[inline(always)]
    pub fn lap(&self, ring: u64) -> (u64, usize) {
        let hand = (ring & FULL) as usize;
        let turn = usize::from(self.turn[hand]);
        (self.turned(ring.wrapping_add(self.add[hand]), turn), turn)
    }
}

/// One seed in each of some pits.
#[inline(always)]
pub(super) const fn ones(pits: usize) -> u64 {
    0x0041_0410_4104_1041 & low_bits(BITS * pits)
}

/// The lowest bits, up to 63.
#[inline(always)]
pub(super) const fn low_bits(bits: usize) -> u64 {
    (1 << bits) - 1
}

//! Short names of states for tables that cannot keep them whole.

use std::hash::{Hash, Hasher};

/// Two independent hashes of a state: one says where to look, the other whether it is the one. Two states are taken for
/// each other with a chance of 2⁻⁶⁴ a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Key {
    /// Where to look; its high bits are the good ones.
    pub place: u64,
    /// Whether it is the one.
    pub check: u64,
}

impl Key {
    /// The key of a state.
    #[inline(always)]
    pub fn of<T: Hash>(state: &T) -> Self {
        let mut mixer = Mixer(Self::default());
        state.hash(&mut mixer);
        mixer.0
    }

    /// The key of the same state with something else beside it.
    #[inline(always)]
    #[must_use]
    pub fn with(self, word: u64) -> Self {
        let mut mixer = Mixer(self);
        mixer.write_u64(word);
        mixer.0
    }
}

/// A multiplication a word and hash.
struct Mixer(Key);

impl Hasher for Mixer {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }
    #[inline(always)]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    #[inline(always)]
    fn write_u64(&mut self, word: u64) {
        let Key { place, check } = self.0;
        self.0 = Key {
            place: (place.rotate_left(26) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            check: (check.rotate_left(31) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93),
        };
    }
    #[inline(always)]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    #[inline(always)]
    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
    #[inline(always)]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    fn finish(&self) -> u64 {
        self.0.place
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn neighbours_have_keys_of_their_own() {
        let rows = (0..1000u64).map(|row| (row % 10) | (row / 10 % 10) << 8 | (row / 100) << 16);
        let boards: Vec<_> =
            rows.clone().flat_map(|own| rows.clone().map(move |other| (own, other))).collect();
        for hash in [|key: Key| key.place, |key: Key| key.check] {
            let all: HashSet<u64> = boards.iter().map(|board| hash(Key::of(board))).collect();
            assert_eq!(all.len(), boards.len());
        }
        // A million boards over as many places: a good hash leaves a share of 1/e empty.
        let places: HashSet<u64> = boards
            .iter()
            .map(|board| ((u128::from(Key::of(board).place) * 1_000_000) >> 64) as u64)
            .collect();
        assert!((600_000..660_000).contains(&places.len()), "{}", places.len());
    }

    #[test]
    fn what_lies_beside_a_state_changes_both_hashes() {
        let (plain, with) = (Key::of(&7u64), Key::of(&7u64).with(1));
        assert!(plain.place != with.place && plain.check != with.check);
    }
}

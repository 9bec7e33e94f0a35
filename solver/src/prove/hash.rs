//! 128 bits of anything that can be hashed, the same in every run.

use std::hash::{Hash, Hasher};

/// Mixes words by 64 × 64 → 128 bit multiplications, on two lanes.
#[derive(Clone, Copy)]
struct Mixer(u64, u64);

#[inline(always)]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        // An odd sum with a constant: no factor is ever 0 for all words.
        self.0 = fold(self.0 ^ word, 0x9e37_79b9_7f4a_7c15).wrapping_add(self.1);
        self.1 = fold(self.1.rotate_left(23) ^ word, 0xd6e8_feb8_6659_fd93).wrapping_add(0x1656_67b1_9e37_79f9);
    }
    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Where a thing lies in a table, and how it is known again.
#[inline]
pub(super) fn mixed<T: Hash>(thing: &T, salt: u64) -> (u64, u64) {
    let mut mixer = Mixer(salt ^ 0x2545_f491_4f6c_dd1d, 0x8765_4321_0fed_cba9);
    thing.hash(&mut mixer);
    (fold(mixer.0 ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db), fold(mixer.1, 0x8ebc_6af0_9c88_c6e3) ^ mixer.0)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn close_things_lie_apart() {
        let all: HashSet<_> = (0..1u64 << 16).map(|word| mixed(&(word, word << 40), 1)).collect();
        assert_eq!(all.len(), 1 << 16);
        let places: HashSet<_> = all.iter().map(|(place, _)| place >> 44).collect();
        // 2^16 balls in 2^20 bins: about 63,500 bins are hit; far fewer would be a bad mix.
        assert!(places.len() > 62_000, "{}", places.len());
        let checks: HashSet<_> = all.iter().map(|(_, check)| check).collect();
        assert_eq!(checks.len(), 1 << 16);
    }
}

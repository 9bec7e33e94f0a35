//! From word to word of a group, in the order of their numbers.

use sowbase_solver::simd::ring::{BITS, PITS};

use super::super::fullest::Rings;

/// A word of a ring of up to ten holes.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    rings: &'static Rings,
    pits: usize,
    m: usize,
    gap: usize,
    /// Stones within the gap.
    inner: usize,
    holes: [u8; PITS],
}

/// The first word of some stones where no hole holds more than `cap`.
fn fill(word: &mut [u8], cap: usize, mut seeds: usize) {
    for hole in word {
        let here = seeds.min(cap);
        *hole = here as u8;
        seeds -= here;
    }
}

/// The word after a word; false after the last.
fn step(word: &mut [u8], cap: usize) -> bool {
    let mut beyond = 0;
    for pit in (0..word.len().saturating_sub(1)).rev() {
        beyond += usize::from(word[pit + 1]);
        if word[pit] > 0 && beyond < cap * (word.len() - 1 - pit) {
            word[pit] -= 1;
            fill(&mut word[pit + 1..], cap, beyond + 1);
            return true;
        }
    }
    false
}

impl Walk {
    /// The word with a number in the group of `m` and `gap`.
    pub(super) fn at(rings: &'static Rings, pits: usize, (m, gap): (usize, usize), word: u64) -> Self {
        let wide = rings.unrank((m, gap), u128::from(word));
        let mut walk = Self { rings, pits, m, gap, inner: 0, holes: [0; PITS] };
        walk.holes[..pits].copy_from_slice(&wide.0[..pits]);
        walk.inner = walk.holes[1..gap].iter().map(|&seeds| usize::from(seeds)).sum();
        walk
    }

    /// The word, six bits a hole, the fullest lowest.
    pub(super) fn ring(&self) -> u64 {
        self.holes[..self.pits].iter().rev().fold(0, |ring, &seeds| ring << BITS | u64::from(seeds))
    }

    /// Goes to the next word of the group; there must be one.
    pub(super) fn next(&mut self) {
        let (within, beyond) = self.holes[1..self.pits].split_at_mut(self.gap - 1);
        let cap = self.m.saturating_sub(1);
        if self.gap == self.pits {
            step(within, cap);
            return;
        }
        let beyond = &mut beyond[1..];
        if step(beyond, self.m) {
            return;
        }
        let mut left: usize = beyond.iter().map(|&seeds| usize::from(seeds)).sum();
        if !step(within, cap) {
            loop {
                (self.inner, left) = (self.inner + 1, left.wrapping_sub(1));
                // The last word of a group has none after it; then nothing is to be found.
                if left == usize::MAX {
                    return;
                }
                if self.rings.words_of(self.m, self.gap, self.inner) > 0 {
                    break;
                }
            }
            fill(within, cap, self.inner);
        }
        fill(beyond, self.m, left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_the_order_of_their_numbers() {
        for (pits, seeds) in [(2, 7), (3, 9), (5, 8), (10, 6), (9, 5)] {
            let rings = Rings::of(pits, seeds);
            for group in rings.groups() {
                let mut walk = Walk::at(rings, pits, (group.m, group.gap), 0);
                for word in 0..group.words as u64 {
                    let direct = Walk::at(rings, pits, (group.m, group.gap), word);
                    assert_eq!((walk.holes, walk.inner), (direct.holes, direct.inner), "{group:?} {word}");
                    walk.next();
                }
            }
        }
    }
}

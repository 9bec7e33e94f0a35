//! Turns taken back: the boards from which a turn without capture leads to a given one.
//!
//! No guessing is needed. The turn ended where one seed lies alone; take it up, a hand of one, and walk backwards. A pit
//! with seeds got its last one from this hand in mid-lap: take it back, the hand grows (beyond three there was no such
//! turn). An empty pit was lifted, and the hand is what it held: either the turn began there, and a parent is found, or
//! it was lifted in a relay, holding one less before the last seed of that lap fell, which is the hand now.

use super::ring::{ENTRIES, MOST, Ring, ones};

/// What walking back through a chunk does: what to change (8 bits), the hand that enters it (2 bits; 0: no such turn),
/// the number of parents (3 bits), and from bit 16 what to change for each parent (8 bits each).
type Entry = u64;
const COUNT: u32 = 10;
const PARENTS: u32 = 16;

/// The tables of the walk.
#[derive(Clone, Debug)]
pub(super) struct Backs {
    ring: Ring,
    /// By width, hand and chunk.
    pass: Box<[Entry; ENTRIES]>,
    /// By width, pit with the single seed and chunk.
    begin: Box<[Entry; ENTRIES]>,
    /// Boards, rising, that must pass although there are seeds in the row: every turn is endless.
    stuck: Vec<u64>,
}

impl Backs {
    /// `stuck` are the boards of the layer whose every turn is endless, rising.
    #[expect(clippy::large_stack_arrays, reason = "two tables of 32 KiB, once a layer")]
    pub(super) fn new(ring: &Ring, stuck: Vec<u64>) -> Self {
        let (mut pass, mut begin) = (Box::new([0; ENTRIES]), Box::new([0; ENTRIES]));
        for width in 1..=MOST {
            for bits in 0..1u64 << (2 * width) {
                let at = |row: usize| (width - 1) << 10 | row << 8 | bits as usize;
                for hand in 1..=3 {
                    pass[at(hand as usize)] = walked(bits, width, (bits, hand));
                }
                for pit in 0..width {
                    if bits >> (2 * pit) & 3 == 1 {
                        begin[at(pit)] = walked(bits, pit, (bits & !(3 << (2 * pit)), 1));
                    }
                }
            }
        }
        Self { ring: ring.clone(), pass, begin, stuck }
    }

    /// Calls `each` with every board that has a turn or a pass without capture to `child`, as often as there are such
    /// turns. Parents, like the child, are seen by the side that moves there.
    #[inline(always)]
    pub(super) fn parents(&self, child: u64, mut each: impl FnMut(u64)) {
        let after = self.ring.flipped(child);
        let mut ends = ones(after);
        while ends != 0 {
            let (mut chunk, place) = self.ring.pit(ends.trailing_zeros() as usize / 2);
            ends &= ends - 1;
            let mut code = after;
            let mut entry = self.begin[chunk.entry(place, code)];
            loop {
                if !chunk.far {
                    let mut changes = entry >> PARENTS;
                    for _ in 0..entry >> COUNT & 7 {
                        each(code ^ (changes & 0xff) << chunk.shift);
                        changes >>= 8;
                    }
                }
                let hand = entry >> 8 & 3;
                if hand == 0 {
                    break;
                }
                code ^= (entry & 0xff) << chunk.shift;
                chunk = self.ring.chunk(chunk.before);
                entry = self.pass[chunk.entry(hand as usize, code)];
            }
        }
        let passes = after & self.ring.own() == 0
            || !self.stuck.is_empty() && self.stuck.binary_search(&after).is_ok();
        if passes {
            each(after);
        }
    }
}

/// Walks back through the pits of a chunk before `end`; `old` is the chunk as the walk finds it.
fn walked(old: u64, end: usize, (mut bits, mut hand): (u64, u64)) -> Entry {
    let (mut parents, mut count) = (0, 0);
    for pit in (0..end).rev() {
        let seeds = bits >> (2 * pit) & 3;
        if seeds > 0 {
            if hand == 3 {
                hand = 0;
                break;
            }
            bits -= 1 << (2 * pit);
            hand += 1;
            continue;
        }
        parents |= (old ^ (bits | hand << (2 * pit))) << (8 * count);
        count += 1;
        if hand == 1 {
            hand = 0;
            break;
        }
        bits |= (hand - 1) << (2 * pit);
        hand = 1;
    }
    (old ^ bits) | hand << 8 | count << COUNT | parents << PARENTS
}

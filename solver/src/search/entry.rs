//! What a transposition table keeps of a state, in one word.

use crate::hundredths::Hundredths;
use crate::score::{Interval, Score};

/// What a stored value says about the value that a search of the same depth finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Kind {
    /// Nothing: only what is proven, and the move.
    #[default]
    None,
    /// It is that value.
    Exact,
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
}

/// What is kept of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value of a search.
    pub value: Hundredths,
    /// What the value says.
    pub kind: Kind,
    /// Plies of that search, at most [`Entry::DEEPEST`].
    pub depth: u8,
    /// The best move's place among the legal moves; [`Entry::NO_MOVE`] where none is known.
    pub best: u8,
    /// The search it is of, counted modulo [`Entry::AGES`].
    pub age: u8,
    /// What is proven, whatever the depth and the search.
    pub proven: Interval,
}

impl Entry {
    /// No move is known, or its place is higher than can be kept.
    pub const NO_MOVE: u8 = u8::MAX;
    /// The greatest depth that can be kept.
    pub const DEEPEST: u8 = 127;
    /// Searches that can be told apart by age.
    pub const AGES: u8 = 32;

    /// Nothing is proven beyond what can be kept.
    const WIDE: i16 = 2047;

    /// The entry as a word; a bound that is too far out for it is kept as the nearest that is true.
    #[inline(always)]
    pub(super) fn pack(self) -> u64 {
        let bound = |score: Score| (i32::from(score.0.clamp(-Self::WIDE, Self::WIDE)) & 0xfff) as u64;
        (u64::from(self.value.0 as u32 & 0x3_ffff))
            | (self.kind as u64) << 18
            | u64::from(self.depth & 127) << 20
            | u64::from(self.age & 31) << 27
            | u64::from(self.best) << 32
            | bound(self.proven.lo) << 40
            | bound(self.proven.hi) << 52
    }

    /// The inverse of [`Entry::pack`].
    #[inline(always)]
    pub(super) fn unpack(word: u64) -> Self {
        let kind = match word >> 18 & 3 {
            0 => Kind::None,
            1 => Kind::Exact,
            2 => Kind::Lower,
            _ => Kind::Upper,
        };
        let bound = |word: u64| Score(((word << 52) as i64 >> 52) as i16);
        Self {
            value: Hundredths(((word << 46) as i64 >> 46) as i32),
            kind,
            depth: (word >> 20 & 127) as u8,
            age: (word >> 27 & 31) as u8,
            best: (word >> 32) as u8,
            proven: Interval { lo: bound(word >> 40), hi: bound(word >> 52) },
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn packing_and_unpacking_undo_each_other(
            (value, kind, depth) in (-100_000..=100_000i32, 0..4usize, 0..=127u8),
            (best, age) in (0..=255u8, 0..32u8),
            (lo, hi) in (-2047..=2047i16, -2047..=2047i16),
        ) {
            let kind = [Kind::None, Kind::Exact, Kind::Lower, Kind::Upper][kind];
            let proven = Interval { lo: Score(lo), hi: Score(hi) };
            let entry = Entry { value: Hundredths(value), kind, depth, best, age, proven };
            prop_assert_eq!(Entry::unpack(entry.pack()), entry);
        }
    }
}

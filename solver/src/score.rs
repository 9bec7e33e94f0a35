//! Scores, what a score is worth, and the window of a search.

use std::ops::{Add, Neg, Sub};

/// Net seeds (Omweso: points) the side to move still gains under best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Score(pub i16);

impl Score {
    /// Lower than any score of a game; safe to negate.
    pub const MIN: Self = Self(-i16::MAX);
    /// Higher than any score of a game; safe to negate.
    pub const MAX: Self = Self(i16::MAX);
    /// Nothing more to gain for either side.
    pub const ZERO: Self = Self(0);
}

impl Neg for Score {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Score {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

/// What a score says about the true value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// The value itself, proven.
    Exact,
    /// The value is at least this, proven.
    Lower,
    /// The value is at most this, proven.
    Upper,
    /// A guess: nothing is proven.
    Estimate,
}

/// What both sides can force in finite time: `lo` for the mover, `hi` against him.
///
/// Endless play worth `c` gives the value `c` clamped into the interval, so `lo == hi` means that the value holds
/// under every rule for endless play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    /// The mover can force at least this.
    pub lo: Score,
    /// The opponent can hold the mover to at most this.
    pub hi: Score,
}

impl Interval {
    /// An interval of one value.
    pub fn exact(score: Score) -> Self {
        Self { lo: score, hi: score }
    }

    /// The value when endless play is worth `endless` to the mover.
    pub fn with_endless(self, endless: Score) -> Score {
        endless.max(self.lo).min(self.hi)
    }

    /// What both together say, where both are true.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// True when the value holds whatever endless play is worth.
    pub fn is_exact(self) -> bool {
        self.lo == self.hi
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_play_is_clamped_into_the_interval() {
        let wide = Interval { lo: Score(-3), hi: Score(5) };
        assert_eq!(wide.with_endless(Score(0)), Score(0));
        assert_eq!(wide.with_endless(Score(-9)), Score(-3));
        assert_eq!(wide.with_endless(Score(9)), Score(5));
        assert!(!wide.is_exact());
        assert!(Interval::exact(Score(-2)).is_exact());
    }

    #[test]
    fn extremes_can_be_negated() {
        assert_eq!(-Score::MIN, Score::MAX);
        assert_eq!(-Score::MAX, Score::MIN);
    }
}

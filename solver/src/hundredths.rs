//! The unit of a search: hundredths of a seed.

use std::ops::{Add, Neg, Sub};

use crate::score::Score;

/// Net future gain seen by the mover, in hundredths of a seed (Omweso: of a point), so that an estimate can be finer than
/// a seed. Only an exact whole becomes a [`Score`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Hundredths(pub i32);

impl Hundredths {
    /// Nothing more to gain for either side.
    pub const ZERO: Self = Self(0);
    /// Higher than anything that can be gained; safe to negate.
    pub const MAX: Self = Self(100_000);

    /// The score, where the number is a whole one.
    pub fn whole(self) -> Option<Score> {
        (self.0 % 100 == 0).then_some(Score((self.0 / 100) as i16))
    }
}

impl From<Score> for Hundredths {
    #[inline(always)]
    fn from(score: Score) -> Self {
        Self(100 * i32::from(score.0))
    }
}

impl Neg for Hundredths {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add for Hundredths {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Hundredths {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_wholes_are_scores() {
        assert_eq!(Hundredths::from(Score(-3)), Hundredths(-300));
        assert_eq!(Hundredths(-300).whole(), Some(Score(-3)));
        assert_eq!(Hundredths(-301).whole(), None);
    }
}

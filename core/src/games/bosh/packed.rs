//! The form in which states keep a ring of up to 10 holes: one word.

use super::lanes::{BITS, FULL, LaneLaps, Lanes};
use super::ring::{Kernel, Ring};
use super::rules::BoshRules;
use super::wide::Wide;

/// Where the number of the hole with 64 stones or more stands, counted from 1.
const BIG: usize = 60;

/// Six bits a hole. At most 127 stones lie on a board, so at most one hole holds more than 63: its number, counted from
/// 1, stands in the top four bits, and its six bits hold 64 less.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Packed(pub(super) u64);

impl Packed {
    /// Most holes of a row.
    pub const ROW: usize = 5;
}

impl Ring for Packed {
    type Fast = Lanes;

    fn from_wide(wide: Wide) -> Self {
        let holes = wide.0.iter().take(2 * Self::ROW).enumerate();
        Self(holes.fold(0, |word, (pit, &seeds)| {
            let seeds = u64::from(seeds);
            let big = if seeds > FULL { (pit as u64 + 1) << BIG } else { 0 };
            word | (seeds & FULL) << (BITS * pit) | big
        }))
    }

    fn to_wide(self) -> Wide {
        let big = (self.0 >> BIG) as usize;
        Wide::from_pits((0..2 * Self::ROW).map(|pit| {
            let low = Lanes(self.0).pit(pit);
            if pit + 1 == big { low + 64 } else { low }
        }))
    }

    #[inline(always)]
    fn fast(self, seeds: u8) -> Option<Lanes> {
        (u64::from(seeds) <= FULL).then_some(Lanes(self.0))
    }

    #[inline(always)]
    fn from_fast(fast: Lanes) -> Self {
        Self(fast.0)
    }

    fn laps(rules: &BoshRules) -> LaneLaps {
        LaneLaps::new(rules.skip_origin)
    }
}

//! Kalah: sow into your store, move again when the last seed falls there, capture from an empty pit.
//!
//! Rules K1–K6 of rules.md, section 6.

mod evaluate;
mod layers;
mod play;
mod rows;
mod rules;
mod text;
mod themes;
mod trace;

pub use play::{Kalah, KalahState};
pub use rules::{CaptureSide, KalahRules, RemainingTo};

use super::door::{Opened, open_layered};

/// Opens Kalah under a rule set.
pub(crate) fn open(rules: KalahRules) -> Opened {
    if rules.pits_per_row.0 <= 8 {
        open_layered(Kalah::<u64>::new(rules))
    } else {
        open_layered(Kalah::<u128>::new(rules))
    }
}

#[cfg(test)]
mod tests;

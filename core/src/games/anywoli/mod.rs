//! Anywoli: relay sowing, fours to the owner of the pit, the last seed's four to the mover, who moves again.
//!
//! Rules A1–A12 of rules.md, sections 3 and 12.

mod base;
mod careful;
mod evaluate;
mod examples;
mod flags;
mod layers;
mod lot;
mod play;
mod rules;
mod sprint;
mod text;
mod themes;
mod trace;
mod words;

pub use base::{Boards, Work};
pub use flags::Flags;
pub use play::{Anywoli, AnywoliState};
pub use rules::{AnywoliRules, EndCheck, EndlessTurn, FinalFour, LastFour, WithoutSeeds};

use super::door::{Opened, open_layered};

/// Opens Anywoli under a rule set.
pub(crate) fn open(rules: AnywoliRules) -> Opened {
    if rules.pits_per_row.0 <= 12 {
        open_layered(Anywoli::<5>::new(rules))
    } else {
        open_layered(Anywoli::<4>::new(rules))
    }
}

#[cfg(test)]
mod tests;

//! Omweso of Uganda: four rows, relays round the own two, captured seeds sown again on the captor's side.
//!
//! Rules M1–M22 of rules.md, section 5, with the clarifications of section 12.

mod columns;
mod evaluate;
mod examples;
mod facts;
mod laps;
mod layers;
mod number;
mod placing;
mod play;
mod rules;
mod series;
mod slow;
mod text;
mod themes;
mod trace;
mod turn;
mod verdict;
mod waiting;
mod words;

pub use facts::Facts;
pub use play::{Omweso, OmwesoState};
pub use rules::{
    AkakyalaScope, AkawumbiPoints, Clock, EndlessTurn, FirstTurnCapture, LapLimit, NextStarter,
    OkukoneezaUntil, OmwesoRepetition, OmwesoRules, Reentry, Reverse, ReversePits, Setup, WinTiming,
};

use super::door::{Opened, open_layered};

/// Opens Omweso under a rule set.
pub(crate) fn open(rules: OmwesoRules) -> Opened {
    open_layered(Omweso::new(rules))
}

#[cfg(test)]
mod tests;

//! Urim: Oware's board and lap with three seeds a pit, a longer chain, a limit on each pit, and points.
//!
//! Rules U1–U10 of rules.md, section 2, with section 12. The moves are played by Oware's engine.

mod evaluate;
mod examples;
mod rules;
mod themes;

pub use rules::{EarlyStop, Target, UrimRules};

use super::door::{Opened, open_layered};
use super::oware::{Brava, Facts, SingleLap, SingleLapRules, open_chosen};
use crate::board::Board;

/// Urim on the rules `F`, by default those of six pits a row.
pub type Urim<F = Brava<6>> = SingleLap<u64, F, UrimRules, Board<u64>>;

/// Opens Urim under a rule set.
pub(crate) fn open(rules: UrimRules) -> Opened {
    let plan = rules.terms().plan;
    if plan == Brava::<6>.plan() {
        open_layered(Urim::with_facts(rules, Brava::<6>))
    } else if plan == Brava::<7>.plan() {
        open_layered(Urim::with_facts(rules, Brava::<7>))
    } else {
        open_chosen(rules)
    }
}

#[cfg(test)]
mod tests;

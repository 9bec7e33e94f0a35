//! Oware: one lap, captures of two or three in the opponent's row. And the engine that Urim shares with it.
//!
//! Rules O1–O14 of rules.md, section 1, with section 12.

pub mod awari_scores;
mod evaluate;
mod examples;
mod facts;
mod lanes;
mod laps;
mod layers;
mod ogn;
mod paths;
mod play;
mod rows;
mod rules;
mod state;
mod terms;
mod text;
mod themes;
mod trace;
mod unmoves;
mod weigh;
mod words;

pub use facts::{Abapa, Academic, Brava, Chosen, Counts, Facts, Preset, Snare};
pub use lanes::Lanes;
pub use play::SingleLap;
pub use rules::{Feeding, GrandSlam, LimitRule, NoMove, OwareRules, PitLimit, WinAt};
pub use state::{Seat, Stocked};
pub use terms::{Ends, Plan, SingleLapRules, Terms};
pub(crate) use themes::{AROUND, STARVE};

use super::door::{Opened, open_layered, open_unlayered};
use crate::board::Board;

/// Oware on a board of up to eight pits a row, on the rules `F`.
pub type Oware<F = Abapa> = SingleLap<u64, F, OwareRules, Board<u64>>;
/// Oware under any options on a board of up to 16 pits a row.
pub type WideOware = SingleLap<u128, Chosen, OwareRules, Board<u128>>;

/// Opens Oware under a rule set.
pub(crate) fn open(rules: OwareRules) -> Opened {
    let plan = rules.terms().plan;
    if plan == Abapa.plan() {
        open_layered(Oware::with_facts(rules, Abapa))
    } else if plan == Academic.plan() {
        open_layered(Oware::with_facts(rules, Academic))
    } else {
        open_chosen(rules)
    }
}

/// Opens a single-lap game under any options.
pub(crate) fn open_chosen<V: SingleLapRules>(rules: V) -> Opened {
    let plan = rules.terms().plan;
    let facts = Chosen::from(plan);
    let stores = plan.grand_slam == GrandSlam::AllowedIfWins;
    match (plan.pits, stores) {
        (..=8, false) => open_layered(SingleLap::<u64, _, V, Board<u64>>::with_facts(rules, facts)),
        (_, false) => open_layered(SingleLap::<u128, _, V, Board<u128>>::with_facts(rules, facts)),
        (..=8, true) => open_unlayered(SingleLap::<u64, _, V, Stocked<u64>>::with_facts(rules, facts)),
        (_, true) => open_unlayered(SingleLap::<u128, _, V, Stocked<u128>>::with_facts(rules, facts)),
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::twins as twin_checks;

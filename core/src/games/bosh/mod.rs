//! Bosh: a relay goes on from the next hole, a stop captures beyond one empty hole, and lost holes are closed.
//!
//! Rules B1–B11 of rules.md, section 4, and its section 12. A round is played on the ring of open holes: a closed hole
//! does not exist. [`BoshState`] is that ring; where the closed holes lie changes names only.

mod endless;
mod evaluate;
mod fullest;
mod lanes;
mod layers;
mod marks;
mod necklace;
mod packed;
mod play;
mod ring;
mod rounds;
mod rules;
mod state;
mod text;
mod themes;
mod trace;
mod wide;
mod words;

pub use necklace::{Necklaces, Work};
pub use packed::Packed;
pub use play::Bosh;
pub use ring::{Kernel, Ring};
pub use rules::{
    BoshRules, CaptureSide, EndlessTurn, FillSide, NextStarter, QuietLimit, Recurrence, RoundEnd, Rounds,
    WinBelow,
};
pub use state::{BoshState, Phase, Shape};
pub use wide::Wide;

use super::door::{Opened, open_layered};

/// Opens Bosh under a rule set.
pub(crate) fn open(rules: BoshRules) -> Opened {
    if rules.pits_per_row.0 as usize <= Packed::ROW {
        open_layered(Bosh::<Packed>::new(rules))
    } else {
        open_layered(Bosh::<Wide>::new(rules))
    }
}

#[cfg(test)]
mod tests;

//! The games. A game is one folder and one line in [`CATALOGUE`].

pub mod catalogue;
pub mod door;
pub mod history;
pub mod kalah;
pub mod notation;
pub mod omweso;
pub mod options;
pub mod rulebook;
pub mod trace;
pub mod variants;

pub use catalogue::{CATALOGUE, Entry, entry};
pub use door::{Opened, OptionInfo, Paths, Play, Rules};
pub use options::{Effect, Opt, RuleSet, Value};
pub use rulebook::{Example, Rulebook};
pub use trace::{Step, Trace};
pub use variants::{Settings, Variant};

#[cfg(test)]
mod check;

//! The games. A game is one folder and one line in [`CATALOGUE`].

pub mod anywoli;
pub mod bosh;
pub mod catalogue;
pub mod convert;
pub mod door;
pub mod foreign;
pub mod history;
pub mod kalah;
pub mod ladder;
pub mod laws;
pub mod notation;
pub mod omweso;
pub mod options;
pub mod oware;
mod pit_table;
pub mod record_format;
pub mod rulebook;
pub mod trace;
pub mod urim;
pub mod variants;

pub use catalogue::{CATALOGUE, Entry, entry};
pub(crate) use door::option_infos;
pub use door::{Opened, OptionInfo, Paths, Play, Rules};
pub use ladder::{Ladder, STEPS};
pub use options::{Effect, Opt, RuleSet, Value};
pub use rulebook::{Example, Rulebook};
pub use trace::{Step, Trace};
pub use variants::{Settings, Variant};

#[cfg(test)]
mod check;

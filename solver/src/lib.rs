//! Search, retrograde analysis and databases for sowing games.
//!
//! | rung | trait | what it gives |
//! | --- | --- | --- |
//! | rules | [`Game`] | play, path counts, search |
//! | numbering | [`Layered`] | layers can be solved and stored |
//! | unmoves | [`Reversible`] | layers are settled from their ends upwards |
//! | order | [`Forward`] | layers are solved in one pass |
//!
//! This crate names no game, prints nothing, draws nothing, and touches files only in `db`.

pub mod contract;
pub mod db;
mod ending;
pub mod exchange;
mod forward;
mod game;
mod hundredths;
mod key;
mod line;
pub mod mem;
mod metric;
pub mod perft;
pub mod playout;
mod probe;
pub mod prove;
pub mod retrograde;
mod reversible;
mod rowed;
mod score;
pub mod search;
pub mod simd;
mod slots;
mod watch;

pub use db::Whole;
pub use ending::{Ending, Reason, Verdict};
pub use forward::{Forward, Half, Met, Reach, Stroke};
pub use game::{Child, Game, Layer, Layered, Move, Panel, State, Turn};
pub use hundredths::Hundredths;
pub use key::Key;
pub use line::{Line, Undo};
pub use metric::Metric;
pub use probe::{NoDatabase, Probe};
pub use reversible::Reversible;
pub use rowed::{Harvest, Rowed, Sowing};
pub use score::{Bound, Interval, Score};
pub use watch::{Stopped, Unwatched, Watch};

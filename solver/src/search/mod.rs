//! Search: the best move and an honest value from any state of any game.
//!
//! Values are [`Hundredths`](crate::Hundredths) of a seed of net future gain, seen by the mover. [`Found`] keeps apart what
//! a search believes and what it has proven: what is proven is never made of an estimate, of a repetition of the path, or of
//! an entry of the table that rests on either.

mod calm;
mod enter;
mod entry;
mod evaluate;
mod found;
mod iterate;
mod limits;
mod order;
mod report;
mod run;
mod seeker;
pub mod slow;
mod table;
mod tuning;
mod window;

pub use entry::{Entry, Kind};
pub use evaluate::{Evaluate, InStore};
pub use found::Found;
pub use limits::{Clock, Limits, MAX_PLY, NoClock};
pub use report::{MoveReport, Report};
pub use run::{Job, Search};
pub use table::Table;
pub use tuning::{PARTS, Tuning};
pub use window::Window;

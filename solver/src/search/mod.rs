//! Search: the best move and an honest value from any state of any game.
//!
//! Values are [`Hundredths`](crate::Hundredths) of a seed of net future gain, seen by the mover. [`Found`] keeps apart what
//! a search believes and what it has proven.

mod entry;
mod found;
mod table;
mod window;

pub use entry::{Entry, Kind};
pub use found::Found;
pub use table::Table;
pub use window::Window;

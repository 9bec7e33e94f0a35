//! Retrograde analysis: solved lower layers in, a solved layer out. No files, no output.
//!
//! A [`Method`] solves one metric of one layer. Two serve any [`crate::Layered`] game, with equal results to the byte:
//! sweeps that play every open state again and again, and stored edges, which play each state once. Games bring faster
//! ones where their rules allow it.

mod above;
mod cells;
mod distance;
mod general;
mod graph;
mod line;
pub mod method;
mod once;
pub mod planes;
mod rows;
mod slow;
mod slow_plies;
mod solve;
mod sweep;
mod unmove;
mod values;
pub mod verify;

pub use above::{AboveError, all_above, value_above};
pub use distance::Plain;
pub use general::{Edges, Sweeps, general};
pub use line::{BestLine, Lines, Stop};
pub use method::{Job, Method};
pub use once::Once;
pub use planes::{Known, Planes, Solved};
pub use rows::Rows;
pub use slow::slow_layer;
pub(crate) use slow::standing_for;
pub use slow_plies::slow_distances;
pub use solve::{Needs, Plan, SolveError, solve, solve_layer};
pub use unmove::{Room, Unmoves};
pub use values::{Bounds, Distance, Scores, Value, Values};

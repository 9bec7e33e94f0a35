//! Retrograde analysis: solved lower layers in, a solved layer out. No files, no output.
//!
//! Two methods for any [`crate::Layered`] game, with equal results to the byte: [`sweep`](self) plays every open state
//! again and again; the stored graph plays each state once and keeps the edges inside the layer, where they fit.

mod cells;
mod graph;
mod line;
pub mod method;
mod once;
pub mod planes;
mod slow;
mod solve;
mod sweep;
mod values;

pub use line::{BestLine, Lines, Stop};
pub use once::Once;
pub use slow::slow_layer;
pub(crate) use slow::standing_for;
pub use solve::{Limits, Method, SolveError, memory_needed, solve, solve_layer};
pub use values::{Bounds, LayerValues, Scores, Solved, Value, Values};

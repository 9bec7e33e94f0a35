//! A game in progress: positions, sessions with undo, results.

mod position;
mod session;
mod standing;

pub use position::{Position, Side};
pub use session::{Ahead, GameResult, InProgress, Session, Winner};
pub use standing::{Next, Standing};

//! A game in progress: positions, sessions with undo, results, records.

mod judge;
mod position;
pub mod record;
mod session;
mod simple;
mod standing;

pub(crate) use judge::judge;
pub use position::{Position, Side};
pub use record::{Record, RecordedMove, RecordedResult};
pub use session::{Ahead, GameResult, InProgress, MOST_LISTED, Session, Winner};
pub(crate) use session::{fresh_line, whole};
pub use simple::Simple;
pub use standing::{Next, Standing};

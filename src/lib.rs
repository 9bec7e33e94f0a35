//! Six mancala games, exactly as their rules say, solved and analysed.

pub mod board;
mod error;
pub mod games;
pub mod play;
pub mod tables;

pub use error::Error;

//! Six mancala games, exactly as their rules say, solved and analysed.

pub mod board;
pub mod cli;
pub mod contest;
pub mod draw;
pub mod engine;
mod error;
pub mod games;
pub mod play;
pub mod proofs;
pub mod tables;

pub use error::Error;

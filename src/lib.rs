//! Six mancala games, exactly as their rules say, solved and analysed.

pub mod board;
pub mod cli;
pub mod draw;
pub mod engine;
mod error;
pub mod games;
pub mod play;
pub mod proofs;
pub mod reasons;
pub mod tables;
pub mod words;

pub use error::Error;

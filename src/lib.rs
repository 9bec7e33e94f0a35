//! Six mancala games, exactly as their rules say, solved and analysed.

pub mod board;
pub mod book;
pub mod cli;
pub mod draw;
pub mod engine;
mod error;
pub mod games;
mod lines;
pub mod play;
pub mod proofs;
pub mod protocol;
pub mod review;
pub mod tables;

pub use error::Error;

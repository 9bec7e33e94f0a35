//! Six mancala games, exactly as their rules say, solved and analysed. What lies behind the door is [`sowbase_core`], whose
//! parts stand here by name; this crate adds the faces.

pub mod book;
pub mod cli;
pub mod contest;
mod lines;
pub mod protocol;
pub mod reasons;
pub mod review;

pub use sowbase_core::{Error, board, draw, engine, error, games, play, proofs, puzzles, tables, words};

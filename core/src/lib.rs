//! Six mancala games, exactly as their rules say, solved and analysed: everything behind the door ([`games::Opened`]), as
//! plain data.
//!
//! This crate is where every game meets every solver, which takes a compiler minutes; the faces (command line, protocol,
//! page) are a crate of their own, so that work on them does not wait for it.

pub mod board;
pub mod draw;
pub mod engine;
pub mod error;
pub mod games;
pub mod play;
pub mod proofs;
pub mod puzzles;
pub mod tables;
pub mod words;

pub use error::Error;

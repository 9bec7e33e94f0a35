//! Matches: engines, simple players and programs against each other, under any rules.
//!
//! Plain data in and out; nothing here prints. [`Contest`] is a match to be played, [`Setting`] who plays it, [`Tally`] what
//! came of it. What the numbers mean: docs/match.md.

mod elo;
mod fairness;
mod forfeit;
mod game;
mod opening;
mod pace;
mod player;
mod process;
mod program;
mod records;
mod runner;
mod setting;
mod sprt;
mod tally;

pub use elo::{Counts, Estimate, Part, elo, share_of};
pub use fairness::{Fairness, Lengths, ProofLimits, Proven, fairness, proven_start};
pub use forfeit::Forfeit;
pub use game::{End, Played, PlayedMove, Used};
pub use opening::{JUDGE_NODES, Opening, RandomOpenings, read_openings};
pub use pace::{Pace, Tempo};
pub use records::record_of;
pub use runner::{Contest, MAX_PLIES, OpeningSource, Tell};
pub use setting::{HELP, Kind, Setting, Strength};
pub use sprt::{Claim, Ratio, Sprt};
pub use tally::{Tally, is_endless};

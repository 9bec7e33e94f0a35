//! Search of one opened game, behind an object-safe face: plain data in and out. What plays, analyses and speaks protocols
//! builds on it.
//!
//! [`Searching::engine`] opens an [`Engine`]: databases and a table that stay as long as it lives. [`Engine::search`] takes
//! a position with the moves played from it, so that repetition and limits count as they do in a game.

mod agree;
mod behind;
mod chooser;
mod evaluate;
mod known;
mod level;
mod report;
mod time;
mod walk;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use sowbase_solver::search::Clock;
pub use sowbase_solver::search::{Limits, PARTS, Tuning};

pub(crate) use behind::Searched;
pub use chooser::Chooser;
pub(crate) use evaluate::Judge;
pub use level::Level;
pub use report::{Answer, SearchedMove};
pub use time::{parse_time, share_of_clock};

use crate::error::Error;
use crate::play::Position;
use crate::tables::Places;

/// What an engine is opened with.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Bytes of the transposition table.
    pub hash: usize,
    /// Threads of a search. One gives the same answer, node for node, at every run.
    pub threads: usize,
    /// Where databases are looked up.
    pub places: Places,
    /// False: nothing is looked up, not even what is inside the program.
    pub databases: bool,
    /// What the search leaves out.
    pub tuning: Tuning,
    /// Judge by what is in store alone, without the game's evaluation: for comparisons.
    pub plain: bool,
}

/// Bytes of a transposition table where nothing else is said.
pub const HASH: usize = 64 << 20;

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            hash: HASH,
            threads: 1,
            places: Places::default(),
            databases: true,
            tuning: Tuning::default(),
            plain: false,
        }
    }
}

/// What is asked of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// Where the game began.
    pub position: &'a Position,
    /// The moves played from there.
    pub moves: &'a [String],
    /// When the search stops. Without any limit it goes on until nothing is left to find out.
    pub limits: Limits,
    /// How many moves get a value of their own, best first; 0: all.
    pub lines: usize,
}

/// Opens engines.
pub trait Searching: Send + Sync {
    /// An engine. Databases are opened when they are first asked for.
    ///
    /// # Errors
    /// When there is no memory for the table.
    fn engine<'a>(&'a self, options: &EngineOptions) -> Result<Box<dyn Engine + 'a>, Error>;

    /// A playing strength of the game.
    ///
    /// # Errors
    /// For a number that is no level.
    fn level(&self, number: u8) -> Result<Level, Error>;

    /// The evaluation of a position, in hundredths of a seed (Omweso: of a point) of future gain seen by the mover; nothing
    /// is searched.
    fn estimate(&self, position: &Position) -> i32;

    /// For tests: on `positions` positions of random play, `depth` plies deep, the search gives the value of plain minimax,
    /// with every way to search.
    ///
    /// # Errors
    /// The first state on which two differ.
    fn agree(&self, positions: u32, depth: u32, seed: u64) -> Result<(), String>;
}

/// A search that remembers.
pub trait Engine: Send {
    /// Searches. `tell` hears of every iteration; `stop`, set from anywhere, ends the search with what is known by then.
    ///
    /// # Errors
    /// For a move that cannot be played.
    fn search(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Error>;

    /// Forgets what earlier searches found out: the next is as in a fresh process.
    fn forget(&mut self);
}

/// The time since a moment.
pub(crate) struct Since(pub(crate) Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

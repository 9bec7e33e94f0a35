//! The engine protocol: lines in, lines out, as UCI and UGI have them (`docs/protocol.md`).
//!
//! One thread reads and answers what can be answered at once; another has the engine and thinks. So `stop`, `isready` and
//! `quit` are heard whatever goes on.

mod clock;
pub mod codingame;
mod command;
mod dialect;
mod host;
mod settings;
mod worker;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

pub use command::{Command, Go};
pub use dialect::Dialect;
pub use host::speak;

use crate::engine::EngineOptions;

/// What a conversation begins with.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// How positions and moves are written.
    pub dialect: Dialect,
    /// What the engine is opened with.
    pub engine: EngineOptions,
    /// A playing strength, 1 to 10; as well as it can without one.
    pub level: Option<u8>,
    /// A file with an opening book.
    pub book: Option<PathBuf>,
    /// Seed of what is left to chance.
    pub seed: u64,
}

/// The way out, for all threads. When nobody listens any more, it falls silent and says so.
pub(crate) struct Voice<'a> {
    out: Mutex<&'a mut (dyn Write + Send)>,
    gone: AtomicBool,
}

impl<'a> Voice<'a> {
    pub(crate) fn new(out: &'a mut (dyn Write + Send)) -> Self {
        Self { out: Mutex::new(out), gone: AtomicBool::new(false) }
    }

    /// Says a line.
    pub(crate) fn say(&self, line: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.gone.store(true, Relaxed);
        }
    }

    /// Says something to people; what is no command is a comment in this protocol.
    pub(crate) fn note(&self, text: &str) {
        for line in text.lines() {
            self.say(&format!("info string {line}"));
        }
    }

    /// True when nobody listens any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.gone.load(Relaxed)
    }
}

//! The record of the game on the table, ready to be written at any moment.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::INTERRUPTED;
use crate::cli::game::Chosen;
use crate::cli::interrupt::listen;
use crate::cli::progress::tell;
use crate::error::Error;
use crate::play::record::MAX_MOVES;
use crate::play::{InProgress, Position, Record, RecordedMove, RecordedResult, Side};

/// Keeps the record up to date and saves it.
#[derive(Debug)]
pub(super) struct Keep {
    /// Shared with the thread that Ctrl-C wakes.
    now: Arc<Mutex<Now>>,
}

#[derive(Debug)]
struct Now {
    record: Record,
    path: Option<PathBuf>,
    /// Files written in this game, which may be written again.
    written: Vec<PathBuf>,
}

impl Keep {
    /// Begins with the record of the game so far: the one that was resumed, or a new one.
    pub(super) fn new(
        chosen: &Chosen,
        start: &Position,
        earlier: Option<Record>,
        path: Option<PathBuf>,
        session: &dyn InProgress,
    ) -> Self {
        let mut record = Record::from_session(&chosen.opened, Some(&chosen.variant), start, session);
        if let Some(earlier) = earlier {
            // Comments, variations, tags and names stay; the program that writes it is this one.
            record = Record { program: record.program, ..earlier };
        }
        Self { now: Arc::new(Mutex::new(Now { record, path, written: Vec::new() })) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down a move and where it led.
    pub(super) fn push(&self, text: &str, session: &dyn InProgress) {
        let mut now = self.now();
        now.record.moves.push(RecordedMove::plain(text));
        now.record.result = session.result().map(RecordedResult::from);
    }

    /// Strikes out the last moves, with what was said about them.
    pub(super) fn pop(&self, moves: usize, session: &dyn InProgress) {
        let mut now = self.now();
        let left = now.record.moves.len().saturating_sub(moves);
        now.record.moves.truncate(left);
        now.record.result = session.result().map(RecordedResult::from);
    }

    /// Writes down that the game ended otherwise than by its moves: `how` is one word.
    pub(super) fn close(&self, how: &str, sentence: &str) {
        let mut now = self.now();
        now.record.tags.insert("termination".into(), how.into());
        now.record.tags.insert("outcome".into(), sentence.into());
    }

    /// Writes down who plays a side, unless somebody is named there already.
    pub(super) fn name(&self, side: Side, name: &str) {
        self.now().record.tags.entry(side.name().to_lowercase()).or_insert_with(|| name.to_owned());
    }

    /// True when a record can hold no further move.
    pub(super) fn is_full(&self) -> bool {
        self.now().record.moves.len() >= MAX_MOVES
    }

    /// The record as it stands.
    pub(super) fn record(&self) -> Record {
        self.now().record.clone()
    }

    /// Saves to the file of `--save`, if there is one; says which.
    pub(super) fn save(&self) -> Result<Option<PathBuf>, Error> {
        let now = self.now();
        now.path.as_ref().map(|path| now.record.save(path).map(|()| path.clone())).transpose()
    }

    /// Saves to a file that is named during the game; refuses to overwrite unless forced.
    pub(super) fn save_as(&self, path: &Path, force: bool) -> Result<(), Error> {
        let mut now = self.now();
        let ours = now.path.as_deref() == Some(path) || now.written.iter().any(|written| written == path);
        if path.is_file() && !force && !ours {
            return Err(Error::File(format!("{} exists; save! FILE overwrites it", path.display())));
        }
        now.record.save(path)?;
        now.written.push(path.to_owned());
        Ok(())
    }

    /// From now on Ctrl-C saves and leaves.
    pub(super) fn save_on_interrupt(&self) -> Result<(), Error> {
        let shared = Arc::clone(&self.now);
        listen(move || {
            let now = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let code = match now.path.as_ref().map(|path| (path, now.record.save(path))) {
                None => INTERRUPTED,
                Some((path, Ok(()))) => {
                    tell(&format!("\nstopped; saved to {}", path.display()));
                    INTERRUPTED
                }
                Some((_, Err(error))) => {
                    tell(&format!("\nerror: {error}"));
                    1
                }
            };
            std::process::exit(i32::from(code));
        })
        .map_err(|error| Error::File(format!("cannot listen for Ctrl-C: {error}")))
    }
}

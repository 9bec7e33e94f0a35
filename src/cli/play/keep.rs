//! The record of the game on the table, ready to be written at any moment.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::cli::INTERRUPTED;
use crate::cli::game::Chosen;
use crate::error::Error;
use crate::games::Opened;
use crate::play::{InProgress, Position, Record};

/// Keeps the record up to date and saves it.
#[derive(Debug)]
pub(super) struct Keep {
    start: Position,
    variant: String,
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
    /// Begins with the record of the game so far; `earlier` lends its comments, variations and tags.
    pub(super) fn new(
        chosen: &Chosen,
        start: Position,
        earlier: Option<Record>,
        path: Option<PathBuf>,
        session: &dyn InProgress,
    ) -> Self {
        let variant = chosen.variant.clone();
        let fresh = Record::from_session(&chosen.opened, Some(&variant), &start, session);
        let record = earlier.unwrap_or(fresh);
        Self { start, variant, now: Arc::new(Mutex::new(Now { record, path, written: Vec::new() })) }
    }

    fn now(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes down where the game stands now. Comments and variations stay with the moves that are still the same.
    pub(super) fn update(&self, opened: &Opened, session: &dyn InProgress) {
        let mut fresh = Record::from_session(opened, Some(&self.variant), &self.start, session);
        let mut now = self.now();
        let earlier = std::mem::take(&mut now.record.moves);
        for (fresh, earlier) in fresh.moves.iter_mut().zip(earlier) {
            if fresh.text != earlier.text {
                break;
            }
            *fresh = earlier;
        }
        fresh.tags = std::mem::take(&mut now.record.tags);
        now.record = fresh;
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
        ctrlc::set_handler(move || {
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

#[expect(clippy::print_stderr, reason = "the last word before the program ends")]
fn tell(text: &str) {
    eprintln!("{text}");
}

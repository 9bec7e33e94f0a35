//! What `setoption` sets.

use std::path::{Path, PathBuf};

use crate::book::Book;
use crate::engine::{Chooser, EngineOptions, Level};
use crate::error::Error;
use crate::games::Opened;

/// What a GUI can set, as it stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) engine: EngineOptions,
    /// How many lines are shown.
    pub(super) lines: usize,
    /// A playing strength; `None`: as well as it can.
    pub(super) level: Option<Level>,
    /// Milliseconds between the program and whoever holds the clock.
    pub(super) overhead: u64,
    pub(super) book: Book,
    pub(super) own_book: bool,
    /// Seed of what is left to chance: moves of a level and of the book.
    pub(super) seed: u64,
}

/// What a change asks for beside itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// Nothing.
    Nothing,
    /// The engine is opened anew.
    Reopen,
    /// What earlier searches found is forgotten.
    Forget,
    /// Chance begins anew.
    Reseed,
}

/// The most MiB of a table.
const MOST_HASH: u64 = 1 << 20;
/// The most threads.
const MOST_THREADS: u64 = 1024;

impl Settings {
    /// The options as the protocol announces them.
    pub(super) fn announced(&self) -> Vec<String> {
        let spin = |name: &str, default: u64, min: u64, max: u64| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        };
        let level = self.level.map_or(0, |level| u64::from(level.number));
        vec![
            spin("Hash", (self.engine.hash >> 20) as u64, 0, MOST_HASH),
            "option name Clear Hash type button".into(),
            spin("Threads", self.engine.threads as u64, 1, MOST_THREADS),
            spin("MultiPV", self.lines as u64, 1, 500),
            spin("Level", level, 0, u64::from(Level::HIGHEST)),
            spin("Move Overhead", self.overhead, 0, 5000),
            format!("option name OwnBook type check default {}", self.own_book),
            "option name Book type string default <empty>".into(),
            "option name Databases type string default <empty>".into(),
            spin("Seed", self.seed, 0, u64::from(u32::MAX)),
        ]
    }

    /// Sets an option by its name, whatever its case. `None`: there is no such option.
    ///
    /// # Errors
    /// For a value that is not allowed: what was given and what is allowed.
    pub(super) fn set(&mut self, opened: &Opened, name: &str, value: &str) -> Option<Result<Then, Error>> {
        let number = |least: u64, most: u64| {
            value.parse::<u64>().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| {
                Error::Usage(format!(
                    "option {name}: {value:?} is not allowed; a number from {least} to {most}"
                ))
            })
        };
        let none = matches!(value, "" | "<empty>");
        Some(match name.to_ascii_lowercase().as_str() {
            "hash" => number(0, MOST_HASH).map(|mib| {
                self.engine.hash = (mib as usize) << 20;
                Then::Reopen
            }),
            "threads" => number(1, MOST_THREADS).map(|threads| {
                self.engine.threads = threads as usize;
                Then::Reopen
            }),
            "clear hash" => Ok(Then::Forget),
            "multipv" => number(1, 500).map(|lines| {
                self.lines = lines as usize;
                Then::Nothing
            }),
            "level" => number(0, u64::from(Level::HIGHEST)).and_then(|number| {
                self.level = if number == 0 { None } else { Some(opened.search.level(number as u8)?) };
                Ok(Then::Reopen)
            }),
            "move overhead" => number(0, 5000).map(|overhead| {
                self.overhead = overhead;
                Then::Nothing
            }),
            "ownbook" => match value {
                "true" | "false" => {
                    self.own_book = value == "true";
                    Ok(Then::Nothing)
                }
                _ => Err(Error::Usage(format!("option OwnBook: {value:?} is not allowed; true or false"))),
            },
            "book" if none => {
                self.book = Book::default();
                Ok(Then::Nothing)
            }
            "book" => Book::load(Path::new(value), opened).map(|book| {
                self.book = book;
                Then::Nothing
            }),
            "databases" => {
                let folders = std::env::split_paths(value).filter(|_| !none);
                self.engine.places.dirs = folders.collect::<Vec<PathBuf>>();
                Ok(Then::Reopen)
            }
            "seed" => number(0, u64::from(u32::MAX)).map(|seed| {
                self.seed = seed;
                Then::Reseed
            }),
            _ => return None,
        })
    }

    /// The engine.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub(super) fn chooser<'a>(&self, opened: &'a Opened) -> Result<Chooser<'a>, Error> {
        Chooser::new(opened, &self.engine, self.level)
    }
}

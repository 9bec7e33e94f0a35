//! Records: games written down as JSON, with variations and comments (`docs/record.md`).
//!
//! A record holds its own rules, so it opens its game by itself, and reading one replays all of it: what has been
//! read is a game that can be played. Writing is stable: a record that was read and written again has the same bytes.

mod file;
mod read;
mod replay;
mod write;

use std::collections::BTreeMap;

use super::{GameResult, InProgress, Position, Winner};
use crate::error::Error;
use crate::games::{Opened, Settings, entry};

/// The schema that this program writes and reads.
pub const SCHEMA: u32 = 1;
/// The most bytes of a record.
pub const MAX_BYTES: usize = 16 << 20;
/// The most moves of a record, those in variations included.
pub const MAX_MOVES: usize = 1_000_000;
/// The most variations inside one another.
pub const MAX_DEPTH: usize = 32;

/// A game written down.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The program that wrote it.
    pub program: String,
    /// The game's name.
    pub game: String,
    /// The variant's name, if it had one. It decides nothing: the rules do.
    pub variant: Option<String>,
    /// Every option with its value.
    pub rules: Settings,
    /// Fingerprint of the rules.
    pub fingerprint: String,
    /// The position the game started from.
    pub start: String,
    /// The moves played, in all rounds.
    pub moves: Vec<RecordedMove>,
    /// How it ended; in a match, how its last round ended. `None` while it is not over.
    pub result: Option<RecordedResult>,
    /// What else is known: players, date, place, as the writer likes.
    pub tags: BTreeMap<String, String>,
}

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedMove {
    /// The move as written.
    pub text: String,
    /// What somebody says about it.
    pub comment: Option<String>,
    /// Lines that could have been played instead of this move and what follows it; each has at least one move.
    pub variations: Vec<Vec<RecordedMove>>,
}

impl RecordedMove {
    /// A move without comment and variations.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// How a recorded game ended.
#[derive(Clone, PartialEq, Debug)]
pub struct RecordedResult {
    /// What South holds in the end, in seeds (Omweso: points).
    pub south: f64,
    /// What North holds in the end.
    pub north: f64,
    /// Who won.
    pub winner: Winner,
    /// Points that go to the winner, where the game has points.
    pub points: Option<u32>,
    /// Why it ended, as a key.
    pub rule: String,
    /// Why it ended, in words.
    pub reason: String,
}

impl From<&GameResult> for RecordedResult {
    fn from(result: &GameResult) -> Self {
        Self {
            south: result.south,
            north: result.north,
            winner: result.winner,
            points: result.points,
            rule: result.rule.to_owned(),
            reason: result.reason.clone(),
        }
    }
}

impl Record {
    /// Writes down a game in progress that began at `start`.
    pub fn from_session(
        opened: &Opened,
        variant: Option<&str>,
        start: &Position,
        session: &dyn InProgress,
    ) -> Self {
        let options = opened.rules.options().into_iter();
        Self {
            program: concat!("sowbase ", env!("CARGO_PKG_VERSION")).to_owned(),
            game: opened.rules.game().to_owned(),
            variant: variant.map(str::to_owned),
            rules: options.map(|option| (option.key.to_owned(), option.value)).collect(),
            fingerprint: opened.rules.fingerprint(),
            start: opened.play.format(start),
            moves: session.played().into_iter().map(RecordedMove::plain).collect(),
            result: session.result().map(RecordedResult::from),
            tags: BTreeMap::new(),
        }
    }

    /// Opens the game under the record's own rules.
    ///
    /// # Errors
    /// For an unknown game or rules that are not allowed, and when the rules do not have the record's fingerprint.
    pub fn open(&self) -> Result<Opened, Error> {
        let inside = |error: Error| Error::Record(error.to_string());
        let opened = entry(&self.game).map_err(inside)?.open(&self.rules).map_err(inside)?;
        self.fits(&opened)?;
        Ok(opened)
    }

    /// The moves of the main line, as texts.
    pub fn main_line(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|played| played.text.as_str())
    }
}

#[cfg(test)]
mod tests;

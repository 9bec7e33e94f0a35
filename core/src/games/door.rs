//! The door: a game that has been opened under a rule set, as a few small object-safe parts.
//!
//! Faces (command line, protocol, page, Python) know these and plain data; they never see a game's type. One virtual
//! call starts a whole command; behind it everything is generic.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sowbase_solver::{Layered, Move, perft};

use super::laws::{Lawful, Laws};
use super::notation;
use super::options::{Effect, RuleSet, fingerprint};
use super::record_format;
use super::rulebook::{Example, Rulebook};
use crate::draw::text::Layout;
use crate::engine::{Searched, Searching};
use crate::error::Error;
use crate::play::{InProgress, Position, Record, Session};
use crate::proofs::Proving;
use crate::puzzles::Puzzling;
use crate::tables::{Tabled, Tables};

/// An option as it stands in an opened game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// Its key.
    pub key: &'static str,
    /// The value in force.
    pub value: String,
    /// The default.
    pub default: String,
    /// What may be written.
    pub allowed: String,
    /// What it decides.
    pub about: &'static str,
    /// Rule and source.
    pub source: &'static str,
    /// What it changes beside the play.
    pub effect: Effect,
}

/// The rules in force.
pub trait Rules: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// Every option with its value.
    fn options(&self) -> Vec<OptionInfo>;
    /// Fingerprint of the whole rule set, 16 hexadecimal digits.
    fn fingerprint(&self) -> String;
    /// Fingerprint of what changes stored numbers.
    fn database_fingerprint(&self) -> String;
    /// Why no database can hold values under these rules, if so.
    fn not_tabled(&self) -> Option<String>;
    /// The rules in words, one paragraph an item.
    fn words(&self) -> Vec<String>;
    /// Worked examples.
    fn examples(&self) -> &'static [Example];
}

/// Positions and games.
pub trait Play: Send + Sync {
    /// The position of a fresh game.
    fn start(&self) -> Position;
    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with it, and what is allowed.
    fn parse(&self, text: &str, any_total: bool) -> Result<Position, Error>;
    /// Writes a position.
    fn format(&self, position: &Position) -> String {
        notation::format(position)
    }
    /// How the pits of a player lie.
    fn layout(&self) -> Layout;
    /// True when a score counts points of the game, not seeds.
    fn scores_are_points(&self) -> bool;
    /// True when endless play is worth what scores of databases take it for: half of the board to each side.
    fn endless_is_even(&self) -> bool;
    /// A game that goes on from a position.
    fn session(&self, position: &Position) -> Box<dyn InProgress>;
    /// A game that began at a position, after some moves.
    ///
    /// # Errors
    /// For the first move that cannot be played.
    fn replay(&self, start: &Position, moves: &[String]) -> Result<Box<dyn InProgress>, Error> {
        let mut session = self.session(start);
        for text in moves {
            session.play(text)?;
        }
        Ok(session)
    }
    /// Formats of others in which games can be written, by name.
    fn record_formats(&self) -> Vec<&'static str>;
    /// Writes a game under these rules in such a format.
    ///
    /// # Errors
    /// For a format that there is not, and what it cannot say.
    fn write_record(&self, format: &str, record: &Record) -> Result<String, Error>;
}

/// Path counts.
pub trait Paths: Send + Sync {
    /// Paths of exactly `depth` plies.
    fn perft(&self, position: &Position, depth: u32) -> u64;
    /// Paths below each move, by the move's text.
    fn divide(&self, position: &Position, depth: u32) -> Vec<(String, u64)>;
    /// The same until `stop` is set: then `None`.
    fn divide_until(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>>;
}

/// A game opened under a rule set.
pub struct Opened {
    /// The rules in force.
    pub rules: Box<dyn Rules>,
    /// Positions and games.
    pub play: Box<dyn Play>,
    /// Path counts.
    pub paths: Box<dyn Paths>,
    /// The laws of the game, to be tried.
    pub laws: Box<dyn Laws>,
    /// Solved layers, where the game has a numbering.
    pub tables: Option<Arc<dyn Tables>>,
    /// Proofs, where the game has a numbering.
    pub proofs: Option<Arc<dyn Proving>>,
    /// Problems, where the game has a numbering.
    pub puzzles: Option<Arc<dyn Puzzling>>,
    /// Search.
    pub search: Box<dyn Searching>,
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("game", &self.rules.game()).finish_non_exhaustive()
    }
}

/// One game behind every part of the door.
struct Behind<G>(Arc<G>);

impl<G: Rulebook> Rules for Behind<G> {
    fn game(&self) -> &'static str {
        G::Rules::GAME
    }
    fn options(&self) -> Vec<OptionInfo> {
        option_infos(self.0.rules())
    }
    fn fingerprint(&self) -> String {
        fingerprint(&self.0.rules().canonical())
    }
    fn database_fingerprint(&self) -> String {
        fingerprint(&self.0.rules().database_canonical())
    }
    fn not_tabled(&self) -> Option<String> {
        self.0.rules().not_tabled()
    }
    fn words(&self) -> Vec<String> {
        self.0.words()
    }
    fn examples(&self) -> &'static [Example] {
        G::examples()
    }
}

/// The options of a rule set with their values.
pub(crate) fn option_infos<R: RuleSet>(rules: &R) -> Vec<OptionInfo> {
    let defaults = R::default();
    R::options()
        .iter()
        .map(|option| OptionInfo {
            key: option.key,
            value: (option.get)(rules),
            default: (option.get)(&defaults),
            allowed: (option.allowed)(),
            about: option.about,
            source: option.source,
            effect: option.effect,
        })
        .collect()
}

impl<G: Rulebook> Play for Behind<G> {
    fn start(&self) -> Position {
        self.0.initial()
    }
    fn parse(&self, text: &str, any_total: bool) -> Result<Position, Error> {
        notation::parse(&*self.0, text, any_total)
    }
    fn layout(&self) -> Layout {
        self.0.layout()
    }
    fn scores_are_points(&self) -> bool {
        !self.0.ends_in_stores() && self.0.points([1.0, 0.0]).is_some()
    }
    fn endless_is_even(&self) -> bool {
        self.0.endless_is_even()
    }
    fn session(&self, position: &Position) -> Box<dyn InProgress> {
        Box::new(Session::new(Arc::clone(&self.0), position.clone()))
    }
    fn record_formats(&self) -> Vec<&'static str> {
        self.0.record_formats().iter().map(|format| format.name()).collect()
    }
    fn write_record(&self, format: &str, record: &Record) -> Result<String, Error> {
        record_format::write(&self.0, format, record, &self.parse(&record.start, true)?)
    }
}

impl<G: Rulebook> Behind<G> {
    fn with_texts(&self, position: &Position, counted: Vec<(Move, u64)>) -> Vec<(String, u64)> {
        let state = self.0.encode(position);
        let text = |mv| self.0.move_text(&state, mv, position.side);
        counted.into_iter().map(|(mv, paths)| (text(mv), paths)).collect()
    }
}

impl<G: Rulebook> Paths for Behind<G> {
    fn perft(&self, position: &Position, depth: u32) -> u64 {
        perft::perft_parallel(&*self.0, &self.0.encode(position), depth)
    }
    fn divide(&self, position: &Position, depth: u32) -> Vec<(String, u64)> {
        self.with_texts(position, perft::divide(&*self.0, &self.0.encode(position), depth))
    }
    fn divide_until(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Option<Vec<(String, u64)>> {
        let counted = perft::divide_until(&*self.0, &self.0.encode(position), depth, stop)?;
        Some(self.with_texts(position, counted))
    }
}

/// Opens a game that has no numbering.
pub(crate) fn open_unlayered<G: Rulebook>(game: G) -> Opened {
    let game = Arc::new(game);
    Opened {
        rules: Box::new(Behind(Arc::clone(&game))),
        play: Box::new(Behind(Arc::clone(&game))),
        paths: Box::new(Behind(Arc::clone(&game))),
        search: Box::new(Searched::unnumbered(Arc::clone(&game))),
        laws: Box::new(Lawful::unnumbered(game)),
        tables: None,
        proofs: None,
        puzzles: None,
    }
}

/// Opens a game whose states can be numbered.
pub(crate) fn open_layered<G: Rulebook + Layered>(game: G) -> Opened {
    let game = Arc::new(game);
    let tables = Arc::new(Tabled::new(Arc::clone(&game)));
    Opened {
        rules: Box::new(Behind(Arc::clone(&game))),
        play: Box::new(Behind(Arc::clone(&game))),
        paths: Box::new(Behind(Arc::clone(&game))),
        search: Box::new(Searched::numbered(Arc::clone(&game), Arc::clone(&tables))),
        laws: Box::new(Lawful::numbered(game)),
        proofs: Some(Arc::clone(&tables) as Arc<dyn Proving>),
        puzzles: Some(Arc::clone(&tables) as Arc<dyn Puzzling>),
        tables: Some(tables),
    }
}

//! Opening books: moves for positions that were analysed long before (`docs/book.md`).
//!
//! A book is one JSON file for one game under one rule set. Reading checks all of it: the fingerprint, every position and
//! every move, so that a book can never bring an illegal move.

use std::collections::HashMap;
use std::path::Path;

use fastrand::Rng;
use serde::{Deserialize, Serialize};

use crate::error::{Error, short};
use crate::games::Opened;

/// The schema that this program reads.
pub const SCHEMA: u32 = 1;
/// The most bytes of a book.
pub const MAX_BYTES: u64 = 64 << 20;

/// A book as it lies in its file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookFile {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The game's name.
    pub game: String,
    /// Fingerprint of the rules, 16 hexadecimal digits.
    pub fingerprint: String,
    /// The positions that the book knows.
    pub positions: Vec<BookPosition>,
}

/// A position of a book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookPosition {
    /// In our notation, stores and side to move included.
    pub position: String,
    /// The moves, best first.
    pub moves: Vec<BookMove>,
}

/// A move of a book.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookMove {
    /// The move.
    pub r#move: String,
    /// How often it is played beside the others; 0: never, it is there to be looked at.
    pub weight: u32,
    /// What its mover still gains, net, in seeds, as far as whoever made the book could see.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
}

/// A book that was read and fits an opened game.
#[derive(Clone, Debug, Default)]
pub struct Book {
    positions: HashMap<String, Vec<BookMove>>,
}

impl Book {
    /// Reads a book for an opened game.
    ///
    /// # Errors
    /// When the file cannot be read, is too large or no book, is for another game or other rules, or holds a position or
    /// a move that cannot be; the message begins with the file's name.
    pub fn load(path: &Path, opened: &Opened) -> Result<Self, Error> {
        let shown = short(&path.display().to_string());
        let broken = |error: std::io::Error| Error::File(format!("{shown}: {error}"));
        let size = std::fs::metadata(path).map_err(broken)?.len();
        if size > MAX_BYTES {
            return Err(Error::File(format!("{shown}: {size} bytes; a book has at most {MAX_BYTES}")));
        }
        let text = std::fs::read_to_string(path).map_err(broken)?;
        Self::read(&text, opened).map_err(|error| Error::File(format!("{shown}: {error}")))
    }

    /// Reads a book from its text.
    ///
    /// # Errors
    /// As [`Book::load`].
    pub fn read(text: &str, opened: &Opened) -> Result<Self, Error> {
        let file: BookFile =
            serde_json::from_str(text).map_err(|error| Error::File(format!("no book: {error}")))?;
        let (game, print) = (opened.rules.game(), opened.rules.fingerprint());
        if file.schema != SCHEMA {
            return Err(Error::File(format!("book schema {}; this program reads {SCHEMA}", file.schema)));
        }
        if file.game != game || file.fingerprint != print {
            return Err(Error::File(format!(
                "the book is for {} {}, and the rules in force are {game} {print}",
                short(&file.game),
                short(&file.fingerprint)
            )));
        }
        let mut positions = HashMap::with_capacity(file.positions.len());
        for entry in file.positions {
            let position = opened.play.parse(&entry.position, true)?;
            let mut session = opened.play.session(&position);
            for mv in &entry.moves {
                session.play(&mv.r#move).map_err(|error| {
                    Error::File(format!("position {:?}: {error}", short(&entry.position)))
                })?;
                session.undo();
            }
            if positions.insert(opened.play.format(&position), entry.moves).is_some() {
                return Err(Error::File(format!("position {:?} stands twice", short(&entry.position))));
            }
        }
        Ok(Self { positions })
    }

    /// How many positions it knows.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// True when it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The moves of a position, in our notation; empty when the book does not know it.
    pub fn moves(&self, position: &str) -> &[BookMove] {
        self.positions.get(position).map_or(&[], Vec::as_slice)
    }

    /// A move for a position, each as often as its weight says.
    pub fn pick(&self, position: &str, rng: &mut Rng) -> Option<&BookMove> {
        let moves = self.moves(position);
        let all: u64 = moves.iter().map(|mv| u64::from(mv.weight)).sum();
        if all == 0 {
            return None;
        }
        let mut left = rng.u64(..all);
        moves.iter().find(|mv| match left.checked_sub(u64::from(mv.weight)) {
            Some(rest) => {
                left = rest;
                false
            }
            None => true,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::entry;

    fn book(opened: &Opened, positions: &str) -> String {
        let print = opened.rules.fingerprint();
        format!(r#"{{"schema":1,"game":"oware","fingerprint":"{print}","positions":[{positions}]}}"#)
    }

    #[test]
    fn moves_are_picked_by_weight() {
        let opened = entry("oware").and_then(|entry| entry.open(&[])).expect("opens");
        let start = opened.play.format(&opened.play.start());
        let entry = format!(
            r#"{{"position":"{start}","moves":[{{"move":"F","weight":3}},{{"move":"A","weight":1,"score":-0.5}},{{"move":"B","weight":0}}]}}"#
        );
        let book = Book::read(&book(&opened, &entry), &opened).expect("a book");
        let (mut rng, mut counts) = (Rng::with_seed(1), HashMap::<String, u32>::new());
        for _ in 0..4000 {
            *counts.entry(book.pick(&start, &mut rng).expect("known").r#move.clone()).or_default() += 1;
        }
        // 4,000 draws at 3 to 1: 1,000 ± 27 (one standard deviation) of A.
        assert!((865..=1135).contains(&counts["A"]) && counts["A"] + counts["F"] == 4000, "{counts:?}");
        assert!(book.pick("elsewhere", &mut rng).is_none() && book.len() == 1);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let opened = entry("oware").and_then(|entry| entry.open(&[])).expect("opens");
        let start = opened.play.format(&opened.play.start());
        let one = |mv: &str| format!(r#"{{"position":"{start}","moves":[{{"move":"{mv}","weight":1}}]}}"#);
        let academic = entry("oware").expect("game");
        let academic = academic.open(&[("grand_slam".into(), "allowed".into())]).expect("opens");
        for (text, expected) in [
            ("{".to_owned(), "no book"),
            (book(&opened, "").replace("\"schema\":1", "\"schema\":2"), "schema 2"),
            (book(&opened, "").replace("oware", "urim"), "is for urim"),
            (book(&academic, ""), "the rules in force are"),
            (book(&opened, &one("a")), "move 1"),
            (book(&opened, &format!("{},{}", one("A"), one("B"))), "stands twice"),
            (book(&opened, r#"{"position":"1,2/3","moves":[]}"#), "position"),
        ] {
            let error = Book::read(&text, &opened).expect_err(&text).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}

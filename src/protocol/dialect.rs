//! How positions and moves are written: our own way, or that of a program that speaks the protocol for one game.

use crate::error::{Error, short};
use crate::games::{Opened, convert};
use crate::play::Position;

/// A way to write positions and moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Our notation; moves with blanks between.
    #[default]
    Own,
    /// The Oware program Aualé: `4-4-…-0-0-S`, moves written together.
    Auale,
}

impl Dialect {
    /// Reads what stands between `position` and `moves`.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn position(self, opened: &Opened, text: &str) -> Result<Position, Error> {
        let text = text.strip_prefix("fen ").unwrap_or(text).trim();
        if matches!(text, "startpos" | "start") {
            return Ok(opened.play.start());
        }
        match self {
            Self::Own => opened.play.parse(text, true),
            Self::Auale => convert::read(opened, "aalina", text, true).map(|(position, _)| position),
        }
    }

    /// Reads what stands behind `moves`.
    pub(super) fn moves(self, text: &str) -> Vec<String> {
        match self {
            Self::Own => text.split_whitespace().map(str::to_owned).collect(),
            Self::Auale => text.chars().filter(|c| !c.is_whitespace()).map(String::from).collect(),
        }
    }

    /// Writes a line of play.
    pub(super) fn line(self, moves: &[String]) -> String {
        moves.join(if self == Self::Own { " " } else { "" })
    }

    /// Refuses games that a dialect is not for.
    ///
    /// # Errors
    /// With the games that it is for.
    pub(super) fn fits(self, opened: &Opened) -> Result<(), Error> {
        if self == Self::Own {
            return Ok(());
        }
        let start = opened.play.start();
        convert::write(opened, "aalina", &start).map(|_| ()).map_err(|error| {
            Error::Usage(format!("--dialect auale, for {}: {error}", short(opened.rules.game())))
        })
    }
}

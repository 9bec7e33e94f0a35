//! The arguments that say which game is meant, under which rules, and from which position.

use crate::error::Error;
use crate::games::{Opened, Variant, entry};
use crate::play::{InProgress, Position};

/// Which game, under which rules.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct GameArgs {
    /// The game: oware, urim, anywoli, bosh, omweso or kalah.
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
}

/// The rules of a game that is named beside them.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RuleArgs {
    /// A shipped variant by name, or a TOML file of your own.
    #[arg(long, value_name = "NAME|FILE", requires = "game")]
    variant: Option<String>,
    /// Sets one option, like `pits_per_row=5`; may be repeated.
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "game")]
    rules: Vec<String>,
}

/// A game and a position in it, with moves played from there.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PlayedArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// A position (quoted; or the word start), then moves played from it.
    #[arg(value_name = "POSITION|MOVES")]
    pub(crate) words: Vec<String>,
    /// Accept more seeds than a game has.
    #[arg(long)]
    pub(crate) allow_any_total: bool,
}

/// A game and a position in it.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The position; the start without one.
    position: Option<String>,
    /// Accept more seeds than a game has.
    #[arg(long)]
    allow_any_total: bool,
}

/// A game as opened by the command line.
#[derive(Debug)]
pub(crate) struct Chosen {
    /// The game behind the door.
    pub(crate) opened: Opened,
    /// The variant's name, the game's own when none was asked for; `+` when options were set beside it.
    pub(crate) variant: String,
}

impl GameArgs {
    /// Opens the game.
    ///
    /// # Errors
    /// For an unknown game, variant, option or value.
    pub(crate) fn open(&self) -> Result<Chosen, Error> {
        self.rules.open(&self.game)
    }
}

impl RuleArgs {
    /// True when rules other than the game's defaults were asked for.
    pub(crate) fn any(&self) -> bool {
        self.variant.is_some() || !self.rules.is_empty()
    }

    /// Opens a game under these rules.
    ///
    /// # Errors
    /// As [`GameArgs::open`].
    pub(crate) fn open(&self, game: &str) -> Result<Chosen, Error> {
        let entry = entry(game)?;
        let (mut settings, mut name) = (Vec::new(), entry.name.to_owned());
        if let Some(variant) = &self.variant {
            let variant = Variant::find(variant, Some(entry.name))?;
            settings = variant.settings;
            name = variant.name;
        }
        for rule in &self.rules {
            let (key, value) = rule.split_once('=').ok_or_else(|| {
                Error::Usage(format!("--rule {rule:?}: write key=value, like pits_per_row=6"))
            })?;
            settings.push((key.trim().to_owned(), value.trim().to_owned()));
        }
        if !self.rules.is_empty() {
            name.push('+');
        }
        Ok(Chosen { opened: entry.open(&settings)?, variant: name })
    }
}

impl PlayedArgs {
    /// Opens the game and plays the moves.
    ///
    /// # Errors
    /// As [`GameArgs::open`] and [`Chosen::session`].
    pub(crate) fn session(&self) -> Result<(Chosen, Box<dyn InProgress>), Error> {
        let chosen = self.game.open()?;
        let session = chosen.session(&self.words, self.allow_any_total)?;
        Ok((chosen, session))
    }
}

impl PositionArgs {
    /// The position in a game that was opened.
    ///
    /// # Errors
    /// As [`Chosen::position`].
    pub(crate) fn of(&self, chosen: &Chosen) -> Result<Position, Error> {
        chosen.position(self.position.as_deref(), self.allow_any_total)
    }
}

impl Chosen {
    /// Opens a game with settings that no arguments gave.
    ///
    /// # Errors
    /// For an unknown game, option or value.
    pub(crate) fn with(game: &str, settings: &[(String, String)]) -> Result<Self, Error> {
        let entry = entry(game)?;
        let plus = if settings.is_empty() { "" } else { "+" };
        Ok(Self { opened: entry.open(settings)?, variant: format!("{}{plus}", entry.name) })
    }

    /// Opens a shipped variant by its name.
    ///
    /// # Errors
    /// For an unknown name.
    pub(crate) fn preset(name: &str) -> Result<Self, Error> {
        Self::of(Variant::find(name, None)?)
    }

    /// Opens a variant.
    ///
    /// # Errors
    /// As [`GameArgs::open`].
    pub(crate) fn of(variant: Variant) -> Result<Self, Error> {
        Ok(Self { opened: variant.open(&[])?, variant: variant.name })
    }

    /// Reads a position, `start` being the start.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(crate) fn position(&self, text: Option<&str>, any_total: bool) -> Result<Position, Error> {
        match text {
            None | Some("start") => Ok(self.opened.play.start()),
            Some(text) => self.opened.play.parse(text, any_total),
        }
    }

    /// Plays moves from a position: if the first word holds a `/` or is `start`, it is the position, and what follows
    /// are moves; else all words are moves from the start. Words may hold several moves.
    ///
    /// # Errors
    /// What is wrong with the position or with which move.
    pub(crate) fn session(&self, words: &[String], any_total: bool) -> Result<Box<dyn InProgress>, Error> {
        let (position, moves) = split(words);
        let mut session = self.opened.play.session(&self.position(position, any_total)?);
        for text in moves {
            session.play(text).map_err(|error| with_hint(error, text))?;
        }
        Ok(session)
    }
}

/// The position, if the first word is one, and the moves.
pub(crate) fn split(words: &[String]) -> (Option<&str>, Vec<&str>) {
    let is_position = |word: &String| word.contains('/') || word == "start";
    let (position, rest) = match words.split_first() {
        Some((first, rest)) if is_position(first) => (Some(first.as_str()), rest),
        _ => (None, words),
    };
    let separators = |c: char| c.is_whitespace() || c == ',';
    (position, rest.iter().flat_map(|word| word.split(separators)).filter(|text| !text.is_empty()).collect())
}

/// A word that looks like a piece of a position was probably meant to be in quotes.
fn with_hint(error: Error, text: &str) -> Error {
    let piece = text.chars().all(|c| c.is_ascii_digit() || c == '-') || text == "S" || text == "N";
    match error {
        Error::Move { number, text, why } if piece => Error::Move {
            number,
            text,
            why: format!("{why} (a position is one word: put it in quotes, stores and side included)"),
        },
        other => other,
    }
}

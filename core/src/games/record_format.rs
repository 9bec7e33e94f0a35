//! How other people write down whole games of one game. The game that a format belongs to brings it along
//! ([`crate::games::Rulebook::record_formats`]); everybody else knows these plain data.

use std::sync::Arc;

use super::door::option_infos;
use super::rulebook::Rulebook;
use crate::error::Error;
use crate::play::{InProgress, Position, Record, Session, Side};

/// A format of games that is not ours.
pub trait RecordFormat: Send + Sync {
    /// The word by which a user asks for it.
    fn name(&self) -> &'static str;

    /// Writes a game.
    ///
    /// # Errors
    /// A sentence: what the format cannot say.
    fn write(&self, game: &WholeGame) -> Result<String, String>;
}

/// A game from its first position on.
#[derive(Clone, PartialEq, Debug)]
pub struct WholeGame<'a> {
    /// What is known about it, by name: `south`, `north`, `event`, `date`, `round` and others.
    pub tags: &'a std::collections::BTreeMap<String, String>,
    /// Options that are not the game's defaults, as `key=value`.
    pub rules: Vec<String>,
    /// Where it began; `None` for the game's own start.
    pub start: Option<Position>,
    /// Its moves.
    pub moves: Vec<WrittenMove>,
    /// What South and North hold in the end; `None` where it did not end by the rules.
    pub totals: Option<[f64; 2]>,
}

/// A move of such a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenMove {
    /// Who played it.
    pub side: Side,
    /// Its text in our notation.
    pub text: String,
    /// Seeds that it captured for its player.
    pub captured: u16,
    /// What somebody says about it.
    pub comment: Option<String>,
}

/// Writes the record of a game in a format that the game brings along. Its rules are those of `game`.
///
/// # Errors
/// For a format that the game does not have, a record that cannot be played, and what the format cannot say.
pub(super) fn write<G: Rulebook>(
    game: &Arc<G>,
    format: &str,
    record: &Record,
    start: &Position,
) -> Result<String, Error> {
    let formats = game.record_formats();
    let names = || formats.iter().map(|format| format.name());
    let Some(format) = formats.iter().find(|known| known.name() == format) else {
        if names().next().is_none() {
            return Err(Error::Usage(format!(
                "games under these rules are written as our JSON only, not as {format}"
            )));
        }
        return Err(Error::unknown("there is no format of games", format, names()));
    };
    let mut session = Session::new(Arc::clone(game), start.clone());
    let mut moves = Vec::new();
    for played in &record.moves {
        let side = session.position().side;
        let trace = session.play(&played.text)?;
        let captured = trace.gain[side.index()];
        moves.push(WrittenMove { side, text: trace.text, captured, comment: played.comment.clone() });
    }
    let changed = option_infos(game.rules()).into_iter().filter(|option| option.value != option.default);
    let whole = WholeGame {
        tags: &record.tags,
        rules: changed.map(|option| format!("{}={}", option.key, option.value)).collect(),
        start: (*start != game.initial()).then(|| start.clone()),
        moves,
        totals: session.result().map(|result| [result.south, result.north]),
    };
    format.write(&whole).map_err(Error::Usage)
}

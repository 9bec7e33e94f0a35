//! Positions in the notations of other programs (`docs/notation.md`). One file a notation, one line in [`NOTATIONS`].

mod aalina;
mod codingame;
mod kgp;
mod playstrategy;

use super::door::Opened;
use crate::error::{Error, short};
use crate::play::{Position, Side};

/// The name of our own notation.
pub const OWN: &str = "sowbase";

/// A foreign notation.
#[derive(Debug)]
pub struct Notation {
    /// Its name on the command line.
    pub name: &'static str,
    /// Whose it is and what it looks like.
    pub about: &'static str,
    /// Games it serves.
    pub games: &'static [&'static str],
    /// Pits in a row that it can write, if only one number.
    pub pits: Option<usize>,
    read: fn(&str) -> Result<Foreign, String>,
    write: fn(&Position) -> Written,
}

/// A foreign text read: the position, and what the reader should know.
#[derive(Clone, PartialEq, Debug, Default)]
struct Foreign {
    position: Position,
    note: Option<String>,
}

/// A position written: the text, and what it does not say.
#[derive(Clone, PartialEq, Debug)]
struct Written {
    text: String,
    notes: Vec<String>,
}

/// All foreign notations.
pub static NOTATIONS: &[Notation] =
    &[aalina::NOTATION, playstrategy::NOTATION, codingame::NOTATION, kgp::NOTATION];

/// A converted position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    /// The position in the notation asked for.
    pub text: String,
    /// What was lost or read into it on the way, in words.
    pub notes: Vec<String>,
}

/// The notations that serve a game, our own first.
pub fn names(game: &str) -> Vec<&'static str> {
    let served = NOTATIONS.iter().filter(|notation| notation.games.contains(&game));
    std::iter::once(OWN).chain(served.map(|notation| notation.name)).collect()
}

/// The notation with a name; `None` is our own.
fn find(opened: &Opened, name: &str) -> Result<Option<&'static Notation>, Error> {
    let game = opened.rules.game();
    if name == OWN {
        return Ok(None);
    }
    let Some(notation) = NOTATIONS.iter().find(|notation| notation.name == name) else {
        return Err(Error::unknown("there is no notation", name, names(game).into_iter()));
    };
    if !notation.games.contains(&game) {
        return Err(Error::Usage(format!(
            "notation {name} is for {}, not for {game}. Notations for {game}: {}",
            notation.games.join(", "),
            names(game).join(", ")
        )));
    }
    let pits = opened.play.start().pits[0].len();
    if notation.pits.is_some_and(|can| can != pits) {
        return Err(Error::Usage(format!(
            "notation {name} is for boards with {} pits in a row, not {pits}",
            notation.pits.unwrap_or_default()
        )));
    }
    Ok(Some(notation))
}

/// Reads a position in the notation `from` (in our own also the word start); `any_total` as in [`super::door::Play::parse`].
///
/// # Errors
/// For an unknown notation, one that does not serve the game, and a text that is no position in it.
pub fn read(
    opened: &Opened,
    from: &str,
    text: &str,
    any_total: bool,
) -> Result<(Position, Option<String>), Error> {
    let Some(notation) = find(opened, from)? else {
        let fresh = text.trim() == "start";
        let position = if fresh { opened.play.start() } else { opened.play.parse(text, any_total)? };
        return Ok((position, None));
    };
    let wrong = |why: String| Error::Position { text: short(text), why };
    let foreign = (notation.read)(text.trim()).map_err(|why| wrong(format!("in notation {from}: {why}")))?;
    let (here, pits) = (opened.play.start().pits[0].len(), foreign.position.pits[0].len());
    if here != pits {
        return Err(wrong(format!(
            "it has {pits} pits in a row, but this game {here} (option pits_per_row)"
        )));
    }
    // Our own reader knows what the game allows.
    let position = opened.play.parse(&opened.play.format(&foreign.position), any_total)?;
    let lost = foreign.position.plies > 1 && position.plies == 0;
    let note = lost.then(|| "the move number is left out: these rules count no plies".to_owned());
    Ok((position, foreign.note.or(note)))
}

/// Writes a position in the notation `to`, with what that does not say.
///
/// # Errors
/// For an unknown notation and one that does not serve the game.
pub fn write(opened: &Opened, to: &str, position: &Position) -> Result<Converted, Error> {
    let Some(notation) = find(opened, to)? else {
        return Ok(Converted { text: opened.play.format(position), notes: Vec::new() });
    };
    let Written { text, mut notes } = (notation.write)(position);
    if !position.extras.is_empty() || position.quiet > 0 {
        notes.push("what stands beside the board (key=value) is left out".to_owned());
    }
    Ok(Converted { text, notes })
}

/// Reads a text in one notation and writes it in another.
///
/// # Errors
/// As [`read`] and [`write()`].
pub fn convert(
    opened: &Opened,
    from: &str,
    to: &str,
    text: &str,
    any_total: bool,
) -> Result<Converted, Error> {
    // Both names are looked up before the text is read.
    find(opened, to)?;
    let (position, note) = read(opened, from, text, any_total)?;
    let mut converted = write(opened, to, &position)?;
    converted.notes.splice(0..0, note);
    Ok(converted)
}

/// A position as Aalina and Aualé write it, for formats that hold such positions.
pub(super) fn aalina_text(position: &Position) -> String {
    (aalina::NOTATION.write)(position).text
}

/// A number of seeds as foreign notations write it: digits only.
fn seeds(word: &str) -> Result<u8, String> {
    let digits = !word.is_empty() && word.len() <= 4 && word.chars().all(|c| c.is_ascii_digit());
    let number = digits.then(|| word.parse::<u16>().ok()).flatten();
    let most = crate::board::MAX_SEEDS;
    match number {
        Some(number) if u32::from(number) <= most => Ok(number as u8),
        Some(number) => Err(format!("{number} seeds in one place; a board has at most {most}")),
        None => Err(format!("{:?} is no number of seeds", short(word))),
    }
}

/// The position with rows and stores changed over, so that the other side moves; for notations that are seen by the
/// mover.
fn turned(position: &Position) -> Position {
    let Position { pits: [south, north], stores: [s, n], .. } = position.clone();
    Position { pits: [north, south], stores: [n, s], side: position.side.other(), ..position.clone() }
}

/// The position seen by its mover, sitting South, and a note if he sat North.
fn seated(position: &Position) -> (Position, Option<String>) {
    if position.side == Side::South {
        (position.clone(), None)
    } else {
        let note = "North moves, so North's pits stand first; read again, the mover sits South";
        (turned(position), Some(note.to_owned()))
    }
}

#[cfg(test)]
mod tests;

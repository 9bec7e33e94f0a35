//! Positions as text: `4,4,4,4,4,4/4,4,4,4,4,4 0-0 S`.
//!
//! South's pits, `/`, North's pits, each in its owner's sowing order, commas or blanks between; then, all optional,
//! stores South-North (0-0), side to move (S), counters and extras as `key=value`. `-` is a closed hole. Counters that
//! the rules in force do not look at are read and dropped.

use super::options::counters;
use super::rulebook::Rulebook;
use crate::board::MAX_SEEDS;
use crate::error::{Error, short};
use crate::play::{Position, Side};

/// Letter of a pit: `A` is South's first, `a` North's.
pub fn pit_letter(side: Side, pit: usize) -> char {
    let first = if side == Side::South { b'A' } else { b'a' };
    (first + pit as u8) as char
}

/// The pit of a letter, if it is one.
pub fn letter_pit(letter: char) -> Option<(Side, usize)> {
    match letter {
        'A'..='Z' => Some((Side::South, letter as usize - 'A' as usize)),
        'a'..='z' => Some((Side::North, letter as usize - 'a' as usize)),
        _ => None,
    }
}

/// Reads a position of a game.
///
/// # Errors
/// [`Error::Position`] with what was given, what is allowed and the way out.
pub fn parse<G: Rulebook>(game: &G, text: &str, any_total: bool) -> Result<Position, Error> {
    read(game, text, any_total).map_err(|why| Error::Position { text: short(text), why })
}

fn read<G: Rulebook>(game: &G, text: &str, any_total: bool) -> Result<Position, String> {
    let n = game.initial().pits[0].len();
    let (south, rest) = text
        .split_once('/')
        .ok_or_else(|| format!("no `/` between South's {n} pits and North's {n} (or the word start)"))?;
    if rest.contains('/') {
        return Err("more than one `/`".into());
    }
    let words = |part: &'_ str| -> Vec<String> {
        part.split(|c: char| c.is_whitespace() || c == ',')
            .filter(|w| !w.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let south = words(south);
    let rest = words(rest);
    let north_len = rest.iter().take_while(|word| is_pit(word)).count();
    let (north, tail) = rest.split_at(north_len);
    let mut position = Position::default();
    for (side, row) in Side::BOTH.into_iter().zip([&south[..], north]) {
        if row.len() != n {
            return Err(format!("{} has {} pits here, but {n} in this game", side.name(), row.len()));
        }
        for (pit, word) in row.iter().enumerate() {
            position.pits[side.index()].push(read_pit(game, &mut position.closed, side, pit, word)?);
        }
    }
    let (mut stores, mut mover) = (None, None);
    for word in tail {
        if let Some((key, value)) = word.split_once('=') {
            read_extra(game, &mut position, key, value)?;
        } else if let Some(side) = one_char(word).and_then(Side::from_letter) {
            set_once(&mut mover, side, "side to move")?;
        } else if word.contains('-') {
            set_once(&mut stores, read_stores(word)?, "pair of stores")?;
        } else {
            return Err(format!(
                "{:?} is no stores (like 0-0), side (S or N) or key=value; North's {n} pits stand before them",
                short(word)
            ));
        }
    }
    let [quiet, plies] = counters(game.rules());
    position.quiet = if quiet { position.quiet } else { 0 };
    position.plies = if plies { position.plies } else { 0 };
    position.stores = stores.unwrap_or_default();
    position.side = mover.unwrap_or_default();
    check_total(game, &position, any_total)?;
    game.admit(&mut position, any_total)?;
    Ok(position)
}

fn one_char(word: &str) -> Option<char> {
    let mut chars = word.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn is_pit(word: &str) -> bool {
    word == "-" || word.chars().all(|c| c.is_ascii_digit())
}

fn set_once<T>(slot: &mut Option<T>, value: T, what: &str) -> Result<(), String> {
    if slot.replace(value).is_some() { Err(format!("a second {what}")) } else { Ok(()) }
}

fn read_pit<G: Rulebook>(
    game: &G,
    closed: &mut [u32; 2],
    side: Side,
    pit: usize,
    word: &str,
) -> Result<u8, String> {
    let name = || format!("pit {} of {}", pit_letter(side, pit), side.name());
    if word == "-" {
        if !game.has_closed_holes() {
            return Err(format!("{}: this game has no closed holes", name()));
        }
        closed[side.index()] |= 1 << pit;
        return Ok(0);
    }
    match word.parse::<u64>() {
        Ok(seeds) if seeds <= u64::from(MAX_SEEDS) => Ok(seeds as u8),
        Ok(_) => {
            Err(format!("{} holds {}, but a board holds at most {MAX_SEEDS} seeds", name(), short(word)))
        }
        Err(_) if is_pit(word) => Err(format!("{} holds {}: far too many", name(), short(word))),
        Err(_) => Err(format!("{}: {:?} is not a number of seeds", name(), short(word))),
    }
}

fn read_stores(word: &str) -> Result<[u16; 2], String> {
    let wrong = || format!("stores {:?}: write both, South's first, like 24-20", short(word));
    let (south, north) = word.split_once('-').ok_or_else(wrong)?;
    let number = |text: &str| {
        if text.is_empty() || !text.chars().all(|c| c.is_ascii_digit()) {
            None
        } else {
            text.parse::<u16>().ok()
        }
    };
    match (number(south), number(north)) {
        (Some(south), Some(north)) if south <= 10_000 && north <= 10_000 => Ok([south, north]),
        _ => Err(wrong()),
    }
}

fn read_extra<G: Rulebook>(game: &G, position: &mut Position, key: &str, value: &str) -> Result<(), String> {
    let number = || value.parse::<u32>().map_err(|_| format!("{key}={}: not a whole number", short(value)));
    match key {
        "quiet" => position.quiet = number()?,
        "plies" => position.plies = number()?,
        _ => {
            let Some((known, _)) = game.extras().iter().find(|(known, _)| *known == key) else {
                let all: Vec<String> = [("quiet", "plies without a capture"), ("plies", "plies played")]
                    .iter()
                    .chain(game.extras())
                    .map(|(key, what)| format!("{key} ({what})"))
                    .collect();
                return Err(format!("no extra {:?}; known here: {}", short(key), all.join(", ")));
            };
            if position.extras.insert((*known).to_owned(), value.to_owned()).is_some() {
                return Err(format!("{key} is given twice"));
            }
        }
    }
    Ok(())
}

fn check_total<G: Rulebook>(game: &G, position: &Position, any_total: bool) -> Result<(), String> {
    let (on_board, total, usual) = (position.on_board(), position.total(), game.usual_total());
    if on_board > MAX_SEEDS {
        return Err(format!("{on_board} seeds on the board; at most {MAX_SEEDS} can be handled"));
    }
    if total > usual && !any_total {
        return Err(format!(
            "{total} seeds in all, but a game has {usual}; use --allow-any-total if that is meant"
        ));
    }
    Ok(())
}

/// Writes a position: pits, stores, side, then counters and extras that differ from the defaults.
pub fn format(position: &Position) -> String {
    let row = |side: Side| {
        let pit = |(i, seeds): (usize, &u8)| {
            if position.is_closed(side, i) { "-".to_owned() } else { seeds.to_string() }
        };
        position.row(side).iter().enumerate().map(pit).collect::<Vec<_>>().join(",")
    };
    let mut text = format!(
        "{}/{} {}-{} {}",
        row(Side::South),
        row(Side::North),
        position.stores[0],
        position.stores[1],
        position.side.letter()
    );
    for (key, value) in &position.extras {
        text += &format!(" {key}={value}");
    }
    for (key, value) in [("quiet", position.quiet), ("plies", position.plies)] {
        if value > 0 {
            text += &format!(" {key}={value}");
        }
    }
    text
}

/// Why a text names no pit that the side to move could lift; `None` when it names one of his pits that holds a seed.
/// For games whose moves are pit letters.
pub fn pit_problem(position: &Position, text: &str) -> Option<String> {
    let n = position.pits[0].len();
    let own = |side: Side| format!("{} to {}", pit_letter(side, 0), pit_letter(side, n - 1));
    let mover = position.side;
    let Some((side, pit)) = one_char(text).and_then(letter_pit).filter(|(_, pit)| *pit < n) else {
        return Some(format!("{:?} is no pit; {} to move plays {}", short(text), mover.name(), own(mover)));
    };
    if side != mover {
        Some(format!("pit {text} is {}'s; {} to move plays {}", side.name(), mover.name(), own(mover)))
    } else if position.is_closed(side, pit) {
        Some(format!("pit {text} is closed"))
    } else if position.row(side)[pit] == 0 {
        Some(format!("pit {text} is empty"))
    } else {
        None
    }
}

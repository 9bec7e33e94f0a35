//! `4 4 4 4 4 4 4 4 4 4 4 4`: what a bot reads in CodinGame's Oware Abapa.
//!
//! Twelve numbers in sowing order, the mover's six first. Source: the statement of codingame.com's bot programming game
//! Oware Abapa, "Line 1: 12 space-separated integers: the number of seeds in each house. The first 6 values are always
//! your houses." The seat is by the mover, and there are no stores.

use super::{Foreign, Notation, Written, seated, seeds};
use crate::play::Position;

pub(super) const NOTATION: Notation = Notation {
    name: "codingame",
    about: "CodinGame: the mover's six pits, then the opponent's, with blanks between",
    games: &["oware"],
    pits: Some(6),
    read,
    write,
};

fn read(text: &str) -> Result<Foreign, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != 12 {
        return Err(format!("{} numbers; it has 12, the mover's six pits first", words.len()));
    }
    let pits: Vec<u8> = words.into_iter().map(seeds).collect::<Result<_, _>>()?;
    Ok(Foreign { position: Position::new(pits[..6].to_vec(), pits[6..].to_vec()), note: None })
}

fn write(position: &Position) -> Written {
    let (board, note) = seated(position);
    let mut notes = Vec::from_iter(note);
    if position.stores != [0, 0] {
        notes.push("the stores are left out".to_owned());
    }
    if position.plies > 0 {
        notes.push("the number of plies is left out".to_owned());
    }
    let pits: Vec<String> = board.pits.iter().flatten().map(u8::to_string).collect();
    Written { text: pits.join(" "), notes }
}

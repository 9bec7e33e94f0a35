//! `<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>`: a board of the Kalah Game Protocol.
//!
//! Pits in a row, South's and North's store, South's pits, North's pits, both in sowing order. Source: KWARC/kalah-game,
//! `spec/012-grammar.md` of version 1.0.0 (an early draft had North first), and `spec/021-freeplay.md`: "The client
//! always interprets the request as making the move as the south player". So the mover always sits South.

use super::{Foreign, Notation, Written, seated, seeds};
use crate::play::Position;

pub(super) const NOTATION: Notation = Notation {
    name: "kgp",
    about: "Kalah Game Protocol: <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>, the mover sits South",
    games: &["kalah"],
    pits: None,
    read,
    write,
};

fn read(text: &str) -> Result<Foreign, String> {
    let inside = text
        .strip_prefix('<')
        .and_then(|rest| rest.strip_suffix('>'))
        .ok_or("no board between < and >, like <3,0,0,3,3,3,3,3,3>")?;
    let mut words = inside.split(',').map(str::trim);
    let size = usize::from(seeds(words.next().unwrap_or_default())?);
    if !(1..=16).contains(&size) {
        return Err(format!("a board of size {size}; 1 to 16 pits in a row can be handled"));
    }
    let words: Vec<&str> = words.collect();
    if words.len() != 2 + 2 * size {
        return Err(format!(
            "{} numbers after the size {size}; there are two stores and {} pits",
            words.len(),
            2 * size
        ));
    }
    let numbers: Vec<u8> = words.into_iter().map(seeds).collect::<Result<_, _>>()?;
    let mut position = Position::new(numbers[2..2 + size].to_vec(), numbers[2 + size..].to_vec());
    position.stores = [u16::from(numbers[0]), u16::from(numbers[1])];
    Ok(Foreign { position, note: None })
}

fn write(position: &Position) -> Written {
    let (board, note) = seated(position);
    let mut notes = Vec::from_iter(note);
    if position.plies > 0 {
        notes.push("the number of plies is left out".to_owned());
    }
    let pits = board.pits.iter().flatten().map(|&pit| u32::from(pit));
    let numbers = [board.pits[0].len() as u32].into_iter().chain(board.stores.map(u32::from)).chain(pits);
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    Written { text: format!("<{}>", numbers.join(",")), notes }
}

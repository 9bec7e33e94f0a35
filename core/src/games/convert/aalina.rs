//! `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`: Aalina and Aualé.
//!
//! Twelve pits counter-clockwise from South's left-most (South's A to F, North's a to f), South's and North's store, side
//! to move. Source: joansalasoler/oware, `OwareBoard.java` (`toBoard`, `toNotation`): "south and north houses from the
//! left most house on south to the right most house on north", then the stores; its pattern is
//! `((?:[1-4]?[0-9]-){14})(S|N)`, and it takes only boards of exactly 48 seeds.

use super::{Foreign, Notation, Written, seeds};
use crate::play::{Position, Side};

pub(super) const NOTATION: Notation = Notation {
    name: "aalina",
    about: "Aalina and Aualé: 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
    games: &["oware"],
    pits: Some(6),
    read,
    write,
};

fn read(text: &str) -> Result<Foreign, String> {
    let parts: Vec<&str> = text.split('-').collect();
    let [numbers @ .., side] = &parts[..] else { return Err("nothing in it".into()) };
    if numbers.len() != 14 {
        return Err(format!(
            "{} numbers before the last `-`; it has 14 (South's six pits, North's six, two stores), then S or N",
            numbers.len()
        ));
    }
    let numbers: Vec<u8> = numbers.iter().map(|word| seeds(word)).collect::<Result<_, _>>()?;
    let side = match *side {
        "S" => Side::South,
        "N" => Side::North,
        other => return Err(format!("{:?} is no side; S or N stands last", crate::error::short(other))),
    };
    let mut position = Position::new(numbers[..6].to_vec(), numbers[6..12].to_vec());
    position.stores = [u16::from(numbers[12]), u16::from(numbers[13])];
    position.side = side;
    Ok(Foreign { position, note: None })
}

fn write(position: &Position) -> Written {
    let pits = position.pits.iter().flatten().map(|&pit| u32::from(pit));
    let numbers = pits.chain(position.stores.map(u32::from));
    let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
    let mut notes = Vec::new();
    if position.total() != 48 {
        notes.push(format!(
            "Aalina takes only boards of 48 seeds, stores included; this one has {}",
            position.total()
        ));
    }
    Written { text: format!("{}-{}", numbers.join("-"), position.side.letter()), notes }
}

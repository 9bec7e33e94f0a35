//! `4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1`: the FEN of PlayStrategy's Oware.
//!
//! Two ranks as South sees them, both left to right: North's first (so against its sowing order), then South's. `nS` is a
//! pit of n stones, a bare number a run of so many empty pits. Then South's and North's score, side to move, and the
//! number of the move, which goes up after North's. Source: Mind-Sports-Games/strategygames,
//! `samurai/format/FEN.scala`: `owareStoneArray` is the second rank and then the first one reversed, `ply` is
//! `fullMove * 2 - (South to move ? 2 : 1)`, `finalStonesScored` tells a finished game, whose scores count the stones
//! on the board too; older texts have no move number, some write blanks as `_` and stones as `s`.

use super::{Foreign, Notation, Written, seeds};
use crate::error::short;
use crate::play::{Position, Side};

pub(super) const NOTATION: Notation = Notation {
    name: "playstrategy",
    about: "PlayStrategy's FEN: 4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1",
    games: &["oware"],
    pits: Some(PITS),
    read,
    write,
};

const PITS: usize = 6;
const SEEDS: u32 = 48;

fn read(text: &str) -> Result<Foreign, String> {
    let text = text.replace('_', " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let (board, south, north, side, number) = match words[..] {
        [board, south, north, side] => (board, south, north, side, None),
        [board, south, north, side, number] => (board, south, north, side, Some(number)),
        _ => return Err(format!("{} words; it has board, two scores, side and move number", words.len())),
    };
    let (first, second) = board.split_once('/').ok_or("no `/` between North's rank and South's")?;
    let mut position = Position::new(rank(second, "South")?, rank(first, "North")?);
    position.pits[1].reverse();
    position.stores = [u16::from(seeds(south)?), u16::from(seeds(north)?)];
    position.side = match side {
        "S" => Side::South,
        "N" => Side::North,
        other => return Err(format!("{:?} is no side; S or N", short(other))),
    };
    if let Some(number) = number {
        let number: u32 = number
            .parse()
            .ok()
            .filter(|number| (1..1_000_000).contains(number))
            .ok_or_else(|| format!("{:?} is no number of a move; they begin with 1", short(number)))?;
        position.plies = 2 * (number - 1) + u32::from(position.side == Side::North);
    }
    let note = take_final_stones_out(&mut position)?;
    Ok(Foreign { position, note })
}

/// In the text of a finished game the scores count the stones that are still shown on the board.
fn take_final_stones_out(position: &mut Position) -> Result<Option<String>, String> {
    let scored: u32 = position.stores.iter().map(|&store| u32::from(store)).sum();
    if scored != SEEDS || position.on_board() == 0 {
        return Ok(None);
    }
    for side in Side::BOTH {
        let shown = position.row_seeds(side) as u16;
        let store = &mut position.stores[side.index()];
        *store = store.checked_sub(shown).ok_or_else(|| {
            format!("the scores make {SEEDS}, so they count the stones shown, but {} has fewer", side.name())
        })?;
    }
    Ok(Some(
        "the scores counted the stones on the board, as in a finished game: they are taken out".to_owned(),
    ))
}

/// A rank from left to right.
fn rank(text: &str, whose: &str) -> Result<Vec<u8>, String> {
    let mut pits = Vec::new();
    for item in text.split(',') {
        if let Some(stones) = item.strip_suffix(['S', 's']) {
            let stones = seeds(stones)?;
            if stones == 0 {
                return Err(format!("{}: empty pits are written as the length of their run", short(item)));
            }
            pits.push(stones);
        } else {
            let run = seeds(item)?;
            if !(1..=PITS).contains(&usize::from(run)) {
                return Err(format!("a run of {run} empty pits; pits with stones are written like 4S"));
            }
            pits.extend(std::iter::repeat_n(0, usize::from(run)));
        }
    }
    if pits.len() == PITS {
        Ok(pits)
    } else {
        Err(format!("{whose}'s rank has {} pits, not {PITS}", pits.len()))
    }
}

fn write(position: &Position) -> Written {
    let rank = |pits: &mut dyn Iterator<Item = &u8>| {
        let mut items: Vec<String> = Vec::new();
        let mut run = 0;
        for &pit in pits.chain(&[u8::MAX]) {
            if pit == 0 {
                run += 1;
                continue;
            }
            if run > 0 {
                items.push(run.to_string());
                run = 0;
            }
            if pit != u8::MAX {
                items.push(format!("{pit}S"));
            }
        }
        items.join(",")
    };
    let [south, north] = &position.pits;
    let text = format!(
        "{}/{} {} {} {} {}",
        rank(&mut north.iter().rev()),
        rank(&mut south.iter()),
        position.stores[0],
        position.stores[1],
        position.side.letter(),
        position.plies / 2 + 1
    );
    let mut notes = Vec::new();
    if position.plies % 2 != u32::from(position.side == Side::North) && position.plies > 0 {
        notes.push("the move number is rounded: it counts two plies, South's first".to_owned());
    }
    Written { text, notes }
}

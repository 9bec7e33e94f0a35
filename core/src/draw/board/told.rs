//! A board in words, for those who cannot see the picture.

use crate::games::notation::pit_letter;
use crate::play::{Position, Side};
use crate::words::{Key, begun, name, parted, say, stop};

/// A position in words: every pit, the stores, who moves.
pub fn position(position: &Position) -> String {
    let row = |side: Side| {
        let pit = |(pit, seeds): (usize, &u8)| {
            let letter = ("pit", pit_letter(side, pit).to_string().into());
            if position.is_closed(side, pit) {
                say(Key::DrawClosed, &[letter])
            } else {
                say(Key::DrawPit, &[letter, ("seeds", (*seeds).into())])
            }
        };
        let pits: Vec<String> = position.row(side).iter().enumerate().map(pit).collect();
        stop(&say(Key::DrawRow, &[("who", name(side)), ("pits", parted(&pits).into())]))
    };
    let [south, north] = position.stores.map(Into::into);
    let stores = stop(&say(Key::DrawStores, &[("south", south), ("north", north)]));
    [row(Side::South), row(Side::North), stores, stop(&to_move(position.side))].join(" ")
}

/// Who moves.
pub fn to_move(side: Side) -> String {
    say(Key::DrawToMove, &[("who", name(side))])
}

/// A game by its name, and who moves.
pub fn title(game: &str, position: &Position) -> String {
    say(Key::DrawBoard, &[("game", begun(game).into()), ("who", name(position.side))])
}

/// A game by its name, and that the board is empty.
pub fn empty(game: &str) -> String {
    say(Key::DrawEmpty, &[("game", begun(game).into())])
}

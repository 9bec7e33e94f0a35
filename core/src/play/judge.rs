//! What an ending comes to: who gets the seeds, the totals, the winner.

use sowbase_solver::{Ending, Reason, Verdict};

use super::{GameResult, Position, Side, Winner};
use crate::games::Rulebook;
use crate::words::{Key, say};

/// Seeds go from the board to the stores, where the ending hands out all of them.
pub(super) fn hand_out(ending: &Ending, position: &mut Position) {
    let on_board = position.on_board();
    if u32::from((ending.own + ending.opposite) as u16) != on_board {
        return;
    }
    for row in &mut position.pits {
        row.fill(0);
    }
    position.stores[position.side.index()] += ending.own as u16;
    position.stores[position.side.other().index()] += ending.opposite as u16;
}

/// The result of an ending, `position` being the board before it hands anything out.
pub(crate) fn judge<G: Rulebook>(game: &G, ending: &Ending, position: &Position) -> GameResult {
    let mover = position.side;
    let pay = |side: Side| {
        let seeds = if side == mover { ending.own } else { ending.opposite };
        f64::from(position.stores[side.index()]) + f64::from(seeds) + f64::from(ending.shared) / 2.0
    };
    let totals = [pay(Side::South), pay(Side::North)];
    let winner = match ending.verdict {
        Verdict::Nobody => Winner::None,
        Verdict::Totals if totals[0] > totals[1] => Winner::South,
        Verdict::Totals if totals[0] < totals[1] => Winner::North,
        Verdict::Totals | Verdict::Draw => Winner::Draw,
    };
    GameResult {
        south: totals[0],
        north: totals[1],
        winner,
        points: game.points(if winner.side().is_some() { totals } else { [0.0; 2] }),
        rule: ending.reason.0,
        reason: match ending.reason {
            Reason::AGREED => say(Key::EndAgreed, &[]),
            _ => game.ending_words(ending, position),
        },
    }
}

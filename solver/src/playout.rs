//! Whole games by the fast rules, moves picked by the caller.

use std::borrow::BorrowMut;

use crate::ending::{Ending, Reason};
use crate::game::{Game, Turn};
use crate::line::Line;
use crate::score::Score;

/// How a played-out game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// What ended it; [`None`] when a move did.
    pub reason: Option<Reason>,
    /// What the side that moved first in the line is ahead in the end, the ending's pay included.
    pub ahead: Score,
    /// Plies played.
    pub plies: u32,
}

/// Plays from `state` to the end, `line` being the way there: a line, or one lent for its memory to be used again
/// (see [`Line::restart`]). `pick(n)` chooses one of `n` legal moves.
pub fn play_out<G: Game>(
    game: &G,
    mut state: G::State,
    mut line: impl BorrowMut<Line<G::State>>,
    mut pick: impl FnMut(u64) -> u64,
) -> Finish {
    let line = line.borrow_mut();
    let clears = game.captures_are_final();
    let mut plies = 0;
    let finish = |line: &Line<G::State>, ending: Option<Ending>, plies| {
        let banked = line.banked();
        let total = banked + ending.map_or(Score::ZERO, |ending| ending.score(banked));
        let ahead = if line.is_flipped() { -total } else { total };
        Finish { reason: ending.map(|ending| ending.reason), ahead, plies }
    };
    loop {
        if let Some(ending) = game.cut(line, &state) {
            return finish(line, Some(ending), plies);
        }
        let count = game.count(&state);
        if count == 0 {
            return finish(line, Some(game.settle(&state)), plies);
        }
        let Some(child) = game.nth(&state, pick(count)) else {
            unreachable!("pick chose beyond the last move")
        };
        line.push(&child, clears);
        plies += 1;
        if child.turn == Turn::Over {
            return finish(line, None, plies);
        }
        state = child.state;
    }
}

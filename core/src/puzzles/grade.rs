//! How hard a problem is: what a short-sighted player sees of it.

use std::ops::ControlFlow;

use sowbase_solver::{Child, Turn};

use super::pack::Features;
use super::tale::Tale;
use super::tree::{Choice, Worth};
use crate::games::Rulebook;
use crate::play::Position;

/// The deepest look.
pub(super) const DEEPEST: u8 = 8;
/// Nodes of one look; a longer one counts as not finding the move.
const NODES: u64 = 100_000;

/// Full-width alpha-beta on captures alone, to a fixed number of plies: what a player sees who counts seeds and no more.
struct Look<'a, G: Rulebook> {
    game: &'a G,
    nodes: u64,
}

impl<G: Rulebook> Look<'_, G> {
    fn value(&mut self, child: &Child<G::State>, plies: u8, floor: i32, roof: i32) -> i32 {
        let gain = i32::from(child.gain.0);
        match child.turn {
            Turn::Over => gain,
            Turn::Again => gain + self.search(&child.state, plies, floor - gain, roof - gain),
            Turn::Pass => gain - self.search(&child.state, plies, gain - roof, gain - floor),
        }
    }

    fn search(&mut self, state: &G::State, plies: u8, floor: i32, roof: i32) -> i32 {
        self.nodes += 1;
        if plies == 0 || self.nodes > NODES {
            return 0;
        }
        let (mut best, mut any, mut floor) = (i32::MIN, false, floor);
        let game = self.game;
        let _ = game.children(state, |_, child| {
            any = true;
            best = best.max(self.value(&child, plies - 1, floor, roof));
            floor = floor.max(best);
            if best >= roof { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if any { best } else { i32::from(game.settle(state).score(sowbase_solver::Score::ZERO).0) }
    }

    /// What every move is worth after a look of `plies`.
    fn moves(&mut self, state: &G::State, plies: u8) -> Vec<i32> {
        let mut worths = Vec::new();
        let game = self.game;
        let _ = game.children::<()>(state, |_, child| {
            worths.push(self.value(&child, plies - 1, -10_000, 10_000));
            ControlFlow::Continue(())
        });
        worths
    }
}

/// Moves that look best.
fn best(worths: &[i32]) -> Vec<usize> {
    let most = worths.iter().max();
    (0..worths.len()).filter(|at| Some(&worths[*at]) == most).collect()
}

/// What makes a problem hard; and its grade.
pub(super) fn features<G: Rulebook>(
    game: &G,
    position: &Position,
    solution: &Choice,
    tale: &Tale,
) -> Features {
    let state = game.encode(position);
    let right =
        solution.moves.iter().position(|tried| matches!(tried.worth, Worth::In(_))).unwrap_or_default();
    let (mut depth, mut tempting) = (DEEPEST + 1, Vec::new());
    for plies in 1..=DEEPEST {
        let mut look = Look { game, nodes: 0 };
        let worths = look.moves(&state, plies);
        if look.nodes > NODES {
            depth = DEEPEST + 1;
            break;
        }
        let liked = best(&worths);
        if plies <= 2 {
            tempting.extend(liked.iter().copied().filter(|at| *at != right));
        }
        if liked != [right] {
            depth = DEEPEST + 1;
        } else if depth > DEEPEST {
            depth = plies;
        }
    }
    // A look that goes as far as the solution sees the goal itself.
    if let Some(Worth::In(plies)) = solution.moves.get(right).map(|tried| tried.worth) {
        depth = depth.min(plies.min(255) as u8);
    }
    tempting.sort_unstable();
    tempting.dedup();
    Features {
        depth,
        tempting: tempting.len() as u8,
        moves: solution.moves.len() as u8,
        length: tale.own().count().min(255) as u8,
        laps: tale.laps() as u16,
    }
}

/// 1 to 5: how far one must look counts most, then the length, what tempts, and how much there is to look at.
pub(super) fn grade(features: Features) -> u8 {
    let Features { depth, tempting, moves, length, laps } = features;
    let points = 3 * u32::from(depth.saturating_sub(1))
        + 2 * u32::from(length.saturating_sub(1).min(6))
        + 2 * u32::from(tempting.min(4))
        + u32::from(moves.min(12)) / 2
        + u32::from(laps.min(24)) / 4;
    match points {
        0..=2 => 1,
        3..=6 => 2,
        7..=11 => 3,
        12..=17 => 4,
        _ => 5,
    }
}

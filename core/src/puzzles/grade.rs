//! How hard a problem is: how far one must look to find its first move, and what leads astray.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use sowbase_solver::search::{Job, Limits, NoClock, Search, Table, Tuning};
use sowbase_solver::{Child, NoDatabase, Score, Turn};

use super::pack::Features;
use super::tale::Tale;
use super::tree::{Choice, Worth};
use crate::engine::Judge;
use crate::games::Rulebook;
use crate::play::{Position, fresh_line};

/// The depth to which the engine looks for the first move.
pub(super) const DEEPEST: u8 = 8;
/// Nodes of that search at most, all depths together.
const NODES: u64 = 2_000_000;
/// Bytes of its table.
const TABLE: usize = 1 << 18;
/// Plies of a look that counts captures and no more.
const TEMPTED: u8 = 2;

/// Full-width alpha-beta on captures alone, to a fixed number of plies: what a player sees who counts seeds and no more.
struct Look<'a, G: Rulebook> {
    game: &'a G,
}

impl<G: Rulebook> Look<'_, G> {
    fn value(&self, child: &Child<G::State>, plies: u8, floor: i32, roof: i32) -> i32 {
        let gain = i32::from(child.gain.0);
        match child.turn {
            Turn::Over => gain,
            Turn::Again => gain + self.search(&child.state, plies, floor - gain, roof - gain),
            Turn::Pass => gain - self.search(&child.state, plies, gain - roof, gain - floor),
        }
    }

    fn search(&self, state: &G::State, plies: u8, floor: i32, roof: i32) -> i32 {
        if plies == 0 {
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
        if any { best } else { i32::from(game.settle(state).score(Score::ZERO).0) }
    }

    /// What every move is worth after a look of `plies`.
    fn moves(&self, state: &G::State, plies: u8) -> Vec<i32> {
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

/// What makes a problem hard. `None` when there is no memory for a search.
pub(super) fn features<G: Rulebook>(
    game: &G,
    position: &Position,
    solution: &Choice,
    tale: &Tale,
) -> Option<Features> {
    let state = game.encode(position);
    let right =
        solution.moves.iter().position(|tried| matches!(tried.worth, Worth::In(_))).unwrap_or_default();
    let mut tempting = Vec::new();
    for plies in 1..=TEMPTED {
        let worths = Look { game }.moves(&state, plies);
        tempting.extend(best(&worths).into_iter().filter(|at| *at != right));
    }
    tempting.sort_unstable();
    tempting.dedup();
    Some(Features {
        depth: found_at(game, position, right)?,
        tempting: tempting.len() as u8,
        moves: solution.moves.len() as u8,
        length: tale.own().count().min(255) as u8,
        laps: tale.laps() as u16,
    })
}

/// The depth from which the engine, without databases, likes the move best and keeps to it; one more than the deepest where it does
/// not.
fn found_at<G: Rulebook>(game: &G, position: &Position, right: usize) -> Option<u8> {
    let (state, line) = fresh_line(game, position);
    if game.cut(&line, &state).is_some() {
        return Some(DEEPEST + 1);
    }
    let wanted = game.moves(&state).get(right).copied();
    let evaluate = Judge { plain: false };
    let table = Table::new(TABLE).ok()?;
    let search =
        Search { game, probe: &NoDatabase, evaluate: &evaluate, table: &table, tuning: Tuning::default() };
    let limits = Limits { depth: Some(DEEPEST.into()), nodes: Some(NODES), ..Limits::default() };
    let job = Job { limits, lines: 1, threads: 1, stop: &AtomicBool::new(false), clock: &NoClock };
    let (mut depth, mut last) = (DEEPEST + 1, 0);
    let report = search.run(&line, &state, &job, |report| {
        last = report.depth;
        if report.best().map(|best| best.mv) != wanted {
            depth = DEEPEST + 1;
        } else if depth > DEEPEST {
            depth = report.depth as u8;
        }
    });
    // A search that ends early has seen all there is, or it has run out of nodes: then it has not kept to the move.
    let whole = report.settled || last >= u32::from(DEEPEST);
    Some(if whole { depth } else { DEEPEST + 1 })
}

/// 1 to 5: how far the engine must look counts most; then the length, what tempts, and how much there is to look at.
pub(super) fn grade(features: Features) -> u8 {
    let Features { depth, tempting, moves, length, laps } = features;
    let points = 4 * u32::from(depth.saturating_sub(1))
        + u32::from(length.saturating_sub(1).min(4))
        + u32::from(tempting.min(3))
        + u32::from(moves.min(12)) / 4
        + u32::from(laps.min(24)) / 8;
    match points {
        0..=2 => 1,
        3..=6 => 2,
        7..=13 => 3,
        14..=22 => 4,
        _ => 5,
    }
}

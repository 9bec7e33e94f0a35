//! Path counts: how many ways there are to play a number of plies.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use rayon::prelude::*;

use crate::game::{Game, Move, Turn};

/// Paths of exactly `depth` plies below `state`. Stores, history, limits and rounds are off; a game that is over above
/// the horizon counts 0, a move that ends it on the last ply counts 1.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    game.for_paths().paths(state, depth)
}

/// Like [`perft`], the work below the second ply shared among the threads of the pool. The same number.
pub fn perft_parallel<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let game = game.for_paths();
    if depth < 4 {
        return game.paths(state, depth);
    }
    let mut below = Vec::new();
    for_each_alive(&game, state, |child| for_each_alive(&game, &child, |grandchild| below.push(grandchild)));
    below.par_iter().map(|state| game.paths(state, depth - 2)).sum()
}

/// Visits the states after every move that does not end the game.
fn for_each_alive<G: Game>(game: &G, state: &G::State, mut visit: impl FnMut(G::State)) {
    let _ = game.children::<()>(state, |_, child| {
        if child.turn != Turn::Over {
            visit(child.state);
        }
        ControlFlow::Continue(())
    });
}

/// Paths below every legal move, in order.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(Move, u64)> {
    divided(game, state, depth, |game, state, depth| Some(game.paths(state, depth))).unwrap_or_default()
}

/// The same by any way to count the paths of a child; `None` when that gives up.
fn divided<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    paths: impl Fn(&G, &G::State, u32) -> Option<u64>,
) -> Option<Vec<(Move, u64)>> {
    let game = game.for_paths();
    let mut all = Vec::new();
    let flow = game.children(state, |mv, child| {
        let below = match (depth, child.turn) {
            (0 | 1, _) => Some(1),
            (_, Turn::Over) => Some(0),
            _ => paths(&game, &child.state, depth - 1),
        };
        let Some(below) = below else { return ControlFlow::Break(()) };
        all.push((mv, below));
        ControlFlow::Continue(())
    });
    flow.is_continue().then_some(all)
}

/// Plies that are counted without a look at whether to stop.
const UNSTOPPED: u32 = 4;

/// Like [`divide`], until `stop` is set: then `None`.
pub fn divide_until<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    divided(game, state, depth, |game, state, depth| paths_until(game, state, depth, stop))
}

fn paths_until<G: Game>(game: &G, state: &G::State, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Relaxed) {
        return None;
    }
    if depth <= UNSTOPPED {
        return Some(game.paths(state, depth));
    }
    let mut total = 0;
    let flow = game.children(state, |_, child| {
        if child.turn == Turn::Over {
            return ControlFlow::Continue(());
        }
        match paths_until(game, &child.state, depth - 1, stop) {
            Some(paths) => total += paths,
            None => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    });
    flow.is_continue().then_some(total)
}

/// The plain count, every leaf played: the slow twin of whatever a game does in [`Game::paths`].
pub fn walk<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    let _ = game.children::<()>(state, |_, child| {
        total += match (depth, child.turn) {
            (1, _) => 1,
            (_, Turn::Over) => 0,
            _ => walk(game, &child.state, depth - 1),
        };
        ControlFlow::Continue(())
    });
    total
}

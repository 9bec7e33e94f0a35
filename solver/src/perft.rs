//! Path counts: how many ways there are to play a number of plies.

use std::ops::ControlFlow;

use crate::game::{Game, Move, Turn};

/// Paths of exactly `depth` plies below `state`. Stores, history, limits and rounds are off; a game that is over above
/// the horizon counts 0, a move that ends it on the last ply counts 1.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    game.for_paths().paths(state, depth)
}

/// Paths below every legal move, in order.
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(Move, u64)> {
    let game = game.for_paths();
    let mut all = Vec::new();
    let _ = game.children::<()>(state, |mv, child| {
        let below = match (depth, child.turn) {
            (0 | 1, _) => 1,
            (_, Turn::Over) => 0,
            _ => game.paths(&child.state, depth - 1),
        };
        all.push((mv, below));
        ControlFlow::Continue(())
    });
    all
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

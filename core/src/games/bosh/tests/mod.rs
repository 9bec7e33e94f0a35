//! Bosh against rules.md and its own slow twin.

mod endless;
mod matches;
mod necklace;
mod numbers;
mod options;
mod random;
mod rules;

use std::sync::Arc;

use super::{Bosh, BoshRules, Packed};
use crate::games::{check, notation};
use crate::play::{InProgress, Position, Session, Side};

/// Bosh with some options set.
fn bosh(settings: &[&str]) -> Bosh<Packed> {
    Bosh::new(check::rules::<BoshRules>(settings))
}

/// A session at a position.
fn session(settings: &[&str], position: &str) -> Session<Bosh<Packed>> {
    let game = bosh(settings);
    let position = notation::parse(&game, position, false).unwrap_or_else(|error| panic!("{error}"));
    Session::new(Arc::new(game), position)
}

/// The same after some moves.
fn after(settings: &[&str], position: &str, moves: &str) -> Session<Bosh<Packed>> {
    let mut session = session(settings, position);
    for text in moves.split_whitespace() {
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

/// The position of a session as text, without counters.
fn shown(session: &Session<Bosh<Packed>>) -> String {
    let mut position = session.position().clone();
    (position.quiet, position.plies) = (0, 0);
    notation::format(&position)
}

/// The final totals and the reason of a session that is over.
fn result(session: &Session<Bosh<Packed>>) -> (f64, f64, &'static str) {
    let result = session.result().expect("over");
    (result.south, result.north, result.rule)
}

/// How many times more than usual a soak test runs.
fn soak() -> usize {
    if std::env::var("SOWBASE_LONG").is_ok() { 50 } else { 1 }
}

/// A random board: some holes closed, `seeds` stones in the others, every way of laying them equally likely.
fn random_board(rng: &mut fastrand::Rng, n: usize, seeds: u32, may_close: bool) -> Position {
    let mut position = Position::new(vec![0; n], vec![0; n]);
    position.side = if rng.bool() { Side::South } else { Side::North };
    let mut open = Vec::new();
    for side in Side::BOTH {
        let closed = if may_close && rng.bool() { rng.u32(..(1 << n) - 1) } else { 0 };
        position.closed[side.index()] = closed;
        open.extend((0..n).filter(|pit| closed >> pit & 1 == 0).map(|pit| (side, pit)));
    }
    // Stones and walls between holes in a random order.
    let mut walls = open.len() as u32 - 1;
    let (mut stones, mut at) = (seeds, 0);
    while stones > 0 {
        if rng.u32(..stones + walls) < stones {
            let (side, pit) = open[at];
            position.pits[side.index()][pit] += 1;
            stones -= 1;
        } else {
            walls -= 1;
            at += 1;
        }
    }
    position
}

//! How a game ended, in words.

use super::{Hole, Key, name, say};
use crate::play::{GameResult, Side, Winner};

fn totals(result: &GameResult) -> [(&'static str, Hole<'static>); 2] {
    [("south", result.south.into()), ("north", result.north.into())]
}

fn points(result: &GameResult) -> (&'static str, Hole<'static>) {
    ("points", result.points.unwrap_or(0).into())
}

/// A result in one line: `South wins 26-22.`
pub fn line(result: &GameResult) -> String {
    let [south, north] = totals(result);
    let won = |key, side| say(key, &[("who", name(side)), south.clone(), north.clone(), points(result)]);
    match result.winner {
        Winner::South => won(Key::ResultWon, Side::South),
        Winner::North => won(Key::ResultWonNorth, Side::North),
        Winner::Draw => say(Key::ResultDraw, &[south, north]),
        Winner::None => say(Key::ResultVoid, &[]),
    }
}

/// Both totals, and who won.
pub fn ended(result: &GameResult) -> String {
    let [south, north] = totals(result);
    let points = points(result);
    match result.winner.side() {
        Some(side) => say(Key::TotalsWon, &[south, north, ("who", name(side)), points]),
        None if result.winner == Winner::Draw => say(Key::TotalsDraw, &[south, north, points]),
        None => say(Key::TotalsVoid, &[south, north, points]),
    }
}

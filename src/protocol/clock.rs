//! How long to think about a move.

use std::time::Duration;

use super::command::Go;
use crate::engine::Limits;
use crate::play::Side;

/// Depth of a search that was not told when to stop.
const DEPTH: u32 = 12;
/// Moves that a game is expected to go on for each side where nobody says.
const MOVES_LEFT: u64 = 24;

/// The limits of a search for `side`; `overhead` milliseconds go by between the program and whoever holds the clock.
pub(super) fn limits(go: &Go, side: Side, overhead: u64) -> Limits {
    let mut limits = Limits { depth: go.depth, nodes: go.nodes, ..Limits::default() };
    if go.infinite {
        return limits;
    }
    let less = |time: u64| Duration::from_millis(time.saturating_sub(overhead).max(1));
    if let Some(time) = go.movetime {
        limits.time = Some(less(time));
    } else if let Some(left) = go.time[side.index()] {
        let increment = go.increment[side.index()];
        let share = left / u64::from(go.moves_to_go.unwrap_or(MOVES_LEFT as u32)).clamp(1, MOVES_LEFT);
        // The last iteration may take several times what the ones before took: it is begun early and ended late.
        let usual = share.saturating_add(increment * 3 / 4);
        let most = usual.saturating_mul(3).min(left * 2 / 5 + increment / 4).min(left);
        limits.soft_time = Some(less(usual.min(most)).mul_f64(0.6));
        limits.time = Some(less(most));
    } else if go.depth.is_none() && go.nodes.is_none() {
        limits.depth = Some(DEPTH);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 5, 50, 1_000, 60_000, 10_000_000] {
            for increment in [0, 10, 5_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(40)] {
                    let (time, increment) = ([None, Some(left)], [0, increment]);
                    let go = Go { time, increment, moves_to_go, ..Go::default() };
                    let limits = limits(&go, Side::North, 10);
                    let most = limits.time.expect("a limit").as_millis() as u64;
                    assert!(most <= left.saturating_sub(10).max(1), "{most} of {left}");
                    assert!(limits.soft_time <= limits.time);
                }
            }
        }
    }

    #[test]
    fn without_a_word_it_searches_to_a_depth() {
        assert_eq!(limits(&Go::default(), Side::South, 10).depth, Some(DEPTH));
        let go = Go { time: [None, Some(5)], ..Go::default() };
        assert_eq!(limits(&go, Side::South, 10).depth, Some(DEPTH), "the clock is the other's");
        let go = Go { infinite: true, movetime: Some(5), ..Go::default() };
        assert_eq!(limits(&go, Side::South, 10), Limits::default());
        let go = Go { movetime: Some(100), ..Go::default() };
        assert_eq!(limits(&go, Side::South, 10).time, Some(Duration::from_millis(90)));
    }
}

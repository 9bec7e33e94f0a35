//! How long to think about a move.

use std::time::Duration;

use super::command::Go;
use crate::engine::{Limits, share_of_clock};
use crate::play::Side;

/// Depth of a search that was not told when to stop.
const DEPTH: u32 = 12;

/// The limits of a search for `side`; `overhead` milliseconds go by between the program and whoever holds the clock.
pub(super) fn limits(go: &Go, side: Side, overhead: u64) -> Limits {
    let mut limits = Limits { depth: go.depth, nodes: go.nodes, ..Limits::default() };
    if go.infinite {
        return limits;
    }
    if let Some(time) = go.movetime {
        limits.time = Some(Duration::from_millis(time.saturating_sub(overhead).max(1)));
    } else if let Some(left) = go.time[side.index()] {
        let increment = Duration::from_millis(go.increment[side.index()]);
        let kept = Duration::from_millis(overhead);
        let (soft, hard) = share_of_clock(Duration::from_millis(left), increment, go.moves_to_go, kept);
        (limits.soft_time, limits.time) = (Some(soft), Some(hard));
    } else if go.depth.is_none() && go.nodes.is_none() {
        limits.depth = Some(DEPTH);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;

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

//! Stretches of time as people write them.

use std::time::Duration;

/// The longest that can be asked for: a year.
const LONGEST: f64 = 31_536_000.0;

/// A stretch of time: `2` (seconds), `0.5`, `500ms`, `2s`, `5m`.
///
/// # Errors
/// What can be written.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)];
    let (number, unit) = units
        .into_iter()
        .find_map(|(unit, factor)| Some((text.strip_suffix(unit)?, factor)))
        .unwrap_or((text, 1.0));
    let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
    match seconds.filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST) {
        Some(seconds) => Ok(Duration::from_secs_f64(seconds)),
        None => Err("a time is a number of seconds above 0, or one with a unit: 500ms, 2s, 5m".into()),
    }
}

/// Moves that a clock is shared out over where nobody says: few enough that time is used, enough for a long game.
const SHARES: u32 = 25;

/// How long a move may take of the `left` on a clock, to which a move adds `increment`; `moves`: until more time comes;
/// `kept`: goes by on the way there and back. The first is when no deeper iteration begins, the second when the search ends.
pub fn share_of_clock(
    left: Duration,
    increment: Duration,
    moves: Option<u32>,
    kept: Duration,
) -> (Duration, Duration) {
    let usable = left.saturating_sub(kept).max(Duration::from_millis(1));
    let share = left / moves.unwrap_or(SHARES).clamp(1, SHARES) + increment * 3 / 4;
    let hard = (share * 3).min(usable * 2 / 3 + increment / 4).min(usable);
    // The last iteration may take several times what the ones before took: it is begun early and ended late.
    (share.min(hard) / 2, hard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 5, 50, 1_000, 60_000, 10_000_000].map(Duration::from_millis) {
            for increment in [0, 10, 5_000].map(Duration::from_millis) {
                for moves in [None, Some(0), Some(1), Some(40)] {
                    let kept = Duration::from_millis(10);
                    let (soft, hard) = share_of_clock(left, increment, moves, kept);
                    assert!(
                        hard <= left.saturating_sub(kept).max(Duration::from_millis(1)),
                        "{hard:?} of {left:?}"
                    );
                    assert!(soft <= hard);
                }
            }
        }
    }

    #[test]
    fn times_are_read_with_and_without_a_unit() {
        for (text, millis) in [("2", 2000), ("0.5", 500), ("500ms", 500), ("2s", 2000), ("5m", 300_000)] {
            assert_eq!(parse_time(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "0", "-1", "x", "1h", "nan", "1e99"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

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

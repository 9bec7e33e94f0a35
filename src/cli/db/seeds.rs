//! `--seeds 7`, `--seeds 0..12`: which layers are meant.

use std::ops::RangeInclusive;

use crate::board::MAX_SEEDS;

/// Reads a number of seeds or a range; both ends belong to it, and either may be left out.
pub(super) fn parse(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| match text.trim().parse::<u32>() {
        Ok(number) if number <= MAX_SEEDS => Ok(number),
        _ => {
            Err(format!("{text:?} is no number of seeds; write 7, 0..12, 5.. or ..9, from 0 to {MAX_SEEDS}"))
        }
    };
    let range = match text.split_once("..") {
        None => number(text).map(|only| only..=only)?,
        Some((from, to)) => {
            let to = to.strip_prefix('=').unwrap_or(to);
            let from = if from.trim().is_empty() { 0 } else { number(from)? };
            from..=if to.trim().is_empty() { MAX_SEEDS } else { number(to)? }
        }
    };
    if range.is_empty() {
        return Err(format!("{text:?} holds no number: the first is larger than the last"));
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_both_ends() {
        for (text, range) in
            [("7", 7..=7), ("0..12", 0..=12), ("3..=4", 3..=4), ("5..", 5..=MAX_SEEDS), ("..9", 0..=9)]
        {
            assert_eq!(parse(text), Ok(range), "{text}");
        }
        for text in ["", "x", "-1", "9..3", "128", "0..128", "1.5", "1..2..3"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}

//! How much a player may use: nodes, depth, time for a move, or a clock for the game.

use std::time::Duration;

use crate::engine::{Limits, parse_time, share_of_clock};

/// Time kept back for the way there and back.
const KEPT: Duration = Duration::from_millis(20);

/// What a player may use. Without anything it would think for ever.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// Nodes a move.
    pub nodes: Option<u64>,
    /// Plies of the deepest iteration.
    pub depth: Option<u32>,
    /// Time a move.
    pub time: Option<Duration>,
    /// Time for a whole game.
    pub clock: Option<Tempo>,
}

/// A clock: time at the beginning, and what every move adds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tempo {
    /// Time at the beginning.
    pub base: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl Tempo {
    /// Reads `10+0.1` or `60`: seconds, or with units (`500ms+20ms`).
    ///
    /// # Errors
    /// What can be written.
    pub fn parse(text: &str) -> Result<Self, String> {
        let wrong =
            |_| format!("{text:?} is no clock: seconds and what a move adds, like 10+0.1, or only 60");
        let (base, increment) = text.split_once('+').unwrap_or((text, ""));
        let base = parse_time(base).map_err(wrong)?;
        let none = increment.is_empty() || increment == "0";
        let increment = if none { Duration::ZERO } else { parse_time(increment).map_err(wrong)? };
        Ok(Self { base, increment })
    }
}

impl std::fmt::Display for Tempo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

impl Pace {
    /// True when nothing ends a search.
    pub fn is_endless(&self) -> bool {
        *self == Self::default()
    }

    /// The limits of the match, unless a player has limits of its own: then those and no others.
    pub fn or(self, of_the_match: Self) -> Self {
        if self.is_endless() { of_the_match } else { self }
    }

    /// The limits of one search; `left` is what a clock shows.
    pub fn limits(&self, left: Option<Duration>) -> Limits {
        let (mut time, mut soft_time) = (self.time, None);
        if let (Some(tempo), Some(left)) = (self.clock, left) {
            let (soft, hard) = share_of_clock(left, tempo.increment, None, KEPT);
            soft_time = Some(soft);
            time = Some(time.map_or(hard, |time| time.min(hard)));
        }
        Limits { depth: self.depth, nodes: self.nodes, time, soft_time }
    }

    /// The time that a move must not pass; `None` where only nodes or depth count.
    pub fn allowed(&self, left: Option<Duration>) -> Option<Duration> {
        match (self.time, left) {
            (Some(time), Some(left)) => Some(time.min(left)),
            (time, left) => time.or(left),
        }
    }
}

impl std::fmt::Display for Pace {
    /// `5000 nodes`, `20ms`, `10+0.1`, joined with commas.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [
            self.nodes.map(|nodes| format!("{nodes} nodes")),
            self.depth.map(|depth| format!("{depth} plies")),
            self.time.map(|time| format!("{} s", time.as_secs_f64())),
            self.clock.map(|tempo| format!("clock {tempo}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() { "no limit".to_owned() } else { parts.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_shared_out_below_what_is_left() {
        let tempo = Tempo::parse("10+0.1").expect("a clock");
        assert_eq!((tempo.base.as_millis(), tempo.increment.as_millis()), (10_000, 100));
        assert_eq!(Tempo::parse("60").map(|tempo| tempo.increment), Ok(Duration::ZERO));
        for text in ["", "+1", "10+", "ten", "0+1", "-5"] {
            assert_eq!(Tempo::parse(text).is_ok(), text == "10+", "{text}");
        }
        let pace = Pace { clock: Some(tempo), ..Pace::default() };
        for left in [10_000, 1_000, 100, 5, 0].map(Duration::from_millis) {
            let limits = pace.limits(Some(left));
            let (hard, soft) = (limits.time.expect("hard"), limits.soft_time.expect("soft"));
            assert!(soft <= hard && (hard <= left || hard == Duration::from_millis(1)), "{left:?}: {hard:?}");
        }
    }

    #[test]
    fn a_players_own_limits_stand_in_place_of_the_matchs() {
        let nodes = Pace { nodes: Some(5000), ..Pace::default() };
        let time = Pace { time: Some(Duration::from_millis(20)), ..Pace::default() };
        assert_eq!(time.or(nodes), time);
        assert_eq!(Pace::default().or(nodes), nodes);
        assert_eq!((nodes.to_string(), time.to_string()), ("5000 nodes".into(), "0.02 s".into()));
        assert_eq!(nodes.allowed(None), None);
    }
}

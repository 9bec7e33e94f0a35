//! What a database says of a state.

use std::fmt;
use std::str::FromStr;

/// What a database says of a state. `docs/metrics.md` has the definitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Metric {
    /// What the side to move still gains, net, when endless play is worth 0.
    #[default]
    Score,
    /// What both sides can force in finite time.
    Bounds,
    /// Plies to the next capture and to the end under best play.
    Distance,
}

impl Metric {
    /// All of them, in the order in which a build makes them.
    pub const ALL: [Self; 3] = [Self::Score, Self::Bounds, Self::Distance];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Bounds => "bounds",
            Self::Distance => "distance",
        }
    }

    /// Bytes a state while it is in memory.
    pub const fn bytes(self) -> u64 {
        match self {
            Self::Score => 1,
            Self::Bounds => 2,
            Self::Distance => 4,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Metric {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|metric| metric.name() == text);
        known.ok_or_else(|| format!("no metric {text:?}; there are score, bounds and distance"))
    }
}

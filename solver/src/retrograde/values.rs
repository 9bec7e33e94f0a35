//! What is known of a solved state, and where it is looked up.

use super::planes::{Known, Solved};
use crate::game::Layered;
use crate::probe::Probe;
use crate::score::{Interval, Score};

/// How long best play takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Distance {
    /// Plies to the next capture.
    pub next: u16,
    /// Plies until nothing is left to gain.
    pub end: u16,
}

/// What is known of a solved state; never nothing at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// The value when endless play is worth 0 to both, in this layer and in every layer below.
    ///
    /// This is not 0 clamped into `bounds`: those hold for any worth of endless play, so after a capture they still
    /// allow what a score of that smaller board rules out.
    pub score: Option<Score>,
    /// What both sides can force in finite time.
    pub bounds: Option<Interval>,
    /// How long best play takes.
    pub distance: Option<Distance>,
}

impl Value {
    /// A game that is over and has paid.
    pub const OVER: Self = Self {
        score: Some(Score::ZERO),
        bounds: Some(Interval { lo: Score::ZERO, hi: Score::ZERO }),
        distance: Some(Distance { next: 0, end: 0 }),
    };

    /// The score: where only bounds are known and they agree, they are the score.
    #[inline]
    pub fn exact(&self) -> Option<Score> {
        self.score.or_else(|| self.bounds.filter(|bounds| bounds.is_exact()).map(|bounds| bounds.lo))
    }

    /// True when the score would change with the rule for endless play; `None` where the bounds are not known.
    pub fn depends_on_endless(&self) -> Option<bool> {
        self.bounds.map(|bounds| !bounds.is_exact())
    }

    /// What both together know.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            score: self.score.or(other.score),
            bounds: self.bounds.or(other.bounds),
            distance: self.distance.or(other.distance),
        }
    }

    /// Itself, or `None` when it says nothing.
    pub fn known(self) -> Option<Self> {
        (self != Self::default()).then_some(self)
    }
}

/// A source of solved states.
pub trait Values<G: Layered>: Sync {
    /// The value of a state, as far as it is known here.
    fn value(&self, game: &G, state: &G::State) -> Option<Value>;
}

impl<G: Layered, V: Values<G> + ?Sized> Values<G> for &V {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        (**self).value(game, state)
    }
}

#[inline]
fn score(number: i8) -> Score {
    Score(i16::from(number))
}

impl Known {
    /// The value of a state by its number.
    pub fn value(&self, index: usize) -> Option<Value> {
        let value = Value {
            score: self.score.as_ref().and_then(|scores| scores.get(index)).map(|&number| score(number)),
            bounds: self.bounds.as_ref().and_then(|bounds| {
                let [lo, hi] = [bounds[0].get(index)?, bounds[1].get(index)?].map(|&number| score(number));
                Some(Interval { lo, hi })
            }),
            distance: self.distance.as_ref().and_then(|planes| {
                Some(Distance { next: *planes[0].get(index)?, end: *planes[1].get(index)? })
            }),
        };
        value.known()
    }
}

impl<G: Layered> Values<G> for Solved {
    #[inline]
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        if !game.tabled(state) {
            return None;
        }
        self.layer(game.layer(state))?.value(game.rank(state) as usize)
    }
}

/// The bounds of solved states.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a>(pub &'a Solved);

impl<G: Layered> Probe<G> for Bounds<'_> {
    #[inline]
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        let bounds = self.0.layer(game.layer(state))?.bounds.as_ref()?;
        let index = game.rank(state) as usize;
        Some(Interval { lo: score(bounds[0][index]), hi: score(bounds[1][index]) })
    }
}

/// The scores of solved states, endless play worth 0.
#[derive(Clone, Copy, Debug)]
pub struct Scores<'a>(pub &'a Solved);

impl<G: Layered> Probe<G> for Scores<'_> {
    #[inline]
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        let scores = self.0.layer(game.layer(state))?.score.as_ref()?;
        Some(Interval::exact(score(scores[game.rank(state) as usize])))
    }
}

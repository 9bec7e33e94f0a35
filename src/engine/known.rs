//! What databases say, as a search asks for it.

use sowbase_solver::retrograde::{Value, Values};
use sowbase_solver::{Interval, Layered, Probe, Score};

use crate::games::Rulebook;
use crate::games::options::RuleSet;
use crate::tables::Sources;

/// States whose values are read into memory when an engine is opened: a search asks for them millions of times.
const HELD: u64 = 4_000_000;

/// Sources of values under the rules of a game.
pub(crate) struct Known<'a, G> {
    sources: Sources<'a, G>,
    /// Scores hold, not only bounds.
    even: bool,
    /// The most seeds on a board of which something is known.
    reach: u32,
}

impl<'a, G: Rulebook + Layered> Known<'a, G> {
    pub(super) fn new(game: &G, mut sources: Sources<'a, G>) -> Self {
        let fits = game.rules().not_tabled().is_none();
        let reach = if fits { sources.reach() } else { 0 };
        sources.hold(reach, HELD);
        Self { sources, even: game.endless_is_even(), reach }
    }

    fn proven(&self, value: &Value) -> Option<Interval> {
        match value.score {
            Some(score) if self.even => Some(Interval::exact(score)),
            _ => value.bounds,
        }
    }
}

impl<G: Rulebook + Layered> Probe<G> for Known<'_, G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        self.proven(&self.sources.value(game, state)?)
    }

    fn hint(&self, game: &G, state: &G::State) -> Option<Score> {
        self.sources.value(game, state).and_then(|value| value.exact())
    }

    fn look_up(&self, game: &G, state: &G::State) -> (Option<Interval>, Option<Score>) {
        let value = self.sources.held(game, state).or_else(|| self.sources.value(game, state));
        (value.and_then(|value| self.proven(&value)), value.and_then(|value| value.exact()))
    }

    fn reach(&self) -> u32 {
        self.reach
    }
}

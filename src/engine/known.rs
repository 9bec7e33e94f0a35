//! What databases say, as a search asks for it.

use sowbase_solver::retrograde::Values;
use sowbase_solver::{Interval, Layered, Probe, Score};

use crate::games::Rulebook;
use crate::games::options::RuleSet;
use crate::tables::Sources;

/// Sources of values under the rules of a game.
pub(crate) struct Known<'a, G> {
    sources: Sources<'a, G>,
    /// Scores hold, not only bounds.
    even: bool,
    /// The most seeds on a board of which something is known.
    reach: u32,
}

impl<'a, G: Rulebook + Layered> Known<'a, G> {
    pub(super) fn new(game: &G, sources: Sources<'a, G>) -> Self {
        let fits = game.rules().not_tabled().is_none();
        let reach = if fits { sources.reach() } else { 0 };
        Self { sources, even: game.endless_is_even(), reach }
    }
}

impl<G: Rulebook + Layered> Probe<G> for Known<'_, G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        let value = self.sources.value(game, state)?;
        match value.score {
            Some(score) if self.even => Some(Interval::exact(score)),
            _ => value.bounds,
        }
    }

    fn hint(&self, game: &G, state: &G::State) -> Option<Score> {
        self.sources.value(game, state).and_then(|value| value.exact())
    }

    fn reach(&self) -> u32 {
        self.reach
    }
}

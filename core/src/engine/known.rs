//! What databases say, as a search asks for it.

use sowbase_solver::retrograde::{Value, Values};
use sowbase_solver::{Interval, Layer, Layered, Metric, Probe, Score};

use crate::games::Rulebook;
use crate::games::options::RuleSet;
use crate::tables::Sources;

/// States that are solved at the first search where no database knows what the rules in force need: some hundredths of a
/// second with a fast builder.
const SOLVED: u128 = 300_000;
/// The same with the general method.
const SOLVED_SLOWLY: u128 = 30_000;

/// States whose values are read into memory when an engine is opened: a search asks for them millions of times.
const HELD: u64 = 4_000_000;

/// Sources of values under the rules of a game.
pub(crate) struct Known<'a, G> {
    sources: Sources<'a, G>,
    /// Scores hold, not only bounds.
    even: bool,
    /// The most seeds on a board of which something is known.
    reach: u32,
    /// Small endings are still to be made known.
    to_prepare: bool,
}

impl<'a, G: Rulebook + Layered> Known<'a, G> {
    pub(super) fn new(game: &G, mut sources: Sources<'a, G>, asked: bool) -> Self {
        let fits = asked && game.rules().not_tabled().is_none();
        let reach = if fits { sources.reach() } else { 0 };
        sources.hold(reach, HELD);
        Self { sources, even: game.endless_is_even(), reach, to_prepare: fits }
    }

    /// Solves the small layers of which no source knows what is proven under the rules in force.
    pub(super) fn solve_small_endings(&mut self, game: &G) {
        if !std::mem::take(&mut self.to_prepare) {
            return;
        }
        let shape = game.layer(&game.start()).shape;
        let most = if game.methods().is_empty() { SOLVED_SLOWLY } else { SOLVED };
        let mut total = 0;
        let small =
            (0..=crate::board::MAX_SEEDS as u8).map(|seeds| Layer { seeds, shape }).take_while(|layer| {
                total += game.layer_len(*layer);
                total <= most
            });
        let Some(layer) = small.last() else { return };
        let metric = if self.even { Metric::Score } else { Metric::Bounds };
        // What cannot be solved is searched: no answer rests on it.
        if !self.sources.has(layer, metric) && self.sources.ensure(layer, most as u64).unwrap_or(false) {
            self.reach = self.reach.max(u32::from(layer.seeds));
        }
    }

    /// Where values come from.
    pub(super) fn sources(&self) -> &Sources<'a, G> {
        &self.sources
    }

    pub(super) fn proven(&self, value: &Value) -> Option<Interval> {
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

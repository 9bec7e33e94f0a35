//! A layer to be solved again and again, with the layers below it solved before: what benches time.

use sowbase_solver::retrograde::{Solved, solve, solve_layer};
use sowbase_solver::{Layer, Layered, Metric, Unwatched};

use super::Tabled;
use crate::error::Error;
use crate::games::rulebook::Rulebook;

/// Prepares layers.
pub trait Preparing {
    /// Solves what the layer of `seeds` seeds needs for a metric, in memory, that metric of the layer itself apart.
    ///
    /// # Errors
    /// When the game has no board of so many seeds, or it does not fit.
    fn prepare(&self, seeds: u32, metric: Metric) -> Result<Box<dyn Prepared + '_>, Error>;
}

/// A layer that can be solved.
pub trait Prepared: Send + Sync {
    /// Its states.
    fn states(&self) -> u64;

    /// Solves it by the best method and forgets the answer; returns how many states it solved.
    ///
    /// # Errors
    /// When memory ends.
    fn solve(&self) -> Result<u64, Error>;
}

struct Ready<'a, G> {
    tabled: &'a Tabled<G>,
    layer: Layer,
    metric: Metric,
    solved: Solved,
}

impl<G: Rulebook + Layered> Preparing for Tabled<G> {
    fn prepare(&self, seeds: u32, metric: Metric) -> Result<Box<dyn Prepared + '_>, Error> {
        let (game, plan, mut solved) = (&*self.game, self.plan(None, None), Solved::default());
        let mut below = self.layers(seeds)?;
        let layer = below.pop().ok_or_else(|| Error::Usage(format!("{seeds} seeds: no layer")))?;
        // Distances say how long the way to a score is.
        let before: &[Metric] = if metric == Metric::Distance { &[Metric::Score] } else { &[] };
        let all = [before, &[metric]].concat();
        solve(game, &below, &all, &mut solved, plan, &Unwatched)
            .and_then(|()| solve(game, &[layer], before, &mut solved, plan, &Unwatched))
            .map_err(|error| Error::File(error.to_string()))?;
        Ok(Box::new(Ready { tabled: self, layer, metric, solved }))
    }
}

impl<G: Rulebook + Layered> Prepared for Ready<'_, G> {
    fn states(&self) -> u64 {
        u64::try_from(self.tabled.game.layer_len(self.layer)).unwrap_or(u64::MAX)
    }

    fn solve(&self) -> Result<u64, Error> {
        let (game, plan) = (&*self.tabled.game, self.tabled.plan(None, None));
        let planes = solve_layer(game, self.layer, self.metric, &self.solved, plan, &Unwatched);
        planes.map(|planes| planes.len() as u64).map_err(|error| Error::File(error.to_string()))
    }
}

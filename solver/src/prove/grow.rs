//! Solved layers that grow with the search.

use super::prover::{Prover, Way};
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::{Plan, SolveError, Solved, Value, Values, solve};

/// Nanoseconds of a node: of zero-window search, of proof-number search. Measured on real games; only what is solved
/// before what depends on it.
pub(super) const PACE: [f64; 2] = [150.0, 1_000.0];
/// Nanoseconds that solving a state of a layer takes, where its method was not measured.
const SOLVING: f64 = 100.0;
/// Nanoseconds of layers that are solved before the search begins.
const AT_ONCE: f64 = 2e7;
/// Values that were given, and those of layers solved on the way.
pub(super) struct Both<'a, G: Layered> {
    pub(super) given: &'a dyn Values<G>,
    pub(super) solved: &'a Solved,
}

impl<G: Layered> Values<G> for Both<'_, G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let solved = self.solved.value(game, state);
        if solved.is_some_and(|value| value.score.is_some() && value.bounds.is_some()) {
            return solved;
        }
        solved.into_iter().chain(self.given.value(game, state)).reduce(Value::or)
    }
}

impl<G: Layered> Prover<'_, G> {
    /// Prepares the layers that a state needs.
    pub(super) fn begin(&mut self, state: &G::State) -> Result<(), SolveError> {
        if self.limits.layers || self.limits.way == Way::Layers {
            let layers = self.game.needed(self.game.layer(state));
            let open = |layer: &Layer| !self.solved.has(*layer, Metric::Score);
            self.queue = layers.into_iter().filter(open).collect();
            while self.cost().is_some_and(|cost| cost < AT_ONCE) && self.grow()? {}
        }
        Ok(())
    }

    pub(super) fn metrics(&self) -> &'static [Metric] {
        if self.game.cannot_cycle() { &[Metric::Score] } else { &[Metric::Score, Metric::Bounds] }
    }

    /// Nanoseconds that the next layer takes.
    pub(super) fn cost(&self) -> Option<f64> {
        let layer = *self.queue.front()?;
        let states = self.game.layer_len(layer) as f64;
        let pace = |metric: &Metric| {
            let fitting =
                self.methods.iter().filter(|method| method.memory(self.game, layer, *metric).is_some());
            fitting.map(|method| method.pace(*metric).unwrap_or(SOLVING)).next().unwrap_or(SOLVING)
        };
        Some(states * self.metrics().iter().map(pace).sum::<f64>() / rayon::current_num_threads() as f64)
    }

    pub(super) fn room(&self) -> u64 {
        self.limits.memory.saturating_sub(self.solved.bytes())
    }

    /// Solves the next layer; false when there is none, or it does not fit.
    pub(super) fn grow(&mut self) -> Result<bool, SolveError> {
        self.patience = 0.0;
        let Some(layer) = self.queue.pop_front() else { return Ok(false) };
        let bytes: u64 = self.metrics().iter().map(|metric| metric.bytes()).sum();
        let kept = self.game.layer_len(layer).saturating_mul(u128::from(bytes));
        if kept > u128::from(self.room()) {
            self.queue.clear();
            return Ok(false);
        }
        let plan = Plan { memory: self.limits.memory, ..Plan::any(self.methods) };
        match solve(self.game, &[layer], self.metrics(), &mut self.solved, plan, self.watch) {
            Ok(()) => {
                self.watch.begin("proof", 0);
                Ok(true)
            }
            Err(SolveError::TooLarge { .. } | SolveError::NoMemory(_) | SolveError::NoMethod { .. }) => {
                self.queue.clear();
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Notes that `nodes` more were searched, and solves what is due.
    pub(super) fn spend(&mut self, nodes: u64, pace: f64) -> Result<(), SolveError> {
        self.nodes += nodes;
        self.patience += nodes as f64 * pace;
        while self.cost().is_some_and(|cost| cost <= self.patience) {
            let left = self.patience - self.cost().unwrap_or_default();
            self.grow()?;
            self.patience = left;
        }
        Ok(())
    }

    /// Nodes until the next layer is due.
    pub(super) fn due(&self, pace: f64) -> u64 {
        self.cost().map_or(u64::MAX, |cost| ((cost - self.patience) / pace).max(1.0) as u64 + 1)
    }
}

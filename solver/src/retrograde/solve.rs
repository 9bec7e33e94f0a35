//! Layers one after another, each by the best method that fits.

use std::sync::{Mutex, PoisonError};

use super::method::{Job, Method};
use super::planes::{Planes, Solved};
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::watch::{Stopped, Watch};

/// States that one task of the thread pool sweeps.
pub(super) const CHUNK: usize = 1 << 12;

/// Why a layer cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Scores that do not fit.
    #[error("layer {} has scores up to {top}; a byte holds at most 127", layer.seeds)]
    TooWide {
        /// The layer.
        layer: Layer,
        /// Its largest score.
        top: i16,
    },
    /// More than memory holds.
    #[error("layer {} has {states} states and needs {needs} bytes of memory; there are {has}", layer.seeds)]
    TooLarge {
        /// The layer.
        layer: Layer,
        /// Its states.
        states: u128,
        /// Bytes that it and the layers below need.
        needs: u128,
        /// Bytes allowed.
        has: u64,
    },
    /// A lower layer that is not there.
    #[error(
        "layer {} with shape {} needs layer {} with shape {}, which is not solved",
        layer.seeds, layer.shape, needs.seeds, needs.shape
    )]
    Missing {
        /// The layer being solved.
        layer: Layer,
        /// The layer it needs.
        needs: Layer,
    },
    /// No method serves these rules, this layer and this metric.
    #[error("layer {}: {name} for the metric {metric} under these rules; there are {known}", layer.seeds)]
    NoMethod {
        /// The layer.
        layer: Layer,
        /// The metric.
        metric: Metric,
        /// "no method", or which one was asked for.
        name: String,
        /// The methods that would do.
        known: String,
    },
    /// The system refused memory.
    #[error("no memory: {0}")]
    NoMemory(String),
    /// Distances of scores that nobody reaches.
    #[error("layer {}: the scores of {states} states are reached by no line of play: verify them", layer.seeds)]
    Unreached {
        /// The layer.
        layer: Layer,
        /// States without a line.
        states: u64,
    },
    /// Numbers that were to be taken from somebody else's files and cannot be.
    #[error("{0}")]
    Unreadable(String),
    /// A line of best play is too long for the numbers of a distance.
    #[error("layer {} has lines of more than {most} plies", layer.seeds)]
    TooLong {
        /// The layer.
        layer: Layer,
        /// What fits.
        most: u32,
    },
}

impl SolveError {
    /// What a refused array means to whoever solves.
    #[expect(clippy::needless_pass_by_value, reason = "handed to map_err")]
    pub fn no_memory(error: std::io::Error) -> Self {
        Self::NoMemory(error.to_string())
    }
}

/// What a build may use.
#[expect(missing_debug_implementations, reason = "methods cannot be shown")]
pub struct Plan<'a, G> {
    /// The methods to choose from, the best first.
    pub methods: &'a [Box<dyn Method<G>>],
    /// The one method to use, by name; the first that fits when not given.
    pub method: Option<&'a str>,
    /// A metric that is made only because another one needs it: by the best method, whatever was asked for.
    pub implied: Option<Metric>,
    /// Bytes of memory for the layer, its edges and the layers below.
    pub memory: u64,
}

impl<G> Clone for Plan<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Plan<'_, G> {}

impl<'a, G: Layered> Plan<'a, G> {
    /// Any of the methods, and all memory.
    pub fn any(methods: &'a [Box<dyn Method<G>>]) -> Self {
        Self { methods, method: None, implied: None, memory: u64::MAX }
    }

    /// The methods that serve a layer, with the bytes that each needs beside the solved layers.
    fn fitting(&self, game: &G, layer: Layer, metric: Metric) -> Vec<(&'a dyn Method<G>, u128)> {
        let name = self.method.filter(|_| self.implied != Some(metric));
        let asked = self.methods.iter().filter(|method| name.is_none_or(|name| name == method.name()));
        asked.filter_map(|method| Some((&**method, method.memory(game, layer, metric)?))).collect()
    }

    /// The best method for a layer beside `held` bytes of solved layers.
    fn choose(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        held: u64,
    ) -> Result<&'a dyn Method<G>, SolveError> {
        let fitting = self.fitting(game, layer, metric);
        let room = u128::from(self.memory.saturating_sub(held));
        if let Some((method, _)) = fitting.iter().find(|(_, needs)| *needs <= room) {
            return Ok(*method);
        }
        if let Some(least) = fitting.iter().map(|(_, needs)| *needs).min() {
            let (states, needs) = (game.layer_len(layer), least.saturating_add(u128::from(held)));
            return Err(SolveError::TooLarge { layer, states, needs, has: self.memory });
        }
        Err(self.no_method(game, layer, metric))
    }

    fn no_method(&self, game: &G, layer: Layer, metric: Metric) -> SolveError {
        let all = self.methods.iter().filter(|method| method.memory(game, layer, metric).is_some());
        let known: Vec<&str> = all.map(|method| method.name()).collect();
        let name = self.method.map_or_else(|| "no method".into(), |name| format!("no method {name:?}"));
        let known = if known.is_empty() { "none".into() } else { known.join(", ") };
        SolveError::NoMethod { layer, metric, name, known }
    }

    /// Bytes that the best method that fits at all needs for a layer beside the solved layers, or that the most modest
    /// one needs when none fits.
    ///
    /// # Errors
    /// When no method serves it.
    pub fn wanted(&self, game: &G, layer: Layer, metric: Metric) -> Result<u128, SolveError> {
        self.likely(game, layer, metric).map(|(_, needs)| needs)
    }

    /// The method that a build will use if it can make room for it, and the bytes that it needs.
    fn likely(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
    ) -> Result<(&'a dyn Method<G>, u128), SolveError> {
        let fitting = self.fitting(game, layer, metric);
        let best = fitting.iter().find(|(_, needs)| *needs <= u128::from(self.memory));
        let least = || fitting.iter().min_by_key(|(_, needs)| *needs);
        best.or_else(least).copied().ok_or_else(|| self.no_method(game, layer, metric))
    }

    /// What solving `layers` takes.
    ///
    /// # Errors
    /// When no method serves a layer.
    pub fn needs(&self, game: &G, layers: &[Layer], metrics: &[Metric]) -> Result<Needs, SolveError> {
        let mut needs = Needs { seconds: Some(0.0), ..Needs::default() };
        for &layer in layers {
            for &metric in metrics {
                let (method, wanted) = self.likely(game, layer, metric)?;
                let states = game.layer_len(layer) as f64;
                needs.seconds =
                    needs.seconds.zip(method.pace(metric)).map(|(all, pace)| all + states * pace / 1e9);
                let kept = game.layer_len(layer).saturating_mul(u128::from(metric.bytes()));
                needs.all = needs.all.max(needs.kept.saturating_add(wanted));
                needs.least = needs.least.max(wanted);
                needs.kept = needs.kept.saturating_add(kept);
            }
        }
        Ok(needs)
    }
}

/// What solving layers takes, in bytes and seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Needs {
    /// Memory at the most, with all solved layers kept there.
    pub all: u128,
    /// Memory with all solved layers elsewhere.
    pub least: u128,
    /// The solved layers.
    pub kept: u128,
    /// Processor time of one core, where the methods have been measured.
    pub seconds: Option<f64>,
}

/// Solves one metric of one layer; `solved` holds what its moves can reach (see [`Method::solve`]).
///
/// # Errors
/// When it does not fit, when a lower layer is missing, or when `watch` says stop.
pub fn solve_layer<G: Layered>(
    game: &G,
    layer: Layer,
    metric: Metric,
    solved: &Solved,
    plan: Plan<'_, G>,
    watch: &dyn Watch,
) -> Result<Planes, SolveError> {
    // For whoever watches a method that tells nothing of itself.
    watch.begin(&format!("layer {} {metric}", layer.seeds), game.layer_len(layer) as u64);
    let held = solved.bytes();
    let method = plan.choose(game, layer, metric, held)?;
    method.solve(game, layer, metric, solved, Job { memory: plan.memory - held, watch })
}

/// Solves layers one after another in memory, each of them needing only those before it. What `solved` holds already
/// is kept.
///
/// # Errors
/// As [`solve_layer`]; what is solved by then stays.
pub fn solve<G: Layered>(
    game: &G,
    layers: &[Layer],
    metrics: &[Metric],
    solved: &mut Solved,
    plan: Plan<'_, G>,
    watch: &dyn Watch,
) -> Result<(), SolveError> {
    for &layer in layers {
        for &metric in metrics {
            if !solved.has(layer, metric) {
                let planes = solve_layer(game, layer, metric, solved, plan, watch)?;
                solved.insert(layer, planes);
            }
        }
    }
    Ok(())
}

/// The first lower layer that was asked for and not there.
#[derive(Default)]
pub(super) struct Misses(Mutex<Option<Layer>>);

impl Misses {
    pub(super) fn note(&self, needs: Layer) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(needs);
    }

    pub(super) fn any(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    pub(super) fn check(&self, layer: Layer) -> Result<(), SolveError> {
        match *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(needs) => Err(SolveError::Missing { layer, needs }),
            None => Ok(()),
        }
    }
}

//! One layer from the layers below it: chooses the method, and makes scores and bounds of one piece.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::cells::Cells;
use super::graph::{self, Metric};
use super::sweep;
use super::values::{Bounds, LayerValues, Scores, Solved, Value, Values};
use crate::game::{Layer, Layered};
use crate::score::Score;
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
    /// More states than memory holds.
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
}

/// How the inner moves of a layer are followed; the result is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Stored edges where they fit, else sweeps.
    #[default]
    Best,
    /// Sweeps that play every open state again.
    Sweeps,
}

/// What a build may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of memory for the layer, its edges and the layers below.
    pub memory: u64,
    /// How inner moves are followed.
    pub method: Method,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: u64::MAX, method: Method::Best }
    }
}

/// Bytes of memory that solving the last of `layers` takes when the others are kept in memory; edges not counted.
pub fn memory_needed<G: Layered>(game: &G, layers: &[Layer]) -> u128 {
    let states = |layer: &Layer| game.layer_len(*layer);
    let stride = LayerValues::STRIDE as u128;
    let all: u128 = layers.iter().map(states).fold(0, u128::saturating_add);
    // Two intervals of two bytes for the largest layer while it is being solved.
    let largest = layers.iter().map(states).max().unwrap_or(0);
    all.saturating_mul(stride).saturating_add(largest.saturating_mul(4))
}

/// Solves one layer; `below` holds all layers that its moves can reach.
///
/// # Errors
/// When it does not fit, when a lower layer is missing, or when `watch` says stop.
pub fn solve_layer<G: Layered>(
    game: &G,
    layer: Layer,
    below: &Solved,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<LayerValues, SolveError> {
    let states = game.layer_len(layer);
    let held: u64 = below.layers().values().map(|values| values.bytes().len() as u64).sum();
    let needs = u128::from(held).saturating_add(memory_needed(game, &[layer]));
    // A state's number must fit an edge, and an index of this machine.
    if needs > u128::from(limits.memory) || states > u128::from(u32::MAX) {
        return Err(SolveError::TooLarge { layer, states, needs, has: limits.memory });
    }
    let top = if states == 0 { Score::ZERO } else { game.top_score(layer) };
    let Ok(narrow_top @ 0..) = i8::try_from(top.0) else {
        return Err(SolveError::TooWide { layer, top: top.0 });
    };
    let bounds = Cells::new(states as usize, narrow_top);
    let room = limits.memory - needs as u64;
    let scores = scores_and_bounds(game, layer, below, &bounds, (limits.method, room), watch)?;
    let mut bytes = vec![0; states as usize * LayerValues::STRIDE];
    bytes.par_chunks_exact_mut(LayerValues::STRIDE).enumerate().for_each(|(index, cell)| {
        let bounds = bounds.get(index);
        let score = scores.as_ref().map_or(bounds, |scores| scores.get(index)).with_endless(Score::ZERO);
        cell.copy_from_slice(&[bounds.lo.0 as u8, bounds.hi.0 as u8, score.0 as u8]);
    });
    Ok(LayerValues::from_bytes(bytes).expect("a score lies within its bounds"))
}

/// Narrows `bounds`, and returns the intervals of the scores where they can differ.
///
/// The scores are a second fixed point, in which lower layers count with their scores. It may begin at the bounds:
/// a score lies within its bounds, so the second run only ever narrows what the first one left.
fn scores_and_bounds<G: Layered>(
    game: &G,
    layer: Layer,
    below: &Solved,
    bounds: &Cells,
    (method, room): (Method, u64),
    watch: &dyn Watch,
) -> Result<Option<Cells>, SolveError> {
    if method == Method::Best {
        let scores = bounds.copy();
        if let Some(graph) = graph::collect(game, layer, below, (bounds, &scores), room, watch)? {
            graph.narrow(layer, Metric::Bounds, bounds, watch)?;
            graph.start_scores(bounds, &scores);
            if graph.open_below {
                graph.narrow(layer, Metric::Score, &scores, watch)?;
            }
            return Ok(Some(scores));
        }
        // What was found on the way is true, and the sweeps go on from there.
    }
    if !sweep::narrow(game, layer, &Bounds(below), bounds, watch)? {
        return Ok(None);
    }
    let scores = bounds.copy();
    sweep::narrow(game, layer, &Scores(below), &scores, watch)?;
    Ok(Some(scores))
}

/// Solves layers one after another in memory, each of them needing only those before it. Layers that `solved` holds
/// already are kept.
///
/// # Errors
/// As [`solve_layer`]; what is solved by then stays.
pub fn solve<G: Layered>(
    game: &G,
    layers: &[Layer],
    solved: &mut Solved,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<(), SolveError> {
    for &layer in layers {
        if solved.layer(layer).is_none() {
            let values = solve_layer(game, layer, solved, limits, watch)?;
            solved.insert(layer, Arc::new(values));
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

impl<G: Layered, V: Values<G> + ?Sized> Values<G> for &V {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        (**self).value(game, state)
    }
}

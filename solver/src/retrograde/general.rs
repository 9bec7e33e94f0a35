//! The methods for every game: sweeps over intervals, and the same by stored edges where they fit.

use rayon::prelude::*;

use super::cells::Cells;
use super::distance::Plain;
use super::graph;
use super::method::{Job, Method};
use super::planes::{Planes, Solved};
use super::solve::SolveError;
use super::sweep;
use super::values::{Bounds, Scores};
use crate::game::{Layer, Layered};
use crate::mem::Plane;
use crate::metric::Metric;
use crate::score::Score;

/// Plays every state once and keeps the edges inside the layer; sweeps where they do not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Edges;

/// Plays every open state again at each sweep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sweeps;

/// The methods that serve every game, the best first.
pub fn general<G: Layered>() -> Vec<Box<dyn Method<G>>> {
    vec![Box::new(Edges), Box::new(Sweeps), Box::new(Plain)]
}

/// Two bytes a state for the intervals, and what is returned.
fn memory<G: Layered>(game: &G, layer: Layer, metric: Metric) -> Option<u128> {
    let each = 2 + u128::from(metric.bytes());
    (metric != Metric::Distance).then(|| game.layer_len(layer).saturating_mul(each))
}

impl<G: Layered> Method<G> for Edges {
    fn name(&self) -> &'static str {
        "edges"
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        // A state's number must fit an edge.
        memory(game, layer, metric).filter(|_| game.layer_len(layer) <= u128::from(u32::MAX))
    }

    fn pace(&self, _: Metric) -> Option<f64> {
        Some(900.0)
    }

    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        narrowed(game, layer, metric, solved, job, true)
    }
}

impl<G: Layered> Method<G> for Sweeps {
    fn name(&self) -> &'static str {
        "sweeps"
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        memory(game, layer, metric)
    }

    fn pace(&self, _: Metric) -> Option<f64> {
        Some(3_000.0)
    }

    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        narrowed(game, layer, metric, solved, job, false)
    }
}

fn narrowed<G: Layered>(
    game: &G,
    layer: Layer,
    metric: Metric,
    solved: &Solved,
    job: Job<'_>,
    store_edges: bool,
) -> Result<Planes, SolveError> {
    let states = game.layer_len(layer) as usize;
    let top = if states == 0 { Score::ZERO } else { game.top_score(layer) };
    let Ok(narrow_top @ 0..) = i8::try_from(top.0) else {
        return Err(SolveError::TooWide { layer, top: top.0 });
    };
    let cells = Cells::new(states, narrow_top);
    let needs = memory(game, layer, metric).unwrap_or(u128::MAX);
    let room = job.room(needs);
    let mut swept = !store_edges;
    if store_edges {
        let graph = match metric {
            Metric::Bounds => graph::collect(game, layer, &Bounds(solved), &cells, room, job.watch)?,
            Metric::Score | Metric::Distance => {
                graph::collect(game, layer, &Scores(solved), &cells, room, job.watch)?
            }
        };
        match graph {
            Some(graph) => graph.narrow(layer, &cells, job.watch)?,
            // What was found on the way is true, and the sweeps go on from there.
            None => swept = true,
        }
    }
    match metric {
        Metric::Bounds => {
            if swept {
                sweep::narrow(game, layer, &Bounds(solved), &cells, job.watch)?;
            }
            let mut planes = [plane(states)?, plane(states)?];
            let [lo, hi] = &mut planes;
            lo.par_iter_mut().zip(hi.par_iter_mut()).enumerate().for_each(|(index, (lo, hi))| {
                let bounds = cells.get(index);
                (*lo, *hi) = (bounds.lo.0 as i8, bounds.hi.0 as i8);
            });
            Ok(Planes::Bounds(planes))
        }
        Metric::Score | Metric::Distance => {
            if swept {
                sweep::narrow(game, layer, &Scores(solved), &cells, job.watch)?;
            }
            let mut scores = plane(states)?;
            scores.par_iter_mut().enumerate().for_each(|(index, score)| {
                *score = cells.get(index).with_endless(Score::ZERO).0 as i8;
            });
            Ok(Planes::Score(scores))
        }
    }
}

fn plane(states: usize) -> Result<Plane<i8>, SolveError> {
    Plane::zeroed(states).map_err(SolveError::no_memory)
}

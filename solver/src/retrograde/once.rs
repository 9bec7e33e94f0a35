//! `once`: layers whose inner moves have an order, each state computed once from children that are done.
//!
//! Two passes over tables of rows ([`crate::Forward`]): the moves that leave the layer for all states at once, then the
//! inner moves, a pair of rectangles at a time. Nothing cycles, so a score holds under every rule for endless play and
//! both bounds are the score.

mod inside;
mod measure;
mod outside;
mod tables;

use rayon::prelude::*;

use self::inside::Inside;
use self::measure::{Cell, Measure, Scoring, Sheet, Timing, Waiting, Waits};
use self::outside::Outside;
use self::tables::{BLOCK, Shape, Tables};
use super::method::{Job, Method};
use super::planes::{Planes, Solved};
use super::solve::SolveError;
use crate::forward::Forward;
use crate::game::Layer;
use crate::mem::{Cell as Number, Plane};
use crate::metric::Metric;
use crate::score::Score;
use crate::watch::{Stopped, Watch};

/// Every state once, in the order of its rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Once;

impl<G: Forward> Method<G> for Once {
    fn name(&self) -> &'static str {
        "once"
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        if layer.shape != 0 || layer.seeds > i8::MAX as u8 {
            return None;
        }
        let shape = Shape::new(game, layer.seeds)?;
        let states = *shape.start[shape.seeds].last()?;
        if states as u128 != game.layer_len(layer) {
            return None;
        }
        // No row has more moves than it has pits, and none has more than 16.
        let strips = rayon::current_num_threads() as u128 * 64 * 8 * *shape.rows.iter().max()? as u128;
        Some(states as u128 * u128::from(metric.bytes()) + shape.table_bytes(16) + strips)
    }

    /// docs/speed/once.md.
    fn pace(&self, metric: Metric) -> Option<f64> {
        Some(if metric == Metric::Distance { 28.0 } else { 10.0 })
    }

    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        let states = game.layer_len(layer);
        let large = |needs| SolveError::TooLarge { layer, states, needs, has: job.memory };
        let needs = Method::<G>::memory(self, game, layer, metric).unwrap_or(u128::MAX);
        let shape = Shape::new(game, layer.seeds).filter(|_| needs <= u128::from(job.memory));
        let shape = shape.ok_or_else(|| large(needs))?;
        let pass = Pass { game, layer, shape: &shape, tables: &Tables::new(game, &shape), watch: job.watch };
        match metric {
            Metric::Score | Metric::Bounds => {
                let known = |below: Layer| match metric {
                    Metric::Bounds => solved.bounds(below).map(|[lo, _]| lo),
                    _ => solved.scores(below),
                };
                let mut scores = Plane::zeroed(states as usize).map_err(SolveError::no_memory)?;
                pass.leave::<Scoring>(pass.below(known)?, &mut scores[..])?;
                pass.stay::<Scoring>(&mut scores[..])?;
                if metric == Metric::Score {
                    return Ok(Planes::Score(scores));
                }
                Ok(Planes::Bounds([copy(&scores).map_err(SolveError::no_memory)?, scores]))
            }
            Metric::Distance => {
                let known = |below: Layer| {
                    let (scores, [next, end]) = (solved.scores(below)?, solved.distances(below)?);
                    Some(Waits { scores, next, end })
                };
                let scores = solved.scores(layer).ok_or(SolveError::Missing { layer, needs: layer })?;
                let mut next = Plane::zeroed(states as usize).map_err(SolveError::no_memory)?;
                let mut end = Plane::zeroed(states as usize).map_err(SolveError::no_memory)?;
                pass.leave::<Timing>(pass.below(known)?, Waiting { scores, next: &mut next, end: &mut end })?;
                pass.stay::<Timing>(Waiting { scores, next: &mut next, end: &mut end })?;
                if [&next, &end].into_iter().any(|plies| plies.par_iter().any(|&plies| plies == u16::MAX)) {
                    return Err(SolveError::TooLong { layer, most: u32::from(u16::MAX) - 1 });
                }
                Ok(Planes::Distance([next, end]))
            }
        }
    }
}

fn copy<T: Number>(plane: &Plane<T>) -> std::io::Result<Plane<T>> {
    let mut twin = Plane::zeroed(plane.len())?;
    twin.copy_from_slice(plane);
    Ok(twin)
}

/// One layer.
struct Pass<'a, G> {
    game: &'a G,
    layer: Layer,
    shape: &'a Shape,
    tables: &'a Tables,
    watch: &'a dyn Watch,
}

/// A stretch of opposite rows: their seeds, the first of them, how many, and their states.
struct Piece<S> {
    opposite: usize,
    first: usize,
    height: usize,
    sheet: S,
}

impl<G: Forward> Pass<'_, G> {
    /// What is known of every lower layer, by seeds.
    fn below<B>(&self, known: impl Fn(Layer) -> Option<B>) -> Result<Vec<B>, SolveError> {
        let layers = (0..self.layer.seeds).map(|seeds| Layer { seeds, ..self.layer });
        let missing = |needs| SolveError::Missing { layer: self.layer, needs };
        layers.map(|below| known(below).ok_or(missing(below))).collect()
    }

    /// Cuts a layer into stretches of at most `most` opposite rows, rectangle by rectangle.
    fn pieces<M: Measure, S: Sheet<M>>(&self, mut sheet: S, most: usize) -> Vec<Piece<S>> {
        let Shape { seeds, rows, .. } = self.shape;
        let mut pieces = Vec::new();
        for opposite in 0..=*seeds {
            for first in (0..rows[opposite]).step_by(most) {
                let height = most.min(rows[opposite] - first);
                let (piece, rest) = sheet.split_at(height * rows[seeds - opposite]);
                pieces.push(Piece { opposite, first, height, sheet: piece });
                sheet = rest;
            }
        }
        pieces
    }

    /// The moves that leave the layer, and states without a move.
    fn leave<M: Measure>(&self, below: Vec<M::Below<'_>>, sheet: M::Sheet<'_>) -> Result<(), SolveError> {
        let outside = Outside::<'_, '_, M> { shape: self.shape, tables: self.tables, below };
        self.watched("moves out", self.pieces::<M, _>(sheet, BLOCK), |piece| {
            let Piece { opposite, first, height, sheet } = piece;
            if *opposite == 0 || *opposite == self.shape.seeds {
                let start = self.shape.row(self.shape.seeds, *opposite, *first);
                for at in 0..*height * self.shape.rows[self.shape.seeds - *opposite] {
                    let state = self.game.unrank(self.layer, (start + at) as u64);
                    let paid = self.game.settle(&state).score(Score::ZERO);
                    sheet.set(at, M::Cell::settled(paid.0 as i8));
                }
            } else {
                outside.block(*opposite, *first, *height, sheet);
            }
        })
    }

    /// The moves inside the layer.
    fn stay<M: Measure>(&self, sheet: M::Sheet<'_>) -> Result<(), SolveError> {
        let seeds = self.shape.seeds;
        let mut rectangles: Vec<_> = self.pieces::<M, _>(sheet, usize::MAX).into_iter().map(Some).collect();
        // Those with an empty row have no moves. The largest pairs come first, for they take longest.
        let mut pairs = Vec::new();
        for a in (1..=seeds / 2).rev() {
            // States whose opposite row has `seeds - a` seeds are those whose mover's row has `a`.
            let first = if 2 * a == seeds { None } else { rectangles[seeds - a].take() };
            pairs.push((a, first, rectangles[a].take()));
        }
        self.watched("moves inside", pairs, |(a, first, second)| {
            let inside = Inside::new(self.shape, self.tables, *a, seeds - *a);
            match (first, second) {
                (Some(first), Some(second)) => inside.both::<M>(&mut first.sheet, &mut second.sheet),
                (None, Some(only)) => inside.one::<M>(&mut only.sheet),
                (_, None) => {}
            }
        })
    }

    /// Does something to each piece on all threads, and stops when asked to.
    fn watched<T: Send>(
        &self,
        task: &str,
        mut pieces: Vec<T>,
        work: impl Fn(&mut T) + Sync,
    ) -> Result<(), SolveError> {
        self.watch.begin(&format!("layer {} {task}", self.shape.seeds), pieces.len() as u64);
        let done = pieces.par_iter_mut().with_max_len(1).try_for_each(|piece| {
            if self.watch.stop() {
                return Err(Stopped);
            }
            work(piece);
            self.watch.advance(1);
            Ok(())
        });
        self.watch.end();
        Ok(done?)
    }
}

//! The same fixed point by stored edges: play each state once, keep what its moves to lower layers are worth and the
//! numbers of its children inside the layer, then sweep over those without playing again.
//!
//! Serves layers whose inner moves all hand over and gain nothing (captures leave the layer); the edges must fit in
//! memory. Otherwise plain sweeps do the work.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::cells::{Cells, better};
use super::solve::{CHUNK, Misses, SolveError};
use super::values::{Value, Values};
use crate::game::{Child, Layer, Layered, Turn};
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

/// The states of a layer that have moves inside it.
pub(super) struct Graph {
    chunks: Vec<Chunk>,
    /// Some value of a lower layer was an open interval.
    pub(super) open_below: bool,
}

/// A run of states with their edges.
#[derive(Default)]
struct Chunk {
    states: Vec<u32>,
    /// The best of the moves that leave the layer.
    outside: Vec<Option<Outside>>,
    /// Edges of state `i` end at `ends[i]` and begin where those of the state before end.
    ends: Vec<u32>,
    edges: Vec<u32>,
}

/// What the moves that leave the layer are worth, four bytes a state.
#[derive(Clone, Copy)]
struct Outside {
    lo: i8,
    hi: i8,
    score: i8,
}

/// Which of the two values below a layer is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Metric {
    Bounds,
    Score,
}

/// Plays every state of a layer once. States without inner moves get their values in `bounds` and `scores` at once;
/// the others are returned. `None`: an inner move gains something or moves again, or the edges need more than
/// `room` bytes.
pub(super) fn collect<G: Layered, V: Values<G>>(
    game: &G,
    layer: Layer,
    below: &V,
    (bounds, scores): (&Cells, &Cells),
    room: u64,
    watch: &dyn Watch,
) -> Result<Option<Graph>, SolveError> {
    let (misses, odd) = (Misses::default(), AtomicBool::new(false));
    let (open_below, used) = (AtomicBool::new(false), AtomicU64::new(0));
    let collector =
        Collector { game, layer, below, bounds, scores, misses: &misses, odd: &odd, open_below: &open_below };
    let runs: Vec<Range<usize>> =
        (0..bounds.len()).step_by(CHUNK).map(|from| from..(from + CHUNK).min(bounds.len())).collect();
    watch.begin(&format!("layer {} moves", layer.seeds), bounds.len() as u64);
    let chunks: Result<Vec<Chunk>, Stopped> = runs
        .into_par_iter()
        .map(|run| {
            if watch.stop() || misses.any() || odd.load(Relaxed) {
                return Err(Stopped);
            }
            let states = run.len() as u64;
            let chunk = collector.chunk(run);
            if used.fetch_add(chunk.bytes(), Relaxed) > room {
                odd.store(true, Relaxed);
            }
            watch.advance(states);
            Ok(chunk)
        })
        .collect();
    watch.end();
    misses.check(layer)?;
    if odd.load(Relaxed) {
        return Ok(None);
    }
    Ok(Some(Graph { chunks: chunks?, open_below: open_below.load(Relaxed) }))
}

struct Collector<'a, G, V> {
    game: &'a G,
    layer: Layer,
    below: &'a V,
    bounds: &'a Cells,
    scores: &'a Cells,
    misses: &'a Misses,
    odd: &'a AtomicBool,
    open_below: &'a AtomicBool,
}

impl<G: Layered, V: Values<G>> Collector<'_, G, V> {
    fn chunk(&self, run: Range<usize>) -> Chunk {
        let mut chunk = Chunk::default();
        for index in run {
            self.state(index, &mut chunk);
        }
        chunk
    }

    fn state(&self, index: usize, chunk: &mut Chunk) {
        let state = self.game.unrank(self.layer, index as u64);
        let first = chunk.edges.len();
        let (mut bounds, mut score, mut moves) = (None, None, false);
        let flow = self.game.children(&state, |_, child| {
            moves = true;
            if child.turn != Turn::Over && self.game.layer(&child.state) == self.layer {
                if child.turn != Turn::Pass || child.gain != Score::ZERO {
                    self.odd.store(true, Relaxed);
                    return ControlFlow::Break(());
                }
                chunk.edges.push(self.game.rank(&child.state) as u32);
                return ControlFlow::Continue(());
            }
            let Some(value) = self.outside(&child) else {
                self.misses.note(self.game.layer(&child.state));
                return ControlFlow::Break(());
            };
            bounds = Some(better(bounds, child.backup_interval(value.bounds)));
            score = score.max(Some(child.backup(value.score)));
            ControlFlow::Continue(())
        });
        if flow.is_break() {
            // The whole graph is given up: half the moves say nothing.
            return;
        }
        if !moves {
            let paid = self.game.settle(&state).score(Score::ZERO);
            (bounds, score) = (Some(Interval::exact(paid)), Some(paid));
        }
        let outside = bounds.zip(score);
        match outside {
            Some((bounds, score)) if chunk.edges.len() == first => {
                self.bounds.set(index, bounds);
                self.scores.set(index, Interval::exact(score));
            }
            _ => {
                chunk.states.push(index as u32);
                chunk.ends.push(chunk.edges.len() as u32);
                chunk.outside.push(outside.map(|(bounds, score)| Outside {
                    lo: bounds.lo.0 as i8,
                    hi: bounds.hi.0 as i8,
                    score: score.0 as i8,
                }));
            }
        }
    }

    fn outside(&self, child: &Child<G::State>) -> Option<Value> {
        if child.turn == Turn::Over {
            return Some(Value { score: Score::ZERO, bounds: Interval::exact(Score::ZERO) });
        }
        let value = self.below.value(self.game, &child.state)?;
        if value.depends_on_endless() {
            self.open_below.store(true, Relaxed);
        }
        Some(value)
    }
}

impl Chunk {
    fn bytes(&self) -> u64 {
        (self.states.capacity() * 4
            + self.outside.capacity() * size_of::<Option<Outside>>()
            + self.ends.capacity() * 4
            + self.edges.capacity() * 4) as u64
    }

    /// One sweep over the chunk: did anything change, is anything still open?
    fn sweep(&self, metric: Metric, cells: &Cells) -> (bool, bool) {
        let (mut changed, mut open, mut from) = (false, false, 0);
        for ((&state, &end), outside) in self.states.iter().zip(&self.ends).zip(&self.outside) {
            let edges = &self.edges[from..end as usize];
            from = end as usize;
            let old = cells.get(state as usize);
            if old.is_exact() {
                continue;
            }
            let mut best = outside.map(|outside| outside.interval(metric));
            for &child in edges {
                let known = cells.get(child as usize);
                let all = better(best, Interval { lo: -known.hi, hi: -known.lo });
                best = Some(all);
                if all.lo >= old.hi {
                    break;
                }
            }
            let Some(best) = best else { continue };
            changed |= cells.narrow(state as usize, old, best);
            open |= !cells.get(state as usize).is_exact();
        }
        (changed, open)
    }
}

impl Outside {
    fn interval(self, metric: Metric) -> Interval {
        let (lo, hi) = if metric == Metric::Bounds { (self.lo, self.hi) } else { (self.score, self.score) };
        Interval { lo: Score(i16::from(lo)), hi: Score(i16::from(hi)) }
    }
}

impl Graph {
    /// Sweeps until nothing changes. What [`super::sweep`] says of its result holds here too.
    pub(super) fn narrow(
        &self,
        layer: Layer,
        metric: Metric,
        cells: &Cells,
        watch: &dyn Watch,
    ) -> Result<(), SolveError> {
        let mut chunks: Vec<&Chunk> = self.chunks.iter().filter(|chunk| !chunk.states.is_empty()).collect();
        loop {
            watch.begin(&format!("layer {} sweep", layer.seeds), chunks.len() as u64 * CHUNK as u64);
            let swept: Result<Vec<(bool, bool)>, Stopped> = chunks
                .par_iter()
                .map(|chunk| {
                    if watch.stop() {
                        return Err(Stopped);
                    }
                    watch.advance(CHUNK as u64);
                    Ok(chunk.sweep(metric, cells))
                })
                .collect();
            watch.end();
            let swept = swept?;
            if !swept.iter().any(|(changed, _)| *changed) {
                return Ok(());
            }
            let mut open = swept.iter().map(|(_, open)| *open);
            chunks.retain(|_| open.next() == Some(true));
        }
    }

    /// Starts the scores of the states with inner moves at their bounds, which hold for every worth of endless play.
    pub(super) fn start_scores(&self, bounds: &Cells, scores: &Cells) {
        self.chunks.par_iter().for_each(|chunk| {
            for &state in &chunk.states {
                scores.set(state as usize, bounds.get(state as usize));
            }
        });
    }
}

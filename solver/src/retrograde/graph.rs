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
use crate::game::{Layer, Layered, Turn};
use crate::probe::Probe;
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

/// The states of a layer that have moves inside it.
pub(super) struct Graph(Vec<Chunk>);

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

/// What the moves that leave the layer are worth.
#[derive(Clone, Copy)]
struct Outside {
    lo: i8,
    hi: i8,
}

/// Plays every state of a layer once. States without inner moves get their values in `cells` at once; the others are
/// returned. `None`: an inner move gains something or moves again, or the edges need more than `room` bytes.
pub(super) fn collect<G: Layered, P: Probe<G>>(
    game: &G,
    layer: Layer,
    below: &P,
    cells: &Cells,
    room: u64,
    watch: &dyn Watch,
) -> Result<Option<Graph>, SolveError> {
    let (misses, odd, used) = (Misses::default(), AtomicBool::new(false), AtomicU64::new(0));
    let collector = Collector { game, layer, below, cells, misses: &misses, odd: &odd };
    let runs: Vec<Range<usize>> =
        (0..cells.len()).step_by(CHUNK).map(|from| from..(from + CHUNK).min(cells.len())).collect();
    watch.begin(&format!("layer {} moves", layer.seeds), cells.len() as u64);
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
    Ok(Some(Graph(chunks?)))
}

struct Collector<'a, G, P> {
    game: &'a G,
    layer: Layer,
    below: &'a P,
    cells: &'a Cells,
    misses: &'a Misses,
    odd: &'a AtomicBool,
}

impl<G: Layered, P: Probe<G>> Collector<'_, G, P> {
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
        let (mut outside, mut moves) = (None, false);
        let flow = self.game.children(&state, |_, child| {
            moves = true;
            let known = if child.turn == Turn::Over {
                Some(Interval::exact(Score::ZERO))
            } else if self.game.layer(&child.state) == self.layer {
                if child.turn != Turn::Pass || child.gain != Score::ZERO {
                    self.odd.store(true, Relaxed);
                    return ControlFlow::Break(());
                }
                chunk.edges.push(self.game.rank(&child.state) as u32);
                return ControlFlow::Continue(());
            } else {
                self.below.probe(self.game, &child.state)
            };
            let Some(known) = known else {
                self.misses.note(self.game.layer(&child.state));
                return ControlFlow::Break(());
            };
            outside = Some(better(outside, child.backup_interval(known)));
            ControlFlow::Continue(())
        });
        if flow.is_break() {
            // The whole graph is given up: half the moves say nothing.
            return;
        }
        if !moves {
            outside = Some(Interval::exact(self.game.settle(&state).score(Score::ZERO)));
        }
        match outside {
            Some(known) if chunk.edges.len() == first => self.cells.set(index, known),
            _ => {
                chunk.states.push(index as u32);
                chunk.ends.push(chunk.edges.len() as u32);
                let small = |known: Interval| Outside { lo: known.lo.0 as i8, hi: known.hi.0 as i8 };
                chunk.outside.push(outside.map(small));
            }
        }
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
    fn sweep(&self, cells: &Cells) -> (bool, bool) {
        let (mut changed, mut open, mut from) = (false, false, 0);
        for ((&state, &end), outside) in self.states.iter().zip(&self.ends).zip(&self.outside) {
            let edges = &self.edges[from..end as usize];
            from = end as usize;
            let old = cells.get(state as usize);
            if old.is_exact() {
                continue;
            }
            let mut best = outside.map(Outside::interval);
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
    fn interval(self) -> Interval {
        Interval { lo: Score(i16::from(self.lo)), hi: Score(i16::from(self.hi)) }
    }
}

impl Graph {
    /// Sweeps until nothing changes. What [`super::sweep`] says of its result holds here too.
    pub(super) fn narrow(&self, layer: Layer, cells: &Cells, watch: &dyn Watch) -> Result<(), SolveError> {
        let mut chunks: Vec<&Chunk> = self.0.iter().filter(|chunk| !chunk.states.is_empty()).collect();
        loop {
            watch.begin(&format!("layer {} sweep", layer.seeds), chunks.len() as u64 * CHUNK as u64);
            let swept: Result<Vec<(bool, bool)>, Stopped> = chunks
                .par_iter()
                .map(|chunk| {
                    if watch.stop() {
                        return Err(Stopped);
                    }
                    watch.advance(CHUNK as u64);
                    Ok(chunk.sweep(cells))
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
}

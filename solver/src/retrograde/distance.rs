//! Distances for every game: how long best play takes to the next capture and to the end. `docs/metrics.md` defines them.
//!
//! Plies are counted up. At `n` plies a state that wins gets `n` when a move that keeps its score leads to a state of
//! fewer plies, a state that loses when all of its moves that keep the score do. A state set at `n` is not yet counted at
//! `n` itself, so the order in which states are looked at does not matter, nor how many threads look.
//!
//! Each state is played once; what is kept of it are its moves inside the layer that keep the score, one or two as a
//! rule. Where those do not fit in memory they are found again at each number of plies.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::method::{Job, Method};
use super::planes::{Planes, Solved};
use super::solve::{CHUNK, SolveError};
use crate::game::{Child, Layer, Layered, Turn};
use crate::mem::Plane;
use crate::metric::Metric;
use crate::score::Score;
use crate::watch::Stopped;

/// Not yet known.
const UNKNOWN: u16 = u16::MAX;
/// The longest line that can be told.
const MOST: u32 = UNKNOWN as u32 - 1;

/// Distances by counting plies up, from scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Plain;

impl<G: Layered> Method<G> for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        // A state's number must fit an edge.
        let states = game.layer_len(layer);
        let serves = metric == Metric::Distance && states <= u128::from(u32::MAX);
        serves.then(|| states * u128::from(Metric::Distance.bytes()))
    }

    fn pace(&self, _: Metric) -> Option<f64> {
        Some(500.0)
    }

    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        let missing = SolveError::Missing { layer, needs: layer };
        let states = game.layer_len(layer) as usize;
        let scores = solved.scores(layer).filter(|scores| scores.len() == states).ok_or(missing)?;
        let needs = self.memory(game, layer, metric).unwrap_or(u128::MAX);
        let room = job.room(needs);
        let plane = || Plane::<u16>::zeroed(states).map_err(SolveError::no_memory);
        let mut planes = [plane()?, plane()?];
        let [next, end] = &mut planes;
        Count { game, layer, scores, solved, plies: [next.atomic(), end.atomic()] }.run(room, job)?;
        Ok(Planes::Distance(planes))
    }
}

/// A layer whose plies are counted.
struct Count<'a, G> {
    game: &'a G,
    layer: Layer,
    scores: &'a [i8],
    solved: &'a Solved,
    /// To the next capture, and to the end.
    plies: [&'a [AtomicU16]; 2],
}

/// A state whose plies are not known at once.
#[derive(Clone, Copy)]
struct Open {
    index: u32,
    /// Where its edges end; they begin where those of the state before end.
    to: u32,
    /// The best of the moves out of the layer, one ply more than there; 0 without such a move.
    outside: [u32; 2],
}

/// A run of states.
struct Chunk {
    run: Range<u64>,
    /// Its open states and their edges, when they are kept.
    kept: Option<Edges>,
}

/// The open states of a run.
#[derive(Default)]
struct Edges {
    states: Vec<Open>,
    inner: Vec<u32>,
    /// Which of the states are still open.
    open: Vec<u32>,
}

impl Edges {
    fn bytes(&self) -> u64 {
        let (states, numbers) = (self.states.capacity(), self.inner.capacity() + self.open.capacity());
        (states * size_of::<Open>() + numbers * size_of::<u32>()) as u64
    }
}

/// Where a move leads.
enum Keeps {
    /// It gives some of the score away.
    No,
    /// To a state of the layer.
    Inside(u32),
    /// Out of the layer or to the end: plies to the next capture and to the end.
    Outside([u32; 2]),
}

/// What a look at a run of states saw.
#[derive(Clone, Copy, Default)]
struct Seen {
    set: bool,
    open: u64,
    /// The least number of plies that some state may have beyond those looked at.
    later: Option<u32>,
}

impl Seen {
    fn and(self, other: Self) -> Self {
        let later = [self.later, other.later].into_iter().flatten().min();
        Self { set: self.set | other.set, open: self.open + other.open, later }
    }
}

impl<G: Layered> Count<'_, G> {
    fn run(&self, room: u64, job: Job<'_>) -> Result<(), SolveError> {
        let states = self.scores.len() as u64;
        let runs: Vec<Range<u64>> =
            (0..states).step_by(CHUNK).map(|from| from..(from + CHUNK as u64).min(states)).collect();
        let used = AtomicU64::new(0);
        job.watch.begin(&format!("layer {} moves that keep the score", self.layer.seeds), states);
        let chunks: Result<Vec<Chunk>, SolveError> = runs
            .into_par_iter()
            .map(|run| {
                if job.watch.stop() {
                    return Err(Stopped.into());
                }
                let edges = self.collect(run.clone(), true)?;
                job.watch.advance(run.end - run.start);
                let fits = used.fetch_add(edges.bytes(), Relaxed) + edges.bytes() <= room;
                if !fits {
                    used.fetch_sub(edges.bytes(), Relaxed);
                }
                Ok(Chunk { run, kept: (fits || edges.states.is_empty()).then_some(edges) })
            })
            .collect();
        job.watch.end();
        let mut chunks = chunks?;
        chunks.retain(|chunk| chunk.kept.as_ref().is_none_or(|edges| !edges.states.is_empty()));
        self.count(chunks, job)
    }

    /// Counts plies up until all states are known.
    fn count(&self, mut chunks: Vec<Chunk>, job: Job<'_>) -> Result<(), SolveError> {
        let layer = self.layer;
        let mut plies = 1;
        while !chunks.is_empty() {
            if plies > MOST {
                return Err(SolveError::TooLong { layer, most: MOST });
            }
            job.watch
                .begin(&format!("layer {} at {plies} plies", layer.seeds), (chunks.len() * CHUNK) as u64);
            let looked: Result<Vec<Seen>, SolveError> = chunks
                .par_iter_mut()
                .map(|chunk| {
                    if job.watch.stop() {
                        return Err(Stopped.into());
                    }
                    let seen = match &mut chunk.kept {
                        Some(edges) => self.look(edges, plies),
                        None => self.look(&mut self.collect(chunk.run.clone(), false)?, plies),
                    };
                    job.watch.advance(CHUNK as u64);
                    Ok(seen)
                })
                .collect();
            job.watch.end();
            let looked = looked?;
            let all = looked.iter().copied().fold(Seen::default(), Seen::and);
            plies = match all.later {
                _ if all.set => plies + 1,
                Some(later) => later,
                None if all.open == 0 => plies,
                None => return Err(SolveError::Unreached { layer, states: all.open }),
            };
            let mut open = looked.iter().map(|seen| seen.open > 0);
            chunks.retain(|_| open.next() == Some(true));
        }
        Ok(())
    }

    /// The moves that keep the score, of the states of a run that are open. At `first` sight of a run, all with
    /// something to gain are.
    fn collect(&self, run: Range<u64>, first: bool) -> Result<Edges, SolveError> {
        let (mut all, mut missing) = (Edges::default(), None);
        self.game.walk(self.layer, run, |index, state| {
            let index = index as usize;
            let known = !first && self.plies.iter().all(|plane| plane[index].load(Relaxed) != UNKNOWN);
            if self.scores[index] == 0 || known || missing.is_some() {
                return;
            }
            let (from, mut outside, mut moves) = (all.inner.len(), [0; 2], false);
            let flow = self.game.children(state, |_, child| {
                moves = true;
                match self.keeps(index, &child)? {
                    Keeps::No => {}
                    Keeps::Inside(edge) => all.inner.push(edge),
                    Keeps::Outside(plies) => {
                        for (best, plies) in outside.iter_mut().zip(plies) {
                            *best = self.better(index, *best, plies);
                        }
                    }
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(needs) = flow {
                missing = Some(needs);
                return;
            }
            if !moves {
                return;
            }
            let open = Open { index: index as u32, to: all.inner.len() as u32, outside };
            if all.inner.len() == from && outside[0] > 0 && outside[1] <= MOST {
                self.set(open, [true; 2], outside);
                return;
            }
            if first {
                self.plies.iter().for_each(|plane| plane[index].store(UNKNOWN, Relaxed));
            }
            all.open.push(all.states.len() as u32);
            all.states.push(open);
        });
        missing.map_or(Ok(all), |needs| Err(SolveError::Missing { layer: self.layer, needs }))
    }

    /// Does a move keep the score, and where does it lead? Breaks with the layer that is missing.
    #[inline]
    fn keeps(&self, index: usize, child: &Child<G::State>) -> ControlFlow<Layer, Keeps> {
        let score = Score(i16::from(self.scores[index]));
        if child.turn == Turn::Over {
            return ControlFlow::Continue(if child.gain == score {
                Keeps::Outside([1; 2])
            } else {
                Keeps::No
            });
        }
        let layer = self.game.layer(&child.state);
        let inside = layer == self.layer;
        let scores = if inside { Some(self.scores) } else { self.solved.scores(layer) };
        let at = self.game.rank(&child.state) as usize;
        let Some(&worth) = scores.and_then(|scores| scores.get(at)) else { return ControlFlow::Break(layer) };
        if child.backup(Score(i16::from(worth))) != score {
            return ControlFlow::Continue(Keeps::No);
        }
        if inside {
            return ControlFlow::Continue(Keeps::Inside(at as u32));
        }
        let ends = self.solved.distances(layer).map(|[_, end]| end);
        match ends.and_then(|ends| ends.get(at)) {
            Some(&end) => ControlFlow::Continue(Keeps::Outside([1, 1 + u32::from(end)])),
            None => ControlFlow::Break(layer),
        }
    }

    /// The better of two numbers of plies for the mover of a state; 0 is none.
    #[inline]
    fn better(&self, index: usize, a: u32, b: u32) -> u32 {
        match (a, b) {
            (0, only) | (only, 0) => only,
            _ if self.scores[index] > 0 => a.min(b),
            _ => a.max(b),
        }
    }

    fn set(&self, open: Open, which: [bool; 2], plies: [u32; 2]) {
        for at in (0..2).filter(|&at| which[at]) {
            self.plies[at][open.index as usize].store(plies[at] as u16, Relaxed);
        }
    }

    /// Looks at the open states of a run; sets those that have at most `plies`, and forgets those that are known.
    fn look(&self, chunk: &mut Edges, plies: u32) -> Seen {
        let mut seen = Seen::default();
        let Edges { states, inner: edges, open } = chunk;
        open.retain(|&at| {
            let state = states[at as usize];
            let from = if at == 0 { 0 } else { states[at as usize - 1].to };
            let edges = &edges[from as usize..state.to as usize];
            let mut known = true;
            for (which, plane) in self.plies.iter().enumerate() {
                if plane[state.index as usize].load(Relaxed) != UNKNOWN {
                    continue;
                }
                match self.told(state, edges, which, plies) {
                    Some(found) if found <= plies => {
                        plane[state.index as usize].store(found as u16, Relaxed);
                        seen.set = true;
                    }
                    later => {
                        seen.later = [seen.later, later].into_iter().flatten().min();
                        known = false;
                    }
                }
            }
            seen.open += u64::from(!known);
            !known
        });
        seen
    }

    /// The plies of a state as far as its moves tell: what a winner has at the most, and a loser when all is known.
    #[inline]
    fn told(&self, state: Open, edges: &[u32], which: usize, plies: u32) -> Option<u32> {
        let wins = self.scores[state.index as usize] > 0;
        let mut best = state.outside[which];
        for &edge in edges {
            let below = self.plies[which][edge as usize].load(Relaxed);
            // What is being set now by another thread counts at the next look, so that it never matters who was first.
            let below = if below == UNKNOWN { None } else { Some(u32::from(below)) };
            match below {
                Some(below) => best = self.better(state.index as usize, best, 1 + below),
                None if wins => {}
                None => return None,
            }
            if wins && best == plies {
                break;
            }
        }
        (best > 0).then_some(best)
    }
}

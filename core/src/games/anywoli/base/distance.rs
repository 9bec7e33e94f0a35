//! Distances from known scores: plies to the next capture and to the end, by levels of rising distance.
//!
//! A move *keeps* when it is worth the score of its board. A board of a score above 0 takes the shortest of its keeping
//! moves, one below 0 the longest. At level d the boards at distance d are taken back: a parent that gains from a lost
//! board is at d + 1 unless it has something shorter, and a parent that loses counts down its keeping moves inside the
//! layer; with the last of them it is at d + 1, or at the longest of its moves that leave the layer. So a board's
//! distance is final when its level comes, and no list of boards is needed: each level looks through the layer once.

use std::sync::atomic::{
    AtomicU8, AtomicU16,
    Ordering::{Acquire, Relaxed, Release},
};

use rayon::prelude::*;
use sowbase_solver::mem::{Plane, prefetch};
use sowbase_solver::retrograde::{SolveError, Solved};
use sowbase_solver::{Layer, Layered, Stopped, Watch};

use super::backs::Backs;
use super::player::{Leads, Player};
use super::survey::{Run, cut};
use super::turns::End;
use crate::games::anywoli::play::Anywoli;

/// Boards taken back in one go.
const BATCH: usize = 64;
/// A gaining board of which no way is known yet.
const UNKNOWN: u16 = u16::MAX;

/// Scores and plies to the end of layers, by their seeds.
type Below<'a> = Vec<(&'a [i8], &'a [u16])>;

/// What distances are made from.
pub(super) struct Distances<'a, const W: u32> {
    pub(super) player: Player<'a, W>,
    pub(super) layer: Layer,
    pub(super) scores: &'a [i8],
    /// The lower layers.
    pub(super) lower: Below<'a>,
    pub(super) watch: &'a dyn Watch,
}

/// A board before the levels: plies to the next capture and to the end by moves that leave the layer (0: none, or
/// [`UNKNOWN`] for a board that gains), and keeping moves inside the layer of a board that loses.
struct Begun {
    plies: [u16; 2],
    keeping: u8,
}

/// What the forward pass adds up.
#[derive(Default)]
struct Tally {
    /// Boards of scores other than 0.
    waiting: u64,
    /// The longest distances that moves out of the layer give.
    highest: [u16; 2],
    stuck: Vec<u64>,
}

impl Tally {
    fn add(mut self, mut other: Self) -> Self {
        self.waiting += other.waiting;
        self.highest = [0, 1].map(|k| self.highest[k].max(other.highest[k]));
        self.stuck.append(&mut other.stuck);
        self
    }
}

/// The layers below by seeds; the game is over in those of up to `last_seeds`, and no move leads there.
pub(super) fn lower<'a, const W: u32>(
    game: &Anywoli<W>,
    solved: &'a Solved,
    layer: Layer,
    last_seeds: u32,
) -> Result<Below<'a>, SolveError> {
    let mut all: Below<'a> = vec![(&[], &[]); usize::from(layer.seeds)];
    for needs in game.needed(layer) {
        if needs == layer || u32::from(needs.seeds) <= last_seeds {
            continue;
        }
        let known = solved.scores(needs).zip(solved.distances(needs).map(|[_, end]| end));
        let whole = |(scores, end): &(&[i8], &[u16])| {
            [scores.len(), end.len()].map(|len| len as u128) == [game.layer_len(needs); 2]
        };
        all[usize::from(needs.seeds)] = known.filter(whole).ok_or(SolveError::Missing { layer, needs })?;
    }
    Ok(all)
}

impl<const W: u32> Distances<'_, W> {
    /// Fills both planes.
    pub(super) fn all(&self, runs: &[Run<'_>], planes: &mut [Plane<u16>; 2]) -> Result<(), SolveError> {
        let mut keeping = Plane::<u8>::zeroed(self.scores.len()).map_err(SolveError::no_memory)?;
        let mut tally = {
            let [next, end] = planes.each_mut().map(|plane| &mut plane[..]);
            self.begin(runs, [next, end], &mut keeping)?
        };
        tally.stuck.sort_unstable();
        let backs = Backs::new(&self.player.turns.ring, std::mem::take(&mut tally.stuck));
        for (plane, highest) in planes.iter_mut().zip(tally.highest) {
            let mut left = Plane::<u8>::zeroed(keeping.len()).map_err(SolveError::no_memory)?;
            left.copy_from_slice(&keeping);
            let levels = Levels {
                distances: self,
                backs: &backs,
                plies: plane.atomic(),
                keeping: left.atomic(),
                waiting: tally.waiting,
            };
            levels.all(runs, highest)?;
        }
        Ok(())
    }

    /// Plays every board.
    fn begin(&self, runs: &[Run<'_>], planes: [&mut [u16]; 2], keeping: &mut [u8]) -> Result<Tally, Stopped> {
        self.watch.begin(&format!("layer {} moves", self.layer.seeds), keeping.len() as u64);
        let [next, end] = planes;
        let tasks: Vec<_> =
            runs.iter().zip(cut(runs, next)).zip(cut(runs, end)).zip(cut(runs, keeping)).collect();
        let tally = tasks
            .into_par_iter()
            .map(|(((run, next), end), keeping)| {
                if self.watch.stop() {
                    return Err(Stopped);
                }
                let mut tally = Tally::default();
                for (at, code) in run.codes(self.player.turns.ring.bits()).enumerate() {
                    let begun = self.board(code, self.scores[run.from + at], &mut tally);
                    [next[at], end[at]] = begun.plies;
                    keeping[at] = begun.keeping;
                }
                self.watch.advance(run.len() as u64);
                Ok(tally)
            })
            .try_reduce(Tally::default, |one, other| Ok(one.add(other)));
        self.watch.end();
        tally
    }

    fn board(&self, code: u64, score: i8, tally: &mut Tally) -> Begun {
        let gains = score > 0;
        let mut begun = Begun { plies: if gains { [UNKNOWN; 2] } else { [0; 2] }, keeping: 0 };
        let count = self.player.moves(code, |leads| {
            let played = match leads {
                Leads::Out(played) => played,
                Leads::Inside(child) => {
                    // The moves of a board that gains are found from their ends.
                    let child = || self.scores[self.player.game.ranking.rank_code(child) as usize];
                    begun.keeping += u8::from(score < 0 && child() == -score);
                    return;
                }
            };
            let (worth, end) = if played.end == End::Over {
                (played.gain, 0)
            } else {
                let index = self.player.rank_after(&played);
                let (scores, ends) = self.lower[played.left as usize];
                let below = i32::from(scores[index]);
                (played.gain + if played.end == End::Again { below } else { -below }, ends[index])
            };
            if score != 0 && worth == i32::from(score) {
                for (k, plies) in [1, end.saturating_add(1)].into_iter().enumerate() {
                    let best = if gains { begun.plies[k].min(plies) } else { begun.plies[k].max(plies) };
                    begun.plies[k] = best;
                    tally.highest[k] = tally.highest[k].max(plies);
                }
            }
        });
        tally.waiting += u64::from(score != 0);
        if count.turns == 0 && count.endless > 0 {
            tally.stuck.push(code);
        }
        begun
    }
}

/// One of the two distances while it is being found.
struct Levels<'a, const W: u32> {
    distances: &'a Distances<'a, W>,
    backs: &'a Backs,
    plies: &'a [AtomicU16],
    /// Keeping moves inside the layer whose ends are not final, of boards that lose.
    keeping: &'a [AtomicU8],
    waiting: u64,
}

/// Room for a batch.
#[derive(Default)]
struct Batch {
    boards: Vec<(u64, i8)>,
    /// Numbers of parents, with the score by which the move keeps.
    parents: Vec<(usize, i8)>,
}

impl<const W: u32> Levels<'_, W> {
    fn all(&self, runs: &[Run<'_>], mut highest: u16) -> Result<(), SolveError> {
        let (layer, watch) = (self.distances.layer, self.distances.watch);
        let mut settled = 0;
        watch.begin(&format!("layer {} distances", layer.seeds), self.waiting);
        for level in 1.. {
            if settled == self.waiting {
                break;
            }
            if level == UNKNOWN - 1 || highest == UNKNOWN {
                return Err(SolveError::TooLong { layer, most: u32::from(UNKNOWN) - 2 });
            }
            if level > highest {
                // Only scores that are not those of this layer lead here.
                return Err(SolveError::Unreached { layer, states: self.waiting - settled });
            }
            let done = runs.par_iter().map(|run| self.level(run, level));
            let (found, reached) =
                done.try_reduce(|| (0, 0), |one, other| Ok((one.0 + other.0, one.1.max(other.1))))?;
            settled += found;
            highest = highest.max(reached);
            watch.advance(found);
        }
        watch.end();
        Ok(())
    }

    /// Takes back the boards of a run that are at a level: how many, and the next level if they reach it.
    fn level(&self, run: &Run<'_>, level: u16) -> Result<(u64, u16), Stopped> {
        if self.distances.watch.stop() {
            return Err(Stopped);
        }
        let (mut batch, mut found, mut reached) = (Batch::default(), 0, 0);
        let cells = run.from..run.from + run.len();
        let all = self.plies[cells.clone()].iter().zip(&self.keeping[cells]).enumerate();
        for (at, (plies, keeping)) in all {
            // The count first: it comes to 0 only after the plies are raised, so no board is taken back a level early.
            if keeping.load(Acquire) != 0 || plies.load(Relaxed) != level {
                continue;
            }
            batch.boards.push((
                run.code(at, self.distances.player.turns.ring.bits()),
                self.distances.scores[run.from + at],
            ));
            found += 1;
            if batch.boards.len() == BATCH {
                reached |= self.take_back(&mut batch, level);
            }
        }
        reached |= self.take_back(&mut batch, level);
        Ok((found, reached))
    }

    /// Says the next level when a parent comes to it, else 0.
    fn take_back(&self, batch: &mut Batch, level: u16) -> u16 {
        let (scores, next) = (self.distances.scores, level + 1);
        batch.parents.clear();
        for &(board, score) in &batch.boards {
            self.backs.parents(board, |parent| {
                let index = self.distances.player.game.ranking.rank_code(parent) as usize;
                prefetch(scores, index);
                if score > 0 {
                    prefetch(self.keeping, index);
                } else {
                    prefetch(self.plies, index);
                }
                batch.parents.push((index, -score));
            });
        }
        batch.boards.clear();
        let mut reached = 0;
        for &(index, score) in &batch.parents {
            if scores[index] != score {
                continue;
            }
            if score > 0 {
                if self.plies[index].load(Relaxed) > next {
                    self.plies[index].fetch_min(next, Relaxed);
                    reached = next;
                }
            } else {
                // Levels rise, so what the last keeping move says stays.
                self.plies[index].fetch_max(next, Relaxed);
                if self.keeping[index].fetch_sub(1, Release) == 1 {
                    reached = next;
                }
            }
        }
        reached
    }
}

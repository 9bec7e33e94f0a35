//! The forward pass: every board of a layer is played once, from both its own moves and what captures are worth.
//!
//! What is kept of a board: the best value of its moves that leave the layer, for each bound, and how many of its moves
//! stay in it. Values at this stage are *pending*: their lowest bit is set. All values of a layer whose seeds are a
//! multiple of four are such multiples themselves, so the two lowest bits are free.

use rayon::prelude::*;
use sowbase_solver::{Child, Layer, Score, Stopped, Turn, Watch};

use super::ring::occupied;
use super::turns::{End, Played, Turns};
use crate::board::Board;
use crate::board::base::BaseRanking;
use crate::games::anywoli::play::{Anywoli, AnywoliState};

/// Boards of a task, about.
const TASK: u64 = 1 << 16;

/// The rows of pits by seeds, each list in the order of their numbers.
pub(super) struct Rows(Vec<Vec<u32>>);

impl Rows {
    /// Those that a layer of `seeds` seeds can hold.
    pub(super) fn new(ranking: &BaseRanking, seeds: u32) -> Self {
        Self((0..=seeds as usize).into_par_iter().map(|sum| ranking.list(sum)).collect())
    }

    /// Bytes that they take.
    pub(super) fn bytes(ranking: &BaseRanking, seeds: u32) -> u128 {
        (0..=seeds).map(|sum| u128::from(ranking.rows(sum)) * 4).sum()
    }
}

/// A run of boards: some opposite rows of one sum, with all own rows of the sum that is left.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    /// The number of the first board.
    pub(super) from: usize,
    pub(super) opposite: &'a [u32],
    pub(super) own: &'a [u32],
}

impl Run<'_> {
    pub(super) fn len(&self) -> usize {
        self.opposite.len() * self.own.len()
    }
}

/// Cuts a layer into runs, in the order of its numbers.
pub(super) fn runs(rows: &Rows) -> Vec<Run<'_>> {
    let (mut all, mut from) = (Vec::new(), 0);
    let seeds = rows.0.len() - 1;
    for (opposite, list) in rows.0.iter().enumerate() {
        let own = &rows.0[seeds - opposite];
        if own.is_empty() {
            continue;
        }
        for opposite in list.chunks((TASK / own.len() as u64).max(1) as usize) {
            let run = Run { from, opposite, own };
            from += run.len();
            all.push(run);
        }
    }
    all
}

/// Values of the lower layers by seeds: one plane of scores, or lower and upper bounds.
pub(super) type Lower<'a, const P: usize> = Vec<[&'a [i8]; P]>;

/// What the forward pass counts beside what it writes.
pub(super) struct Tally<const P: usize> {
    /// How often each value is the best constant, by value / 4 + 32; for each plane.
    pub(super) constants: [[u64; 64]; P],
    /// Boards that must pass because every turn is endless.
    pub(super) stuck: Vec<u64>,
    /// Turns that may not be played because they never stop.
    pub(super) endless: u64,
    /// Turns played, passes not counted.
    pub(super) turns: u64,
    /// Moves that stay in the layer.
    pub(super) inner: u64,
}

/// Where the number of a value in [`Tally::constants`] is.
pub(super) fn slot(value: i8) -> usize {
    (i32::from(value) / 4 + 32) as usize % 64
}

impl<const P: usize> Tally<P> {
    fn new() -> Self {
        Self { constants: [[0; 64]; P], stuck: Vec::new(), endless: 0, turns: 0, inner: 0 }
    }

    fn add(mut self, mut other: Self) -> Self {
        for (all, more) in self.constants.iter_mut().flatten().zip(other.constants.iter().flatten()) {
            *all += more;
        }
        self.stuck.append(&mut other.stuck);
        self.endless += other.endless;
        self.turns += other.turns;
        self.inner += other.inner;
        self
    }
}

/// What plays the boards.
pub(super) struct Survey<'a, const W: u32, const P: usize> {
    pub(super) game: &'a Anywoli<W>,
    pub(super) turns: &'a Turns,
    pub(super) layer: Layer,
    pub(super) lower: Lower<'a, P>,
}

impl<const W: u32, const P: usize> Survey<'_, W, P> {
    /// Plays every board of `runs`, which are the whole layer, and fills the planes.
    pub(super) fn all(
        &self,
        runs: &[Run<'_>],
        planes: [&mut [i8]; P],
        inner: &mut [u8],
        watch: &dyn Watch,
    ) -> Result<Tally<P>, Stopped> {
        watch.begin(&format!("layer {} moves", self.layer.seeds), inner.len() as u64);
        let (mut planes, mut inner) = (planes, inner);
        let mut tasks = Vec::with_capacity(runs.len());
        for run in runs {
            let here;
            (here, planes) = split(planes, run.len());
            let (count, rest) = inner.split_at_mut(run.len());
            inner = rest;
            tasks.push((run, here, count));
        }
        let tally = tasks
            .into_par_iter()
            .map(|(run, planes, inner)| {
                if watch.stop() {
                    return Err(Stopped);
                }
                let tally = self.run(run, planes, inner);
                watch.advance(run.len() as u64);
                Ok(tally)
            })
            .try_reduce(Tally::new, |one, other| Ok(one.add(other)));
        watch.end();
        // In the order of the boards: tasks come together in any order.
        tally.map(|mut tally| {
            tally.stuck.sort_unstable();
            tally
        })
    }

    fn run(&self, run: &Run<'_>, planes: [&mut [i8]; P], inner: &mut [u8]) -> Tally<P> {
        let mut tally = Tally::new();
        let mut at = 0;
        for &opposite in run.opposite {
            let opposite = u64::from(opposite) << self.turns.ring.bits();
            for &own in run.own {
                let (values, count) = self.board(opposite | u64::from(own), &mut tally);
                for ((plane, value), constants) in planes.iter().zip(values).zip(&mut tally.constants) {
                    let _ = plane;
                    constants[slot(value)] += 1;
                }
                for k in 0..P {
                    // A pending value.
                    planes[k][at] = values[k] | 1;
                }
                inner[at] = count;
                at += 1;
            }
        }
        tally
    }

    /// The best constants of a board, −seeds where there are none, and the number of its moves inside the layer.
    #[inline(always)]
    fn board(&self, code: u64, tally: &mut Tally<P>) -> ([i8; P], u8) {
        let left = u32::from(self.layer.seeds);
        let (mut best, mut inner) = ([-(left as i32); P], 0);
        let mut pits = occupied(code & self.turns.ring.own());
        let all = pits.count_ones();
        let mut endless = 0;
        while pits != 0 {
            let pit = pits.trailing_zeros() as usize / 2;
            pits &= pits - 1;
            match self.turns.play(code, pit, left) {
                Some(Played { end: End::Quiet, .. }) => inner += 1,
                Some(played) => better(&mut best, self.worth(&played)),
                None => match self.careful(code, pit) {
                    Careful::Inner => inner += 1,
                    Careful::Worth(worth) => better(&mut best, worth),
                    Careful::Endless => endless += 1,
                },
            }
        }
        tally.turns += u64::from(all - endless);
        tally.endless += u64::from(endless);
        if endless == all {
            inner = 1;
            if all > 0 {
                tally.stuck.push(code);
            }
        }
        tally.inner += u64::from(inner);
        (best.map(|value| value as i8), inner)
    }

    /// What a move that leaves the layer is worth.
    #[inline(always)]
    fn worth(&self, played: &Played) -> [i32; P] {
        let code = match played.end {
            End::Over => return [played.gain; P],
            End::Again => played.code,
            End::Pass | End::Quiet => self.turns.ring.flipped(played.code),
        };
        let index = self.game.ranking.rank_code(code) as usize;
        let planes = &self.lower[played.left as usize];
        std::array::from_fn(|k| {
            if played.end == End::Again {
                played.gain + i32::from(planes[k][index])
            } else {
                played.gain - i32::from(planes[P - 1 - k][index])
            }
        })
    }

    /// The turn by the slow rules.
    #[cold]
    fn careful(&self, code: u64, pit: usize) -> Careful<P> {
        let bits = self.turns.ring.bits();
        let board = Board::from_base_rows((code & self.turns.ring.own()) as u32, (code >> bits) as u32);
        let state = AnywoliState { board, ..AnywoliState::default() };
        let Some(Child { state, gain: Score(gain), turn, quiet }) = self.game.careful(&state, pit) else {
            return Careful::Endless;
        };
        if quiet {
            return Careful::Inner;
        }
        let end = match turn {
            Turn::Pass => End::Pass,
            Turn::Again => End::Again,
            Turn::Over => End::Over,
        };
        let (own, opposite) = state.board.base_rows().unwrap_or_default();
        let code = u64::from(opposite) << bits | u64::from(own);
        let code = if end == End::Pass { self.turns.ring.flipped(code) } else { code };
        Careful::Worth(self.worth(&Played { code, left: state.board.seeds(), gain: i32::from(gain), end }))
    }
}

/// A turn by the slow rules.
enum Careful<const P: usize> {
    Inner,
    Worth([i32; P]),
    Endless,
}

#[inline(always)]
fn better<const P: usize>(best: &mut [i32; P], other: [i32; P]) {
    for (best, other) in best.iter_mut().zip(other) {
        *best = (*best).max(other);
    }
}

/// The first `len` cells of each plane, and the others.
fn split<const P: usize>(planes: [&mut [i8]; P], len: usize) -> ([&mut [i8]; P], [&mut [i8]; P]) {
    let mut rest = planes.map(|plane| plane.split_at_mut(len)).map(|(head, tail)| (head, Some(tail)));
    let tails = std::array::from_fn(|k| rest[k].1.take().unwrap_or_default());
    (rest.map(|(head, _)| head), tails)
}

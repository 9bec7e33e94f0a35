//! The forward pass: every board of a layer is played once, from both its own moves and what captures are worth.
//!
//! What is kept of a board: the best value of its moves that leave the layer, for each bound, and how many of its moves
//! stay in it. Values at this stage are *pending*: their lowest bit is set. All values of a layer whose seeds are a
//! multiple of four are such multiples themselves, so the two lowest bits are free.

use rayon::prelude::*;
use sowbase_solver::{Stopped, Watch};

use super::player::{Leads, Player};
use super::turns::{End, Played};
use crate::board::base::BaseRanking;

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

    /// The code of a board by its place in the run; a row has so many bits.
    pub(super) fn code(&self, at: usize, bits: u32) -> u64 {
        let width = self.own.len();
        u64::from(self.opposite[at / width]) << bits | u64::from(self.own[at % width])
    }

    /// The codes of all boards, in order.
    #[inline(always)]
    pub(super) fn codes(&self, bits: u32) -> impl Iterator<Item = u64> {
        let opposite = self.opposite.iter().map(move |&row| u64::from(row) << bits);
        opposite.flat_map(move |opposite| self.own.iter().map(move |&own| opposite | u64::from(own)))
    }
}

/// The cells of each run of a layer.
pub(super) fn cut<'c, T>(runs: &[Run<'_>], cells: &'c mut [T]) -> Vec<&'c mut [T]> {
    let mut rest = cells;
    let cells = runs.iter().map(|run| {
        let here;
        (here, rest) = std::mem::take(&mut rest).split_at_mut(run.len());
        here
    });
    cells.collect()
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

/// The cells of a run: values of each plane, and counts of inner moves.
type Cells<'c, const P: usize> = ([&'c mut [i8]; P], &'c mut [u8]);

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
    pub(super) player: Player<'a, W>,
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
        watch.begin(&format!("layer {} moves", self.player.seeds), inner.len() as u64);
        let mut planes = planes.map(|plane| cut(runs, plane).into_iter());
        let cells = cut(runs, inner)
            .into_iter()
            .map(|inner| (std::array::from_fn(|k| planes[k].next().unwrap_or_default()), inner));
        let tasks: Vec<(&Run<'_>, Cells<'_, P>)> = runs.iter().zip(cells).collect();
        let tally = tasks
            .into_par_iter()
            .map(|(run, (planes, inner))| {
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

    fn run(&self, run: &Run<'_>, mut planes: [&mut [i8]; P], inner: &mut [u8]) -> Tally<P> {
        let mut tally = Tally::new();
        for (at, code) in run.codes(self.player.turns.ring.bits()).enumerate() {
            let (values, count) = self.board(code, &mut tally);
            for ((plane, value), constants) in planes.iter_mut().zip(values).zip(&mut tally.constants) {
                constants[slot(value)] += 1;
                plane[at] = value | 1;
            }
            inner[at] = count;
        }
        tally
    }

    /// The best constants of a board, −seeds where there are none, and the number of its moves inside the layer.
    #[inline(always)]
    fn board(&self, code: u64, tally: &mut Tally<P>) -> ([i8; P], u8) {
        let (mut best, mut inner) = ([-(self.player.seeds as i32); P], 0);
        let count = self.player.moves(code, |leads| match leads {
            Leads::Inside(_) => inner += 1,
            Leads::Out(played) => better(&mut best, self.worth(&played)),
        });
        tally.turns += u64::from(count.turns);
        tally.endless += u64::from(count.endless);
        if count.turns == 0 && count.endless > 0 {
            tally.stuck.push(code);
        }
        tally.inner += u64::from(inner);
        (best.map(|value| value as i8), inner)
    }

    /// What a move that leaves the layer is worth.
    #[inline(always)]
    fn worth(&self, played: &Played) -> [i32; P] {
        if played.end == End::Over {
            return [played.gain; P];
        }
        let index = self.player.rank_after(played);
        let planes = &self.lower[played.left as usize];
        std::array::from_fn(|k| {
            if played.end == End::Again {
                played.gain + i32::from(planes[k][index])
            } else {
                played.gain - i32::from(planes[P - 1 - k][index])
            }
        })
    }
}

#[inline(always)]
fn better<const P: usize>(best: &mut [i32; P], other: [i32; P]) {
    for (best, other) in best.iter_mut().zip(other) {
        *best = (*best).max(other);
    }
}

//! Decided boards are taken back to their parents, threshold by threshold, until nothing is left to decide.
//!
//! At threshold v two sets grow. *Won*: the mover reaches v, by a constant or because a move leads to a lost board.
//! *Lost*: the mover is held to −v, his constants are no better and every inner move leads to a won board; the count of
//! those that do not yet is kept. Thresholds fall, so the first at which a board is won or lost is its bound, and each
//! board is taken back at most once as won and once as lost: all thresholds together are linear in the layer.
//!
//! The sets are the least that satisfy this, whatever the order, so any number of threads gives the same bytes. A board
//! is claimed by one exchange of its value; a value not claimed yet is *pending*, its lowest bit set. Where too many
//! boards wait, the next are left pending and found by looking through the layer once more.
//!
//! For scores both bounds are one plane: with endless play worth 0 only thresholds above 0 count, and no board is won
//! and lost at once.

use std::sync::atomic::{AtomicBool, AtomicI8, AtomicI64, AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::Scope;
use sowbase_solver::mem::prefetch;
use sowbase_solver::{Stopped, Watch};

use super::backs::Backs;
use super::survey::Run;
use crate::board::base::BaseRanking;

/// Boards taken back in one go: long enough to hide the way to memory.
const BATCH: usize = 64;
/// Boards that wait before a thread offers half of them to the others.
const SHARE: usize = 1 << 13;
/// Boards that may wait in all.
pub(super) const WAITING: i64 = 1 << 24;

/// A layer being decided.
pub(super) struct Retro<'a> {
    pub(super) lo: &'a [AtomicI8],
    pub(super) hi: &'a [AtomicI8],
    /// Inner moves of each board that do not lead to a won board.
    pub(super) inner: &'a [AtomicU8],
    pub(super) ranking: &'a BaseRanking,
    pub(super) backs: &'a Backs,
    pub(super) watch: &'a dyn Watch,
    /// Seeds of the layer.
    pub(super) seeds: u32,
    /// Boards that wait, on all lists together.
    pub(super) waiting: AtomicI64,
    /// Boards that may wait.
    pub(super) most: i64,
    /// Some boards were left pending although they are decided.
    pub(super) again: AtomicBool,
    /// Boards taken back and parents met, for those who measure.
    pub(super) taken_back: AtomicU64,
    pub(super) parents: AtomicU64,
}

/// Boards that are decided and not yet taken back, of one thread.
#[derive(Default)]
struct Waiting {
    won: Vec<u64>,
    lost: Vec<u64>,
    /// Room for the parents of a batch and their numbers.
    parents: Vec<(u64, usize)>,
    taken_back: u64,
    met: u64,
}

impl Waiting {
    fn len(&self) -> usize {
        self.won.len() + self.lost.len()
    }
}

impl Retro<'_> {
    /// Decides all that a threshold decides.
    pub(super) fn threshold(&self, runs: &[Run<'_>], v: i8) -> Result<(), Stopped> {
        loop {
            self.again.store(false, Relaxed);
            self.watch.begin(&format!("layer {} value {v}", self.seeds), self.lo.len() as u64);
            rayon::scope(|scope| {
                for run in runs {
                    scope.spawn(move |scope| self.look_through(run, v, scope));
                }
            });
            self.watch.end();
            if self.watch.stop() {
                return Err(Stopped);
            }
            if !self.again.load(Relaxed) {
                return Ok(());
            }
        }
    }

    /// Finds the boards of a run that a constant decides, and takes them back with all that follows from them.
    fn look_through<'s>(&'s self, run: &Run<'_>, v: i8, scope: &Scope<'s>) {
        if self.watch.stop() {
            return;
        }
        let mut waiting = Waiting::default();
        let bits = 2 * self.ranking.n() as u32;
        let mut from = run.from;
        for &opposite in run.opposite {
            let (to, before) = (from + run.own.len(), waiting.len());
            let cells = self.lo[from..to].iter().zip(&self.hi[from..to]).zip(&self.inner[from..to]);
            for (((lo, hi), inner), &own) in cells.zip(run.own) {
                let code = || u64::from(opposite) << bits | u64::from(own);
                if lo.load(Relaxed) == v + 1 {
                    lo.store(v, Relaxed);
                    waiting.won.push(code());
                }
                if hi.load(Relaxed) == 1 - v
                    && inner.load(Relaxed) == 0
                    && hi.compare_exchange(1 - v, -v, Relaxed, Relaxed).is_ok()
                {
                    waiting.lost.push(code());
                }
            }
            from = to;
            self.waiting.fetch_add((waiting.len() - before) as i64, Relaxed);
            if waiting.len() >= 4 * BATCH {
                self.drain(&mut waiting, v, 4 * BATCH, scope);
            }
        }
        self.drain(&mut waiting, v, 1, scope);
        self.count(&waiting);
        self.watch.advance(run.len() as u64);
    }

    /// Takes boards back until fewer than `floor` wait here.
    fn drain<'s>(&'s self, waiting: &mut Waiting, v: i8, floor: usize, scope: &Scope<'s>) {
        while waiting.len() >= floor {
            if waiting.len() >= SHARE {
                let (won, lost) = (half(&mut waiting.won), half(&mut waiting.lost));
                let mut other = Waiting { won, lost, ..Waiting::default() };
                scope.spawn(move |scope| {
                    self.drain(&mut other, v, 1, scope);
                    self.count(&other);
                });
            }
            let before = waiting.len() as i64;
            if self.watch.stop() {
                return;
            }
            let full = self.waiting.load(Relaxed) > self.most;
            if waiting.won.len() >= waiting.lost.len() {
                self.take_back_won(waiting, v, full);
            } else {
                self.take_back_lost(waiting, v, full);
            }
            self.waiting.fetch_add(waiting.len() as i64 - before, Relaxed);
        }
    }

    fn count(&self, waiting: &Waiting) {
        self.taken_back.fetch_add(waiting.taken_back, Relaxed);
        self.parents.fetch_add(waiting.met, Relaxed);
    }

    /// Finds the parents of a batch and asks for their cells.
    #[inline(always)]
    fn meet<T>(&self, batch: &[u64], parents: &mut Vec<(u64, usize)>, cells: &[T]) {
        parents.clear();
        for &child in batch {
            self.backs.parents(child, |parent| {
                let index = self.ranking.rank_code(parent) as usize;
                prefetch(cells, index);
                parents.push((parent, index));
            });
        }
    }

    /// A move to a won board helps nobody: when it was the last hope of its mover, his board is lost.
    fn take_back_won(&self, waiting: &mut Waiting, v: i8, full: bool) {
        let from = waiting.won.len().saturating_sub(BATCH);
        self.meet(&waiting.won[from..], &mut waiting.parents, self.inner);
        waiting.taken_back += (waiting.won.len() - from) as u64;
        waiting.met += waiting.parents.len() as u64;
        waiting.won.truncate(from);
        for &(parent, index) in &waiting.parents {
            if self.inner[index].fetch_sub(1, Relaxed) != 1 {
                continue;
            }
            // The best constant, pending: as long as it is better than −v the board waits for a lower threshold.
            // At −v it was decided by whoever saw the last move go and looked at the board before this thread did.
            let constant = self.hi[index].load(Relaxed);
            if constant > 1 - v || constant == -v {
                continue;
            }
            let new = if full { 1 - v } else { -v };
            if self.hi[index].compare_exchange(constant, new, Relaxed, Relaxed).is_ok() {
                if full {
                    self.again.store(true, Relaxed);
                } else {
                    waiting.lost.push(parent);
                }
            }
        }
    }

    /// A move to a lost board wins.
    fn take_back_lost(&self, waiting: &mut Waiting, v: i8, full: bool) {
        let from = waiting.lost.len().saturating_sub(BATCH);
        self.meet(&waiting.lost[from..], &mut waiting.parents, self.lo);
        waiting.taken_back += (waiting.lost.len() - from) as u64;
        waiting.met += waiting.parents.len() as u64;
        waiting.lost.truncate(from);
        let new = if full { v + 1 } else { v };
        for &(parent, index) in &waiting.parents {
            let cell = &self.lo[index];
            let mut old = cell.load(Relaxed);
            while old < v {
                match cell.compare_exchange(old, new, Relaxed, Relaxed) {
                    Ok(_) if full => self.again.store(true, Relaxed),
                    Ok(_) => waiting.won.push(parent),
                    Err(found) => {
                        old = found;
                        continue;
                    }
                }
                break;
            }
        }
    }
}

/// The older half of a list: what is found from it is further away from what this thread works on.
fn half(list: &mut Vec<u64>) -> Vec<u64> {
    let rest = list.split_off(list.len() / 2);
    std::mem::replace(list, rest)
}

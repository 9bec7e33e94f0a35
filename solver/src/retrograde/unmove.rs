//! `unmoves`: layers settled from the highest value down, quiet moves taken back.
//!
//! For each threshold, from the highest: states that reach it by a move out of the layer go *up*; states all of whose
//! moves lead to the other side's gain go *down*. A state that goes down takes its parents up; one that goes up leaves
//! its parents one way out less, and takes down those that have none left. Every state settles once and is taken back
//! once. What never settles can be held in endless play.
//!
//! The layer is cut into blocks; each block has one owner, and only he touches it ([`crate::exchange`]). The outcome
//! depends on no order, so it is the same for any number of parties.

mod cells;
mod party;

use rayon::prelude::*;

use self::cells::{Cells, Double, Single, Slot};
use self::party::{Block, Party, Task};
use super::method::{Job, Method};
use super::planes::{Planes, Solved};
use super::solve::SolveError;
use crate::exchange::Threads;
use crate::game::Layer;
use crate::mem::Plane;
use crate::metric::Metric;
use crate::reversible::Reversible;

/// How much a party keeps beside its cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    /// A block has 2 to the power of this states; at most 30.
    pub block: u32,
    /// Messages after which a party sends what it has.
    pub batch: usize,
    /// Settled states that a party lists at most; those beyond are found again in their cells.
    pub listed: usize,
}

impl Default for Room {
    /// A block's cells fit the second cache.
    fn default() -> Self {
        Self { block: 19, batch: 1 << 21, listed: 1 << 22 }
    }
}

/// Quiet moves taken back, updates sent to the owners of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unmoves {
    /// How much a party keeps beside its cells.
    pub room: Room,
}

impl Unmoves {
    /// Bytes that all parties keep beside the cells and the planes.
    fn beside(&self, states: u128) -> u128 {
        let parties = rayon::current_num_threads() as u128;
        let blocks = (states >> self.room.block) + 1;
        // Messages in buckets (which keep some room), in the batch to send, and in those of all others that come in;
        // lists, and one block's worth beyond them.
        let messages = self.room.batch as u128 * 4 * (5 + 3);
        parties * (messages + self.room.listed as u128 * 8 + (8 << self.room.block.min(30)) + blocks * 64)
    }
}

impl<G: Reversible> Method<G> for Unmoves {
    fn name(&self) -> &'static str {
        "unmoves"
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        let states = game.layer_len(layer);
        // A state's place is its block, 32 bits, and its offset there.
        let serves =
            metric != Metric::Distance && game.is_reversible() && states >> self.room.block < 1 << 32;
        let each = 3 * u128::from(metric.bytes());
        serves.then(|| states.saturating_mul(each).saturating_add(self.beside(states)))
    }

    fn pace(&self, metric: Metric) -> Option<f64> {
        Some(if metric == Metric::Bounds { 400.0 } else { 190.0 })
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
        let needs = Method::<G>::memory(self, game, layer, metric).unwrap_or(u128::MAX);
        if needs > u128::from(job.memory) || usize::try_from(states).is_err() {
            return Err(SolveError::TooLarge { layer, states, needs, has: job.memory });
        }
        let top = if states == 0 { 0 } else { game.top_score(layer).0 };
        let Ok(top @ 0..) = i8::try_from(top) else { return Err(SolveError::TooWide { layer, top }) };
        let size = 1 << self.room.block;
        let mut lo: Plane<u16> = zeroed(states as usize)?;
        if metric == Metric::Bounds {
            let mut hi: Plane<u16> = zeroed(states as usize)?;
            let lower = |layer: Layer, rank: u64| {
                let [lo, hi] = solved.bounds(layer)?;
                Some([*lo.get(rank as usize)?, *hi.get(rank as usize)?])
            };
            let thresholds = [top, 1 - top];
            let task =
                Task { game, layer, metric, lower: &lower, thresholds, room: self.room, watch: job.watch };
            let cells = lo.chunks_mut(size).zip(hi.chunks_mut(size)).map(|(lo, hi)| Double { lo, hi });
            parties(&task, cells)?;
            let open = |slot: u16, open| if Slot(slot).is_open() { open } else { Slot(slot).number() };
            return Ok(Planes::Bounds([
                values(&lo, |slot| open(slot, -top))?,
                values(&hi, |slot| open(slot, top))?,
            ]));
        }
        let lower = |layer: Layer, rank: u64| {
            let score = *solved.scores(layer)?.get(rank as usize)?;
            Some([score; 2])
        };
        let thresholds = [top, 1];
        let task = Task { game, layer, metric, lower: &lower, thresholds, room: self.room, watch: job.watch };
        parties(&task, lo.chunks_mut(size).map(Single))?;
        Ok(Planes::Score(values(&lo, |slot| if Slot(slot).is_open() { 0 } else { Slot(slot).number() })?))
    }
}

/// Lets as many parties work as the pool has threads. They are threads of their own: parties wait for each other, which
/// tasks of a pool must not.
fn parties<G, L, C>(task: &Task<'_, G, L>, cells: impl Iterator<Item = C>) -> Result<(), SolveError>
where
    G: Reversible,
    L: Fn(Layer, u64) -> Option<[i8; 2]> + Sync,
    C: Cells + Send,
{
    let size = rayon::current_num_threads();
    let mut owned: Vec<Vec<Block<C>>> = (0..size).map(|_| Vec::new()).collect();
    let mut blocks = 0;
    for cells in cells {
        owned[blocks % size].push(Block { index: blocks, cells, fresh: Vec::new(), rescan: false });
        blocks += 1;
    }
    let threads = Threads::new(size);
    let outcomes: Vec<Result<(), SolveError>> = std::thread::scope(|scope| {
        let start = |(exchange, blocks_owned)| {
            let buckets = vec![Vec::new(); blocks];
            let mut party = Party { task, exchange, blocks: blocks_owned, buckets, waiting: 0, listed: 0 };
            scope.spawn(move || party.run())
        };
        let handles: Vec<_> = threads.lines().zip(owned).map(start).collect();
        let join = |handle: std::thread::ScopedJoinHandle<'_, _>| {
            handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        handles.into_iter().map(join).collect()
    });
    // One party's trouble stops the others; the trouble itself is what the caller wants to hear.
    let stopped = |outcome: &Result<(), SolveError>| matches!(outcome, Err(SolveError::Stopped(_)));
    let (stops, rest): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(stopped);
    rest.into_iter().chain(stops).collect()
}

fn zeroed<T: crate::mem::Cell>(states: usize) -> Result<Plane<T>, SolveError> {
    Plane::zeroed(states).map_err(SolveError::no_memory)
}

fn values(slots: &Plane<u16>, value: impl Fn(u16) -> i8 + Sync) -> Result<Plane<i8>, SolveError> {
    let mut plane: Plane<i8> = zeroed(slots.len())?;
    plane.par_iter_mut().zip(&slots[..]).for_each(|(into, &slot)| *into = value(slot));
    Ok(plane)
}

//! Layers of Bosh built block by block: all frames of a ring at once.
//!
//! A turn does not know whose it is. So the relays from the holes of a ring, one each, serve all moves of all its frames,
//! and what a relay leads to is again a ring whose frames lie side by side (`fullest.rs`): one look-up, one rotation and
//! one masked maximum a relay. A layer being solved holds lower and upper bounds, block by block, wide open at first; sweeps
//! visit the blocks that are still open until nothing changes. That is the widest fixed point, whatever the order, so the
//! bytes do not depend on threads or instructions (the argument is that of the general sweeps).
//!
//! The hot loops are those of `sowbase_solver::simd::ring`; here is what belongs to the game.

mod layer;
mod output;
mod round;
mod scratch;
mod tasks;
mod ties;
mod visit;
mod walk;

use std::sync::{Mutex, PoisonError};

use sowbase_solver::retrograde::{Job, Method, Planes, SolveError, Solved};
use sowbase_solver::simd::ring::{FULL, PITS, Path};
use sowbase_solver::{Layer, Layered, Metric};

use super::play::Bosh;
use super::ring::Ring;
use super::rules::{BoshRules, EndlessTurn, RoundEnd};
use layer::Building;
use round::Round;

/// The method of blocks of frames, for rounds of up to ten open holes and 63 stones.
#[derive(Debug)]
pub struct Necklaces {
    path: Path,
    work: Mutex<Work>,
}

/// What the last layer took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Sweeps, the first and the last (which changes nothing) included.
    pub sweeps: u32,
    /// Blocks of the layer.
    pub blocks: u64,
    /// Visits of blocks.
    pub visits: u64,
    /// Relays played.
    pub relays: u64,
    /// Relays that never stop.
    pub endless: u64,
}

impl Default for Necklaces {
    fn default() -> Self {
        Self::new(Path::best())
    }
}

impl Necklaces {
    /// The method with some kind of instructions.
    pub fn new(path: Path) -> Self {
        Self { path, work: Mutex::default() }
    }

    /// What the last layer took.
    pub fn work(&self) -> Work {
        *self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// True for the rules whose turns the packed relays play.
fn serves(rules: &BoshRules) -> bool {
    !rules.skip_origin
        && rules.round_end == RoundEnd::MoverStuck
        && rules.endless_turn == EndlessTurn::Illegal
}

impl<R: Ring> Method<Bosh<R>> for Necklaces {
    fn name(&self) -> &'static str {
        "necklaces"
    }

    fn memory(&self, game: &Bosh<R>, layer: Layer, metric: Metric) -> Option<u128> {
        let [more, fewer] = game.open_of(layer)?;
        let fits = fewer > 0 && more + fewer <= PITS && u64::from(layer.seeds) <= FULL;
        if !fits || !serves(&game.rules) {
            return None;
        }
        let states = game.layer_len(layer);
        // What is changed within a window, and one bit a block.
        let beside = (3 * states).min(16 << 20) + states / 16;
        match metric {
            Metric::Score => Some(2 * states + beside),
            Metric::Bounds => Some(3 * states + beside),
            Metric::Distance => None,
        }
    }

    fn pace(&self, metric: Metric) -> Option<f64> {
        Some(if metric == Metric::Bounds { 90.0 } else { 50.0 })
    }

    fn solve(
        &self,
        game: &Bosh<R>,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        let open = self.memory(game, layer, metric).and_then(|_| game.open_of(layer));
        let Some(open) = open else {
            let (name, known) = (format!("no method {:?}", "necklaces"), "general ones".into());
            return Err(SolveError::NoMethod { layer, metric, name, known });
        };
        let round = Round::new(open, usize::from(layer.seeds), &game.rules, self.path);
        let below = round::below(layer, metric, solved)?;
        let mut building = Building::new(&round, layer)?;
        let work = building.narrow(&below, metric, job.watch)?;
        *self.work.lock().unwrap_or_else(PoisonError::into_inner) = work;
        building.planes(metric)
    }
}

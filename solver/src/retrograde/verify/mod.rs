//! Checking a solved layer: does it say what it must? No code is shared with what builds layers; only the rules of the
//! game, its numbering, and the planes are read.
//!
//! Two steps. **Local**: every state is the best of its children. It finds every changed byte (where a state is no child
//! of itself: then only the second step may). **Grounded**: every value that somebody must work for is reached in finite
//! time; see `settle.rs` for what that means and why both together leave only the one right table. A layer of
//! which the local step finds faults is not grounded: the answer would say nothing.
//!
//! **Distances** need no second step. Let every state of score 0 or without moves have 0, and every other one ply more
//! than the shortest (score > 0) or the longest (score < 0) of the moves that keep its score.
//!   * There is only one such table. Of all states on which two tables differ take one with the smallest number in either
//!     table; let it be n, in table A. Every move by which A comes to n leads to a state with a number below n in A
//!     (the one chosen, if the score is > 0; all that keep the score, if it is < 0), on which both agree by the choice
//!     of n. So B has n there or less; less would be smaller than the smallest. Both numbers are such tables.
//!   * Where inner moves gain nothing, and scores agree with their children, such a table shows that scores are grounded.
//!     By falling |v|, then by rising number: a winner's move leaves the layer, or leads to a loser of the same |v| with
//!     a smaller number, who is held there; a loser's moves leave the layer, or lead to winners of a larger |v|, or of
//!     the same |v| with a smaller number. So where distances are stored, scores are grounded by one look at each state
//!     (number of plies to the next capture strictly falling) and not by passes.
//!
//! Cost: the local step looks at every state once and marks on the way what moves out of the layer settle; the second
//! step (`dive.rs`, `ground.rs`) looks once at about every state that is left. `settle.rs` is its slow twin, and serves
//! layers in which inner moves gain something. Memory: two bits for each end that may need a mark, beside the planes.

mod bits;
mod dive;
mod ends;
mod error;
mod fault;
mod ground;
mod nodes;
mod plies;
mod scan;
mod settle;
mod tally;

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use ends::{Ends, OfBounds, OfScore};
use fault::Faults;
use ground::Grounds;
use nodes::Nodes;
use scan::{Scan, Snag};
use tally::Tally;

use super::planes::Solved;
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::watch::{Stopped, Watch};

pub use error::VerifyError;
pub use fault::{Fault, Says, Wrong};

/// States of a task.
const CHUNK: u64 = 1 << 13;

/// How much is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scope {
    /// Faults that are kept; all are counted.
    pub faults: usize,
    /// Only so many states, drawn with a seed; only their local step.
    pub sample: Option<Sample>,
    /// Only the local step.
    pub local_only: bool,
    /// The second step by looking at all open states again and again: the slow twin of going down from each of them.
    pub plain: bool,
}

impl Default for Scope {
    /// Everything, with the first ten faults.
    fn default() -> Self {
        Self { faults: 10, sample: None, local_only: false, plain: false }
    }
}

/// A draw of states, each as likely as the others, the same for the same seed. A state may come up twice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// States.
    pub count: u64,
    /// The seed.
    pub seed: u64,
}

/// How the second step was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Not at all: not asked for, or the local step found faults.
    Unchecked,
    /// By the order in which values settle, found again in so many passes.
    Passes(u32),
    /// By distances that fall at every move.
    Distances,
}

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The layer.
    pub layer: Layer,
    /// The metric.
    pub metric: Metric,
    /// States of which the local step was done.
    pub states: u64,
    /// How the second step was done.
    pub ground: Ground,
    /// States with a fault.
    pub wrong: u64,
    /// The first of them by number (in a sample: by draw).
    pub faults: Vec<Fault>,
}

impl Verified {
    /// True when nothing wrong was found. It proves the layer right if `ground` is not [`Ground::Unchecked`] and all
    /// lower layers are right.
    pub fn is_clean(&self) -> bool {
        self.wrong == 0
    }
}

/// Checks one metric of a layer on the thread pool it is called in. `solved` holds that metric of the layer and of every
/// lower one that its moves reach; for distances also the scores. Where it holds distances, they ground the scores.
///
/// # Errors
/// When something is missing or `watch` says stop. What is wrong with the layer is no error but the answer.
pub fn verify<G: Layered>(
    game: &G,
    layer: Layer,
    metric: Metric,
    solved: &Solved,
    scope: Scope,
    watch: &dyn Watch,
) -> Result<Verified, VerifyError> {
    let check = Check { game, layer, solved, scope, watch, top: 0 };
    let check = Check { top: check.top(), ..check };
    match metric {
        Metric::Score => {
            let nodes = check.nodes::<OfScore<'_>>(solved.distances(layer).is_none())?;
            let (seen, plain) = check.local::<tally::Score>(metric, nodes.as_ref())?;
            if !check.goes_on(&seen) {
                return Ok(seen);
            }
            if let Some(seen) = check.by_distances(seen.states)? {
                return Ok(seen);
            }
            check.by_passes::<OfScore<'_>>(seen, nodes.filter(|_| plain))
        }
        Metric::Bounds => {
            let nodes = check.nodes::<OfBounds<'_>>(true)?;
            let (seen, plain) = check.local::<tally::Bounds>(metric, nodes.as_ref())?;
            if check.goes_on(&seen) {
                check.by_passes::<OfBounds<'_>>(seen, nodes.filter(|_| plain))
            } else {
                Ok(seen)
            }
        }
        Metric::Distance => {
            let (mut seen, _) = check.local::<plies::Distance>(metric, None)?;
            if check.goes_on(&seen) {
                seen.ground = Ground::Distances;
            }
            Ok(seen)
        }
    }
}

/// One check.
#[derive(Clone, Copy)]
struct Check<'a, G> {
    game: &'a G,
    layer: Layer,
    solved: &'a Solved,
    scope: Scope,
    watch: &'a dyn Watch,
    top: i32,
}

impl<'a, G: Layered> Check<'a, G> {
    fn top(&self) -> i32 {
        let empty = self.game.layer_len(self.layer) == 0;
        if empty { 0 } else { i32::from(self.game.top_score(self.layer).0) }
    }

    fn goes_on(&self, seen: &Verified) -> bool {
        seen.is_clean() && !self.scope.local_only && self.scope.sample.is_none()
    }

    fn verified(&self, metric: Metric, states: u64, ground: Ground, faults: Faults) -> Verified {
        let Faults { first, count } = faults;
        Verified { layer: self.layer, metric, states, ground, wrong: count, faults: first }
    }

    /// Room for marks, where they are `wanted` and the second step is to be done.
    fn nodes<E: Ends<'a>>(&self, wanted: bool) -> Result<Option<Nodes>, VerifyError> {
        let Self { layer, solved, scope, .. } = *self;
        let own = E::of(solved, layer).ok_or(VerifyError::Missing { layer, needs: layer })?;
        let whole = wanted && !scope.local_only && !scope.plain && scope.sample.is_none();
        Ok(whole.then(|| Nodes::new(E::NODES * own.len())))
    }

    /// What looks at the states of the layer.
    fn scan<'b, T: Tally<'a>>(
        &self,
        plain_inside: bool,
        nodes: Option<&'b Nodes>,
        inner_gain: &'b AtomicBool,
    ) -> Result<(Scan<'a, 'b, G, T>, u64), VerifyError> {
        let Self { game, layer, solved, top, .. } = *self;
        let own = T::planes(solved, layer).ok_or(VerifyError::Missing { layer, needs: layer })?;
        let (states, found) = (game.layer_len(layer), T::len(own));
        if states != found as u128 {
            return Err(VerifyError::Length { layer, states, found });
        }
        Ok((
            Scan { game, layer, own, solved, top, plain_inside, nodes, inner_gain, tally: PhantomData },
            found as u64,
        ))
    }

    /// The first step, which marks what moves out of the layer settle; also whether no move inside gains anything.
    fn local<T: Tally<'a>>(
        &self,
        metric: Metric,
        nodes: Option<&Nodes>,
    ) -> Result<(Verified, bool), VerifyError> {
        let inner_gain = AtomicBool::new(false);
        let (scan, states) = self.scan::<T>(false, nodes, &inner_gain)?;
        let task = format!("layer {} {metric} against its moves", self.layer.seeds);
        let (faults, states) = match self.scope.sample.filter(|_| states > 0) {
            Some(sample) => {
                let drawn = |from: u64| {
                    let draws = from..(from + CHUNK).min(sample.count);
                    draws.map(move |draw| draw_of(sample.seed, draw, states)).map(|index| index..index + 1)
                };
                (self.look(&scan, &task, sample.count, drawn), sample.count)
            }
            None => (self.look(&scan, &task, states, |from| whole(from, states)), states),
        };
        match faults {
            Ok(faults) => {
                let plain = !inner_gain.load(Relaxed);
                Ok((self.verified(metric, states, Ground::Unchecked, faults), plain))
            }
            Err(Snag::Error(error)) => Err(error),
            // Never told where inner gains are no snag.
            Err(Snag::InnerGain) => Err(VerifyError::Untabled { layer: self.layer }),
        }
    }

    /// The second step by distances; `None` where there are none, or where inner moves gain something.
    fn by_distances(&self, states: u64) -> Result<Option<Verified>, VerifyError> {
        if self.solved.distances(self.layer).is_none() {
            return Ok(None);
        }
        let inner_gain = AtomicBool::new(false);
        let (scan, len) = match self.scan::<plies::Descent>(true, None, &inner_gain) {
            Ok(scan) => scan,
            Err(VerifyError::Missing { .. }) => return Ok(None),
            Err(error) => return Err(error),
        };
        let task = format!("layer {} score by distances", self.layer.seeds);
        match self.look(&scan, &task, len, |from| whole(from, len)) {
            Ok(faults) => Ok(Some(self.verified(Metric::Score, states, Ground::Distances, faults))),
            Err(Snag::Error(error @ VerifyError::Stopped(_))) => Err(error),
            // Lower layers without distances: the passes do without.
            Err(Snag::Error(_) | Snag::InnerGain) => Ok(None),
        }
    }

    /// The second step by passes: dives where no move inside the layer gains anything and the local step left its marks
    /// in `nodes`; else by looking at all states again and again.
    fn by_passes<E: Ends<'a>>(
        &self,
        mut seen: Verified,
        nodes: Option<Nodes>,
    ) -> Result<Verified, VerifyError> {
        let Self { game, layer, solved, top, watch, scope } = *self;
        let own = E::of(solved, layer).ok_or(VerifyError::Missing { layer, needs: layer })?;
        let dived = match nodes {
            Some(nodes) => Grounds { game, layer, own, top, watch }.run(nodes, scope.faults)?,
            None => None,
        };
        let (faults, passes) = match dived {
            Some(found) => found,
            None => settle::Settle::new(game, layer, own, solved, top).run(scope.faults, watch)?,
        };
        (seen.ground, seen.wrong, seen.faults) = (Ground::Passes(passes), faults.count, faults.first);
        Ok(seen)
    }

    /// Looks at `total` states in tasks: `runs` gives those of the task that begins at a number.
    fn look<T: Tally<'a>, R: Iterator<Item = Range<u64>>>(
        &self,
        scan: &Scan<'a, '_, G, T>,
        task: &str,
        total: u64,
        runs: impl Fn(u64) -> R + Sync,
    ) -> Result<Faults, Snag> {
        let most = self.scope.faults;
        self.watch.begin(task, total);
        let chunks: Result<Vec<Faults>, Snag> = (0..total.div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                if self.watch.stop() {
                    return Err(Snag::Error(Stopped.into()));
                }
                let faults = scan.look(runs(chunk * CHUNK), most)?;
                self.watch.advance(CHUNK.min(total - chunk * CHUNK));
                Ok(faults)
            })
            .collect();
        self.watch.end();
        let mut faults = Faults::default();
        chunks?.into_iter().for_each(|later| faults.append(later, most));
        Ok(faults)
    }
}

/// The states of a task, one run.
fn whole(from: u64, states: u64) -> impl Iterator<Item = Range<u64>> {
    std::iter::once(from..(from + CHUNK).min(states))
}

/// The state of a draw: a hash of seed and draw, scaled (the remainder's unevenness is far below one in a million).
fn draw_of(seed: u64, draw: u64, states: u64) -> u64 {
    let mut x = seed ^ draw.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for factor in [0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB] {
        x = (x ^ x >> 30).wrapping_mul(factor);
        x ^= x >> 27;
    }
    ((u128::from(x ^ (x >> 31)) * u128::from(states)) >> 64) as u64
}

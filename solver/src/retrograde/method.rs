//! A way to solve a layer. A game may bring faster ones of its own; the general ones serve every game.

use super::planes::{Planes, Solved};
use super::solve::SolveError;
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::watch::Watch;

/// What a method may use, and who watches.
#[derive(Clone, Copy)]
#[expect(missing_debug_implementations, reason = "a watch cannot be shown")]
pub struct Job<'a> {
    /// Bytes of memory for the layer itself, beside the solved layers.
    pub memory: u64,
    /// Who watches.
    pub watch: &'a dyn Watch,
}

impl Job<'_> {
    /// What is left of the memory beside what a method needs.
    pub(super) fn room(&self, needs: u128) -> u64 {
        self.memory.saturating_sub(u64::try_from(needs).unwrap_or(u64::MAX))
    }
}

/// A way to solve a layer. All methods of a game give the same bytes, for any number of threads; they work on the
/// thread pool of rayon in which they are called.
pub trait Method<G: Layered>: Send + Sync {
    /// The word by which a user asks for it.
    fn name(&self) -> &'static str;

    /// Bytes of memory that it needs for a layer beside the solved layers, the planes it returns included.
    /// `None` where it cannot solve that layer or that metric under the rules of `game`.
    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128>;

    /// Nanoseconds of processor time that a state takes, roughly, as measured on one machine (docs/speed.md): what the
    /// estimate of a build's time rests on. `None` where nobody measured.
    fn pace(&self, metric: Metric) -> Option<f64> {
        let _ = metric;
        None
    }

    /// Solves one metric of a layer. `solved` holds that metric of every lower layer that a move can reach; for
    /// distances also the scores of those layers and of this one.
    ///
    /// # Errors
    /// When a layer is missing, memory ends, or `job.watch` says stop.
    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError>;
}

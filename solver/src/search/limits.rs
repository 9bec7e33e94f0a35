//! When a search stops.

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Tells the time since a search was asked for. The solver reads no clock of its own.
pub trait Clock: Sync {
    /// Time gone by.
    fn elapsed(&self) -> Duration;
}

/// Time stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// How far a search goes at most. A search also ends when nothing is left to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes, of all threads together.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// No iteration begins after so much time.
    pub soft_time: Option<Duration>,
}

/// Plies that a search follows a variation at most.
pub const MAX_PLY: usize = 128;

/// How many nodes go by between two looks at the limits, at most; a power of two.
const PULSE: u64 = 256;

impl Limits {
    /// How many nodes go by between two looks at the limits: few where few nodes are allowed.
    pub(super) fn pulse(&self) -> u64 {
        self.nodes.map_or(PULSE, |nodes| (nodes / 16).next_power_of_two().clamp(1, PULSE))
    }
}

/// What the threads of a search share.
pub(super) struct Control<'a> {
    pub(super) limits: Limits,
    pub(super) clock: &'a dyn Clock,
    /// Set from outside.
    pub(super) stop: &'a AtomicBool,
    /// The main thread is done.
    pub(super) done: AtomicBool,
    /// Nodes that threads have reported.
    pub(super) nodes: AtomicU64,
}

impl Control<'_> {
    /// True when the search must end now.
    #[cold]
    pub(super) fn must_stop(&self, new_nodes: u64) -> bool {
        let nodes = self.nodes.fetch_add(new_nodes, Relaxed) + new_nodes;
        self.stop.load(Relaxed)
            || self.done.load(Relaxed)
            || self.limits.nodes.is_some_and(|most| nodes >= most)
            || self.limits.time.is_some_and(|most| self.clock.elapsed() >= most)
    }

    /// True when somebody said stop, whatever the limits.
    #[cold]
    pub(super) fn is_told(&self) -> bool {
        self.stop.load(Relaxed) || self.done.load(Relaxed)
    }

    /// True when no further iteration shall begin.
    pub(super) fn enough(&self, depth: u32) -> bool {
        self.stop.load(Relaxed)
            || self.done.load(Relaxed)
            || self.limits.depth.is_some_and(|most| depth > most)
            || self.limits.soft_time.is_some_and(|most| self.clock.elapsed() >= most)
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control").field("limits", &self.limits).finish_non_exhaustive()
    }
}

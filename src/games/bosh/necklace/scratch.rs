//! What a thread works with.

use sowbase_solver::simd::ring::{Batch, Best, Items};

/// Blocks visited together: their relays are in flight together, and so are the reads of what those lead to.
pub(super) const TOGETHER: usize = 32;

/// Room for the relays of some blocks and what they lead to.
#[derive(Debug)]
pub(super) struct Scratch {
    /// The blocks: number within the task, and word.
    pub(super) blocks: Vec<(usize, u64)>,
    /// Relays still going on.
    pub(super) live: Batch,
    /// Relays that have stopped.
    pub(super) done: Batch,
    /// The same after captures that need more than a look.
    pub(super) taken: Batch,
    /// Rings with several fullest holes.
    pub(super) tied: Batch,
    pub(super) items: Items,
    /// Sets of frames: by hole first, then those that captures ask for.
    pub(super) frames: Vec<u64>,
    pub(super) best: Box<[Best; TOGETHER]>,
    /// Relays played, and those that never stop.
    pub(super) relays: u64,
    pub(super) endless: u64,
}

impl Scratch {
    pub(super) fn new() -> Self {
        Self {
            blocks: Vec::with_capacity(TOGETHER),
            live: Batch::default(),
            done: Batch::default(),
            taken: Batch::default(),
            tied: Batch::default(),
            items: Items::default(),
            frames: Vec::new(),
            best: Box::new([Best::EMPTY; TOGETHER]),
            relays: 0,
            endless: 0,
        }
    }
}

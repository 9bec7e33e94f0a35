//! What a thread works with.

use std::sync::{Mutex, PoisonError};

use sowbase_solver::simd::ring::{Batch, Best, Items};

/// Blocks visited together: their relays are in flight together, and so are the reads of what those lead to.
pub(super) const TOGETHER: usize = 32;

/// Blocks that are visited together, and what their moves lead to.
#[derive(Debug)]
pub(super) struct Group {
    /// The blocks: number within the task, word, and the holes whose turns are played.
    pub(super) blocks: Vec<(usize, u64, u64)>,
    pub(super) items: Items,
    /// Sets of frames: by hole first, then those that captures ask for.
    pub(super) frames: Vec<u64>,
    pub(super) best: Box<[Best; TOGETHER]>,
    /// The holes of each block whose turns capture nothing.
    pub(super) quiet: Box<[u64; TOGETHER]>,
}

/// Room for the relays of some blocks and what they lead to.
#[derive(Debug)]
pub(super) struct Scratch {
    /// Relays still going on.
    pub(super) live: Batch,
    /// Relays that have stopped.
    pub(super) done: Batch,
    /// The same after captures that need more than a look.
    pub(super) taken: Batch,
    /// Rings with several fullest holes.
    pub(super) tied: Batch,
    /// The blocks being visited.
    pub(super) now: Group,
    /// Those whose values are on their way from memory.
    pub(super) before: Group,
    /// Relays played, and those that never stop.
    pub(super) relays: u64,
    pub(super) endless: u64,
}

impl Group {
    fn new() -> Self {
        Self {
            blocks: Vec::with_capacity(TOGETHER),
            items: Items::default(),
            frames: Vec::new(),
            best: Box::new([Best::EMPTY; TOGETHER]),
            quiet: Box::new([0; TOGETHER]),
        }
    }
}

impl Scratch {
    fn new() -> Self {
        Self {
            live: Batch::default(),
            done: Batch::default(),
            taken: Batch::default(),
            tied: Batch::default(),
            now: Group::new(),
            before: Group::new(),
            relays: 0,
            endless: 0,
        }
    }
}

/// Scratches that nobody works with just now.
#[derive(Debug, Default)]
pub(super) struct Pool(Mutex<Vec<Scratch>>);

impl Pool {
    /// Works with one of them.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Scratch) -> T) -> T {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut scratch = free.unwrap_or_else(Scratch::new);
        let result = work(&mut scratch);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
        result
    }
}

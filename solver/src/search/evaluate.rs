//! Judging a state without searching on.

use crate::game::Game;
use crate::hundredths::Hundredths;

/// A guess at what a state is worth.
pub trait Evaluate<G: Game>: Sync {
    /// Net future gain seen by the mover. A search brings it into what can still be gained.
    fn estimate(&self, game: &G, state: &G::State) -> Hundredths;
}

/// Nothing more is gained by either side: what is in store counts. The yardstick of every evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct InStore;

impl<G: Game> Evaluate<G> for InStore {
    #[inline(always)]
    fn estimate(&self, _: &G, _: &G::State) -> Hundredths {
        Hundredths::ZERO
    }
}

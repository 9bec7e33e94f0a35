//! Looking values up.

use crate::game::Game;
use crate::score::Interval;

/// A source of solved states.
pub trait Probe<G: Game>: Sync {
    /// What both sides can force from `state`, if it is known here.
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval>;
}

/// Knows nothing; compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDatabase;

impl<G: Game> Probe<G> for NoDatabase {
    fn probe(&self, _: &G, _: &G::State) -> Option<Interval> {
        None
    }
}

//! Looking values up.

use crate::game::Game;
use crate::score::{Interval, Score};

/// A source of solved states.
pub trait Probe<G: Game>: Sync {
    /// What both sides can force from `state`, if it is known here.
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval>;

    /// The value where one is known that the rules in force do not prove: for a search an estimate better than any.
    fn hint(&self, game: &G, state: &G::State) -> Option<Score> {
        let _ = (game, state);
        None
    }

    /// The most seeds on a board that may be known here.
    fn reach(&self) -> u32 {
        u32::MAX
    }
}

/// Knows nothing; compiles to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoDatabase;

impl<G: Game> Probe<G> for NoDatabase {
    #[inline(always)]
    fn probe(&self, _: &G, _: &G::State) -> Option<Interval> {
        None
    }
    #[inline(always)]
    fn reach(&self) -> u32 {
        0
    }
}

//! The evaluation that a game brings, as a search asks for it.

use sowbase_solver::Hundredths;
use sowbase_solver::search::Evaluate;

use crate::games::Rulebook;

/// The game's own evaluation, or none. One type, so that no search is compiled twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judge {
    /// What is in store counts and nothing else.
    pub(crate) plain: bool,
}

impl<G: Rulebook> Evaluate<G> for Judge {
    #[inline(always)]
    fn estimate(&self, game: &G, state: &G::State) -> Hundredths {
        if self.plain { Hundredths::ZERO } else { game.estimate(state) }
    }
}

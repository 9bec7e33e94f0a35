//! Solved layers of one opened game, behind an object-safe face.

use std::fmt;
use std::sync::Arc;

use sowbase_solver::Layered;

use crate::games::Rulebook;

/// Builds and reads the solved layers of a game.
pub trait Tables: Send + Sync {}

/// [`Tables`] of a game.
pub(crate) struct Tabled<G> {
    game: Arc<G>,
}

impl<G> fmt::Debug for Tabled<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tabled").finish_non_exhaustive()
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    pub(crate) fn new(game: Arc<G>) -> Self {
        Self { game }
    }
}

impl<G: Rulebook + Layered> Tables for Tabled<G> {}

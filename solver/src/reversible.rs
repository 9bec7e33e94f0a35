//! Games whose quiet moves can be taken back.

use crate::game::Layered;

/// Quiet moves can be taken back: a layer can be solved from its settled states upwards.
///
/// Laws, which tests check against [`crate::Game::children`]: the moves that stay in a layer are those that are quiet,
/// and they hand over and gain nothing; [`Reversible::unmoves`] visits a state as often as it has such a move to the
/// one asked for.
pub trait Reversible: Layered {
    /// Visits every state that a quiet move leads from to `state`, in the same layer.
    fn unmoves(&self, state: &Self::State, visit: impl FnMut(Self::State));

    /// True when the rules in force keep the laws above.
    fn is_reversible(&self) -> bool {
        true
    }
}

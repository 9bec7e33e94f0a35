//! Why a layer could not be checked.

use crate::game::Layer;
use crate::watch::Stopped;

/// Why a layer could not be checked; that it was checked and found wrong is no error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// Asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// What a layer's check reads is not there, or shorter than its layer.
    #[error(
        "layer {} of shape {} cannot be checked: layer {} of shape {} is missing or too short",
        layer.seeds, layer.shape, needs.seeds, needs.shape
    )]
    Missing {
        /// The layer being checked.
        layer: Layer,
        /// The layer it reads.
        needs: Layer,
    },
    /// The numbers of the layer are more or fewer than its states.
    #[error("layer {} of shape {} has {states} states, but {found} numbers are stored", layer.seeds, layer.shape)]
    Length {
        /// The layer being checked.
        layer: Layer,
        /// Its states.
        states: u128,
        /// The numbers stored.
        found: usize,
    },
    /// A move leads to a state that no layer holds.
    #[error("layer {} of shape {} has moves to states that no layer holds", layer.seeds, layer.shape)]
    Untabled {
        /// The layer being checked.
        layer: Layer,
    },
}

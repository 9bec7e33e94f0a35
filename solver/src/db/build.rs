//! Building a database: layer by layer, each one safe on disk before the next begins.

use std::sync::Arc;

use super::error::DbError;
use super::file::write_layer;
use super::folder::Folder;
use crate::game::{Layer, Layered};
use crate::retrograde::{Limits, SolveError, Solved, memory_needed, solve_layer};
use crate::watch::{Stopped, Watch};

/// What a build did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Built {
    /// Layers made now.
    pub made: Vec<Layer>,
    /// Layers that were there already, read and checked.
    pub kept: Vec<Layer>,
}

/// Builds `layers`, each needing only those before it. Finished layers are kept, so a build that was interrupted goes
/// on where it was.
///
/// # Errors
/// When it cannot fit, somebody else builds here, a file is damaged, the disk is full, or `watch` says stop; layers
/// finished by then stay.
pub fn build<G: Layered>(
    game: &G,
    folder: &Folder,
    layers: &[Layer],
    limits: Limits,
    watch: &dyn Watch,
) -> Result<Built, DbError> {
    let needs = memory_needed(game, layers);
    if let Some(&layer) = layers.iter().max_by_key(|layer| game.layer_len(**layer))
        && needs > u128::from(limits.memory)
    {
        // Refused before the first layer, not after hours.
        let (states, has) = (game.layer_len(layer), limits.memory);
        return Err(SolveError::TooLarge { layer, states, needs, has }.into());
    }
    let _lock = folder.lock()?;
    let (mut solved, mut built) = (Solved::default(), Built::default());
    for &layer in layers {
        if watch.stop() {
            return Err(SolveError::Stopped(Stopped).into());
        }
        let values = if let Some(values) = folder.read(game, layer)? {
            built.kept.push(layer);
            values
        } else {
            let values = solve_layer(game, layer, &solved, limits, watch)?;
            write_layer(&folder.file(layer), folder.identity(), layer, &values)?;
            built.made.push(layer);
            values
        };
        solved.insert(layer, Arc::new(values));
    }
    Ok(built)
}

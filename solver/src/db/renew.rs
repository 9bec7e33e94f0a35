//! Databases that can be made again at any time: what is sound is kept, anything else is made anew.

use std::fs;
use std::path::Path;

use super::build::{Built, build_after};
use super::error::{DbError, nothing_lost};
use super::folder::{Folder, name};
use super::manifest::{self, Manifest};
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::Plan;
use crate::watch::Watch;

impl Folder {
    /// True when every metric of every layer is there, of these rules and this format, with the bytes that the manifest
    /// lists. Values are not decoded.
    pub fn is_whole<G: Layered>(&self, game: &G, layers: &[Layer], metrics: &[Metric]) -> bool {
        let Ok(manifest) = Manifest::read(self.path()) else { return false };
        layers
            .iter()
            .all(|&layer| metrics.iter().all(|&metric| self.is_sound(game, layer, metric, &manifest)))
    }

    fn is_sound<G: Layered>(&self, game: &G, layer: Layer, metric: Metric, manifest: &Manifest) -> bool {
        let (path, states) = (self.file(layer, metric), game.layer_len(layer));
        let Ok((file, _)) = self.layer_file(&path) else { return false };
        let listed = manifest.files.get(&name(&path));
        let found = || manifest::entry(&path, file.header.states).ok();
        file.belongs(self.identity(), (layer, metric), states).is_ok()
            && listed.is_some()
            && listed == found().as_ref()
    }
}

/// Builds as [`super::build()`] does, but files that are damaged or of another format are removed first and made again.
///
/// # Errors
/// As [`super::build()`], files that cannot be used apart.
pub fn renew<G: Layered>(
    game: &G,
    folder: &Folder,
    layers: &[Layer],
    metrics: &[Metric],
    plan: Plan<'_, G>,
    watch: &dyn Watch,
) -> Result<Built, DbError> {
    let clear = |folder: &Folder| {
        let manifest = Manifest::read(folder.path())?;
        let files = layers.iter().flat_map(|&layer| metrics.iter().map(move |&metric| (layer, metric)));
        for (layer, metric) in files {
            if folder.has(layer, metric) && !folder.is_sound(game, layer, metric, &manifest) {
                remove(&folder.file(layer, metric))?;
            }
        }
        Ok(())
    };
    build_after(clear, game, folder, layers, metrics, plan, watch)
}

fn remove(path: &Path) -> Result<(), DbError> {
    fs::remove_file(path).map_err(DbError::io("remove", path, nothing_lost))
}

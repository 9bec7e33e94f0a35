//! What lies under a folder: databases with their files, by what the headers say. No game need be known.

use std::path::Path;

use super::Identity;
use super::error::DbError;
use super::folder::{Folder, Stored, name};
use super::inside::Bundle;
use crate::game::Layer;
use crate::metric::Metric;
use crate::retrograde::Planes;

/// One database: the files of one rule set in one folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inventory {
    /// Where it lies, and whose values it holds.
    pub folder: Folder,
    /// The files by layer, then metric.
    pub stored: Vec<Stored>,
    /// Files that cannot be used, with the reason.
    pub troubles: Vec<String>,
}

impl Inventory {
    /// The file of a metric of a layer.
    pub fn find(&self, layer: Layer, metric: Metric) -> Option<&Stored> {
        self.stored.iter().find(|stored| (stored.layer, stored.metric) == (layer, metric))
    }

    /// Reads a file and checks all of it.
    ///
    /// # Errors
    /// As [`read_layer`](super::read_layer).
    pub fn read(&self, stored: &Stored) -> Result<Planes, DbError> {
        self.folder.read_file(stored.layer, stored.metric, u128::from(stored.states))
    }
}

/// The databases in a folder: the folder itself, if it holds layers, else its folders, by name. Headers are read, values
/// are not.
///
/// # Errors
/// When a folder cannot be read. One that is not there holds nothing.
pub fn inventory(dir: &Path) -> Result<Vec<Inventory>, DbError> {
    let at = |path: &Path| Folder::at(path, nobody());
    if let Some(found) = one(at(dir))? {
        return Ok(vec![found]);
    }
    let mut folders = at(dir).entries()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    let mut all = Vec::new();
    for folder in folders {
        all.extend(one(at(&folder))?);
    }
    Ok(all)
}

impl Bundle {
    /// The databases inside a program, by name.
    pub fn inventory(self) -> Vec<Inventory> {
        let mut folders: Vec<&str> =
            self.0.iter().filter_map(|(file, _)| Some(file.split_once('/')?.0)).collect();
        folders.dedup();
        let all = folders.into_iter().map(|name| one(self.folder(name, nobody())));
        all.filter_map(|found| found.ok().flatten()).collect()
    }
}

/// Whose a folder is before its files were looked at.
fn nobody() -> Identity {
    Identity { game: String::new(), fingerprint: String::new(), rules: Vec::new() }
}

/// The database whose files lie in a folder, if any do.
fn one(folder: Folder) -> Result<Option<Inventory>, DbError> {
    let full = name(folder.path());
    let (game, fingerprint) = full.rsplit_once('-').unwrap_or((&full, ""));
    let named = Identity { game: game.into(), fingerprint: fingerprint.into(), rules: Vec::new() };
    let files = folder.layer_files()?;
    if files.is_empty() {
        return Ok(None);
    }
    // The first file that can be read says whose they are; if none can, the folder's name does.
    let first = files.iter().find_map(|path| folder.layer_file(path).ok());
    let folder = folder.of(first.map_or(named, |(file, _)| file.header.identity));
    let (mut stored, mut troubles) = (Vec::new(), Vec::new());
    for path in &files {
        match folder.open(path) {
            Ok((file, size)) => {
                let header = &file.header;
                stored.push(Stored {
                    layer: header.layer,
                    metric: header.metric,
                    states: header.states,
                    size,
                });
            }
            Err(error) => troubles.push(error.to_string()),
        }
    }
    stored.sort_by_key(|stored| (stored.layer, stored.metric));
    Ok(Some(Inventory { folder, stored, troubles }))
}

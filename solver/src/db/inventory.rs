//! What lies under a folder: databases with their layers, by what the headers of the files say.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::error::{DbError, READABLE};
use super::file::{self, read_layer};
use super::Identity;
use crate::game::Layer;
use crate::metric::Metric;
use crate::retrograde::Planes;

/// One metric of one layer on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The layer.
    pub layer: Layer,
    /// What the file says of its states.
    pub metric: Metric,
    /// States in the layer.
    pub states: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The file.
    pub path: PathBuf,
}

/// One database: the files of one rule set in one folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inventory {
    /// The folder.
    pub path: PathBuf,
    /// Whose values they are.
    pub identity: Identity,
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
    /// As [`read_layer`].
    pub fn read(&self, stored: &Stored) -> Result<Planes, DbError> {
        let what = (stored.layer, stored.metric);
        read_layer(&stored.path, &self.identity, what, u128::from(stored.states))
    }
}

/// The databases in a folder: the folder itself, if it holds layers, else its folders. Headers are read, values are not.
///
/// # Errors
/// When a folder cannot be read. One that is not there holds nothing.
pub fn inventory(dir: &Path) -> Result<Vec<Inventory>, DbError> {
    if let Some(found) = one(dir)? {
        return Ok(vec![found]);
    }
    let mut all = Vec::new();
    for folder in entries(dir)?.into_iter().filter(|path| path.is_dir()) {
        all.extend(one(&folder)?);
    }
    Ok(all)
}

/// The database whose files lie in a folder, if any do.
fn one(folder: &Path) -> Result<Option<Inventory>, DbError> {
    let files = entries(folder)?.into_iter().filter(|path| path.extension().is_some_and(|ext| ext == "sb0"));
    let (mut identity, mut stored, mut troubles) = (None, Vec::new(), Vec::new());
    for path in files {
        let (header, rest) = match file::open(&path) {
            Ok((_, header, rest)) => (header, rest),
            Err(error) => {
                troubles.push(error.to_string());
                continue;
            }
        };
        let found = Identity { game: header.game, fingerprint: header.fingerprint, rules: header.rules };
        let metric = Metric::ALL.into_iter().find(|metric| *metric as u8 == header.metric);
        let whose = identity.get_or_insert_with(|| found.clone());
        let same = (&whose.game, &whose.fingerprint) == (&found.game, &found.fingerprint);
        match metric.filter(|_| same) {
            Some(metric) => stored.push(Stored {
                layer: Layer { seeds: header.seeds, shape: header.shape },
                metric,
                states: header.states,
                bytes: fs::metadata(&path).map_or(rest, |data| data.len()),
                path,
            }),
            None => troubles.push(format!(
                "{}: expected {} with rules {}, found {} with rules {}; keep each database in a folder of its own",
                path.display(),
                whose.game,
                whose.fingerprint,
                found.game,
                found.fingerprint
            )),
        }
    }
    stored.sort_by_key(|stored| (stored.layer, stored.metric));
    let named = || {
        // No header can be read: the folder's name says whose files they were.
        let name = folder.file_name()?.to_str()?;
        let (game, fingerprint) = name.rsplit_once('-')?;
        Some(Identity { game: game.into(), fingerprint: fingerprint.into(), rules: Vec::new() })
    };
    let identity = identity.or_else(|| if troubles.is_empty() { None } else { named() });
    Ok(identity.map(|identity| Inventory { path: folder.to_owned(), identity, stored, troubles }))
}

/// What a folder holds, sorted; nothing where there is no folder.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, DbError> {
    let failed = |source| DbError::io("read folder", folder, READABLE)(source);
    let list = match fs::read_dir(folder) {
        Ok(list) => list,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(error)),
    };
    let mut all = Vec::new();
    for entry in list {
        all.push(entry.map_err(failed)?.path());
    }
    all.sort();
    Ok(all)
}

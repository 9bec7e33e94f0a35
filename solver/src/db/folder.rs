//! The folder of one database: names, the lock of a build, and reading layers as they are asked for.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::Identity;
use super::error::{DbError, NOTHING_LOST, READABLE};
use super::file::{UNFINISHED, read_layer};
use crate::game::{Layer, Layered};
use crate::retrograde::{LayerValues, Value, Values};

/// The folder of one database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
    identity: Identity,
}

impl Folder {
    /// The folder that belongs to a rule set under `dir`. Nothing is opened.
    pub fn new(dir: &Path, identity: Identity) -> Self {
        Self { path: dir.join(format!("{}-{}", identity.game, identity.fingerprint)), identity }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which rules it belongs to.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The file of a layer.
    pub fn file(&self, layer: Layer) -> PathBuf {
        self.path.join(format!("layer-{:02}-{:04x}.sb0", layer.seeds, layer.shape))
    }

    /// Reads a layer; `None` when there is no file.
    ///
    /// # Errors
    /// As [`read_layer`].
    pub fn read<G: Layered>(&self, game: &G, layer: Layer) -> Result<Option<LayerValues>, DbError> {
        match read_layer(&self.file(layer), &self.identity, layer, game.layer_len(layer)) {
            Ok(values) => Ok(Some(values)),
            Err(DbError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes the folder, locks it, and removes what an interrupted build left unfinished. The lock lasts as long as
    /// the file returned.
    pub(super) fn lock(&self) -> Result<File, DbError> {
        fs::create_dir_all(&self.path).map_err(DbError::io("make folder", &self.path, NOTHING_LOST))?;
        let path = self.path.join("lock");
        let lock = File::create(&path).map_err(DbError::io("make", &path, NOTHING_LOST))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(DbError::Locked { path }),
            Err(TryLockError::Error(source)) => return Err(DbError::io("lock", &path, NOTHING_LOST)(source)),
        }
        let entries = fs::read_dir(&self.path).map_err(DbError::io("read", &self.path, READABLE))?;
        for entry in entries.flatten() {
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                fs::remove_file(entry.path()).map_err(DbError::io("remove", entry.path(), NOTHING_LOST))?;
            }
        }
        Ok(lock)
    }
}

/// A database open for looking up. Each layer is read and checked whole when it is first asked for; one that cannot be
/// read is noted, and its states are unknown.
#[derive(Debug)]
pub struct Database {
    folder: Folder,
    layers: RwLock<HashMap<Layer, Read>>,
}

/// What reading a layer gave: its values, nothing where there is no file, or why it cannot be used.
type Read = Result<Option<Arc<LayerValues>>, String>;

impl Database {
    /// The database of a folder, which may be partial or empty.
    pub fn open(folder: Folder) -> Self {
        Self { folder, layers: RwLock::default() }
    }

    /// Where it lies.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The values of a layer, read at the first call; `None` when there is no file or it cannot be used.
    pub fn layer<G: Layered>(&self, game: &G, layer: Layer) -> Option<Arc<LayerValues>> {
        if let Some(known) = self.layers.read().unwrap_or_else(PoisonError::into_inner).get(&layer) {
            return known.as_ref().ok().cloned().flatten();
        }
        let mut layers = self.layers.write().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let values = self.folder.read(game, layer).map_err(|error| error.to_string())?;
            Ok(values.map(Arc::new))
        };
        layers.entry(layer).or_insert_with(read).as_ref().ok().cloned().flatten()
    }

    /// Layers that were asked for and have no file, in order.
    pub fn missing(&self) -> Vec<Layer> {
        let layers = self.layers.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> =
            layers.iter().filter(|(_, read)| **read == Ok(None)).map(|(layer, _)| *layer).collect();
        all.sort();
        all
    }

    /// Why layers that were asked for cannot be used, in order; a layer without a file is no trouble.
    pub fn troubles(&self) -> Vec<String> {
        let layers = self.layers.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<_> =
            layers.iter().filter_map(|(layer, read)| Some((layer, read.as_ref().err()?))).collect();
        all.sort();
        all.into_iter().map(|(_, why)| why.clone()).collect()
    }
}

impl<G: Layered> Values<G> for Database {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.layer(game, game.layer(state))?.get(game.rank(state))
    }
}

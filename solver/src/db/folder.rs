//! The folder of one database: names, the lock of a build, and reading layers as they are asked for.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use super::Identity;
use super::error::{DbError, NOTHING_LOST, READABLE};
use super::file::{UNFINISHED, read_layer, write_layer};
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::{Known, Planes, Solved, Value, Values};

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
    pub fn file(&self, layer: Layer, metric: Metric) -> PathBuf {
        self.path.join(format!("layer-{:02}-{:04x}.{metric}.sb0", layer.seeds, layer.shape))
    }

    /// Reads a layer; `None` when there is no file.
    ///
    /// # Errors
    /// As [`read_layer`].
    pub fn read<G: Layered>(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
    ) -> Result<Option<Planes>, DbError> {
        let path = self.file(layer, metric);
        match read_layer(&path, &self.identity, (layer, metric), game.layer_len(layer)) {
            Ok(values) => Ok(Some(values)),
            Err(DbError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes a metric of a layer.
    ///
    /// # Errors
    /// As [`write_layer`].
    pub fn write<G: Layered>(&self, game: &G, layer: Layer, planes: &Planes) -> Result<(), DbError> {
        let _ = game;
        write_layer(&self.file(layer, planes.metric()), &self.identity, layer, planes)
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

/// A database open for looking up. Each file is read and checked whole when it is first asked for; one that cannot be
/// read is noted, and its states are unknown.
#[derive(Debug)]
pub struct Database {
    folder: Folder,
    layers: RwLock<HashMap<Layer, Read>>,
}

/// What reading a layer gave: what is known of it, and why files cannot be used.
#[derive(Clone, Debug, Default)]
struct Read {
    known: Known,
    troubles: Vec<String>,
}

impl Database {
    /// The database of a folder, which may be partial or empty.
    pub fn open(folder: Folder) -> Self {
        Self { folder, layers: RwLock::default() }
    }

    /// Where it lies.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// What is known of a layer, read at the first call; nothing where there is no file or it cannot be used.
    pub fn layer<G: Layered>(&self, game: &G, layer: Layer) -> Known {
        if let Some(read) = self.layers.read().unwrap_or_else(PoisonError::into_inner).get(&layer) {
            return read.known.clone();
        }
        let mut layers = self.layers.write().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let (mut solved, mut troubles) = (Solved::default(), Vec::new());
            for metric in Metric::ALL {
                match self.folder.read(game, layer, metric) {
                    Ok(Some(planes)) => solved.insert(layer, planes),
                    Ok(None) => {}
                    Err(error) => troubles.push(error.to_string()),
                }
            }
            Read { known: solved.layer(layer).cloned().unwrap_or_default(), troubles }
        };
        layers.entry(layer).or_insert_with(read).known.clone()
    }

    /// Layers that were asked for and have no file, in order.
    pub fn missing(&self) -> Vec<Layer> {
        let layers = self.layers.read().unwrap_or_else(PoisonError::into_inner);
        let nothing = |read: &Read| {
            read.troubles.is_empty() && Metric::ALL.iter().all(|metric| !read.known.has(*metric))
        };
        let mut all: Vec<_> =
            layers.iter().filter(|(_, read)| nothing(read)).map(|(layer, _)| *layer).collect();
        all.sort();
        all
    }

    /// Why files that were asked for cannot be used, in order; a layer without a file is no trouble.
    pub fn troubles(&self) -> Vec<String> {
        let layers = self.layers.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<String> = layers.values().flat_map(|read| read.troubles.clone()).collect();
        all.sort();
        all
    }
}

impl<G: Layered> Values<G> for Database {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        if !game.tabled(state) {
            return None;
        }
        self.layer(game, game.layer(state)).value(usize::try_from(game.rank(state)).ok()?)
    }
}

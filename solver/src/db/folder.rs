//! The folder of one database: names, whole layers read and written.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::Identity;
use super::error::{DbError, nothing_lost, readable};
use super::file::LayerFile;
use super::inside::Bundle;
use super::manifest::{self, Manifest};
use super::write::{Draft, Effort};
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::Planes;
use crate::watch::Watch;

/// The folder of one database: on disk, or inside the program, where it can only be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Folder {
    path: PathBuf,
    identity: Identity,
    /// The files among which it lies inside the program.
    pub(super) inside: Option<Bundle>,
}

/// A file of a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Which layer.
    pub layer: Layer,
    /// Which metric.
    pub metric: Metric,
    /// States in it.
    pub states: u64,
    /// Bytes of the file.
    pub size: u64,
}

impl Folder {
    /// The folder that belongs to a rule set under `dir`. Nothing is opened.
    pub fn new(dir: &Path, identity: Identity) -> Self {
        Self { path: dir.join(format!("{}-{}", identity.game, identity.fingerprint)), identity, inside: None }
    }

    /// The folder `path` itself.
    pub(super) fn at(path: &Path, identity: Identity) -> Self {
        Self { path: path.to_owned(), identity, inside: None }
    }

    /// The same folder inside the program.
    pub(super) fn in_bundle(self, bundle: Bundle) -> Self {
        Self { inside: Some(bundle), ..self }
    }

    /// The same folder as that of other rules.
    pub(super) fn of(self, identity: Identity) -> Self {
        Self { identity, ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Which rules it belongs to.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The file of a metric of a layer.
    pub fn file(&self, layer: Layer, metric: Metric) -> PathBuf {
        self.path.join(format!("layer-{:02}-{:04x}.{metric}.sow", layer.seeds, layer.shape))
    }

    /// True when there is a file of a metric of a layer, whatever it holds.
    pub fn has(&self, layer: Layer, metric: Metric) -> bool {
        let path = self.file(layer, metric);
        self.inside.as_ref().map_or_else(|| path.exists(), |bundle| bundle.bytes(&path).is_some())
    }

    /// Reads a metric of a layer; `None` when there is no file.
    ///
    /// # Errors
    /// As [`read_layer`](super::read_layer).
    pub fn read<G: Layered>(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
    ) -> Result<Option<Planes>, DbError> {
        match self.read_file(layer, metric, game.layer_len(layer)) {
            Ok(values) => Ok(Some(values)),
            Err(DbError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes a metric of a layer and lists it in the manifest; returns the bytes of the file. The caller holds the
    /// [`Lock`](super::Lock).
    ///
    /// # Errors
    /// As [`write_layer`](super::write_layer); the layers written before are untouched.
    pub fn write<G: Layered>(
        &self,
        game: &G,
        layer: Layer,
        planes: &Planes,
        effort: Effort,
        watch: &dyn Watch,
    ) -> Result<u64, DbError> {
        let path = self.file(layer, planes.metric());
        let panels = game.panels(layer);
        let draft = Draft::write(&path, &self.identity, (layer, &panels), planes, effort, watch)?;
        // Before it has its name, so that it is listed soon after: who reads meanwhile would miss it in the list.
        let entry = manifest::entry(draft.path(), planes.len() as u64)?;
        let size = draft.finish().map_err(DbError::io("write", &path, nothing_lost))?;
        let mut manifest = Manifest::read(&self.path)?;
        manifest.files.insert(name(&path), entry);
        manifest.write(&self.path, &self.identity)?;
        Ok(size)
    }

    /// What is there, by layer and metric; files that cannot be opened or belong elsewhere are left out.
    ///
    /// # Errors
    /// When the folder cannot be read; one that does not exist is empty.
    pub fn stored(&self) -> Result<Vec<Stored>, DbError> {
        let mut all = Vec::new();
        for path in self.layer_files()? {
            if let Ok((file, size)) = self.open(&path) {
                let header = &file.header;
                all.push(Stored { layer: header.layer, metric: header.metric, states: header.states, size });
            }
        }
        all.sort_by_key(|stored| (stored.layer, stored.metric));
        Ok(all)
    }

    /// Opens a file of this folder by its name and checks that it is what the name says, of these rules.
    pub(super) fn open(&self, path: &Path) -> Result<(LayerFile, u64), DbError> {
        let (file, size) = self.layer_file(path)?;
        let (layer, metric, states) = (file.header.layer, file.header.metric, file.header.states);
        file.belongs(&self.identity, (layer, metric), u128::from(states))?;
        let (expected, found) = (name(&self.file(layer, metric)), name(path));
        if expected != found {
            let remedy = "give it back its name, or delete it";
            return Err(DbError::Refused { path: path.to_owned(), expected, found, remedy });
        }
        Ok((file, size))
    }

    /// The files with layers, in the order of their names.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn layer_files(&self) -> Result<Vec<PathBuf>, DbError> {
        let mut all = self.entries()?;
        all.retain(|path| path.extension().is_some_and(|end| end == "sow"));
        all.sort();
        Ok(all)
    }

    pub(super) fn entries(&self) -> Result<Vec<PathBuf>, DbError> {
        if let Some(bundle) = &self.inside {
            return Ok(bundle.entries(&self.path));
        }
        let failed = |source| DbError::io("read", &self.path, readable)(source);
        match fs::read_dir(&self.path) {
            Ok(entries) => {
                entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(failed)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(failed(error)),
        }
    }
}

/// The last part of a path.
pub(super) fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

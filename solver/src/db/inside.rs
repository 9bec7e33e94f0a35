//! Databases inside a program: files like any other, as bytes that can only be read.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::Identity;
use super::error::{DbError, readable};
use super::file::LayerFile;
use super::folder::Folder;
use super::read::read_whole;
use crate::game::Layer;
use crate::metric::Metric;
use crate::retrograde::Planes;

/// What stands in paths in place of a folder on disk.
const INSIDE: &str = "inside the program";

/// Files inside a program, in the order of their paths: `<game>-<fingerprint>/<file>`, and bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bundle(pub &'static [(&'static str, &'static [u8])]);

impl Bundle {
    /// The folder that belongs to a rule set; it may be empty.
    pub fn of(self, identity: Identity) -> Folder {
        let name = format!("{}-{}", identity.game, identity.fingerprint);
        self.folder(&name, identity)
    }

    pub(super) fn folder(self, name: &str, identity: Identity) -> Folder {
        Folder::at(&Path::new(INSIDE).join(name), identity).in_bundle(self)
    }

    /// The bytes of a file.
    pub(super) fn bytes(&self, path: &Path) -> Option<&'static [u8]> {
        let path = path.strip_prefix(INSIDE).ok()?;
        self.0.iter().find(|(name, _)| Path::new(name) == path).map(|(_, bytes)| *bytes)
    }

    /// The files of a folder.
    pub(super) fn entries(&self, folder: &Path) -> Vec<PathBuf> {
        let all = self.0.iter().map(|(name, _)| Path::new(INSIDE).join(name));
        all.filter(|path| path.parent() == Some(folder)).collect()
    }
}

impl Folder {
    /// True for one inside the program.
    pub fn is_inside(&self) -> bool {
        self.inside.is_some()
    }

    /// Opens a file and gives its size.
    pub(super) fn layer_file(&self, path: &Path) -> Result<(LayerFile, u64), DbError> {
        let failed = DbError::io("read", path, readable);
        if let Some(bundle) = &self.inside {
            let bytes = bundle.bytes(path).ok_or_else(|| failed(io::Error::from(ErrorKind::NotFound)))?;
            return Ok((LayerFile::of_bytes(path, bytes)?, bytes.len() as u64));
        }
        let file = LayerFile::open(path)?;
        Ok((file, fs::metadata(path).map_err(failed)?.len()))
    }

    /// Reads a metric of a layer of `states` states and checks all of it.
    pub(super) fn read_file(&self, layer: Layer, metric: Metric, states: u128) -> Result<Planes, DbError> {
        let path = self.file(layer, metric);
        let (file, _) = self.layer_file(&path)?;
        file.belongs(self.identity(), (layer, metric), states)?;
        read_whole(&file, &path)
    }

    /// Refuses to change what is inside the program.
    pub(super) fn writable(&self) -> Result<(), DbError> {
        if !self.is_inside() {
            return Ok(());
        }
        Err(DbError::Refused {
            path: self.path().to_owned(),
            expected: "a folder on disk".into(),
            found: "files of the program itself".into(),
            remedy: "give another folder",
        })
    }
}

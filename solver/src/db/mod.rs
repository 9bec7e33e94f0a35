//! Layers on disk, format 0: private files that may be built again at any time. The format that is published is
//! another one; files of format 0 will then be refused with "build again".
//!
//! `DIR/<game>-<fingerprint>/layer-NN-SSSS.sb0`: NN seeds, SSSS the shape in hexadecimal. `lock` is held by whoever
//! builds; names that begin with `.tmp-` are files not finished.

mod at;
mod block;
mod build;
mod bytes;
mod channel;
mod coder;
mod error;
mod file;
mod folder;
mod group;
mod header;
mod learn;
mod model;
mod read;
mod tiles;
mod write;

pub use build::{Built, build};
pub use error::DbError;
pub use folder::{Database, Folder};
pub use read::read_layer;
pub use write::{Effort, write_layer};

/// Which rules a database belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// The game's name.
    pub game: String,
    /// Fingerprint of all that changes stored numbers.
    pub fingerprint: String,
    /// The rules in words, for whoever finds the file.
    pub rules: Vec<String>,
}

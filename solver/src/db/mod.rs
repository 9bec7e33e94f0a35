//! Layers on disk, format 0: private files that may be built again at any time. The format that is published is
//! another one; files of format 0 will then be refused with "build again".
//!
//! `DIR/<game>-<fingerprint>/layer-NN-SSSS.sb0`: NN seeds, SSSS the shape in hexadecimal. `lock` is held by whoever
//! builds; names that begin with `.tmp-` are files not finished.

mod build;
mod error;
mod file;
mod folder;
mod header;
mod inventory;
mod work;

pub use build::{Built, build};
pub use error::DbError;
pub use file::{read_layer, write_layer};
pub use folder::{Database, Folder};
pub use inventory::{Inventory, Stored, inventory};

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

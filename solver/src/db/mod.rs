//! Layers on disk. The format stands above the code that reads it: `file.rs` (a whole file), `header.rs` (its fields),
//! `tiles.rs` (which values share a block), `channel.rs` (values as symbols), `model.rs` and `coder.rs` (symbols as bits),
//! `manifest.rs`; `docs/database-format.md` tells it in one piece.
//!
//! `DIR/<game>-<fingerprint>/layer-NN-SSSS.<metric>.sow`: NN seeds, SSSS the shape in hexadecimal. `manifest.txt` lists
//! the files; `lock` is held by whoever changes the folder; names that begin with `.tmp-` are files not finished.

mod at;
mod block;
mod build;
mod bytes;
mod cache;
mod channel;
mod check;
mod checkpoint;
mod coder;
mod database;
mod decode;
mod error;
mod export;
mod file;
mod folder;
mod group;
mod header;
mod inside;
mod inventory;
mod learn;
mod lock;
mod manifest;
mod model;
mod note;
mod pack;
mod proven;
mod read;
mod renew;
mod tiles;
mod whole;
mod work;
mod write;

pub use build::{Built, TELLING, build};
pub use check::{Checked, verify_files};
pub use checkpoint::Checkpoint;
pub use database::{CACHE, Database};
pub use error::DbError;
pub use export::{Format, export};
pub use folder::{Folder, Stored};
pub use inside::Bundle;
pub use inventory::{Inventory, inventory};
pub use lock::Lock;
pub use pack::{Packed, pack};
pub use read::read_layer;
pub use renew::renew;
pub use whole::Whole;
pub use work::make_room;
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

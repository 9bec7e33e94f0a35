//! Where a proof that was stopped goes on: a private note of what its table knew. It may be deleted at any time.

use std::io;
use std::path::Path;

use bincode::{Decode, Encode};

use super::error::DbError;
use super::note;
use super::whole::Whole;

const MAGIC: [u8; 8] = *b"SOWCHEC1";
/// The largest body in bytes: some forty million slots.
const LIMIT: usize = 1 << 30;

/// What a table knew of one question.
#[derive(Clone, PartialEq, Debug, Default, Encode, Decode)]
pub struct Checkpoint {
    /// What it was asked, as text: rules, position, and what else must be the same to go on.
    pub question: String,
    /// Nodes that were searched.
    pub nodes: u64,
    /// Seconds that it took.
    pub seconds: f64,
    /// Slots of the table: group, check, note.
    pub slots: Vec<[u64; 3]>,
}

impl Checkpoint {
    /// Writes it.
    ///
    /// # Errors
    /// When the file cannot be written, or the checkpoint is too large for one.
    pub fn write(&self, path: &Path) -> Result<(), DbError> {
        let bytes = note::encode::<LIMIT>(MAGIC, self).ok_or_else(|| io::ErrorKind::FileTooLarge.into());
        let written = bytes.and_then(|bytes| Whole::write(path, &bytes));
        written.map_err(DbError::io("write", path, |_| "make room, or name another file"))
    }

    /// Reads it; `None` where there is none, or it is damaged.
    pub fn read(path: &Path) -> Option<Self> {
        note::read::<LIMIT, Self>(MAGIC, path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back_and_a_damaged_one_is_none() {
        let slots = (0..100).map(|at| [at, at * 7, at * 11]).collect();
        let checkpoint = Checkpoint { question: "start".into(), nodes: 9, seconds: 1.5, slots };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.checkpoint");
        assert_eq!(Checkpoint::read(&path), None);
        checkpoint.write(&path).expect("written");
        assert_eq!(Checkpoint::read(&path), Some(checkpoint));
        let bytes = std::fs::read(&path).expect("there");
        for at in (0..bytes.len()).step_by(13) {
            let mut bad = bytes.clone();
            bad[at] ^= 4;
            std::fs::write(&path, &bad).expect("written");
            assert_eq!(Checkpoint::read(&path), None, "byte {at}");
        }
    }
}

//! What can go wrong with files: which file, what was expected, what was found, and the way out.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use crate::retrograde::SolveError;

/// Why a layer cannot be read, written or built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DbError {
    /// The file system refused.
    #[error("cannot {doing} {}: {source}; {remedy}", path.display())]
    Io {
        /// What was tried.
        doing: &'static str,
        /// On which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
        /// The way out.
        remedy: &'static str,
    },
    /// A file that is not what it should be.
    #[error("{}: expected {expected}, found {found}; {remedy}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
        /// The way out.
        remedy: &'static str,
    },
    /// Somebody else builds here.
    #[error("{} is locked: {} builds in this folder; wait for it, or use another folder", path.display(), who(*by))]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// The number of the process that holds it, where that is known.
        by: Option<u32>,
    },
    /// A layer cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The way out of a damaged file.
pub(super) const BUILD_AGAIN: &str = "delete it and build again";

fn who(by: Option<u32>) -> String {
    by.map_or_else(|| "somebody else".into(), |number| format!("process {number}"))
}

/// The way out when writing fails.
pub(super) fn nothing_lost(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            "finished layers are safe: make room or give another folder, and build again to go on"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "finished layers are safe: make the folder writable or give another one, and build again to go on"
        }
        ErrorKind::IsADirectory | ErrorKind::NotADirectory | ErrorKind::AlreadyExists => {
            "finished layers are safe: move what is in the way or give another folder, and build again to go on"
        }
        _ => "finished layers are safe: see to the disk or give another folder, and build again to go on",
    }
}

/// The way out when reading fails.
pub(super) fn readable(_: ErrorKind) -> &'static str {
    "make it readable, or build in another folder"
}

impl DbError {
    /// What an error of the system means; `remedy` knows the way out of its kind.
    pub(super) fn io(
        doing: &'static str,
        path: impl Into<PathBuf>,
        remedy: fn(ErrorKind) -> &'static str,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { doing, path, remedy: remedy(source.kind()), source }
    }

    /// True when there was no room on a disk.
    pub fn is_full(&self) -> bool {
        let full = [ErrorKind::StorageFull, ErrorKind::QuotaExceeded, ErrorKind::FileTooLarge];
        matches!(self, Self::Io { source, .. } if full.contains(&source.kind()))
    }
}

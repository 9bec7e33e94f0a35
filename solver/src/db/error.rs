//! What can go wrong with files: which file, what was expected, what was found, and the way out.

use std::io;
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
    #[error(
        "{} is locked: another build is running in this folder; wait for it, or use another folder",
        path.display()
    )]
    Locked {
        /// The lock file.
        path: PathBuf,
    },
    /// A layer cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The way out of a damaged file.
pub(super) const BUILD_AGAIN: &str = "delete it and build again";
/// The way out when writing fails.
pub(super) const NOTHING_LOST: &str =
    "finished layers are safe: make room or give another folder, and build again to go on";
/// The way out when reading fails.
pub(super) const READABLE: &str = "make it readable, or build in another folder";

impl DbError {
    pub(super) fn io(
        doing: &'static str,
        path: impl Into<PathBuf>,
        remedy: &'static str,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { doing, path, source, remedy }
    }
}

//! Where values are looked up, beside what is inside the program.

use std::path::PathBuf;

/// Folders in which values are looked up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Folders with databases, or `awari-scores:DIR`; the first that knows a state answers.
    pub dirs: Vec<PathBuf>,
    /// The folder for layers that are solved at first use and kept; without one, none are.
    pub cache: Option<PathBuf>,
}

impl From<Vec<PathBuf>> for Places {
    fn from(dirs: Vec<PathBuf>) -> Self {
        Self { dirs, cache: None }
    }
}

//! Reading a file at a place, from many threads at once.

use std::fs::File;
use std::io;

/// A file to read from.
#[derive(Debug)]
pub(super) struct Place {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

impl Place {
    #[cfg(unix)]
    pub(super) fn new(file: File) -> Self {
        Self { file }
    }

    /// Fills the buffer from a byte on.
    #[cfg(unix)]
    pub(super) fn read(&self, from: u64, buffer: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, from)
    }

    #[cfg(not(unix))]
    pub(super) fn new(file: File) -> Self {
        Self { file: file.into() }
    }

    /// Fills the buffer from a byte on.
    #[cfg(not(unix))]
    pub(super) fn read(&self, from: u64, buffer: &mut [u8]) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(buffer)
    }
}

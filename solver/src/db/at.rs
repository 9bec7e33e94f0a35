//! Reading at a place, from many threads at once.

use std::fs::File;
use std::io;

/// What to read from.
#[derive(Debug)]
pub(super) enum Place {
    /// A file.
    #[cfg(unix)]
    File(File),
    /// A file, where the system cannot read at a place.
    #[cfg(not(unix))]
    File(std::sync::Mutex<File>),
    /// A file's bytes, in memory as long as the program runs.
    Bytes(&'static [u8]),
}

impl Place {
    #[cfg(unix)]
    pub(super) fn new(file: File) -> Self {
        Self::File(file)
    }

    #[cfg(not(unix))]
    pub(super) fn new(file: File) -> Self {
        Self::File(file.into())
    }

    /// Fills the buffer from a byte on.
    pub(super) fn read(&self, from: u64, buffer: &mut [u8]) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Self::File(file) => std::os::unix::fs::FileExt::read_exact_at(file, buffer, from),
            #[cfg(not(unix))]
            Self::File(file) => {
                use std::io::{Read, Seek, SeekFrom};
                let mut file = file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                file.seek(SeekFrom::Start(from))?;
                file.read_exact(buffer)
            }
            Self::Bytes(bytes) => {
                let rest = usize::try_from(from).ok().and_then(|from| bytes.get(from..));
                let there = rest.and_then(|rest| rest.get(..buffer.len()));
                buffer.copy_from_slice(there.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

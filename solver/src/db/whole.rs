//! Files that are whole or not there: written beside their place, synced, and given their name only then.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Names of unfinished files begin so.
pub(super) const UNFINISHED: &str = ".tmp-";

/// A file that does not have its name yet; removed when it is dropped.
#[derive(Debug)]
pub struct Whole {
    file: tempfile::NamedTempFile,
    to: PathBuf,
}

impl Whole {
    /// Begins the file that is to stand at `to`, whose folder must be there.
    ///
    /// # Errors
    /// When no file can be made in that folder.
    pub fn begin(to: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED);
        // As any other file: what the user's mask leaves of it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        Ok(Self { file: builder.tempfile_in(folder_of(to))?, to: to.to_owned() })
    }

    /// The file itself.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Where it is until it is finished.
    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives it its name, for good: the old file or this one is there, never half of one.
    ///
    /// # Errors
    /// When the file system refuses; the old file is then untouched.
    pub fn finish(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.to).map_err(|error| error.error)?;
        sync_folder(folder_of(&self.to))
    }

    /// Writes a small file.
    ///
    /// # Errors
    /// As [`Whole::begin`] and [`Whole::finish`].
    pub fn write(to: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut file = Self::begin(to)?;
        file.write_all(bytes)?;
        file.finish()
    }
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a rename last through a power cut.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_replaced_whole_or_left_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("file");
        Whole::write(&path, b"one").expect("written");
        let mut dropped = Whole::begin(&path).expect("begun");
        dropped.write_all(b"half of").expect("written");
        drop(dropped);
        assert_eq!(fs::read(&path).expect("there"), b"one");
        Whole::write(&path, b"two").expect("written");
        assert_eq!(fs::read(&path).expect("there"), b"two");
        assert_eq!(fs::read_dir(dir.path()).expect("a folder").count(), 1);
        assert_eq!(folder_of(Path::new("file")), Path::new("."));
        assert!(Whole::begin(&dir.path().join("none/file")).is_err());
    }
}

//! The lock of a folder: one party at a time changes it, and finds it tidy whatever the one before came to.
//!
//! The system drops the lock when its holder ends, however it ends, so there is none that is stale. The number in the
//! file is only for whoever finds it taken.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use super::check::check_blocks;
use super::error::{DbError, nothing_lost};
use super::folder::{Folder, name};
use super::manifest::{self, Found, Manifest};
use super::whole::sync_folder;
use crate::watch::Unwatched;

const NAME: &str = "lock";

/// Times that a lock is tried whose holder has no name, and the time between: it is just being given or given back, or a
/// program that its process has just started holds it until it runs.
const AGAIN: u32 = 100;
const WAIT: Duration = Duration::from_millis(10);

/// Held by whoever changes a folder; ends when it is dropped.
#[derive(Debug)]
pub struct Lock {
    file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // So that nobody is named who is long gone; a number that stays does no harm.
        let _ = self.file.set_len(0);
    }
}

impl Folder {
    /// Makes the folder, locks it, removes what an interrupted build left unfinished, and lists files that such a
    /// build finished without listing them.
    ///
    /// # Errors
    /// When somebody else holds the lock, the folder was written by a newer version, or the file system refuses.
    pub fn lock(&self) -> Result<Lock, DbError> {
        self.writable()?;
        make(self.path()).map_err(DbError::io("make folder", self.path(), nothing_lost))?;
        let path = self.path().join(NAME);
        // Not cut short: the number in it is the holder's.
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(DbError::io("make", &path, nothing_lost))?;
        for again in (0..AGAIN).rev() {
            match file.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) => match holder(&file) {
                    None if again > 0 => std::thread::sleep(WAIT),
                    by => return Err(DbError::Locked { path, by }),
                },
                Err(TryLockError::Error(source)) => {
                    return Err(DbError::io("lock", &path, nothing_lost)(source));
                }
            }
        }
        // A full disk has no room for it: then the holder goes unnamed.
        let _ = file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
        let lock = Lock { file };
        for path in self.entries()? {
            if unfinished(&name(&path)) {
                fs::remove_file(&path).map_err(DbError::io("remove", &path, nothing_lost))?;
            }
        }
        self.list_again()?;
        Ok(lock)
    }

    /// True when the lock file names a holder; it may have been killed since.
    pub(super) fn is_held(&self) -> bool {
        self.path().join(NAME).metadata().is_ok_and(|file| file.len() > 0)
    }

    /// Makes the manifest agree with the files: those that are not listed, or with another size, are checked whole
    /// first. A file that is damaged stays unlisted, for whoever reads it to refuse.
    fn list_again(&self) -> Result<(), DbError> {
        let old = match Manifest::find(self.path()) {
            Found::Whole(manifest) => Some(manifest),
            // Made anew from the files, which have checksums of their own.
            Found::Nothing | Found::Unusable(_) => None,
            Found::Newer(error) => return Err(error),
        };
        let mut new = Manifest::default();
        for path in self.layer_files()? {
            let Ok((file, size)) = self.open(&path) else { continue };
            let listed = old.as_ref().and_then(|old| old.files.get(&name(&path)));
            if let Some(entry) = listed.filter(|entry| entry.size == size) {
                new.files.insert(name(&path), entry.clone());
            } else if check_blocks(&file, &Unwatched).is_ok() {
                new.files.insert(name(&path), manifest::entry(&path, file.header.states)?);
            }
        }
        if old.as_ref() == Some(&new) { Ok(()) } else { new.write(self.path(), self.identity()) }
    }
}

/// Makes a folder and those above it, to last through a power cut.
fn make(path: &Path) -> std::io::Result<()> {
    let new: Vec<&Path> = path.ancestors().take_while(|path| !path.exists()).collect();
    fs::create_dir_all(path)?;
    // The entry of a folder is in the one above it.
    let above = new.iter().filter_map(|path| path.parent());
    above.filter(|above| above.exists()).try_for_each(sync_folder)
}

/// The process that holds a lock, as the file says.
fn holder(file: &File) -> Option<u32> {
    let mut text = String::new();
    file.take(16).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// True for names of drafts, and for what work files are called for a moment where the system makes no file without a
/// name (`.tmp` and six characters).
fn unfinished(name: &str) -> bool {
    name.starts_with(".tmp")
}

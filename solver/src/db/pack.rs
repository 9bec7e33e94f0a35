//! Compressing the files of a folder harder.

use std::path::PathBuf;

use super::error::{DbError, nothing_lost};
use super::folder::{Folder, name};
use super::manifest::{self, Manifest};
use super::read::read_whole;
use super::write::{Draft, Effort};
use crate::retrograde::SolveError;
use crate::watch::{Stopped, Watch};

/// What packing did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    /// Files that are smaller now.
    pub packed: usize,
    /// Files that stay as they were.
    pub kept: usize,
    /// Bytes of all files before.
    pub before: u64,
    /// Bytes of all files now.
    pub after: u64,
}

/// Compresses every file of a folder harder, one after another, each replaced only by a smaller one that was read back
/// and holds the same values.
///
/// # Errors
/// When somebody else works in the folder, a file is damaged, the disk is full, or `watch` says stop; every file is then
/// the old one or the new one.
pub fn pack(folder: &Folder, effort: Effort, watch: &dyn Watch) -> Result<Packed, DbError> {
    let _lock = folder.lock()?;
    let mut packed = Packed::default();
    for path in folder.layer_files()? {
        if watch.stop() {
            return Err(SolveError::Stopped(Stopped).into());
        }
        let (before, after) = pack_file(folder, path, effort, watch)?;
        packed.before += before;
        packed.after += after;
        if after < before {
            packed.packed += 1;
        } else {
            packed.kept += 1;
        }
    }
    Ok(packed)
}

/// Packs one file; its size before and after.
fn pack_file(
    folder: &Folder,
    path: PathBuf,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<(u64, u64), DbError> {
    let (file, before) = folder.open(&path)?;
    let planes = read_whole(&file, &path)?;
    let (layer, panels) = (file.header.layer, &file.header.panels[..]);
    let draft = Draft::write(&path, folder.identity(), (layer, panels), &planes, effort, watch)?;
    if draft.size() >= before {
        return Ok((before, before));
    }
    let again = read_whole(&super::file::LayerFile::open(draft.path())?, draft.path())?;
    if again != planes {
        let (expected, found) = ("the same values after packing".into(), "others".into());
        let remedy = "the old file is kept; check memory and disk";
        return Err(DbError::Refused { path, expected, found, remedy });
    }
    let entry = manifest::entry(draft.path(), file.header.states)?;
    // Unlisted while it is replaced: a file that is listed is always the one that is listed.
    let mut manifest = Manifest::read(folder.path())?;
    manifest.files.remove(&name(&path));
    manifest.write(folder.path(), folder.identity())?;
    let after = draft.finish().map_err(DbError::io("write", &path, nothing_lost))?;
    manifest.files.insert(name(&path), entry);
    manifest.write(folder.path(), folder.identity())?;
    Ok((before, after))
}

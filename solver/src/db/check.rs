//! Checking the files of a folder against their checksums and the manifest, without knowing the game.

use std::path::Path;
use std::time::Duration;

use rayon::prelude::*;

use super::error::DbError;
use super::file::LayerFile;
use super::folder::{Folder, name};
use super::manifest::{self, Entry, Manifest};
use crate::retrograde::SolveError;
use crate::watch::{Stopped, Watch};

/// What checking a folder found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Files without fault.
    pub good: usize,
    /// What is wrong, in order: a message for each fault.
    pub troubles: Vec<String>,
}

/// Times that a file which the manifest does not list as it is is looked at again while somebody works in the folder, and
/// the time between.
const AGAIN: u32 = 10;
const WAIT: Duration = Duration::from_millis(100);

/// Checks every file of a folder: header, index, every block and every symbol; size and BLAKE3 as the manifest has
/// them; files that are listed and missing, or there and not listed. Somebody may build or pack there meanwhile: files
/// that come later are not looked at, and one that is just being listed or replaced is looked at again.
///
/// # Errors
/// When the folder cannot be read, or `watch` says stop. Faults of files are no error but a trouble in the answer.
pub fn verify_files(folder: &Folder, watch: &dyn Watch) -> Result<Checked, DbError> {
    let mut checked = Checked::default();
    // Files first: one that is there by now is listed by then.
    let files = folder.layer_files()?;
    let manifest = Manifest::read(folder.path()).unwrap_or_else(|error| {
        checked.troubles.push(error.to_string());
        Manifest::default()
    });
    for path in &files {
        match check_file(folder, path, &manifest, watch) {
            Ok(()) => checked.good += 1,
            Err(DbError::Solve(stopped)) => return Err(stopped.into()),
            Err(error) => checked.troubles.push(error.to_string()),
        }
    }
    for path in manifest.files.keys().map(|listed| folder.path().join(listed)).filter(|path| !path.exists()) {
        checked.troubles.push(format!("{}: listed in the manifest and missing; build again", path.display()));
    }
    Ok(checked)
}

fn check_file(folder: &Folder, path: &Path, manifest: &Manifest, watch: &dyn Watch) -> Result<(), DbError> {
    let (file, _) = folder.open(path)?;
    let states = file.header.states;
    // The hash is one long chain for one thread; the others decode blocks meanwhile.
    let (blocks, entry) = rayon::join(|| check_blocks(&file, watch), || manifest::entry(path, states));
    blocks?;
    let mut found = check_entry(path, &entry?, manifest);
    for _ in 0..AGAIN {
        if found.is_ok() || watch.stop() {
            break;
        }
        // Asked before the manifest is read: whoever has gone since has listed everything by then.
        let held = folder.is_held();
        let now = Manifest::read(folder.path()).unwrap_or_default();
        found = check_entry(path, &manifest::entry(path, states)?, &now);
        if !held {
            break;
        }
        std::thread::sleep(WAIT);
    }
    found
}

/// That a file is the one that the manifest lists.
fn check_entry(path: &Path, found: &Entry, manifest: &Manifest) -> Result<(), DbError> {
    let refused = |expected: String, found: String, remedy| {
        Err(DbError::Refused { path: path.to_owned(), expected, found, remedy })
    };
    match manifest.files.get(&name(path)) {
        Some(listed) if listed == found => Ok(()),
        Some(listed) => refused(
            format!("{} bytes, {} states, BLAKE3 {}", listed.size, listed.states, listed.blake3),
            format!("{} bytes, {} states, BLAKE3 {}", found.size, found.states, found.blake3),
            "another file was put in its place: delete it and build again",
        ),
        None => refused(
            "a file that the manifest lists".into(),
            "one that is not listed".into(),
            "build or pack in this folder: sound files are listed then",
        ),
    }
}

/// Decodes every block of a file.
pub(super) fn check_blocks(file: &LayerFile, watch: &dyn Watch) -> Result<(), DbError> {
    watch.begin("checking", file.tiles.blocks());
    (0..file.tiles.blocks()).into_par_iter().try_for_each_init(
        || (Vec::new(), Vec::new()),
        |(bytes, symbols), number| {
            if watch.stop() {
                return Err(DbError::from(SolveError::Stopped(Stopped)));
            }
            file.block(number, bytes, symbols)?;
            watch.advance(1);
            Ok(())
        },
    )?;
    watch.end();
    Ok(())
}

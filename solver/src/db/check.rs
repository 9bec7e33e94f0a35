//! Checking the files of a folder against their checksums and the manifest, without knowing the game.

use std::path::Path;

use rayon::prelude::*;

use super::error::DbError;
use super::file::LayerFile;
use super::folder::{Folder, name};
use super::manifest::{self, Manifest};
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

/// Checks every file of a folder: header, index, every block and every symbol; size and BLAKE3 as the manifest has
/// them; files that are listed and missing, or there and not listed.
///
/// # Errors
/// When the folder cannot be read, or `watch` says stop. Faults of files are no error but a trouble in the answer.
pub fn verify_files(folder: &Folder, watch: &dyn Watch) -> Result<Checked, DbError> {
    let mut checked = Checked::default();
    let manifest = Manifest::read(folder.path()).unwrap_or_else(|error| {
        checked.troubles.push(error.to_string());
        Manifest::default()
    });
    let files = folder.layer_files()?;
    for path in &files {
        match check_file(folder, path, &manifest, watch) {
            Ok(()) => checked.good += 1,
            Err(DbError::Solve(stopped)) => return Err(stopped.into()),
            Err(error) => checked.troubles.push(error.to_string()),
        }
    }
    let here: Vec<String> = files.iter().map(|path| name(path)).collect();
    for missing in manifest.files.keys().filter(|listed| !here.contains(listed)) {
        let path = folder.path().join(missing);
        checked.troubles.push(format!("{}: listed in the manifest and missing; build again", path.display()));
    }
    Ok(checked)
}

fn check_file(folder: &Folder, path: &Path, manifest: &Manifest, watch: &dyn Watch) -> Result<(), DbError> {
    let (file, _) = folder.open(path)?;
    // The hash is one long chain for one thread; the others decode blocks meanwhile.
    let (blocks, found) =
        rayon::join(|| check_blocks(&file, watch), || manifest::entry(path, file.header.states));
    blocks?;
    let found = found?;
    let refused = |expected: String, found: String, remedy| {
        Err(DbError::Refused { path: path.to_owned(), expected, found, remedy })
    };
    match manifest.files.get(&name(path)) {
        Some(listed) if *listed == found => Ok(()),
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

//! Packs in files.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::super::game::Chosen;
use super::super::output::write_result;
use crate::error::Error;
use crate::puzzles::{Pack, SCHEMA};

/// A larger file is no pack.
const LARGEST: u64 = 256 << 20;

/// What every format of a pack has.
#[derive(serde::Deserialize)]
struct Head {
    schema: u32,
}

/// Reads a pack and opens the game that it is about, under its rules.
pub(super) fn open(path: &Path) -> Result<(Pack, Chosen), Error> {
    let wrong = |why: String| Error::File(format!("{}: {why}", path.display()));
    let file = File::open(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let mut text = String::new();
    let read = file.take(LARGEST + 1).read_to_string(&mut text);
    let read = read.map_err(|error| wrong(format!("cannot be read: {error}")))?;
    if read as u64 > LARGEST {
        return Err(wrong(format!("larger than {} MiB: no pack of problems", LARGEST >> 20)));
    }
    // What format it has is asked first: another one may differ in everything else.
    let head: Head =
        serde_json::from_str(&text).map_err(|error| wrong(format!("no pack of problems: {error}")))?;
    if head.schema != SCHEMA {
        return Err(wrong(format!("format {}; this program reads format {SCHEMA}", head.schema)));
    }
    let pack: Pack =
        serde_json::from_str(&text).map_err(|error| wrong(format!("no pack of problems: {error}")))?;
    let chosen = Chosen::with(&pack.game, &pack.rules).map_err(|error| wrong(error.to_string()))?;
    let ours = chosen.opened.rules.fingerprint();
    if pack.fingerprint != ours {
        return Err(wrong(format!(
            "it says that its rules have the fingerprint {}, but they have {ours}: they were changed, or mean something else \
             in this version",
            crate::error::short(&pack.fingerprint)
        )));
    }
    Ok((pack, chosen))
}

/// Whether a pack may be written there: where nothing is, over one of those it is made `of`, or by force.
pub(super) fn may_write(path: &Path, of: &[PathBuf], force: bool) -> Result<(), Error> {
    if force || !path.exists() || of.iter().any(|input| input == path) {
        return Ok(());
    }
    Err(Error::Usage(format!("{} is there already; --force overwrites it", path.display())))
}

/// Writes a pack, whole or not at all.
pub(super) fn write(path: &Path, pack: &Pack) -> Result<(), Error> {
    write_result(Some(path), |to| {
        let failed = |error: std::io::Error| Error::File(format!("cannot write {}: {error}", path.display()));
        // A problem a line: short, and a change of one problem is a change of one line.
        let text = |value: serde_json::Result<String>| value.map_err(|error| failed(error.into()));
        let head = text(serde_json::to_string(&Pack { puzzles: Vec::new(), ..pack.clone() }))?;
        to.write_all(head.strip_suffix("]}").unwrap_or(&head).as_bytes()).map_err(failed)?;
        for (at, puzzle) in pack.puzzles.iter().enumerate() {
            let between = if at == 0 { "" } else { "," };
            let puzzle = text(serde_json::to_string(puzzle))?;
            write!(to, "{between}\n{puzzle}").map_err(failed)?;
        }
        writeln!(to, "\n]}}").map_err(failed)
    })
}

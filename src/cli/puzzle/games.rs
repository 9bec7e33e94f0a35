//! Positions of games that were played.

use std::path::{Path, PathBuf};

use super::super::game::Chosen;
use crate::error::Error;
use crate::play::Record;
use crate::puzzles::Given;

/// A larger file is no record.
const LARGEST: u64 = 1 << 30;

/// All positions of the games of some files, game by game.
///
/// # Errors
/// For a file that cannot be read, and a record that is of other rules or cannot be played.
pub(super) fn positions(files: &[PathBuf], chosen: &Chosen) -> Result<Vec<Given>, Error> {
    let mut all = Vec::new();
    for path in files {
        for (name, record) in records(path)? {
            let ours = chosen.opened.rules.fingerprint();
            if record.fingerprint != ours {
                return Err(Error::Usage(format!(
                    "{name} is a game of {} under the rules {}, not under {ours}; open the game under its rules",
                    record.game, record.fingerprint
                )));
            }
            let wrong = |error: Error| Error::File(format!("{name}: {error}"));
            let start = record.start_position(&chosen.opened).map_err(wrong)?;
            let mut session = chosen.opened.play.session(&start);
            for (ply, text) in (0..).zip(record.main_line().chain([""])) {
                if session.result().is_none() {
                    let position = session.position().clone();
                    all.push(Given { position, game: name.clone(), ply });
                }
                if !text.is_empty() {
                    session.play(text).map_err(wrong)?;
                }
            }
        }
    }
    Ok(all)
}

/// The records of a file, each with a name.
fn records(path: &Path) -> Result<Vec<(String, Record)>, Error> {
    let wrong = |why: String| Error::File(format!("{}: {why}", path.display()));
    let size = std::fs::metadata(path).map_err(|error| wrong(format!("cannot be read: {error}")))?.len();
    if size > LARGEST {
        return Err(wrong(format!("larger than {} MiB: no record of games", LARGEST >> 20)));
    }
    let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if let Ok(record) = Record::read(&text) {
        return Ok(vec![(stem, record)]);
    }
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let games = lines.map(|(at, line)| {
        let record = Record::read(line).map_err(|error| wrong(format!("line {}: {error}", at + 1)))?;
        Ok((format!("{stem}, game {}", at + 1), record))
    });
    let games: Vec<_> = games.collect::<Result<_, Error>>()?;
    if games.is_empty() { Err(wrong("there is no game in it".into())) } else { Ok(games) }
}

//! What lies in database folders, in words that people read: whose values, which layers, how large, how to quote them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sowbase_solver::Metric;
use sowbase_solver::db::{Inventory, inventory};

use super::embedded::PROGRAM;
use crate::error::Error;

/// A database on disk.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Shelf {
    /// Its folder; `None` for one inside the program.
    pub folder: Option<PathBuf>,
    /// The game.
    pub game: String,
    /// Fingerprint of what changes stored numbers.
    pub database_fingerprint: String,
    /// The rules in words.
    pub rules: Vec<String>,
    /// Its layers by seeds and shape.
    pub layers: Vec<ShelfLayer>,
    /// States in all of them.
    pub states: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// The sentence to quote it by.
    pub quote: String,
    /// Files that cannot be used, with the reason.
    pub troubles: Vec<String>,
}

/// A layer on disk.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShelfLayer {
    /// Seeds on the board.
    pub seeds: u8,
    /// Which of the game's shapes.
    pub shape: u16,
    /// Boards.
    pub states: u64,
    /// The files by metric.
    pub files: BTreeMap<&'static str, ShelfFile>,
}

/// A file of a layer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ShelfFile {
    /// Its bytes.
    pub bytes: u64,
    /// Bits for each state.
    pub bits_per_state: f64,
    /// The program by whose `db verify` it was proven right as it is; `null` when by none.
    pub proven_by: Option<String>,
}

/// The databases in a folder: the folder itself, or the folders in it.
///
/// # Errors
/// When a folder cannot be read.
pub fn shelves(dir: &Path) -> Result<Vec<Shelf>, Error> {
    let found = inventory(dir).map_err(|error| Error::File(error.to_string()))?;
    Ok(found.iter().map(Shelf::of).collect())
}

/// The databases inside the program.
pub fn shelves_inside() -> Vec<Shelf> {
    PROGRAM.inventory().iter().map(Shelf::of).collect()
}

impl Shelf {
    fn of(found: &Inventory) -> Self {
        let (proven, mut layers) = (found.folder.proven(), Vec::<ShelfLayer>::new());
        for file in &found.stored {
            let (seeds, shape, states) = (file.layer.seeds, file.layer.shape, file.states);
            if layers.last().is_none_or(|last| (last.seeds, last.shape) != (seeds, shape)) {
                layers.push(ShelfLayer { seeds, shape, states, files: BTreeMap::new() });
            }
            let bits = file.size as f64 * 8.0 / states.max(1) as f64;
            let of = ShelfFile {
                bytes: file.size,
                bits_per_state: (bits * 1000.0).round() / 1000.0,
                proven_by: proven.get(&found.folder.file_name(file.layer, file.metric)).cloned(),
            };
            if let Some(last) = layers.last_mut() {
                last.files.insert(file.metric.name(), of);
            }
        }
        Self {
            folder: (!found.folder.is_inside()).then(|| found.folder.path().to_owned()),
            game: found.folder.identity().game.clone(),
            database_fingerprint: found.folder.identity().fingerprint.clone(),
            rules: found.folder.identity().rules.clone(),
            states: layers.iter().map(|layer| layer.states).sum(),
            bytes: found.stored.iter().map(|file| file.size).sum(),
            quote: quote(found),
            layers,
            troubles: found.troubles.clone(),
        }
    }
}

/// Game, rules, layers and version: what somebody else needs to make the same numbers.
fn quote(found: &Inventory) -> String {
    let layers = |metric: Metric| {
        let all: Vec<u8> =
            found.stored.iter().filter(|file| file.metric == metric).map(|file| file.layer.seeds).collect();
        (!all.is_empty()).then(|| format!("{} of {}", metric.name(), stretches(&all)))
    };
    let what: Vec<String> = Metric::ALL.into_iter().filter_map(layers).collect();
    let mut name = found.folder.identity().game.chars();
    let first: String = name.next().into_iter().flat_map(char::to_uppercase).collect();
    format!(
        "{first}{} endgame database: {} seeds, rules {}, made by sowbase {}.",
        name.as_str(),
        if what.is_empty() { "nothing of any".to_owned() } else { what.join(", ") },
        found.folder.identity().fingerprint,
        env!("CARGO_PKG_VERSION")
    )
}

/// Numbers in words, stretches together: `0-7, 9`.
pub fn stretches(numbers: &[u8]) -> String {
    let mut all: Vec<(u8, u8)> = Vec::new();
    for &number in numbers {
        match all.last_mut() {
            Some((_, to)) if *to == number || u16::from(*to) + 1 == u16::from(number) => *to = number,
            _ => all.push((number, number)),
        }
    }
    let words = |(from, to): &(u8, u8)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    all.iter().map(words).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_numbers() {
        assert_eq!(stretches(&[]), "");
        assert_eq!(stretches(&[0, 1, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
        assert_eq!(stretches(&[254, 255]), "254-255");
    }
}

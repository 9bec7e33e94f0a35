//! Two databases side by side: what both hold, and where they differ.

use std::path::{Path, PathBuf};

use serde::Serialize;
use sowbase_solver::db::{Inventory, Stored, inventory};
use sowbase_solver::retrograde::Planes;
use sowbase_solver::{Layer, Layered, Watch};

use super::Tabled;
use super::count::{differing, first_differing};
use crate::board::MAX_SEEDS;
use crate::error::Error;
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::play::Side;

/// A database as it is named in a comparison.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Whose {
    /// Its folder.
    pub folder: PathBuf,
    /// The game.
    pub game: String,
    /// Fingerprint of what changes stored numbers.
    pub database_fingerprint: String,
}

/// Two databases side by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Comparison {
    /// The first.
    pub a: Whose,
    /// The second.
    pub b: Whose,
    /// True when both hold values of the same rules.
    pub same_rules: bool,
    /// Rules in words that only the first has.
    pub rules_only_a: Vec<String>,
    /// Rules in words that only the second has.
    pub rules_only_b: Vec<String>,
    /// What both hold, file by file.
    pub compared: Vec<Compared>,
    /// Files that only the first has.
    pub only_a: Vec<OneFile>,
    /// Files that only the second has.
    pub only_b: Vec<OneFile>,
    /// States whose numbers differ, in all files.
    pub differing: u64,
}

/// A file by what it holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OneFile {
    /// Seeds on the board.
    pub seeds: u8,
    /// Which of the game's shapes.
    pub shape: u16,
    /// The metric.
    pub metric: &'static str,
}

/// Two files side by side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Compared {
    /// What they hold.
    #[serde(flatten)]
    pub file: OneFile,
    /// States in the layer.
    pub states: u64,
    /// States whose numbers differ.
    pub differing: u64,
    /// The first of them.
    pub first: Vec<Difference>,
}

/// A state with different numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    /// Its number in the layer.
    pub number: u64,
    /// The position, South to move; `None` where the rules that number it are not known.
    pub position: Option<String>,
    /// What the first says: a score, two bounds, or plies to the next capture and to the end.
    pub a: Vec<i32>,
    /// What the second says.
    pub b: Vec<i32>,
}

/// The databases in a folder, by name: the folder itself, or the folders in it.
///
/// # Errors
/// When the folder cannot be read.
pub fn databases_in(dir: &Path) -> Result<Vec<Whose>, Error> {
    let found = inventory(dir).map_err(|error| Error::File(error.to_string()))?;
    Ok(found.iter().map(Whose::of).collect())
}

impl Whose {
    fn of(found: &Inventory) -> Self {
        Self {
            folder: found.folder.path().to_owned(),
            game: found.folder.identity().game.clone(),
            database_fingerprint: found.folder.identity().fingerprint.clone(),
        }
    }
}

/// Compares two databases of one game, number by number, and keeps the first `most` differences of each file.
/// `position` says what a number of a layer (seeds, shape) stands for.
///
/// # Errors
/// When a folder holds no database, a file cannot be used, or `watch` says stop.
pub fn compare(
    [a, b]: [&Path; 2],
    most: usize,
    position: &dyn Fn(u8, u16, u64) -> Option<String>,
    watch: &dyn Watch,
) -> Result<Comparison, Error> {
    let (a, b) = (the_one(a)?, the_one(b)?);
    let pairs: Vec<(&Stored, &Stored)> =
        a.stored.iter().filter_map(|file| Some((file, b.find(file.layer, file.metric)?))).collect();
    let mut compared = Vec::new();
    watch.begin("compare", pairs.iter().map(|(file, _)| file.states).sum());
    for (in_a, in_b) in pairs {
        if watch.stop() {
            return Err(Error::Stopped);
        }
        if in_a.states != in_b.states {
            return Err(Error::File(format!(
                "{} has {} states and {} has {}: boards of different sizes cannot be compared",
                a.folder.path().display(),
                in_a.states,
                b.folder.path().display(),
                in_b.states
            )));
        }
        let read = |of: &Inventory, file| of.read(file).map_err(|error| Error::File(error.to_string()));
        let (left, right) = (read(&a, in_a)?, read(&b, in_b)?);
        let Layer { seeds, shape } = in_a.layer;
        let named = |number| position(seeds, shape, number);
        let (differing, first) = differences(&left, &right, most, &named);
        compared.push(Compared { file: OneFile::of(in_a), states: in_a.states, differing, first });
        watch.advance(in_a.states);
    }
    watch.end();
    let missing = |from: &Inventory, other: &Inventory| {
        let alone = from.stored.iter().filter(|file| other.find(file.layer, file.metric).is_none());
        alone.map(OneFile::of).collect()
    };
    let words = |from: &Inventory, other: &Inventory| {
        let new =
            from.folder.identity().rules.iter().filter(|rule| !other.folder.identity().rules.contains(rule));
        new.cloned().collect()
    };
    Ok(Comparison {
        same_rules: (&a.folder.identity().game, &a.folder.identity().fingerprint)
            == (&b.folder.identity().game, &b.folder.identity().fingerprint),
        rules_only_a: words(&a, &b),
        rules_only_b: words(&b, &a),
        only_a: missing(&a, &b),
        only_b: missing(&b, &a),
        differing: compared.iter().map(|file| file.differing).sum(),
        compared,
        a: Whose::of(&a),
        b: Whose::of(&b),
    })
}

/// Positions by their numbers.
pub trait Numbering {
    /// The position of a state by its layer (seeds, shape) and its number, South to move; `None` where there is none.
    fn numbered(&self, seeds: u8, shape: u16, number: u64) -> Option<String>;
}

impl<G: Rulebook + Layered> Numbering for Tabled<G> {
    fn numbered(&self, seeds: u8, shape: u16, number: u64) -> Option<String> {
        let layer = Layer { seeds, shape };
        let there = u32::from(seeds) <= MAX_SEEDS && u128::from(number) < self.game.layer_len(layer);
        there.then(|| notation::format(&self.game.decode(&self.game.unrank(layer, number), Side::South)))
    }
}

/// The one database of a folder.
fn the_one(folder: &Path) -> Result<Inventory, Error> {
    let mut found = inventory(folder).map_err(|error| Error::File(error.to_string()))?;
    let place = folder.display();
    match (found.pop(), found.len()) {
        (Some(one), 0) => match one.troubles.first() {
            Some(trouble) => Err(Error::File(trouble.clone())),
            None => Ok(one),
        },
        (None, _) => Err(Error::File(format!("{place}: no database; give a folder that `db build` wrote"))),
        (Some(last), _) => {
            let names = found.iter().chain([&last]).map(|one| one.folder.path().display().to_string());
            let names: Vec<String> = names.collect();
            Err(Error::Usage(format!("{place} holds several databases; give one of {}", names.join(", "))))
        }
    }
}

impl OneFile {
    fn of(file: &Stored) -> Self {
        Self { seeds: file.layer.seeds, shape: file.layer.shape, metric: file.metric.name() }
    }
}

/// How many numbers differ, and the first of them.
fn differences(
    a: &Planes,
    b: &Planes,
    most: usize,
    position: &dyn Fn(u64) -> Option<String>,
) -> (u64, Vec<Difference>) {
    let (count, places) = match (a, b) {
        (Planes::Score(a), Planes::Score(b)) => (differing(a, b), first_differing(a, b, most)),
        (Planes::Bounds(a), Planes::Bounds(b)) => both(a, b, most),
        (Planes::Distance(a), Planes::Distance(b)) => both(a, b, most),
        // The two files are of one metric.
        _ => (0, Vec::new()),
    };
    let first = places.into_iter().map(|number| Difference {
        number,
        position: position(number),
        a: numbers(a, number as usize),
        b: numbers(b, number as usize),
    });
    (count, first.collect())
}

/// The same for two planes at once: a state differs when one of its two numbers does.
fn both<P, T>(a: &[P; 2], b: &[P; 2], most: usize) -> (u64, Vec<u64>)
where
    P: std::ops::Deref<Target = [T]>,
    T: PartialEq + Sync,
{
    let [first, second] = [0, 1].map(|plane| differing(&a[plane], &b[plane]));
    let twice = if first > 0 && second > 0 {
        let states = a[0].iter().zip(&*a[1]).zip(b[0].iter().zip(&*b[1]));
        states.filter(|((a, c), (b, d))| a != b && c != d).count() as u64
    } else {
        0
    };
    let mut places: Vec<u64> =
        [0, 1].iter().flat_map(|&plane| first_differing(&a[plane], &b[plane], most)).collect();
    places.sort_unstable();
    places.dedup();
    places.truncate(most);
    (first + second - twice, places)
}

/// The numbers of a state.
fn numbers(planes: &Planes, at: usize) -> Vec<i32> {
    match planes {
        Planes::Score(scores) => vec![i32::from(scores[at])],
        Planes::Bounds(planes) => planes.iter().map(|plane| i32::from(plane[at])).collect(),
        Planes::Distance(planes) => planes.iter().map(|plane| i32::from(plane[at])).collect(),
    }
}

//! What the numbers of whole layers look like: how often each score occurs, what depends on endless play, how long the
//! longest lines are.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::Serialize;
use sowbase_solver::db::{Folder, Inventory, Stored, inventory};
use sowbase_solver::retrograde::Planes;
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::count::{differing, histogram, longest};
use super::embedded::PROGRAM;
use super::verify::first_of_each;
use super::{Places, Tabled};
use crate::board::MAX_SEEDS;
use crate::error::Error;
use crate::games::notation;
use crate::games::options::RuleSet;
use crate::games::rulebook::Rulebook;
use crate::play::Side;

/// The numbers of one layer in short. What needs a file that is not there is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LayerStats {
    /// Seeds on the board.
    pub seeds: u8,
    /// Which of the game's shapes.
    pub shape: u16,
    /// Boards.
    pub states: u64,
    /// Boards by their score, in seeds to the side to move; scores that do not occur are left out.
    pub histogram: Option<BTreeMap<i16, u64>>,
    /// Boards with a score above 0.
    pub won: Option<u64>,
    /// Boards with score 0.
    pub even: Option<u64>,
    /// Boards with a score below 0.
    pub lost: Option<u64>,
    /// Boards whose value changes with the rule for endless play: their two bounds differ.
    pub depends_on_endless: Option<u64>,
    /// The longest lines of best play.
    pub longest: Option<Longest>,
    /// True when the program itself brings the scores: no folder holds them.
    #[serde(skip)]
    pub inside: bool,
}

/// The longest lines of a layer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Longest {
    /// Until nothing is left to gain.
    pub end: Far,
    /// Until the next capture.
    pub next: Far,
}

/// A longest line, with the first board that has one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Far {
    /// Plies under best play.
    pub plies: u16,
    /// The board, South to move.
    pub position: String,
    /// Its score.
    pub score: Option<i16>,
}

/// Statistics of the layers on disk.
pub trait Statistics {
    /// The statistics of each layer with seeds in a range that the folders hold, by seeds and shape. Where two folders
    /// hold the same file, the first counts.
    ///
    /// # Errors
    /// When a file cannot be used, when there is none, or when `watch` says stop.
    fn stats(
        &self,
        places: &Places,
        seeds: RangeInclusive<u32>,
        watch: &dyn Watch,
    ) -> Result<Vec<LayerStats>, Error>;
}

impl<G: Rulebook + Layered> Statistics for Tabled<G> {
    fn stats(
        &self,
        places: &Places,
        seeds: RangeInclusive<u32>,
        watch: &dyn Watch,
    ) -> Result<Vec<LayerStats>, Error> {
        let databases = self.stacked(places)?;
        let mut files = first_of_each(&databases);
        files.retain(|(layer, _), _| seeds.contains(&u32::from(layer.seeds)));
        if files.is_empty() {
            return Err(Self::nothing(&places.dirs, &databases, &seeds));
        }
        let total = files.values().map(|(_, file)| file.states * file.metric.bytes()).sum();
        watch.begin("count", total);
        let (mut all, mut held): (Vec<LayerStats>, Option<(Layer, Planes)>) = (Vec::new(), None);
        for (&(layer, _), (database, file)) in &files {
            if watch.stop() {
                return Err(Error::Stopped);
            }
            // A large layer leaves no room for the one before it.
            held = held.filter(|(of, _)| *of == layer);
            let planes = database.read(file).map_err(|error| Error::File(error.to_string()))?;
            if all.last().is_none_or(|last| (last.seeds, last.shape) != (layer.seeds, layer.shape)) {
                all.push(LayerStats::empty(layer, file.states));
            }
            if let Some(last) = all.last_mut() {
                last.inside |= database.folder.is_inside();
                self.add(last, layer, &planes, held.as_ref());
            }
            // Scores come first in a layer; the examples of its longest lines are shown with them.
            if file.metric == Metric::Score && files.contains_key(&(layer, Metric::Distance)) {
                held = Some((layer, planes));
            }
            watch.advance(file.states * file.metric.bytes());
        }
        watch.end();
        Ok(all)
    }
}

impl LayerStats {
    fn empty(layer: Layer, states: u64) -> Self {
        Self {
            seeds: layer.seeds,
            shape: layer.shape,
            states,
            histogram: None,
            won: None,
            even: None,
            lost: None,
            depends_on_endless: None,
            longest: None,
            inside: false,
        }
    }

    fn count(&mut self, scores: &[i8]) {
        let counts = histogram(scores);
        let sum = |of: fn(i16) -> bool| counts.iter().filter(|(score, _)| of(*score)).map(|(_, n)| n).sum();
        self.won = Some(sum(|score| score > 0));
        self.even = Some(sum(|score| score == 0));
        self.lost = Some(sum(|score| score < 0));
        self.histogram = Some(counts.into_iter().collect());
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// The databases of these rules in some folders, in their order.
    pub(super) fn databases(&self, dirs: &[PathBuf]) -> Result<Vec<Inventory>, Error> {
        let (mut all, name) = (Vec::new(), G::Rules::GAME);
        for dir in dirs {
            let folder = Folder::new(dir, self.identity());
            for mut found in inventory(folder.path()).map_err(|error| Error::File(error.to_string()))? {
                let (whole, odd) = found.stored.into_iter().partition(|file| self.fits(file));
                found.stored = whole;
                let path = |file: Stored| found.folder.file(file.layer, file.metric);
                let trouble = |file| format!("{}: a layer that {name} does not have", path(file).display());
                let odd: Vec<String> = odd.into_iter().map(trouble).collect();
                found.troubles.extend(odd);
                all.push(found);
            }
        }
        Ok(all)
    }

    /// The same, then what the cache folder holds, then what is inside the program.
    pub(super) fn stacked(&self, places: &Places) -> Result<Vec<Inventory>, Error> {
        let dirs: Vec<PathBuf> = places.dirs.iter().chain(&places.cache).cloned().collect();
        let mut all = self.databases(&dirs)?;
        let name = PROGRAM.of(self.identity());
        all.extend(PROGRAM.inventory().into_iter().filter(|found| found.folder.path() == name.path()));
        Ok(all)
    }

    /// True when a file can be a layer of this game: its board can be, and it has as many states.
    fn fits(&self, file: &Stored) -> bool {
        u32::from(file.layer.seeds) <= MAX_SEEDS && u128::from(file.states) == self.game.layer_len(file.layer)
    }

    /// That no layer is there, and the way out.
    pub(super) fn nothing(dirs: &[PathBuf], databases: &[Inventory], seeds: &RangeInclusive<u32>) -> Error {
        let name = G::Rules::GAME;
        let places: Vec<String> = dirs.iter().map(|dir| dir.display().to_string()).collect();
        let mut places = if places.is_empty() { "no folder".to_owned() } else { places.join(", ") };
        if databases.iter().any(|database| database.folder.is_inside()) {
            places += " and inside the program";
        }
        let all = databases.iter().flat_map(|database| &database.stored).map(|file| file.layer.seeds);
        let there = match (all.clone().min(), all.max()) {
            (Some(least), Some(most)) => format!("layers {least} to {most}"),
            _ => "none for these rules".to_owned(),
        };
        let troubles: String =
            databases.iter().flat_map(|db| &db.troubles).map(|t| format!("\n{t}")).collect();
        let build = (*seeds.end()).min(12);
        Error::File(format!(
            "no layer of {name} with {} seeds: in {places} there are {there}; `sowbase db build {name} --seeds \
             {build}`, with the same --variant and --rule, builds some{troubles}",
            if seeds.start() == seeds.end() {
                seeds.start().to_string()
            } else {
                format!("{} to {}", seeds.start(), seeds.end())
            }
        ))
    }

    fn add(&self, to: &mut LayerStats, layer: Layer, planes: &Planes, held: Option<&(Layer, Planes)>) {
        let score = |index: u64| match held {
            Some((of, Planes::Score(scores))) if *of == layer => {
                scores.get(index as usize).map(|&score| i16::from(score))
            }
            _ => None,
        };
        match planes {
            Planes::Score(scores) => to.count(scores),
            Planes::Bounds([lo, hi]) => to.depends_on_endless = Some(differing(lo, hi)),
            Planes::Distance([next, end]) => {
                let far = |plies: &[u16]| {
                    longest(plies).map(|(plies, index)| {
                        let position = self.game.decode(&self.game.unrank(layer, index), Side::South);
                        Far { plies, position: notation::format(&position), score: score(index) }
                    })
                };
                to.longest = far(end).zip(far(next)).map(|(end, next)| Longest { end, next });
            }
        }
    }
}

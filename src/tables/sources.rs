//! Where values come from: databases on disk, one after another, and layers solved in memory where none knows enough.

use std::path::PathBuf;

use sowbase_solver::db::{Database, Folder, Identity};
use sowbase_solver::retrograde::{Method, Plan, SolveError, Solved, Value, Values, solve};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::{embedded, memory};
use crate::games::foreign::{self, FORMATS, Foreign, Shelf};
use crate::games::options::RuleSet;
use crate::games::rulebook::Rulebook;

/// Databases, files in the formats of others, and what was solved beside them.
pub(super) struct Sources<G> {
    databases: Vec<Database>,
    shelves: Vec<Box<dyn Shelf<G>>>,
    solved: Solved,
    identity: Identity,
    /// Sources that do not fit the rules.
    unfit: Vec<String>,
}

impl<G: Layered> Sources<G> {
    /// The databases of one rule set in some folders, a folder that has none being passed over, and the foreign files
    /// that fit the rules.
    pub(super) fn open(game: &G, dirs: &[PathBuf], identity: &Identity) -> Self
    where
        G: Rulebook,
    {
        let (mut databases, mut shelves, mut unfit) = (Vec::new(), Vec::new(), Vec::new());
        for dir in dirs {
            match foreign::source(dir) {
                None => {
                    let folder = Folder::new(dir, identity.clone());
                    databases.extend(folder.path().is_dir().then(|| Database::open(folder)));
                }
                Some((name, folder)) => match fitting(game, name) {
                    Ok(format) => shelves.push(format.shelf(&folder)),
                    Err(why) => unfit.push(format!("{} is not asked: {why}", dir.display())),
                },
            }
        }
        Self { databases, shelves, solved: Solved::default(), identity: identity.clone(), unfit }
    }

    /// True when some source knows a layer.
    pub(super) fn knows(&self, game: &G, layer: Layer) -> bool {
        let score = [Metric::Score, Metric::Bounds];
        self.solved.has(layer, Metric::Score)
            || self.databases.iter().any(|db| score.iter().any(|metric| db.has(game, layer, *metric)))
            || self.shelves.iter().any(|shelf| shelf.knows(layer))
    }

    /// Makes a layer known by solving it and what it needs in memory, if that takes no more than `states` states.
    pub(super) fn ensure(
        &mut self,
        game: &G,
        methods: &[Box<dyn Method<G>>],
        layer: Layer,
        states: u64,
        watch: &dyn Watch,
    ) -> Result<bool, SolveError> {
        if self.knows(game, layer) {
            return Ok(true);
        }
        let needed = game.needed(layer);
        for layer in &needed {
            if !self.knows(game, *layer)
                && let Some(planes) = embedded::scores(game, &self.identity, *layer)
            {
                self.solved.insert(*layer, planes);
            }
        }
        let total = needed.iter().map(|layer| game.layer_len(*layer)).fold(0, u128::saturating_add);
        if total > u128::from(states) {
            return Ok(self.knows(game, layer));
        }
        let plan = Plan { methods, method: None, memory: memory::available().unwrap_or(u64::MAX) };
        for layer in needed {
            for db in &self.databases {
                self.solved.share(layer, &db.layer(game, layer));
            }
            solve(game, &[layer], &[Metric::Score, Metric::Bounds], &mut self.solved, plan, watch)?;
        }
        Ok(true)
    }

    /// Sources and files that cannot be used, with the reason.
    pub(super) fn troubles(&self) -> Vec<String> {
        let files = self.databases.iter().flat_map(Database::troubles);
        let foreign = self.shelves.iter().flat_map(|shelf| shelf.troubles());
        self.unfit.iter().cloned().chain(files).chain(foreign).collect()
    }

    /// Layers that were asked for and that no source knows, by the file that should hold them.
    pub(super) fn missing(&self, game: &G) -> Vec<String> {
        let missing = |db: &Database| -> Vec<String> {
            let unknown = db.missing().into_iter().filter(|layer| !self.knows(game, *layer));
            unknown
                .map(|layer| {
                    format!("{} is not there; build again", db.folder().file(layer, Metric::Score).display())
                })
                .collect()
        };
        let foreign = self.shelves.iter().flat_map(|shelf| shelf.missing());
        self.databases.iter().flat_map(missing).chain(foreign).collect()
    }
}

/// The foreign format of that name, if it serves the rules of a game.
pub(super) fn fitting<G: Rulebook + Layered>(game: &G, name: &str) -> Result<Box<dyn Foreign<G>>, String> {
    let other = || {
        let owner =
            FORMATS.iter().find(|(known, _)| *known == name).map_or("another game", |(_, owner)| owner);
        format!("{name} holds values of {owner}, not of {}", G::Rules::GAME)
    };
    let format = game.foreign().into_iter().find(|format| format.name() == name).ok_or_else(other)?;
    match format.refusal(game) {
        Some(why) => Err(why),
        None => Ok(format),
    }
}

impl<G: Layered> Values<G> for Sources<G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let solved = self.solved.value(game, state);
        let on_disk = self.databases.iter().filter_map(|db| db.value(game, state));
        let known = solved.into_iter().chain(on_disk).reduce(Value::or);
        if known.is_some_and(|known| known.exact().is_some()) {
            return known;
        }
        // Each look into foreign files costs a read: only for what nobody else knows.
        let foreign = self.shelves.iter().find_map(|shelf| shelf.score(game, state));
        let foreign = foreign.map(|score| Value { score: Some(score), ..Value::default() });
        known.into_iter().chain(foreign).reduce(Value::or)
    }
}

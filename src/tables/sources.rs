//! Where values come from: databases on disk, one after another, and layers solved in memory where none knows enough.

use std::path::PathBuf;

use sowbase_solver::db::{Database, Folder, Identity};
use sowbase_solver::retrograde::{Method, Plan, SolveError, Solved, Value, Values, solve};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::memory;

/// Databases and what was solved beside them.
#[derive(Debug)]
pub(super) struct Sources {
    databases: Vec<Database>,
    solved: Solved,
}

impl Sources {
    /// The databases of one rule set in some folders. A folder that has none is passed over.
    pub(super) fn open(dirs: &[PathBuf], identity: &Identity) -> Self {
        let folders = dirs.iter().map(|dir| Folder::new(dir, identity.clone()));
        let databases = folders.filter(|folder| folder.path().is_dir()).map(Database::open).collect();
        Self { databases, solved: Solved::default() }
    }

    /// True when some source knows a layer.
    pub(super) fn knows<G: Layered>(&self, game: &G, layer: Layer) -> bool {
        let score = [Metric::Score, Metric::Bounds];
        self.solved.has(layer, Metric::Score)
            || self.databases.iter().any(|db| score.iter().any(|metric| db.has(game, layer, *metric)))
    }

    /// Makes a layer known by solving it and what it needs in memory, if that takes no more than `states` states.
    pub(super) fn ensure<G: Layered>(
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
        let total = needed.iter().map(|layer| game.layer_len(*layer)).fold(0, u128::saturating_add);
        if total > u128::from(states) {
            return Ok(false);
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

    /// Files that cannot be used, with the reason.
    pub(super) fn troubles(&self) -> Vec<String> {
        self.databases.iter().flat_map(Database::troubles).collect()
    }

    /// Layers that were asked for and that no source knows, by the file that should hold them.
    pub(super) fn missing<G: Layered>(&self, game: &G) -> Vec<String> {
        let missing = |db: &Database| -> Vec<String> {
            let unknown = db.missing().into_iter().filter(|layer| !self.knows(game, *layer));
            unknown
                .map(|layer| {
                    format!("{} is not there; build again", db.folder().file(layer, Metric::Score).display())
                })
                .collect()
        };
        self.databases.iter().flat_map(missing).collect()
    }
}

impl<G: Layered> Values<G> for Sources {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let solved = self.solved.value(game, state);
        let on_disk = self.databases.iter().filter_map(|db| db.value(game, state));
        solved.into_iter().chain(on_disk).reduce(Value::or)
    }
}

//! Where values come from: databases on disk, one after another, and layers solved in memory where none knows enough.

use std::path::PathBuf;
use std::sync::Arc;

use sowbase_solver::db::{Database, Folder, Identity};
use sowbase_solver::retrograde::{Limits, SolveError, Solved, Value, Values, solve_layer};
use sowbase_solver::{Layer, Layered, Watch};

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
        self.solved.layer(layer).is_some() || self.databases.iter().any(|db| db.layer(game, layer).is_some())
    }

    /// Makes a layer known by solving it and what it needs in memory, if that takes no more than `states` states.
    pub(super) fn ensure<G: Layered>(
        &mut self,
        game: &G,
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
        let limits = Limits { memory: memory::available().unwrap_or(u64::MAX), ..Limits::default() };
        for layer in needed {
            if self.solved.layer(layer).is_none() {
                let on_disk = self.databases.iter().find_map(|db| db.layer(game, layer));
                let values = match on_disk {
                    Some(values) => values,
                    None => Arc::new(solve_layer(game, layer, &self.solved, limits, watch)?),
                };
                self.solved.insert(layer, values);
            }
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
                .map(|layer| format!("{} is not there; build again", db.folder().file(layer).display()))
                .collect()
        };
        self.databases.iter().flat_map(missing).collect()
    }
}

impl<G: Layered> Values<G> for Sources {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.solved.value(game, state).or_else(|| self.databases.iter().find_map(|db| db.value(game, state)))
    }
}

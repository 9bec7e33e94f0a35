//! Layers that are solved at first use and kept in the cache folder: seconds of work, done once.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::OnceLock;

use rayon::ThreadPoolBuilder;
use sowbase_solver::db::{Database, DbError, Folder, renew};
use sowbase_solver::retrograde::{Method, Plan, SolveError, Solved, Value, Values, solve};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::{IN_MEMORY, Tabled, memory};
use crate::games::options::RuleSet;
use crate::games::rulebook::Rulebook;

const METRICS: [Metric; 2] = [Metric::Score, Metric::Bounds];

/// The layers of one game; nothing is read or solved before a state of them is asked for.
pub(super) struct Kept<'a, G> {
    game: &'a G,
    methods: &'a [Box<dyn Method<G>>],
    layers: Vec<Layer>,
    folder: Folder,
    watch: &'a dyn Watch,
    held: OnceLock<Result<Held, SolveError>>,
}

enum Held {
    Files(Box<Database>),
    /// Where no file can be kept.
    Memory(Solved),
}

impl<'a, G: Rulebook + Layered> Kept<'a, G> {
    /// The layers of a game under `cache`; `None` where it has none that are kept.
    pub(super) fn new(of: &'a Tabled<G>, cache: &Path, watch: &'a dyn Watch) -> Option<Self> {
        let game = &*of.game;
        let seeds = game.at_first_use().filter(|_| game.rules().not_tabled().is_none())?;
        let layers = of.layers(u32::from(seeds)).ok()?;
        let folder = Folder::new(cache, of.identity());
        let few = of.states(&layers) <= u128::from(IN_MEMORY);
        few.then(|| Self { game, methods: &of.methods, layers, folder, watch, held: OnceLock::new() })
    }
}

impl<G: Layered> Kept<'_, G> {
    /// True when it knows a metric of a layer, or will when it is asked.
    pub(super) fn has(&self, layer: Layer, metric: Metric) -> bool {
        self.layers.contains(&layer) && METRICS.contains(&metric)
    }

    /// Reads or solves the layers, if that was not done yet.
    pub(super) fn ready(&self) -> Result<(), SolveError> {
        self.held().as_ref().map(|_| ()).map_err(Clone::clone)
    }

    pub(super) fn value(&self, state: &G::State) -> Option<Value> {
        if !self.game.tabled(state) || !self.layers.contains(&self.game.layer(state)) {
            return None;
        }
        match self.held().as_ref().ok()? {
            Held::Files(database) => database.value(self.game, state),
            Held::Memory(solved) => solved.value(self.game, state),
        }
    }

    /// Files that were found whole and cannot be used now.
    pub(super) fn troubles(&self) -> Vec<String> {
        match self.held.get() {
            Some(Ok(Held::Files(database))) => database.troubles(),
            _ => Vec::new(),
        }
    }

    fn held(&self) -> &Result<Held, SolveError> {
        self.held.get_or_init(|| apart(|| self.make()))
    }

    fn make(&self) -> Result<Held, SolveError> {
        let Self { game, layers, folder, watch, .. } = self;
        let files = || Held::Files(Box::new(Database::open(folder.clone())));
        if folder.is_whole(*game, layers, &METRICS) {
            return Ok(files());
        }
        let (name, most) = (&folder.identity().game, layers.iter().map(|layer| layer.seeds).max());
        let place = folder.path().display();
        watch.note(&format!(
            "{name}: boards of {} seeds are solved (a few seconds), built once, kept in {place}",
            most.unwrap_or(0)
        ));
        let memory = memory::available().unwrap_or(u64::MAX);
        let plan = Plan { memory, ..Plan::any(self.methods) };
        match renew(*game, folder, layers, &METRICS, plan, *watch) {
            Ok(_) => return Ok(files()),
            Err(DbError::Solve(error)) => return Err(error),
            Err(error) => watch.note(&format!(
                "nothing is kept this time ({error}); solved in memory instead. --cache DIR names another folder, --cache \
                 off none"
            )),
        }
        let mut solved = Solved::default();
        solve(*game, layers, &METRICS, &mut solved, plan, *watch)?;
        Ok(Held::Memory(solved))
    }
}

/// Does some work on threads of its own. Whoever asks may be a task of the common pool: while it waited there it would
/// be handed other tasks, which ask for the same and would wait for it in turn.
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let threads = rayon::current_num_threads();
    let alone = move || match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    };
    std::thread::scope(|scope| scope.spawn(alone).join().unwrap_or_else(|panic| resume_unwind(panic)))
}

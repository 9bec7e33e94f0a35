//! Solved layers of one opened game, behind an object-safe face: what a build takes, building, looking up, analysing.

mod analysis;
mod analyze;
mod exchange;
mod memory;
mod sources;
mod why;

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use sowbase_solver::db::{self, DbError, Folder, Identity};
use sowbase_solver::retrograde::{Method, Plan, SolveError, Values, general};
use sowbase_solver::{Layer, Layered, Metric, Unwatched, Watch, contract};

pub use analysis::{Analysis, Final, MoveValue, PvStops, Source, Worth};
pub use exchange::{Exchange, ExchangeJob, Exported};
pub(crate) use memory::{parse_size, size};
pub(crate) use why::signed;

use sources::Sources;

use crate::error::Error;
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::play::Position;

/// States that an analysis solves in memory when no database knows a position: seconds of work.
pub const IN_MEMORY: u64 = 8_000_000;

/// What a build takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// Layers with seeds, shape, and states.
    pub layers: Vec<(u8, u16, u128)>,
    /// States in all layers.
    pub states: u128,
    /// Bytes on disk, as values before they are compressed.
    pub disk: u128,
    /// Bytes of memory with all solved layers kept there.
    pub memory: u128,
    /// Bytes of memory for the largest layer alone, with the solved ones in work files on disk.
    pub least_memory: u128,
}

/// What to build and where.
#[derive(Clone, Debug)]
pub struct BuildJob {
    /// The folder under which the database's own folder lies or is made.
    pub dir: PathBuf,
    /// All layers with up to so many seeds that this one needs.
    pub seeds: u32,
    /// What is to be known of each state.
    pub metrics: Vec<Metric>,
    /// The method to use, by name; the best that fits when not given.
    pub method: Option<String>,
    /// Bytes of memory to use; what the machine has free when not given.
    pub memory: Option<u64>,
}

impl BuildJob {
    /// The scores of all layers up to `seeds` seeds, by the best method, with the memory there is.
    pub fn new(dir: impl Into<PathBuf>, seeds: u32) -> Self {
        Self { dir: dir.into(), seeds, metrics: vec![Metric::Score], method: None, memory: None }
    }
}

/// What a build did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildReport {
    /// The database's folder.
    pub folder: PathBuf,
    /// Layers made now, or of which some metric was made now.
    pub made: usize,
    /// Layers that were there already.
    pub kept: usize,
    /// States in all of them.
    pub states: u128,
    /// Bytes of values in all of them.
    pub bytes: u128,
}

/// Where an analysis looks and how far it goes.
#[derive(Clone, Debug)]
pub struct AnalyzeOptions {
    /// Folders with databases; the first that knows a state answers.
    pub dirs: Vec<PathBuf>,
    /// Follow best play to the end.
    pub lines: bool,
    /// Solve up to so many states in memory when no database knows the position.
    pub in_memory: u64,
}

/// Builds and reads the solved layers of a game.
pub trait Tables: Exchange + Send + Sync {
    /// Why no database can hold values under the rules in force, if so.
    fn refusal(&self) -> Option<String>;

    /// The methods that serve the layer of `seeds` seeds, the best first.
    ///
    /// # Errors
    /// When the game has no board of so many seeds.
    fn methods(&self, seeds: u32, metric: Metric) -> Result<Vec<&'static str>, Error>;

    /// What a build of all layers with up to `seeds` seeds takes.
    ///
    /// # Errors
    /// When the game has no board of so many seeds, or no method serves them.
    fn estimate(
        &self,
        seeds: u32,
        metrics: &[Metric],
        method: Option<&str>,
        memory: Option<u64>,
    ) -> Result<Estimate, Error>;

    /// Builds a database, or goes on with one; a finished layer is kept whatever happens later.
    ///
    /// # Errors
    /// When the rules cannot be tabled, it does not fit, a file is in the way, or `watch` says stop.
    fn build(&self, job: &BuildJob, watch: &dyn Watch) -> Result<BuildReport, Error>;

    /// The value of a position and of each of its moves, best first.
    ///
    /// # Errors
    /// Only when `watch` says stop: what cannot be known is said in the answer.
    fn analyze(
        &self,
        position: &Position,
        options: &AnalyzeOptions,
        watch: &dyn Watch,
    ) -> Result<Analysis, Error>;

    /// How many boards of a layer have each score, from the lowest; solved in memory, at most [`IN_MEMORY`] states.
    ///
    /// # Errors
    /// When the game has no board of so many seeds, or too many.
    fn distribution(&self, seeds: u32) -> Result<Vec<(i16, u64)>, Error>;

    /// For tests: solves the layers that `seeds` seeds need by every method and by the slow oracle.
    ///
    /// # Errors
    /// When the game has no board of so many seeds.
    ///
    /// # Panics
    /// With the first state on which they differ.
    fn check_layers(&self, seeds: u32) -> Result<(), Error>;
}

/// [`Tables`] of a game.
pub(crate) struct Tabled<G> {
    game: Arc<G>,
    /// The ways to solve its layers, the best first.
    methods: Vec<Box<dyn Method<G>>>,
}

impl<G> fmt::Debug for Tabled<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tabled").finish_non_exhaustive()
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    pub(crate) fn new(game: Arc<G>) -> Self {
        let methods = game.methods().into_iter().chain(general()).collect();
        Self { game, methods }
    }

    fn plan<'a>(&'a self, method: Option<&'a str>, memory: Option<u64>) -> Plan<'a, G> {
        let memory = memory.or_else(memory::available).unwrap_or(u64::MAX);
        Plan { methods: &self.methods, method, memory }
    }

    fn identity(&self) -> Identity {
        Identity {
            game: G::Rules::GAME.to_owned(),
            fingerprint: fingerprint(&self.game.rules().database_canonical()),
            rules: self.game.words(),
        }
    }

    /// The layers that a build up to `seeds` seeds makes, in order.
    fn layers(&self, seeds: u32) -> Result<Vec<Layer>, Error> {
        let shape = self.game.layer(&self.game.start()).shape;
        let layer = u8::try_from(seeds).ok().map(|seeds| Layer { seeds, shape });
        let layer = layer.filter(|layer| u32::from(layer.seeds) <= crate::board::MAX_SEEDS);
        match layer {
            Some(layer) if self.game.layer_len(layer) > 0 => Ok(self.game.needed(layer)),
            _ => Err(Error::Usage(format!(
                "--seeds {seeds}: {} has no board of {seeds} seeds under these rules",
                G::Rules::GAME
            ))),
        }
    }

    fn states(&self, layers: &[Layer]) -> u128 {
        layers.iter().map(|layer| self.game.layer_len(*layer)).fold(0, u128::saturating_add)
    }
}

impl<G: Rulebook + Layered> Tables for Tabled<G> {
    fn refusal(&self) -> Option<String> {
        self.game.rules().not_tabled()
    }

    fn methods(&self, seeds: u32, metric: Metric) -> Result<Vec<&'static str>, Error> {
        let Some(layer) = self.layers(seeds)?.pop() else { return Ok(Vec::new()) };
        let serves = |method: &&Box<dyn Method<G>>| method.memory(&self.game, layer, metric).is_some();
        Ok(self.methods.iter().filter(serves).map(|method| method.name()).collect())
    }

    fn estimate(
        &self,
        seeds: u32,
        metrics: &[Metric],
        method: Option<&str>,
        memory: Option<u64>,
    ) -> Result<Estimate, Error> {
        let layers = self.layers(seeds)?;
        let states = self.states(&layers);
        let sizes = |layer: &Layer| (layer.seeds, layer.shape, self.game.layer_len(*layer));
        let bytes: u64 = metrics.iter().map(|metric| metric.bytes()).sum();
        let needs = self.plan(method, memory).needs(&self.game, &layers, metrics);
        let needs = needs.map_err(|error| Error::Usage(error.to_string()))?;
        Ok(Estimate {
            layers: layers.iter().map(sizes).collect(),
            states,
            disk: states.saturating_mul(u128::from(bytes)),
            memory: needs.all,
            least_memory: needs.least,
        })
    }

    fn build(&self, job: &BuildJob, watch: &dyn Watch) -> Result<BuildReport, Error> {
        if let Some(why) = self.refusal() {
            return Err(Error::Usage(format!("no database can hold values under these rules: {why}")));
        }
        let layers = self.layers(job.seeds)?;
        let folder = Folder::new(&job.dir, self.identity());
        let plan = self.plan(job.method.as_deref(), job.memory);
        let built = db::build(&*self.game, &folder, &layers, &job.metrics, plan, watch);
        let built = built.map_err(|error| match error {
            DbError::Solve(SolveError::Stopped(_)) => Error::Stopped,
            other => Error::File(other.to_string()),
        })?;
        let states = self.states(&layers);
        let made = layers.iter().filter(|layer| built.made.iter().any(|(made, _)| made == *layer)).count();
        let bytes: u64 = job.metrics.iter().map(|metric| metric.bytes()).sum();
        Ok(BuildReport {
            folder: folder.path().to_owned(),
            made,
            kept: layers.len() - made,
            states,
            bytes: states * u128::from(bytes),
        })
    }

    fn analyze(
        &self,
        position: &Position,
        options: &AnalyzeOptions,
        watch: &dyn Watch,
    ) -> Result<Analysis, Error> {
        self.analysis(position, options, watch)
    }

    fn distribution(&self, seeds: u32) -> Result<Vec<(i16, u64)>, Error> {
        let game = &*self.game;
        let too_many = || Error::Usage(format!("{seeds} seeds: more than {IN_MEMORY} states"));
        let layer = self.layers(seeds)?.pop().ok_or_else(too_many)?;
        let mut sources = Sources::open(game, &[], &self.identity());
        let known = sources.ensure(game, &self.methods, layer, IN_MEMORY, &Unwatched);
        if !known.map_err(|error| Error::File(error.to_string()))? {
            return Err(too_many());
        }
        let mut counts = BTreeMap::new();
        for index in 0..game.layer_len(layer) as u64 {
            if let Some(score) =
                sources.value(game, &game.unrank(layer, index)).and_then(|value| value.exact())
            {
                *counts.entry(score.0).or_default() += 1;
            }
        }
        Ok(counts.into_iter().collect())
    }

    fn check_layers(&self, seeds: u32) -> Result<(), Error> {
        let layers = self.layers(seeds)?;
        if let Some(&layer) = layers.last() {
            contract::check_layer(&*self.game, layer, &self.methods);
        }
        Ok(())
    }
}

//! Solved layers of one opened game, behind an object-safe face: what a build takes, building, looking up, analysing.

mod above;
mod analysis;
mod analyze;
mod build;
mod compare;
mod count;
mod embedded;
mod exchange;
mod keep;
mod kept;
mod line;
mod memory;
mod places;
mod prepared;
mod probe;
mod sample;
mod shelf;
mod sources;
mod stats;
mod verify;
mod why;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use sowbase_solver::db::Identity;
use sowbase_solver::retrograde::{Method, Plan, Values, general};
use sowbase_solver::{Layer, Layered, Metric, Unwatched, Watch, contract};

pub use analysis::{Analysis, Final, MoveValue, PvStops, Source, Worth};
pub use build::{BuildJob, BuildReport, Estimate};
pub use compare::{Compared, Comparison, Difference, Numbering, OneFile, Whose, compare, databases_in};
pub use exchange::{Exchange, ExchangeJob, Exported};
pub use keep::{Export, ExportJob, Keeping};
pub use line::{BestPlay, LineMove, PlayedLine};
pub(crate) use memory::available as memory_free;
pub use memory::{parse_size, size};
pub use places::Places;
pub use prepared::{Prepared, Preparing};
pub use probe::{Plies, Probed, ProbedMove, Prober, Probing};
pub use sample::{Columns, Drawn, SampleJob, Sampling};
pub use shelf::{Shelf, ShelfFile, ShelfLayer, shelves, shelves_inside, stretches};
pub(crate) use sources::Sources;
pub use stats::{Far, LayerStats, Longest, Statistics};
pub use verify::{FaultReport, FileVerdict, Verdict, VerifyJob, Verifying};
pub use why::signed;

use crate::error::Error;
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::play::Position;

/// States that an analysis solves in memory when no database knows a position: seconds of work.
pub const IN_MEMORY: u64 = 8_000_000;

/// Where an analysis looks and how far it goes.
#[derive(Clone, Debug)]
pub struct AnalyzeOptions {
    /// Where values are looked up.
    pub places: Places,
    /// Follow best play to the end.
    pub lines: bool,
    /// Solve up to so many states in memory when no database knows the position.
    pub in_memory: u64,
}

/// Builds and reads the solved layers of a game.
pub trait Tables:
    Statistics
    + Exchange
    + Probing
    + BestPlay
    + Sampling
    + Numbering
    + Keeping
    + Preparing
    + Verifying
    + Send
    + Sync
{
    /// Why no database can hold values under the rules in force, if so.
    fn refusal(&self) -> Option<String>;

    /// The methods that serve the layer of `seeds` seeds, the best first.
    ///
    /// # Errors
    /// When the game has no board of so many seeds.
    fn methods(&self, seeds: u32, metric: Metric) -> Result<Vec<&'static str>, Error>;

    /// What a build takes.
    ///
    /// # Errors
    /// When the game has no such board, or no method serves them.
    fn estimate(&self, job: &BuildJob) -> Result<Estimate, Error>;

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

    /// The game.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The ways to solve its layers, the best first.
    pub(crate) fn methods_of(&self) -> &[Box<dyn Method<G>>] {
        &self.methods
    }

    fn plan<'a>(&'a self, method: Option<&'a str>, memory: Option<u64>) -> Plan<'a, G> {
        let memory = memory.or_else(memory::available).unwrap_or(u64::MAX);
        Plan { method, memory, ..Plan::any(&self.methods) }
    }

    fn identity(&self) -> Identity {
        Identity {
            game: G::Rules::GAME.to_owned(),
            fingerprint: fingerprint(&self.game.rules().database_canonical()),
            rules: self.game.words(),
        }
    }

    /// The layers that a build up to `seeds` seeds makes, in order; on a board of another shape than the start's, where
    /// the game has more than one.
    fn layers_of(&self, seeds: u32, shape: Option<&str>) -> Result<Vec<Layer>, Error> {
        let shape = match shape {
            Some(text) => {
                self.game.shape(text).map_err(|why| Error::Usage(format!("--open {text}: {why}")))?
            }
            None => self.game.layer(&self.game.start()).shape,
        };
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

    pub(crate) fn layers(&self, seeds: u32) -> Result<Vec<Layer>, Error> {
        self.layers_of(seeds, None)
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
        let all = self.methods.iter().filter(|method| method.memory(&self.game, layer, metric).is_some());
        Ok(all.map(|method| method.name()).collect())
    }

    fn estimate(&self, job: &BuildJob) -> Result<Estimate, Error> {
        self.estimate_of(job)
    }

    fn build(&self, job: &BuildJob, watch: &dyn Watch) -> Result<BuildReport, Error> {
        self.build_of(job, watch)
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
        let mut sources = self.sources(&Places::default(), &Unwatched);
        let known = sources.ensure(layer, IN_MEMORY);
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

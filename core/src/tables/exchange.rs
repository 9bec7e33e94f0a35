//! Layers in the formats of other people: written from our databases, and read into them.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use sowbase_solver::db::{self, DbError, Folder};
use sowbase_solver::retrograde::{Job, Method, Plan, Planes, SolveError, Solved};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::sources::fitting;
use super::{BuildReport, Tabled, memory};
use crate::error::Error;
use crate::games::foreign::{FORMATS, Foreign, Shelf, source};
use crate::games::rulebook::Rulebook;

/// Which layers in which format, and the folder with their files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExchangeJob {
    /// The format, one of [`Exchange::formats`].
    pub format: String,
    /// Seeds of the layers meant; all there are when not given.
    pub seeds: Option<RangeInclusive<u32>>,
    /// The folder with the files in that format.
    pub files: PathBuf,
}

/// A file that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exported {
    /// Seeds of its boards.
    pub seeds: u32,
    /// Its bytes.
    pub bytes: u64,
}

/// Writes and reads layers in foreign formats.
pub trait Exchange {
    /// The formats that serve the rules in force.
    fn formats(&self) -> Vec<&'static str>;

    /// Writes the layers of `job` from the first of `dirs` that has each.
    ///
    /// # Errors
    /// When the format does not serve the rules, no folder has a layer, a file cannot be written, or `watch` says stop;
    /// files written by then stay.
    fn export_foreign(
        &self,
        job: &ExchangeJob,
        dirs: &[PathBuf],
        watch: &dyn Watch,
    ) -> Result<Vec<Exported>, Error>;

    /// Takes the layers of `job` into the database under `dir`; layers that it has already are kept.
    ///
    /// # Errors
    /// When the format does not serve the rules, a file is not what it should be, a lower layer is missing, or `watch`
    /// says stop; layers finished by then stay.
    fn import_foreign(&self, job: &ExchangeJob, dir: &Path, watch: &dyn Watch) -> Result<BuildReport, Error>;
}

/// Takes layers out of foreign files instead of solving them.
struct Taken<G>(&'static str, Box<dyn Shelf<G>>);

impl<G: Layered> Method<G> for Taken<G> {
    fn name(&self) -> &'static str {
        self.0
    }

    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        (metric == Metric::Score).then(|| game.layer_len(layer))
    }

    fn solve(
        &self,
        game: &G,
        layer: Layer,
        _: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        self.1.read(game, layer, solved, job.watch)
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    fn format(&self, name: &str) -> Result<Box<dyn Foreign<G>>, Error> {
        if !FORMATS.iter().any(|(known, _)| *known == name) {
            return Err(Error::unknown("there is no format", name, FORMATS.iter().map(|(known, _)| *known)));
        }
        fitting(&*self.game, name).map_err(Error::Usage)
    }

    /// The scores of a layer from the first folder that has them.
    fn scores(&self, layer: Layer, dirs: &[PathBuf]) -> Result<Planes, Error> {
        for dir in dirs.iter().filter(|dir| source(dir).is_none()) {
            let planes = Folder::new(dir, self.identity()).read(&*self.game, layer, Metric::Score);
            if let Some(planes) = planes.map_err(|error| Error::File(error.to_string()))? {
                return Ok(planes);
            }
        }
        Err(Error::File(format!(
            "no database for these rules has scores of boards of {} seeds: build them first (`sowbase db build`)",
            layer.seeds
        )))
    }
}

impl<G: Rulebook + Layered> Exchange for Tabled<G> {
    fn formats(&self) -> Vec<&'static str> {
        let foreign = self.game.foreign();
        let fitting = foreign.iter().filter(|format| format.refusal(&self.game).is_none());
        fitting.map(|format| format.name()).collect()
    }

    fn export_foreign(
        &self,
        job: &ExchangeJob,
        dirs: &[PathBuf],
        watch: &dyn Watch,
    ) -> Result<Vec<Exported>, Error> {
        let shelf = self.format(&job.format)?.shelf(&job.files);
        let mut done = Vec::new();
        for seeds in job.seeds.clone().ok_or_else(|| Error::Usage("say which layers: --seeds a..b".into()))? {
            let layer =
                self.layers(seeds)?.pop().ok_or_else(|| Error::Usage(format!("no layer of {seeds}")))?;
            let Planes::Score(scores) = self.scores(layer, dirs)? else { continue };
            let bytes = shelf.write(&self.game, layer, &scores, watch)?;
            done.push(Exported { seeds, bytes });
        }
        Ok(done)
    }

    fn import_foreign(&self, job: &ExchangeJob, dir: &Path, watch: &dyn Watch) -> Result<BuildReport, Error> {
        let format = self.format(&job.format)?;
        let shelf = format.shelf(&job.files);
        let mut layers = shelf.layers().map_err(Error::File)?;
        if let Some(seeds) = &job.seeds {
            layers.retain(|layer| seeds.contains(&u32::from(layer.seeds)));
            let missing = seeds.clone().find(|&n| !layers.iter().any(|layer| u32::from(layer.seeds) == n));
            if let Some(missing) = missing {
                let (name, files) = (format.name(), job.files.display());
                return Err(Error::File(format!(
                    "{files} has no file of {name} for boards of {missing} seeds"
                )));
            }
        }
        if layers.is_empty() {
            return Err(Error::File(format!("{} has no files of {}", job.files.display(), format.name())));
        }
        // All files are looked at before the first is read.
        if let Some(bad) = layers.iter().find(|layer| !shelf.knows(**layer)) {
            let why =
                shelf.troubles().pop().unwrap_or_else(|| format!("the file of {} seeds is gone", bad.seeds));
            return Err(Error::File(why));
        }
        let methods: [Box<dyn Method<G>>; 1] = [Box::new(Taken(format.name(), shelf))];
        let memory = memory::available().unwrap_or(u64::MAX);
        let plan = Plan { memory, ..Plan::any(&methods) };
        let folder = Folder::new(dir, self.identity());
        let built = db::build(&*self.game, &folder, &layers, &[Metric::Score], plan, watch);
        let built = built.map_err(|error| match error {
            DbError::Solve(SolveError::Stopped(_)) => Error::Stopped,
            other => Error::File(other.to_string()),
        })?;
        let files = layers.iter().map(|layer| folder.file(*layer, Metric::Score));
        let bytes = files.filter_map(|path| path.metadata().ok()).map(|file| u128::from(file.len())).sum();
        Ok(BuildReport {
            folder: folder.path().to_owned(),
            made: built.made.len(),
            kept: built.kept.len(),
            states: self.states(&layers),
            bytes,
        })
    }
}

//! What is done with the files of a database as they are: exporting layers, compressing harder.

use std::io::Write;
use std::path::{Path, PathBuf};

use sowbase_solver::db::{DbError, Effort, Folder, Format, Packed, export, pack};
use sowbase_solver::retrograde::SolveError;
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::Tabled;
use crate::error::Error;
use crate::games::rulebook::Rulebook;

/// Which values to export.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// Folders with databases; the first that has the file is read.
    pub dirs: Vec<PathBuf>,
    /// Which layer.
    pub seeds: u32,
    /// The open holes of both players, where the game has boards of several shapes; the start's when not given.
    pub shape: Option<String>,
    /// Which of its metrics.
    pub metric: Metric,
    /// How they are written.
    pub format: Format,
}

/// The files of a game's databases.
pub trait Keeping {
    /// States of the layer that an export would write.
    ///
    /// # Errors
    /// When there is no such layer, or no file with it.
    fn exported(&self, job: &ExportJob) -> Result<u64, Error>;

    /// Writes all values of a layer in the order of the states' numbers.
    ///
    /// # Errors
    /// When there is no file with it, it is damaged, or `out` refuses.
    fn export(&self, job: &ExportJob, out: &mut dyn Write) -> Result<(), Error>;

    /// Compresses every file of the database in a folder harder.
    ///
    /// # Errors
    /// When it is not there, somebody else works in it, a file is damaged, the disk is full, or `watch` says stop.
    fn pack(&self, dir: &Path, watch: &dyn Watch) -> Result<Packed, Error>;
}

/// What people are told of an error of files.
pub(super) fn told(error: DbError) -> Error {
    match error {
        DbError::Solve(SolveError::Stopped(_)) => Error::Stopped,
        other => Error::File(other.to_string()),
    }
}

impl<G: Rulebook + Layered> Keeping for Tabled<G> {
    fn exported(&self, job: &ExportJob) -> Result<u64, Error> {
        let layer = self.one_layer(job.seeds, job.shape.as_deref())?;
        let databases = self.databases(&job.dirs)?;
        let found = databases.iter().find_map(|database| database.find(layer, job.metric));
        found.map(|stored| stored.states).ok_or_else(|| {
            let there = databases.iter().flat_map(|database| &database.stored);
            let metrics: Vec<&str> =
                there.filter(|file| file.layer == layer).map(|file| file.metric.name()).collect();
            if metrics.is_empty() {
                return Self::nothing(&job.dirs, &databases, &(job.seeds..=job.seeds));
            }
            Error::File(format!(
                "layer {} has no file with the metric {}; there is {}",
                layer.seeds,
                job.metric,
                metrics.join(", ")
            ))
        })
    }

    fn export(&self, job: &ExportJob, mut out: &mut dyn Write) -> Result<(), Error> {
        let layer = self.one_layer(job.seeds, job.shape.as_deref())?;
        let databases = self.databases(&job.dirs)?;
        let found = databases.iter().find_map(|db| db.find(layer, job.metric).map(|file| (db, file)));
        let Some((database, file)) = found else {
            return Err(Self::nothing(&job.dirs, &databases, &(job.seeds..=job.seeds)));
        };
        let planes = database.read(file).map_err(told)?;
        export(&planes, job.format, &mut out)
            .map_err(|error| Error::File(format!("cannot write the values: {error}")))
    }

    fn pack(&self, dir: &Path, watch: &dyn Watch) -> Result<Packed, Error> {
        let folder = Folder::new(dir, self.identity());
        if !folder.path().is_dir() {
            let path = folder.path().display();
            return Err(Error::File(format!(
                "{path}: no database of these rules; `db info` says what is there"
            )));
        }
        pack(&folder, Effort::Pack, watch).map_err(told)
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// The layer with so many seeds, of the whole board or of a shape that was asked for.
    pub(super) fn one_layer(&self, seeds: u32, shape: Option<&str>) -> Result<Layer, Error> {
        let last = self.layers_of(seeds, shape)?.pop();
        last.ok_or_else(|| Error::Usage(format!("--seeds {seeds}: no layer")))
    }
}

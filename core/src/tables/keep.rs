//! What is done with the files of a database as they are: exporting layers, compressing harder.

use std::io::Write;
use std::path::Path;

use sowbase_solver::db::{DbError, Effort, Folder, Format, Inventory, Packed, Stored, export, pack};
use sowbase_solver::retrograde::SolveError;
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::memory::{self, size};
use super::{Places, Tabled};
use crate::error::Error;
use crate::games::rulebook::Rulebook;

/// Which values to export.
#[derive(Clone, Debug)]
pub struct ExportJob {
    /// Where values are looked up; the first place that has the file is read.
    pub places: Places,
    /// Which layer.
    pub seeds: u32,
    /// The open holes of both players, where the game has boards of several shapes; the start's when not given.
    pub shape: Option<String>,
    /// Which of its metrics.
    pub metric: Metric,
    /// How they are written.
    pub format: Format,
}

/// A layer that was found and can be written.
#[derive(Clone, Debug)]
pub struct Export {
    database: Inventory,
    file: Stored,
    format: Format,
}

impl Export {
    /// States that will be written.
    pub fn states(&self) -> u64 {
        self.file.states
    }

    /// Writes the values.
    ///
    /// # Errors
    /// When the file is damaged, or `out` refuses.
    pub fn write(&self, mut out: &mut dyn Write) -> Result<(), Error> {
        let planes = self.database.read(&self.file).map_err(told)?;
        export(&planes, self.format, &mut out)
            .map_err(|error| Error::File(format!("cannot write the values: {error}")))
    }
}

/// The files of a game's databases.
pub trait Keeping {
    /// Finds all values of a layer, to be written in the order of the states' numbers.
    ///
    /// # Errors
    /// When there is no such layer, or no file with it.
    fn export(&self, job: &ExportJob) -> Result<Export, Error>;

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

/// What people are told when a disk is full while they pack: a new file stands beside the old one until it is whole.
fn full(folder: &Folder, error: &DbError) -> Error {
    let files = folder.layer_files().unwrap_or_default();
    let largest = files.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).max();
    let needs = size(u128::from(largest.unwrap_or(0)));
    let free = memory::free_in(memory::disk_free(folder.path()), folder.path());
    Error::File(format!("{error}. Packing needs room for one file more, the largest has {needs}{free}"))
}

impl<G: Rulebook + Layered> Keeping for Tabled<G> {
    fn export(&self, job: &ExportJob) -> Result<Export, Error> {
        let layer = self.one_layer(job.seeds, job.shape.as_deref())?;
        let databases = self.stacked(&job.places)?;
        for database in &databases {
            if let Some(file) = database.find(layer, job.metric) {
                return Ok(Export { database: database.clone(), file: file.clone(), format: job.format });
            }
        }
        let there = databases.iter().flat_map(|database| &database.stored);
        let metrics: Vec<&str> =
            there.filter(|file| file.layer == layer).map(|file| file.metric.name()).collect();
        if metrics.is_empty() {
            return Err(Self::nothing(&job.places.dirs, &databases, &(job.seeds..=job.seeds)));
        }
        Err(Error::File(format!(
            "layer {} has no file with the metric {}; there is {}",
            layer.seeds,
            job.metric,
            metrics.join(", ")
        )))
    }

    fn pack(&self, dir: &Path, watch: &dyn Watch) -> Result<Packed, Error> {
        let folder = Folder::new(dir, self.identity());
        if !folder.path().is_dir() {
            let path = folder.path().display();
            return Err(Error::File(format!(
                "{path}: no database of these rules; `db info` says what is there"
            )));
        }
        pack(&folder, Effort::Pack, watch)
            .map_err(|error| if error.is_full() { full(&folder, &error) } else { told(error) })
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// The layer with so many seeds, of the whole board or of a shape that was asked for.
    pub(super) fn one_layer(&self, seeds: u32, shape: Option<&str>) -> Result<Layer, Error> {
        let last = self.layers_of(seeds, shape)?.pop();
        last.ok_or_else(|| Error::Usage(format!("--seeds {seeds}: no layer")))
    }
}

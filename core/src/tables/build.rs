//! Building a database: what it takes, and doing it.

use std::path::PathBuf;

use sowbase_solver::db::{self, DbError, Folder};
use sowbase_solver::retrograde::{Plan, SolveError};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::keep::told;
use super::memory::{self, size};
use super::{Tabled, Tables};
use crate::error::Error;
use crate::games::rulebook::Rulebook;

/// What a build takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Estimate {
    /// Layers with seeds, shape, and states.
    pub layers: Vec<(u8, u16, u128)>,
    /// States in all layers.
    pub states: u128,
    /// Bytes on disk, about.
    pub disk: u128,
    /// Bytes of those that are not there yet.
    pub to_write: u128,
    /// Files that are there already, of as many as layers times metrics.
    pub files_kept: usize,
    /// Bytes of work files for solved layers that do not fit in memory, while the build runs.
    pub work: u128,
    /// Bytes of disk that are free where the files go, if the system says.
    pub disk_free: Option<u64>,
    /// Bytes of memory that a build may use.
    pub memory_allowed: u64,
    /// Seconds on the threads in use for what is not there yet, where the methods have been measured.
    pub seconds: Option<f64>,
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
    /// What is to be known of each state. Scores are made, too, where distances need them.
    pub metrics: Vec<Metric>,
    /// The open holes of both players, such as `3+5`, where the game has boards of several shapes; the start's when not
    /// given.
    pub shape: Option<String>,
    /// The method to use for these metrics, by name; the best that fits when not given.
    pub method: Option<String>,
    /// Bytes of memory to use; what the machine has free when not given.
    pub memory: Option<u64>,
}

impl BuildJob {
    /// The scores of all layers up to `seeds` seeds, by the best method, with the memory there is.
    pub fn new(dir: impl Into<PathBuf>, seeds: u32) -> Self {
        Self { dir: dir.into(), seeds, metrics: vec![Metric::Score], shape: None, method: None, memory: None }
    }

    /// Scores where only distances need them: a distance says how long the way to a score is.
    fn implied(&self) -> Option<Metric> {
        let alone = self.metrics.contains(&Metric::Distance) && !self.metrics.contains(&Metric::Score);
        alone.then_some(Metric::Score)
    }

    /// Every metric that is made, in the order in which they are.
    pub fn made(&self) -> Vec<Metric> {
        let mut made: Vec<Metric> = self.implied().into_iter().chain(self.metrics.iter().copied()).collect();
        made.sort();
        made.dedup();
        made
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

/// Bits a state that a file takes, about (docs/speed/files.md): what the estimate of a build's disk rests on.
fn bits(metric: Metric) -> u128 {
    match metric {
        Metric::Score => 4,
        Metric::Bounds => 8,
        Metric::Distance => 16,
    }
}

/// Bytes of a file beside its values, about: header, rules in words, index, the disk's last block.
const BESIDE: u128 = 4 << 10;

impl<G: Rulebook + Layered> Tabled<G> {
    fn job_plan<'a>(&'a self, job: &'a BuildJob) -> Plan<'a, G> {
        Plan { implied: job.implied(), ..self.plan(job.method.as_deref(), job.memory) }
    }

    pub(super) fn estimate_of(&self, job: &BuildJob) -> Result<Estimate, Error> {
        let layers = self.layers_of(job.seeds, job.shape.as_deref())?;
        let states = self.states(&layers);
        let sizes = |layer: &Layer| (layer.seeds, layer.shape, self.game.layer_len(*layer));
        let plan = self.job_plan(job);
        let usage = |error: SolveError| Error::Usage(error.to_string());
        let metrics = job.made();
        let needs = plan.needs(&self.game, &layers, &metrics).map_err(usage)?;
        let folder = Folder::new(&job.dir, self.identity());
        let (mut disk, mut to_write, mut files_kept, mut seconds) = (0u128, 0u128, 0, Some(0.0));
        for &layer in &layers {
            for &metric in &metrics {
                let states = self.game.layer_len(layer);
                let bytes = states.saturating_mul(bits(metric)).div_ceil(8).saturating_add(BESIDE);
                disk = disk.saturating_add(bytes);
                if folder.has(layer, metric) {
                    files_kept += 1;
                } else {
                    to_write = to_write.saturating_add(bytes);
                    let needs = plan.needs(&self.game, &[layer], &[metric]).map_err(usage)?;
                    seconds = seconds.zip(needs.seconds).map(|(all, more)| all + more);
                }
            }
        }
        let threads = rayon::current_num_threads() as f64;
        Ok(Estimate {
            layers: layers.iter().map(sizes).collect(),
            states,
            disk,
            to_write,
            files_kept,
            work: needs.all.saturating_sub(u128::from(plan.memory)).min(needs.kept),
            disk_free: memory::disk_free(&job.dir),
            memory: needs.all,
            least_memory: needs.least,
            memory_allowed: plan.memory,
            seconds: seconds.map(|seconds| seconds / threads),
        })
    }

    /// What people are told when a disk is full: what is still needed, and what there is.
    fn full(&self, job: &BuildJob, error: &DbError) -> Error {
        let Ok(Estimate { to_write, work, disk_free, .. }) = self.estimate_of(job) else {
            return Error::File(error.to_string());
        };
        let mut text = format!("{error}. The rest needs about {} of disk", size(to_write));
        if work > 0 {
            text += &format!(" and {} for work files", size(work));
        }
        text += &memory::free_in(disk_free, &job.dir);
        Error::File(text)
    }

    pub(super) fn build_of(&self, job: &BuildJob, watch: &dyn Watch) -> Result<BuildReport, Error> {
        if let Some(why) = self.refusal() {
            return Err(Error::Usage(format!("no database can hold values under these rules: {why}")));
        }
        let estimate = self.estimate_of(job)?;
        if estimate.least_memory > u128::from(estimate.memory_allowed) {
            return Err(Error::File(format!(
                "{} states in all: the largest layer needs {} of memory, and {} ({} bytes) are allowed; give more with \
                 --memory, or build fewer seeds",
                estimate.states,
                size(estimate.least_memory),
                size(u128::from(estimate.memory_allowed)),
                estimate.memory_allowed
            )));
        }
        let on_disk = estimate.to_write.saturating_add(estimate.work);
        if let Some(free) = estimate.disk_free.filter(|free| u128::from(*free) < on_disk) {
            return Err(Error::File(format!(
                "{} states need about {} of disk{}, and {} are free in {}; make room, give another folder with --db, \
                 or build fewer seeds",
                estimate.states,
                size(on_disk),
                if estimate.files_kept == 0 { "" } else { " more" },
                size(u128::from(free)),
                job.dir.display()
            )));
        }
        let layers = self.layers_of(job.seeds, job.shape.as_deref())?;
        let folder = Folder::new(&job.dir, self.identity());
        let metrics = job.made();
        let built = db::build(&*self.game, &folder, &layers, &metrics, self.job_plan(job), watch);
        let built =
            built.map_err(|error| if error.is_full() { self.full(job, &error) } else { told(error) })?;
        let made = layers.iter().filter(|layer| built.made.iter().any(|(made, _)| made == *layer)).count();
        let paths = layers.iter().flat_map(|layer| metrics.iter().map(|metric| folder.file(*layer, *metric)));
        let bytes = paths.filter_map(|path| path.metadata().ok()).map(|file| u128::from(file.len())).sum();
        Ok(BuildReport {
            folder: folder.path().to_owned(),
            made,
            kept: layers.len() - made,
            states: self.states(&layers),
            bytes,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::CATALOGUE;

    #[test]
    fn every_method_says_how_long_it_takes() {
        for entry in CATALOGUE {
            let opened = entry.open(&[]).expect("defaults");
            let Some(tables) = opened.tables.filter(|tables| tables.refusal().is_none()) else { continue };
            for metric in Metric::ALL {
                // Anywoli's faster method is for whole fours.
                for method in tables.methods(4, metric).expect("a layer") {
                    let (method, metrics) = (Some(method.to_owned()), vec![metric]);
                    let job = BuildJob { metrics, method, ..BuildJob::new("", 4) };
                    let estimate = tables.estimate(&job).expect("served");
                    let known = estimate.seconds.is_some_and(|seconds| seconds > 0.0);
                    assert!(known, "{} {metric} by {:?}", entry.name, job.method);
                }
            }
        }
    }
}

//! Which files are proven: before, by the notes in their folders, and now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use sowbase_solver::db::{Inventory, Stored};
use sowbase_solver::{Layer, Metric};

use super::{FileVerdict, VerifyJob};

/// Files by layer and metric.
pub(super) type Files<'a> = BTreeMap<(Layer, Metric), (&'a Inventory, &'a Stored)>;

/// The files that were proven before and have not changed, and by what.
pub(super) fn proven(files: &Files<'_>) -> BTreeMap<(Layer, Metric), String> {
    let mut notes: BTreeMap<&Path, BTreeMap<String, String>> = BTreeMap::new();
    let mut all = BTreeMap::new();
    for (&(layer, metric), (database, _)) in files {
        let folder = &database.folder;
        let notes = notes.entry(folder.path()).or_insert_with(|| folder.proven());
        if let Some(by) = notes.get(&folder.file_name(layer, metric)) {
            all.insert((layer, metric), by.clone());
        }
    }
    all
}

/// What is known of the files while they are checked.
pub(super) struct Proof<'a> {
    pub(super) job: &'a VerifyJob,
    pub(super) files: Files<'a>,
    /// The files that were proven before and have not changed, and by what.
    pub(super) before: BTreeMap<(Layer, Metric), String>,
    /// The files that are proven, before and now.
    pub(super) sure: BTreeSet<(Layer, Metric)>,
}

impl Proof<'_> {
    /// The files of some layers.
    pub(super) fn of(&self, layers: &[Layer]) -> impl Iterator<Item = (Layer, Metric)> {
        self.files.keys().copied().filter(|(layer, _)| layers.contains(layer))
    }

    pub(super) fn metrics(&self, layer: Layer) -> Vec<Metric> {
        self.of(&[layer]).map(|(_, metric)| metric).collect()
    }

    /// Whether a file's states are to be looked at.
    pub(super) fn is_due(&self, file: (Layer, Metric)) -> bool {
        self.job.again || !self.job.is_whole() || !self.before.contains_key(&file)
    }

    /// The report of a file that is not looked at again.
    pub(super) fn unchanged(&self, file: (Layer, Metric)) -> FileVerdict {
        let (layer, metric) = file;
        FileVerdict {
            seeds: layer.seeds,
            shape: layer.shape,
            metric: metric.name(),
            states: self.states(layer),
            grounded: None,
            wrong: 0,
            faults: Vec::new(),
            proven_before_by: self.before.get(&file).cloned(),
        }
    }

    /// States of a layer.
    pub(super) fn states(&self, layer: Layer) -> u64 {
        self.of(&[layer]).find_map(|file| self.files.get(&file)).map_or(0, |(_, stored)| stored.states)
    }

    /// Notes that a file is proven, for `db info` and for the next proof.
    pub(super) fn prove(&mut self, file: (Layer, Metric)) {
        self.sure.insert(file);
        if let Some((database, _)) = self.files.get(&file) {
            // A folder that cannot be written is proven all the same.
            let _ = database.folder.seal(&[file], concat!("sowbase ", env!("CARGO_PKG_VERSION")));
        }
    }

    /// A file is not proven now; where it is `wrong`, what was noted of it is taken back.
    pub(super) fn doubt(&mut self, file: (Layer, Metric), wrong: bool) {
        self.sure.remove(&file);
        if let Some((database, _)) =
            self.files.get(&file).filter(|_| wrong && self.before.contains_key(&file))
        {
            let _ = database.folder.unseal(&[file]);
        }
    }
}

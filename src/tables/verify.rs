//! Proving that stored values are right: files against their checksums, every state against its moves, and every value
//! against play that cannot go round.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::Serialize;
use sowbase_solver::db::{Inventory, Stored, verify_files};
use sowbase_solver::retrograde::Solved;
use sowbase_solver::retrograde::verify::{self, Fault, Ground, Sample, Scope, VerifyError, Wrong};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use super::Tabled;
use super::compare::Numbering;
use super::keep::told;
use crate::error::Error;
use crate::games::rulebook::Rulebook;

/// What to verify.
#[derive(Clone, Debug)]
pub struct VerifyJob {
    /// Folders with databases.
    pub dirs: Vec<PathBuf>,
    /// Layers with seeds in this range.
    pub seeds: RangeInclusive<u32>,
    /// Only so many states of each file, and only against their moves: how many, and the seed of the draw.
    pub sample: Option<(u64, u64)>,
    /// Only against their moves.
    pub local_only: bool,
    /// Faults that are listed of each file; all are counted.
    pub faults: usize,
}

/// What verifying found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Verdict {
    /// True when nothing wrong was found.
    pub clean: bool,
    /// True when that is a proof: every layer was checked whole, from the smallest up, in both steps.
    pub proven: bool,
    /// Files whose bytes are not what they were when they were written, and files that cannot be used.
    pub damaged: Vec<String>,
    /// Layers that could not be checked, with the reason.
    pub unchecked: Vec<String>,
    /// File by file.
    pub files: Vec<FileVerdict>,
}

/// What was found in a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FileVerdict {
    /// Seeds on the board.
    pub seeds: u8,
    /// Which of the game's shapes.
    pub shape: u16,
    /// The metric.
    pub metric: &'static str,
    /// States that were looked at.
    pub states: u64,
    /// How it was shown that values are reached in finite time: `passes`, `distances`, or `null` when it was not.
    pub grounded: Option<&'static str>,
    /// States with a fault.
    pub wrong: u64,
    /// The first of them.
    pub faults: Vec<FaultReport>,
}

/// A state with a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultReport {
    /// Its number in the layer.
    pub number: u64,
    /// The position, South to move.
    pub position: Option<String>,
    /// What is stored.
    pub stored: String,
    /// What is wrong with it.
    pub wrong: String,
}

/// Proofs of databases.
pub trait Verifying {
    /// Verifies the layers in a range that the folders hold, from the smallest up. Where two folders hold the same file,
    /// the first counts.
    ///
    /// # Errors
    /// When there is nothing to verify, or `watch` says stop. What is wrong is no error but the answer.
    fn verify(&self, job: &VerifyJob, watch: &dyn Watch) -> Result<Verdict, Error>;
}

impl<G: Rulebook + Layered> Verifying for Tabled<G> {
    fn verify(&self, job: &VerifyJob, watch: &dyn Watch) -> Result<Verdict, Error> {
        let databases = self.databases(&job.dirs)?;
        let mut verdict = Verdict {
            clean: true,
            proven: true,
            damaged: Vec::new(),
            unchecked: Vec::new(),
            files: Vec::new(),
        };
        for database in &databases {
            verdict.damaged.extend(verify_files(&database.folder, watch).map_err(told)?.troubles);
            for trouble in &database.troubles {
                if !verdict.damaged.contains(trouble) {
                    verdict.damaged.push(trouble.clone());
                }
            }
        }
        let files = first_of_each(&databases);
        let asked: Vec<Layer> = layers(&files, |layer| job.seeds.contains(&u32::from(layer.seeds)));
        if asked.is_empty() && verdict.damaged.is_empty() {
            return Err(Self::nothing(&job.dirs, &databases, &job.seeds));
        }
        let mut solved = Solved::default();
        // Lower layers are read even where they are not to be checked: moves lead there.
        let most = asked.iter().max().copied();
        for layer in layers(&files, |layer| most.is_some_and(|most| layer.seeds <= most.seeds)) {
            for metric in Metric::ALL {
                let Some((database, file)) = files.get(&(layer, metric)) else { continue };
                match database.read(file) {
                    Ok(planes) => solved.insert(layer, planes),
                    Err(error) => {
                        let error = error.to_string();
                        if !verdict.damaged.contains(&error) {
                            verdict.damaged.push(error);
                        }
                    }
                }
            }
            if asked.contains(&layer) {
                self.check(layer, &solved, job, &mut verdict, watch)?;
            }
        }
        let wrong = verdict.files.iter().any(|file| file.wrong > 0);
        verdict.clean = verdict.damaged.is_empty() && verdict.unchecked.is_empty() && !wrong;
        let below = asked.iter().flat_map(|layer| self.game.needed(*layer));
        let whole = verdict.files.iter().all(|file| file.grounded.is_some());
        verdict.proven = verdict.clean && whole && below.into_iter().all(|layer| asked.contains(&layer));
        if verdict.proven {
            let by = concat!("sowbase ", env!("CARGO_PKG_VERSION"));
            for database in &databases {
                let of = files.iter().filter(|(_, (owner, _))| owner.folder == database.folder);
                let here: Vec<(Layer, Metric)> =
                    of.map(|(file, _)| *file).filter(|(layer, _)| asked.contains(layer)).collect();
                // A note for `db info`; a folder that cannot be written is proven all the same.
                let _ = database.folder.seal(&here, by);
            }
        }
        Ok(verdict)
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// Checks every metric of a layer that is known.
    fn check(
        &self,
        layer: Layer,
        solved: &Solved,
        job: &VerifyJob,
        verdict: &mut Verdict,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let sample = job.sample.map(|(count, seed)| Sample { count, seed });
        let scope = Scope { faults: job.faults, sample, local_only: job.local_only };
        for metric in Metric::ALL.into_iter().filter(|metric| solved.has(layer, *metric)) {
            match verify::verify(&*self.game, layer, metric, solved, scope, watch) {
                Ok(seen) => verdict.files.push(FileVerdict {
                    seeds: layer.seeds,
                    shape: layer.shape,
                    metric: metric.name(),
                    states: seen.states,
                    grounded: match seen.ground {
                        Ground::Unchecked => None,
                        Ground::Passes(_) => Some("passes"),
                        Ground::Distances => Some("distances"),
                    },
                    wrong: seen.wrong,
                    faults: seen.faults.iter().map(|fault| self.fault(fault)).collect(),
                }),
                Err(VerifyError::Stopped(_)) => return Err(Error::Stopped),
                Err(error) => verdict.unchecked.push(format!("{metric}: {error}")),
            }
        }
        Ok(())
    }

    fn fault(&self, fault: &Fault) -> FaultReport {
        let Layer { seeds, shape } = fault.layer;
        FaultReport {
            number: fault.index,
            position: self.numbered(seeds, shape, fault.index),
            stored: fault.stored.to_string(),
            wrong: match &fault.wrong {
                Wrong::Children(says) => format!("its moves say {says}"),
                Wrong::Baseless => "not reached in finite time, only held up by a cycle".to_owned(),
            },
        }
    }
}

/// The files by layer and metric; where two databases have the same, that of the first.
pub(super) fn first_of_each(databases: &[Inventory]) -> BTreeMap<(Layer, Metric), (&Inventory, &Stored)> {
    let mut files = BTreeMap::new();
    for database in databases {
        for stored in &database.stored {
            files.entry((stored.layer, stored.metric)).or_insert((database, stored));
        }
    }
    files
}

fn layers<T>(files: &BTreeMap<(Layer, Metric), T>, keep: impl Fn(&Layer) -> bool) -> Vec<Layer> {
    let mut all: Vec<Layer> = files.keys().map(|(layer, _)| *layer).filter(keep).collect();
    all.dedup();
    all
}

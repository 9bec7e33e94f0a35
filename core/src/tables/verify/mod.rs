//! Proving that stored values are right: files against their checksums, every state against its moves, and every value
//! against play that cannot go round.

mod proof;
mod room;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use sowbase_solver::db::{Inventory, verify_files};
use sowbase_solver::retrograde::Solved;
use sowbase_solver::retrograde::verify::{self, Fault, Ground, Sample, Scope, VerifyError, Wrong};
use sowbase_solver::{Layer, Layered, Metric, Watch};

use proof::{Files, Proof, proven};
use room::Room;

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
    /// Bytes of memory to use; what the machine has free when not given.
    pub memory: Option<u64>,
    /// Also files that were proven before and have not changed since.
    pub again: bool,
}

impl VerifyJob {
    /// True when every state is looked at, in both steps: only that can be a proof.
    fn is_whole(&self) -> bool {
        self.sample.is_none() && !self.local_only
    }
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

impl Verdict {
    /// Tells of a file that cannot be used, once.
    fn damage(&mut self, trouble: String) {
        if !self.damaged.contains(&trouble) {
            self.damaged.push(trouble);
        }
    }
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
    /// The program that proved the file before; it has not changed since, and its states were not looked at again. `null`
    /// when they were.
    pub proven_before_by: Option<String>,
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
    /// the first counts. Each file that is proven is noted at once, so that a proof which is stopped can go on later.
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
            database.troubles.iter().for_each(|trouble| verdict.damage(trouble.clone()));
        }
        let files = first_of_each(&databases);
        let asked: Vec<Layer> = layers(&files, |layer| job.seeds.contains(&u32::from(layer.seeds)));
        if asked.is_empty() && verdict.damaged.is_empty() {
            return Err(Self::nothing(&job.dirs, &databases, &job.seeds));
        }
        // Where files are damaged, nobody can say that the others are what was noted.
        let before = if verdict.damaged.is_empty() { proven(&files) } else { BTreeMap::new() };
        let mut proof = Proof { job, files, sure: before.keys().copied().collect(), before };
        self.work(&asked, &mut proof, &mut verdict, watch)?;
        let wrong = verdict.files.iter().any(|file| file.wrong > 0);
        verdict.clean = verdict.damaged.is_empty() && verdict.unchecked.is_empty() && !wrong;
        verdict.files.sort_by_key(|file| (file.seeds, file.shape));
        verdict.proven = verdict.clean && proof.of(&asked).all(|file| proof.sure.contains(&file));
        Ok(verdict)
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    /// Checks the layers that were asked for, reading those below that moves of them lead to.
    fn work(
        &self,
        asked: &[Layer],
        proof: &mut Proof<'_>,
        verdict: &mut Verdict,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let due: Vec<Layer> = asked
            .iter()
            .copied()
            .filter(|layer| proof.of(&[*layer]).any(|file| proof.is_due(file)))
            .collect();
        // The last layer that each is read for; lower layers are read even where they are not to be checked.
        let mut last = BTreeMap::new();
        for &layer in &due {
            let below = self
                .game
                .needed(layer)
                .into_iter()
                .filter(|below| proof.files.keys().any(|(l, _)| l == below));
            last.extend(below.map(|below| (below, layer)));
            last.insert(layer, layer);
        }
        let marks = proof.job.is_whole();
        let need = |layer: Layer| {
            room::needs(proof.states(layer), &proof.metrics(layer), marks && due.contains(&layer))
        };
        let needs: BTreeMap<Layer, u128> = last.keys().map(|layer| (*layer, need(*layer))).collect();
        let first = proof.files.values().next().map(|(database, _)| database.folder.path().to_owned());
        let room = Room::new(proof.job.memory, first.as_deref().unwrap_or(Path::new(".")));
        room.check(&needs)?;
        let mut solved = Solved::default();
        for &layer in asked.iter().filter(|layer| !due.contains(layer)) {
            verdict.files.extend(proof.of(&[layer]).map(|file| proof.unchanged(file)));
        }
        for (&layer, &needs) in &needs {
            let began = Instant::now();
            room.make(&mut solved, needs).map_err(told)?;
            for metric in proof.metrics(layer) {
                let Some((database, file)) = proof.files.get(&(layer, metric)) else { continue };
                match database.read(file) {
                    Ok(planes) => solved.insert(layer, planes),
                    Err(error) => verdict.damage(error.to_string()),
                }
            }
            if due.contains(&layer) {
                self.check(layer, &solved, proof, verdict, watch)?;
                tell(layer, proof.states(layer), verdict, began, watch);
            }
            for (&gone, _) in last.iter().filter(|(_, user)| **user <= layer) {
                for metric in Metric::ALL {
                    solved.forget(gone, metric);
                }
            }
        }
        Ok(())
    }

    /// Checks every metric of a layer that is known, and notes what is proven by it.
    fn check(
        &self,
        layer: Layer,
        solved: &Solved,
        proof: &mut Proof<'_>,
        verdict: &mut Verdict,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        let job = proof.job;
        let sample = job.sample.map(|(count, seed)| Sample { count, seed });
        let scope = Scope { faults: job.faults, sample, local_only: job.local_only, plain: false };
        for metric in Metric::ALL.into_iter().filter(|metric| solved.has(layer, *metric)) {
            if !proof.is_due((layer, metric)) {
                verdict.files.push(proof.unchanged((layer, metric)));
                continue;
            }
            match verify::verify(&*self.game, layer, metric, solved, scope, watch) {
                Ok(seen) => {
                    let whole = seen.is_clean() && seen.ground != Ground::Unchecked;
                    let sound = verdict.damaged.is_empty() && self.rests(layer, metric, proof);
                    if whole && sound {
                        proof.prove((layer, metric));
                    } else {
                        proof.doubt((layer, metric), !seen.is_clean());
                    }
                    verdict.files.push(FileVerdict {
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
                        proven_before_by: None,
                    });
                }
                Err(VerifyError::Stopped(_)) => return Err(Error::Stopped),
                Err(error) => {
                    proof.doubt((layer, metric), false);
                    verdict.unchecked.push(format!("{metric}: {error}"));
                }
            }
        }
        Ok(())
    }

    /// Whether everything that a file of a layer rests on is proven: the layers below, and for distances the scores.
    fn rests(&self, layer: Layer, metric: Metric, proof: &Proof<'_>) -> bool {
        let scores = metric != Metric::Distance || proof.sure.contains(&(layer, Metric::Score));
        let below = self.game.needed(layer).into_iter().filter(|below| *below != layer);
        scores && below.into_iter().all(|below| proof.sure.contains(&(below, metric)))
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

/// Tells of a layer that took long.
fn tell(layer: Layer, states: u64, verdict: &Verdict, began: Instant, watch: &dyn Watch) {
    let seconds = began.elapsed().as_secs_f64();
    if seconds < 2.0 {
        return;
    }
    let here = verdict.files.iter().filter(|file| (file.seeds, file.shape) == (layer.seeds, layer.shape));
    let wrong: u64 = here.map(|file| file.wrong).sum();
    watch.note(&format!("layer {}: {states} states in {seconds:.0} s, {wrong} wrong", layer.seeds));
}

/// The files by layer and metric; where two databases have the same, that of the first.
pub(super) fn first_of_each(databases: &[Inventory]) -> Files<'_> {
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

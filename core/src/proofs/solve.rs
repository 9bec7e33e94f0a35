//! Solving a position: the value, every first move if wanted, the certificate, the checkpoint.

use std::io::{BufRead, BufWriter};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;
use sowbase_solver::db::{Checkpoint, Whole};
use sowbase_solver::prove::{Answer, Claim, Endless, Limits, Prover, Step, Way};
use sowbase_solver::retrograde::{SolveError, Value, Values};
use sowbase_solver::{Child, Layer, Layered, Metric, Move, Score, Turn, Watch};

use super::certificate::{Header, Said, Sealed};
use super::check::{self, Checked};
use super::rounds::{MatchSolution, solve_match};
use super::{Method, Proving, SolveJob};
use crate::error::Error;
use crate::games::notation;
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::play::Position;
use crate::tables::{Sources, Tabled};

/// Slots of a table that a checkpoint keeps at most: those that cost most.
const SLOTS: usize = 1 << 23;
/// More than any position gains.
const MOST: u16 = 10_000;

/// What was shown of a position, seen by its side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solution {
    /// The position.
    pub position: String,
    /// The score, endless play worth 0; nothing where it is open.
    pub score: Option<i16>,
    /// The most that was shown to be forced in finite time.
    pub lower: Option<i16>,
    /// Whether that is the most that can be.
    pub lower_is_best: bool,
    /// The least to which the mover was shown to be held in finite time.
    pub upper: Option<i16>,
    /// Whether that is the least that can be.
    pub upper_is_best: bool,
    /// What was asked with `--at-least`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i16>,
    /// The answer to that; nothing where it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// The moves that keep the score; with `--at-least`, those that get so much.
    pub best: Vec<String>,
    /// Every first move, if wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<MoveProof>>,
    /// States whose moves were played.
    pub nodes: u64,
    /// How long it took, solved layers included.
    pub seconds: f64,
    /// The certificate that was written.
    pub certificate: Option<String>,
    /// What could not be done.
    pub warnings: Vec<String>,
}

/// A first move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveProof {
    /// The move.
    pub r#move: String,
    /// What it is worth to its mover.
    pub score: Option<i16>,
    /// The same in finite time, at least.
    pub lower: i16,
    /// And at most.
    pub upper: i16,
}

pub(super) fn error_of(error: SolveError) -> Error {
    match error {
        SolveError::Stopped(_) => Error::Stopped,
        other => Error::File(other.to_string()),
    }
}

impl<G: Rulebook + Layered> Proving for Tabled<G> {
    fn solve(&self, position: &Position, job: &SolveJob, watch: &dyn Watch) -> Result<Solution, Error> {
        if let Some(why) = self.game().rules().not_tabled() {
            return Err(Error::Usage(format!("no value can be proven under these rules: {why}")));
        }
        if let Some(least) = job.at_least.filter(|least| least.unsigned_abs() > MOST) {
            return Err(Error::Usage(format!(
                "--at-least {least}: no position gains more than {MOST} either way"
            )));
        }
        let began = Instant::now();
        let game = self.game();
        let sources = self.sources(&job.places, watch);
        let limits = Limits {
            hash: job.hash,
            memory: job
                .memory
                .or_else(crate::tables::memory_free)
                .unwrap_or(u64::MAX)
                .saturating_sub(job.hash),
            nodes: job.nodes,
            layers: job.method == Method::Auto,
            way: match job.method {
                Method::Auto | Method::Search => Way::Best,
                Method::Layers => Way::Layers,
                Method::Net => Way::Net,
            },
        };
        let state = game.encode(position);
        let given = Given::new(game, &sources, &state);
        let prover = Prover::new(game, self.methods_of(), &given, limits, watch).map_err(error_of)?;
        let mut work = Work { game, position, prover, job, began, before: (0, 0.0) };
        work.resume();
        let done = work.run(watch);
        if let (Err(Error::Stopped), Some(path)) = (&done, &job.checkpoint) {
            work.leave(path)?;
            watch.note(&format!("the same command goes on from {}", path.display()));
        }
        done
    }

    fn solve_match(
        &self,
        position: &Position,
        job: &SolveJob,
        watch: &dyn Watch,
    ) -> Result<MatchSolution, Error> {
        solve_match(self, position, job, watch)
    }

    fn check(&self, text: &mut dyn BufRead, watch: &dyn Watch) -> Result<Checked, Error> {
        check::check(self.game(), text, watch)
    }
}

/// Values of the layers that some source knows. The others are not asked: a search comes by a million times.
struct Given<'a, G: Layered> {
    sources: &'a Sources<'a, G>,
    layers: Vec<Layer>,
}

impl<'a, G: Layered> Given<'a, G> {
    fn new(game: &G, sources: &'a Sources<'a, G>, state: &G::State) -> Self {
        let mut layers = game.needed(game.layer(state));
        layers.retain(|layer| {
            [Metric::Score, Metric::Bounds].into_iter().any(|metric| sources.has(*layer, metric))
        });
        layers.sort_unstable();
        Self { sources, layers }
    }
}

impl<G: Layered> Values<G> for Given<'_, G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.layers.binary_search(&game.layer(state)).ok()?;
        self.sources.value(game, state)
    }
}

/// What was shown, and the claims that say it.
type Shown<S> = (Solution, Vec<Claim<S>>);

struct Work<'a, G: Layered> {
    game: &'a G,
    position: &'a Position,
    prover: Prover<'a, G>,
    job: &'a SolveJob,
    began: Instant,
    /// Nodes and seconds of earlier runs.
    before: (u64, f64),
}

impl<G: Rulebook + Layered> Work<'_, G> {
    fn run(&mut self, watch: &dyn Watch) -> Result<Solution, Error> {
        watch.begin("proof", 0);
        let state = self.game.encode(self.position);
        let (mut solution, claims) = match self.job.at_least {
            Some(least) => self.yes_or_no(&state, least)?,
            None => self.value(&state)?,
        };
        if let Some(path) = &self.job.certificate {
            if claims.is_empty() {
                solution.warnings.push("no certificate: nothing was proven".into());
            } else {
                watch.begin("certificate", 0);
                if self.certify(path, &solution, &claims)? {
                    solution.certificate = Some(path.display().to_string());
                } else {
                    solution.warnings.push(format!(
                        "no certificate: it would have more than {} entries, or than memory holds; --entries and --memory allow \
                         more",
                        self.job.entries
                    ));
                }
            }
        }
        solution.nodes = self.before.0 + self.prover.nodes();
        solution.seconds = self.before.1 + self.began.elapsed().as_secs_f64();
        if let Some(path) = &self.job.checkpoint {
            // It is of no use any more; where it cannot be removed it does no harm.
            let _ = std::fs::remove_file(path);
        }
        Ok(solution)
    }

    fn children(&self, state: &G::State) -> Vec<(Move, Child<G::State>)> {
        let mut all = Vec::new();
        let _ = self.game.children::<()>(state, |mv, child| {
            all.push((mv, child));
            ControlFlow::Continue(())
        });
        all
    }

    fn text(&self, state: &G::State, mv: Move) -> String {
        self.game.move_text(state, mv, self.position.side)
    }

    fn empty(&self) -> Solution {
        Solution {
            position: notation::format(self.position),
            score: None,
            lower: None,
            lower_is_best: false,
            upper: None,
            upper_is_best: false,
            at_least: None,
            holds: None,
            best: Vec::new(),
            moves: None,
            nodes: 0,
            seconds: 0.0,
            certificate: None,
            warnings: Vec::new(),
        }
    }

    fn value(&mut self, state: &G::State) -> Result<Shown<G::State>, Error> {
        let answer = self.prover.answer(state).map_err(error_of)?;
        let mut solution = self.empty();
        if self.job.moves {
            solution.moves = Some(self.every_move(state)?);
        }
        solution.best = match (answer.score, &solution.moves) {
            (Some(score), Some(moves)) => {
                moves.iter().filter(|mv| mv.score == Some(score.0)).map(|mv| mv.r#move.clone()).collect()
            }
            (Some(score), None) => self.getting(state, score)?,
            (None, _) => Vec::new(),
        };
        solution.score = answer.score.map(|score| score.0);
        solution.lower = Some(answer.bounds.lo.0);
        solution.upper = Some(answer.bounds.hi.0);
        [solution.lower_is_best, solution.upper_is_best] = answer.tight;
        Ok((solution, answer.claims(*state)))
    }

    fn every_move(&mut self, state: &G::State) -> Result<Vec<MoveProof>, Error> {
        let mut all = Vec::new();
        for (mv, child) in self.children(state) {
            let answer = if child.turn == Turn::Over {
                Answer {
                    score: Some(Score::ZERO),
                    bounds: sowbase_solver::Interval::exact(Score::ZERO),
                    tight: [true; 2],
                }
            } else {
                self.prover.answer(&child.state).map_err(error_of)?
            };
            let bounds = child.backup_interval(answer.bounds);
            let score = answer.score.map(|score| child.backup(score).0);
            all.push(MoveProof {
                r#move: self.text(state, mv),
                score,
                lower: bounds.lo.0,
                upper: bounds.hi.0,
            });
        }
        all.sort_by_key(|mv| std::cmp::Reverse((mv.score, mv.lower)));
        Ok(all)
    }

    /// The moves that get so much.
    fn getting(&mut self, state: &G::State, score: Score) -> Result<Vec<String>, Error> {
        let claim = Claim::at_least(*state, score, Endless::Zero);
        let mut best = Vec::new();
        for (mv, child) in self.children(state) {
            let holds = match claim.node.after(&child) {
                Step::Decided(holds) => Some(holds),
                Step::On(node) => self.prover.decide(Claim { node, ..claim }).map_err(error_of)?,
            };
            if holds == Some(true) {
                best.push(self.text(state, mv));
            }
        }
        Ok(best)
    }

    fn yes_or_no(&mut self, state: &G::State, least: i16) -> Result<Shown<G::State>, Error> {
        let claim = Claim::at_least(*state, Score(least), Endless::Zero);
        let holds = self.prover.decide(claim).map_err(error_of)?;
        let best = if holds == Some(true) { self.getting(state, Score(least))? } else { Vec::new() };
        let claims = match holds {
            Some(true) => vec![claim],
            Some(false) => vec![claim.denied()],
            None => Vec::new(),
        };
        Ok((Solution { at_least: Some(least), holds, best, ..self.empty() }, claims))
    }

    /// Writes the certificate; false when it is too large.
    fn certify(
        &mut self,
        path: &Path,
        solution: &Solution,
        claims: &[Claim<G::State>],
    ) -> Result<bool, Error> {
        let mut all = Vec::new();
        for claim in claims {
            match self.prover.certificate(*claim, self.job.entries).map_err(|_| Error::Stopped)? {
                Some(certificate) => all.push(certificate),
                None => return Ok(false),
            }
        }
        let (yes, no) = (solution.holds == Some(true), solution.holds == Some(false));
        let says = Said {
            score: solution.score,
            lower: solution.lower,
            lower_is_best: solution.lower_is_best,
            upper: solution.upper,
            upper_is_best: solution.upper_is_best,
            at_least: solution.at_least.filter(|_| yes),
            less_than: solution.at_least.filter(|_| no),
        };
        let header = Header::new(self.game, solution.position.clone(), says);
        let written = (|| {
            let mut file = Whole::begin(path)?;
            let mut sealed = Sealed::begin(BufWriter::new(file.file()), &header)?;
            for certificate in &all {
                sealed.claim(self.game, certificate, self.position.side)?;
            }
            sealed.finish()?;
            file.finish()
        })();
        written.map_err(|error| Error::File(format!("cannot write {}: {error}", path.display())))?;
        Ok(true)
    }

    /// What must be the same to go on.
    fn question(&self) -> String {
        format!(
            "{} {} {} {}",
            G::Rules::GAME,
            fingerprint(&self.game.rules().database_canonical()),
            notation::format(self.position),
            self.prover.table().bytes()
        )
    }

    fn resume(&mut self) {
        let Some(path) = &self.job.checkpoint else { return };
        if let Some(checkpoint) = Checkpoint::read(path).filter(|read| read.question == self.question()) {
            self.prover.table().restore(&checkpoint.slots);
            self.before = (checkpoint.nodes, checkpoint.seconds);
        }
    }

    fn leave(&self, path: &Path) -> Result<(), Error> {
        let table = self.prover.table();
        let mut slots = table.dump(0);
        if slots.len() > SLOTS {
            slots.sort_unstable_by_key(|slot| std::cmp::Reverse(slot[2] as u8));
            slots.truncate(SLOTS);
        }
        let checkpoint = Checkpoint {
            question: self.question(),
            nodes: self.before.0 + self.prover.nodes(),
            seconds: self.before.1 + self.began.elapsed().as_secs_f64(),
            slots,
        };
        checkpoint.write(path).map_err(|error| Error::File(error.to_string()))
    }
}

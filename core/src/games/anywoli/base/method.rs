//! The builder as a method: what it serves, what it needs, and how its parts work together.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::{Job, Method, Planes, SolveError, Solved};
use sowbase_solver::{Game, Layer, Layered, Metric, Score};

use super::backs::Backs;
use super::distance::{self, Distances};
use super::player::Player;
use super::retro::{Retro, WAITING};
use super::survey::{Lower, Rows, Run, Survey, runs, slot};
use super::turns::Turns;
use crate::games::anywoli::play::Anywoli;

/// Layers of base boards by one forward pass and turns taken back. No edge is stored: two bytes a board for scores and
/// three for bounds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Boards;

/// What was done for a layer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Boards of the layer.
    pub boards: u64,
    /// Turns played, passes not counted.
    pub turns: u64,
    /// Turns that may not be played because they never stop.
    pub endless: u64,
    /// Moves that stay in the layer.
    pub inner: u64,
    /// Boards taken back.
    pub taken_back: u64,
    /// Moves met on the way back.
    pub parents: u64,
}

impl<const W: u32> Method<Anywoli<W>> for Boards {
    fn name(&self) -> &'static str {
        "boards"
    }

    fn memory(&self, game: &Anywoli<W>, layer: Layer, metric: Metric) -> Option<u128> {
        // Numbers that are returned, and counts of inner moves (for distances as they were and as they become).
        let bytes = match metric {
            Metric::Score => 1 + 1,
            Metric::Bounds => 2 + 1,
            Metric::Distance => 4 + 2,
        };
        let served = layer.shape == 0 && layer.seeds.is_multiple_of(4) && Turns::new(&game.rules).is_some();
        let boards = served.then(|| game.layer_len(layer))?;
        // Lists of boards that wait grow by doubling.
        let waiting = boards.min(WAITING as u128) * 8 * 2;
        Some(boards * bytes + Rows::bytes(&game.ranking, u32::from(layer.seeds)) + waiting + (1 << 20))
    }

    fn pace(&self, metric: Metric) -> Option<f64> {
        Some(match metric {
            Metric::Score => 150.0,
            Metric::Bounds => 210.0,
            Metric::Distance => 350.0,
        })
    }

    fn solve(
        &self,
        game: &Anywoli<W>,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<Planes, SolveError> {
        self.solve_counting(game, layer, metric, solved, job).map(|(planes, _)| planes)
    }
}

impl Boards {
    /// Solves a layer as [`Method::solve`] does, and says what it took.
    ///
    /// # Errors
    /// As there.
    pub fn solve_counting<const W: u32>(
        self,
        game: &Anywoli<W>,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: Job<'_>,
    ) -> Result<(Planes, Work), SolveError> {
        let (Some(turns), Some(needs)) = (Turns::new(&game.rules), self.memory(game, layer, metric)) else {
            let (name, known) = ("no method \"boards\"".into(), "none".into());
            return Err(SolveError::NoMethod { layer, metric, name, known });
        };
        let states = game.layer_len(layer);
        let Ok(len) = usize::try_from(states) else {
            return Err(SolveError::TooLarge { layer, states, needs, has: job.memory });
        };
        if needs > u128::from(job.memory) {
            return Err(SolveError::TooLarge { layer, states, needs, has: job.memory });
        }
        if u32::from(layer.seeds) <= turns.last_seeds() {
            return Ok((
                settled(game, layer, metric, len)?,
                Work { boards: states as u64, ..Work::default() },
            ));
        }
        let player = Player { game, turns: &turns, seeds: u32::from(layer.seeds) };
        let plane = || Plane::<i8>::zeroed(len).map_err(SolveError::no_memory);
        if metric == Metric::Score {
            let lower = lower(game, &turns, layer, |below| solved.scores(below).map(|scores| [scores]))?;
            let mut planes = [plane()?];
            let work = solve_planes(&Survey { player, lower }, &mut planes, job)?;
            let [score] = planes;
            Ok((Planes::Score(score), work))
        } else if metric == Metric::Distance {
            let scores = solved.scores(layer).filter(|scores| scores.len() == len);
            let scores = scores.ok_or(SolveError::Missing { layer, needs: layer })?;
            let lower = distance::lower(game, solved, layer, turns.last_seeds())?;
            let plane = || Plane::<u16>::zeroed(len).map_err(SolveError::no_memory);
            let mut planes = [plane()?, plane()?];
            let rows = Rows::new(&game.ranking, u32::from(layer.seeds));
            let distances = Distances { player, layer, scores, lower, watch: job.watch };
            distances.all(&runs(&rows), &mut planes)?;
            Ok((Planes::Distance(planes), Work { boards: len as u64, ..Work::default() }))
        } else {
            let lower = lower(game, &turns, layer, |below| solved.bounds(below))?;
            let mut planes = [plane()?, plane()?];
            let work = solve_planes(&Survey { player, lower }, &mut planes, job)?;
            Ok((Planes::Bounds(planes), work))
        }
    }
}

/// The values of all lower layers that a capture can lead to.
fn lower<'a, const W: u32, const P: usize>(
    game: &Anywoli<W>,
    turns: &Turns,
    layer: Layer,
    values: impl Fn(Layer) -> Option<[&'a [i8]; P]>,
) -> Result<Lower<'a, P>, SolveError> {
    let mut all: Lower<'a, P> = vec![[&[]; P]; usize::from(layer.seeds)];
    for needs in game.needed(layer) {
        if needs == layer || u32::from(needs.seeds) <= turns.last_seeds() {
            continue;
        }
        let known = values(needs).ok_or(SolveError::Missing { layer, needs })?;
        if known.iter().any(|plane| plane.len() as u128 != game.layer_len(needs)) {
            return Err(SolveError::Missing { layer, needs });
        }
        all[usize::from(needs.seeds)] = known;
    }
    Ok(all)
}

/// The forward pass, the thresholds, and what is left open.
fn solve_planes<const W: u32, const P: usize>(
    survey: &Survey<'_, W, P>,
    planes: &mut [Plane<i8>; P],
    job: Job<'_>,
) -> Result<Work, SolveError> {
    let (ranking, seeds) = (&*survey.player.game.ranking, survey.player.seeds as i8);
    let len = planes[0].len();
    let mut inner = Plane::<u8>::zeroed(len).map_err(SolveError::no_memory)?;
    let rows = Rows::new(ranking, survey.player.seeds);
    let runs: Vec<Run<'_>> = runs(&rows);
    let tally = survey.all(&runs, planes.each_mut().map(|plane| &mut plane[..]), &mut inner, job.watch)?;
    let backs = Backs::new(&survey.player.turns.ring, tally.stuck);
    let work = {
        let cells = planes.each_mut().map(Plane::atomic);
        let retro = Retro {
            lo: cells[0],
            hi: cells[P - 1],
            inner: inner.atomic(),
            ranking,
            backs: &backs,
            watch: job.watch,
            seeds: survey.player.seeds,
            waiting: AtomicI64::new(0),
            most: WAITING,
            again: AtomicBool::new(false),
            taken_back: AtomicU64::new(0),
            parents: AtomicU64::new(0),
        };
        // At −seeds everything is reached; scores stop above 0.
        let last = if P == 1 { 4 } else { 4 - seeds };
        for v in (last..=seeds).rev().step_by(4) {
            let seen = |plane: usize, value: i8| tally.constants[plane][slot(value)] > 0;
            if seen(0, v) || seen(P - 1, -v) {
                retro.threshold(&runs, v)?;
            }
        }
        Work {
            boards: len as u64,
            turns: tally.turns,
            endless: tally.endless,
            inner: tally.inner,
            taken_back: retro.taken_back.load(Relaxed),
            parents: retro.parents.load(Relaxed),
        }
    };
    // What is still pending was never decided: endless play, which is worth 0, or gives no better bound than the seeds.
    let open = |plane: &mut Plane<i8>, value: i8| {
        plane.par_chunks_mut(1 << 16).for_each(|cells| {
            for cell in cells {
                *cell = if *cell & 1 == 1 { value } else { *cell };
            }
        });
    };
    match &mut planes[..] {
        [scores] => open(scores, 0),
        [lo, hi, ..] => {
            open(lo, -seeds);
            open(hi, seeds);
        }
        [] => {}
    }
    Ok(work)
}

/// A layer in which the game is over.
fn settled<const W: u32>(
    game: &Anywoli<W>,
    layer: Layer,
    metric: Metric,
    len: usize,
) -> Result<Planes, SolveError> {
    let pays = |index: usize| game.settle(&game.unrank(layer, index as u64)).score(Score::ZERO).0 as i8;
    let plane = || -> Result<Plane<i8>, SolveError> {
        let mut plane = Plane::<i8>::zeroed(len).map_err(SolveError::no_memory)?;
        plane.par_iter_mut().enumerate().for_each(|(index, cell)| *cell = pays(index));
        Ok(plane)
    };
    Ok(match metric {
        Metric::Score => Planes::Score(plane()?),
        Metric::Bounds => Planes::Bounds([plane()?, plane()?]),
        Metric::Distance => Planes::Distance([vec![0; len].into(), vec![0; len].into()]),
    })
}

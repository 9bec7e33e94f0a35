//! A metric in and out: which fields are built, from where they start, and what they are read as.

use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::captures;
use super::ground::{Field, Ground, Kind};
use super::layout::{Layout, close_gaps};
use super::list::Item;
use super::lower::{Lower, Plain, Timed};
use super::odd;
use super::settle::{WAITING, settle};
use crate::game::Layer;
use crate::mem::{Cell, Plane};
use crate::metric::Metric;
use crate::retrograde::method::Job;
use crate::retrograde::planes::{Planes, Solved};
use crate::retrograde::solve::SolveError;
use crate::rowed::Rowed;
use crate::watch::Stopped;

/// A layer's captures get so many times the room, for the layers that come next; only addresses.
const LAYERS_AHEAD: usize = 8;

/// Bytes of memory: the numbers and the best captures of all fields that are built at a time, the work list, what is
/// returned beside them, what is kept of odd states, and an allowance for the tables and each thread's desk.
pub(super) fn memory<G: Rowed>(game: &G, layout: &Layout, metric: Metric) -> u128 {
    let plane = (layout.values() + layout.captures()) as u128;
    let list = (layout.states() / WAITING + (1 << 16)) as u128 * 2 * size_of::<Item>() as u128;
    let rows: u128 = layout.count.iter().map(|&count| count as u128).sum();
    // A row: itself, its moves of 8 bytes; what it captures for each number of seeds it can be given.
    let given =
        layout.count.iter().rev().zip(1u128..).map(|(&count, gifts)| count as u128 * gifts).sum::<u128>();
    let tables = rows * (16 + 4 + 8 * game.most_moves() as u128) + given * 20;
    let desks = (rayon::current_num_threads() as u128) << 19;
    let planes = match metric {
        Metric::Score => plane,
        Metric::Bounds => 2 * plane,
        // One of the two numbers at a time, while the other is kept.
        Metric::Distance => 2 * plane + 2 * layout.states() as u128,
    };
    let odd = u128::from(odd::most_bytes(layout.states() as u64));
    planes + list + tables + desks + odd
}

/// Solves a metric of the layer of the ground.
pub(super) fn solve<G: Rowed>(
    ground: &Ground<'_, G>,
    metric: Metric,
    solved: &Solved,
    job: Job<'_>,
) -> Result<Planes, SolveError> {
    let seeds = ground.layout.seeds as u8;
    match metric {
        Metric::Score => {
            let worth = Plain::scores(solved, seeds);
            let mut room = room(ground)?;
            catch(ground, &worth, &mut room, job)?;
            let captures = &room[..];
            let mut scores = zeroed::<i8>(ground.layout.values())?;
            let numbers = scores.atomic();
            let field = Field {
                read: numbers,
                write: numbers,
                captures,
                worth: &worth,
                stepped: false,
                kind: Kind::Apart,
                feeds: 0,
            };
            settle(ground, &[field], job)?;
            worth.misses.check(layer(ground))?;
            *ground.spare.lock().unwrap_or_else(PoisonError::into_inner) = Some(room);
            Ok(Planes::Score(dense(scores, ground.layout)))
        }
        Metric::Bounds => bounds(ground, solved, job),
        Metric::Distance => {
            let mut captures = zeroed::<i16>(ground.layout.captures())?;
            let next = plies(ground, solved, 0, &mut captures, job)?;
            Ok(Planes::Distance([next, plies(ground, solved, 1, &mut captures, job)?]))
        }
    }
}

/// Room for captures. The system clears pages before they are first written: those of the last layer serve again.
fn room<G: Rowed>(ground: &Ground<'_, G>) -> Result<Plane<i8>, SolveError> {
    let len = ground.layout.captures();
    let spare = ground.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(mut spare) = spare
        && spare.refit(len)
    {
        return Ok(spare);
    }
    Plane::roomy(len, LAYERS_AHEAD * len).map_err(SolveError::no_memory)
}

fn bounds<G: Rowed>(ground: &Ground<'_, G>, solved: &Solved, job: Job<'_>) -> Result<Planes, SolveError> {
    let (layout, seeds) = (ground.layout, ground.layout.seeds as u8);
    let worths = [Plain::bounds(solved, seeds, 0), Plain::bounds(solved, seeds, 1)];
    let captures = [caught(ground, &worths[0], job)?, caught(ground, &worths[1], job)?];
    let mut planes = [zeroed::<i8>(layout.values())?, zeroed::<i8>(layout.values())?];
    planes[0].fill(-(seeds as i8));
    planes[1].fill(seeds as i8);
    let [lo, hi] = &mut planes;
    let (lo, hi) = (lo.atomic(), hi.atomic());
    let field = |which: usize| {
        let (read, write, kind) = if which == 0 { (hi, lo, Kind::Up) } else { (lo, hi, Kind::Down) };
        let (captures, worth) = (&captures[which][..], &worths[which]);
        Field { read, write, captures, worth, stepped: false, kind, feeds: 1 - which }
    };
    settle(ground, &[field(0), field(1)], job)?;
    for worth in &worths {
        worth.misses.check(layer(ground))?;
    }
    Ok(Planes::Bounds(planes.map(|plane| dense(plane, layout))))
}

/// Plies to the next move out of the layer (0) or to the end (1). `captures` is room for them.
fn plies<G: Rowed>(
    ground: &Ground<'_, G>,
    solved: &Solved,
    which: usize,
    captures: &mut [i16],
    job: Job<'_>,
) -> Result<Plane<u16>, SolveError> {
    let worth = Timed::new(solved, ground.layout.seeds as u8, which);
    catch(ground, &worth, captures, job)?;
    let missing = SolveError::Missing { layer: layer(ground), needs: layer(ground) };
    let scores = solved.scores(layer(ground)).ok_or(missing)?;
    let mut numbers = zeroed::<i16>(ground.layout.values())?;
    let begin = |score: i8| (i32::from(score) - i32::from(score.signum())) * worth.unit;
    from_scores(&mut numbers, scores, ground.layout, |score| begin(score) as i16);
    let field = Field {
        read: numbers.atomic(),
        write: &[],
        captures,
        worth: &worth,
        stepped: true,
        kind: Kind::Apart,
        feeds: 0,
    };
    let field = Field { write: field.read, ..field };
    settle(ground, &[field], job)?;
    worth.misses.check(layer(ground))?;
    let mut plies = dense(numbers, ground.layout).unsigned();
    let long = AtomicBool::new(plies.len() != scores.len());
    plies.par_iter_mut().with_min_len(1 << 14).zip(scores).for_each(|(plies, &score)| {
        // A score of k lies between (k - 1) and k units, or some line is longer than a unit.
        let (score, number) = (i32::from(score), i32::from(*plies as i16));
        let left = score.abs() * worth.unit - number * score.signum();
        if if score == 0 { number != 0 } else { !(0..worth.unit).contains(&left) } {
            long.store(true, Relaxed);
        }
        *plies = left as u16;
    });
    let too_long = SolveError::TooLong { layer: layer(ground), most: worth.unit as u32 - 1 };
    if long.into_inner() { Err(too_long) } else { Ok(plies) }
}

/// Where numbers begin whose scores are known.
///
/// A score of k says that a number ends above k − 1 units, so there it may begin: numbers that only move away from 0
/// have the same limit from anywhere between 0 and that limit.
fn from_scores(numbers: &mut [i16], scores: &[i8], layout: &Layout, begin: impl Fn(i8) -> i16 + Sync) {
    for opposite_seeds in 0..=layout.seeds {
        let own_seeds = layout.seeds - opposite_seeds;
        let (narrow, wide) = (layout.count[own_seeds], layout.width[own_seeds]);
        if narrow == 0 {
            continue;
        }
        let lines = layout.count[opposite_seeds];
        let numbers = &mut numbers[layout.line(opposite_seeds, 0)..][..lines * wide];
        let scores = &scores[layout.dense(opposite_seeds, 0)..][..lines * narrow];
        let pairs = numbers.par_chunks_mut(wide).zip(scores.par_chunks(narrow));
        pairs.with_min_len((1usize << 16).div_ceil(wide)).for_each(|(numbers, scores)| {
            for (number, &score) in numbers.iter_mut().zip(scores) {
                *number = begin(score);
            }
        });
    }
}

fn layer<G: Rowed>(ground: &Ground<'_, G>) -> Layer {
    Layer { seeds: ground.layout.seeds as u8, shape: 0 }
}

fn zeroed<T: Cell>(len: usize) -> Result<Plane<T>, SolveError> {
    Plane::zeroed(len).map_err(SolveError::no_memory)
}

/// The best captures of all states.
fn caught<G: Rowed, L: Lower>(
    ground: &Ground<'_, G>,
    worth: &L,
    job: Job<'_>,
) -> Result<Plane<L::Lane>, SolveError> {
    let mut captures = zeroed::<L::Lane>(ground.layout.captures())?;
    catch(ground, worth, &mut captures, job)?;
    Ok(captures)
}

/// The same into memory that is there.
fn catch<G: Rowed, L: Lower>(
    ground: &Ground<'_, G>,
    worth: &L,
    captures: &mut [L::Lane],
    job: Job<'_>,
) -> Result<(), SolveError> {
    captures::fill(ground, worth, captures, job.watch);
    if job.watch.stop() { Err(SolveError::Stopped(Stopped)) } else { Ok(()) }
}

fn dense<T: Cell>(mut numbers: Plane<T>, layout: &Layout) -> Plane<T> {
    close_gaps(&mut numbers, layout);
    numbers.truncate(layout.states());
    numbers
}

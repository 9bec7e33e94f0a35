//! The order of the steps: sweeps until few states change, then the work list, and the odd states in between.

use super::cut::{Cut, cuts};
use super::ground::{Field, Ground, Task};
use super::list::{Item, drain};
use super::lower::Lower;
use super::odd::OddStates;
use super::sweep::{Record, Swept, sweep};
use crate::retrograde::method::Job;
use crate::retrograde::solve::SolveError;
use crate::rowed::Rowed;
use crate::simd::Lane;
use crate::watch::{Stopped, Watch};

/// A sweep that changes fewer than one state in so many is followed by the work list. (50, 100, 200, 400 take 6.4, 6.3,
/// 5.8 and 6.0 seconds for layers 0 to 20 of the academic rules.)
const FEW: u64 = 200;

/// One state in so many may wait in the work list.
pub(super) const WAITING: usize = 100;

/// Odd states are played at every fourth sweep where they are more than one in so many.
const MANY_ODD: u64 = 2000;

/// Items that may wait for one of `threads` threads.
pub(super) fn room(states: usize, threads: usize) -> usize {
    (states / WAITING + (1 << 16)) / threads.max(1)
}

/// Brings the fields to where nothing changes any more.
pub(super) fn settle<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    fields: &[Field<'_, T, L>],
    job: Job<'_>,
) -> Result<(), SolveError> {
    let (watch, seeds) = (job.watch, ground.layout.seeds);
    let stop = || watch.stop();
    let states = ground.layout.states() as u64;
    let odd = OddStates::new(ground, fields, &stop);
    let seldom = odd.states > states / MANY_ODD;
    let room = room(ground.layout.states(), rayon::current_num_threads());
    let (tasks, cuts) = (ground.tasks(), cuts(ground));
    let work = (&tasks[..], &cuts[..]);
    let mut record = false;
    for turn in 0u32.. {
        let play = !seldom || record || turn.is_multiple_of(4);
        watch.begin(&format!("layer {seeds} sweep {}", turn + 1), (tasks.len() * fields.len()) as u64);
        let swept = all(ground, fields, work, play.then_some(&odd), record.then_some(room), watch)?;
        watch.end();
        if stop() {
            return Err(SolveError::Stopped(Stopped));
        }
        if swept.changed == 0 && play {
            return Ok(());
        }
        if record && !swept.overflow {
            watch.begin(&format!("layer {seeds} last changes"), 0);
            let done = follow(ground, fields, swept.items, &odd, room, &stop);
            watch.end();
            if done {
                return if stop() { Err(SolveError::Stopped(Stopped)) } else { Ok(()) };
            }
        }
        record = record || swept.changed < states / FEW * fields.len() as u64;
    }
    Ok(())
}

/// One sweep of all fields.
fn all<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    fields: &[Field<'_, T, L>],
    work: (&[Task], &[Vec<Cut<'_>>]),
    odd: Option<&OddStates<T>>,
    room: Option<usize>,
    watch: &dyn Watch,
) -> Result<Swept, SolveError> {
    let mut all = Swept::default();
    let record = room.map(|room| Record { room });
    for (which, field) in fields.iter().enumerate() {
        if let Some(odd) = odd {
            let (changed, items) = odd.play(ground, fields, which, record.is_some(), &|| watch.stop());
            all.changed += changed;
            all.items.push(items);
        }
        let swept =
            sweep(ground, field, which as u8, work, record.as_ref(), watch).map_err(SolveError::no_memory)?;
        all.changed += swept.changed;
        all.overflow |= swept.overflow;
        all.items.extend(swept.items);
    }
    Ok(all)
}

/// Follows changes until nothing is left of them. False when there were too many.
fn follow<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    fields: &[Field<'_, T, L>],
    mut items: Vec<Vec<Item>>,
    odd: &OddStates<T>,
    room: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> bool {
    while items.iter().any(|list| !list.is_empty()) {
        let fits = drain(ground, fields, std::mem::take(&mut items), room, stop);
        if stop() {
            return true;
        }
        if !fits {
            return false;
        }
        items.extend((0..fields.len()).map(|which| odd.play(ground, fields, which, true, stop).1));
    }
    true
}

//! A move as scenes: a lap each, with the board as that lap leaves it.

use crate::draw::board::{Marks, Spot};
use crate::games::notation::pit_letter;
use crate::games::{Step, Trace};
use crate::play::{Position, Side};
use crate::words::{self, Hole, Key, begun, name, parted, say, stop};

/// One picture of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The board at its end.
    pub position: Position,
    /// What happened to it.
    pub marks: Marks,
    /// The same in words.
    pub words: String,
}

/// A move as a teacher would show it: the board before, a scene for each lap with what it captures, the board after.
pub fn scenes(before: &Position, trace: &Trace) -> Vec<Scene> {
    let mut teller = Teller { now: before.clone(), told: Vec::new(), lap: Lap::default() };
    for (at, step) in trace.steps.iter().enumerate() {
        teller.step(step, &trace.steps[at + 1..]);
    }
    teller.close();
    let lifted = trace.steps.iter().find_map(|step| match step {
        Step::Lift { side, pit, seeds, .. } => Some((*side, *pit, *seeds)),
        _ => None,
    });
    let first = Scene {
        position: before.clone(),
        marks: Marks { lifted: lifted.into_iter().collect(), ..Marks::default() },
        words: say(Key::DrawBefore, &[("who", name(before.side)), ("move", trace.text.clone().into())]),
    };
    let after = &trace.after;
    let next = stop(&say(Key::DrawToMove, &[("who", name(after.side))]));
    let after = match trace.ending {
        // Who would move is of no interest then.
        Some(_) => say(Key::DrawAfter, &[]),
        None => format!("{} {next}", say(Key::DrawAfter, &[])),
    };
    let last = Scene { position: trace.after.clone(), marks: Marks::default(), words: after };
    std::iter::once(first).chain(teller.told).chain([last]).collect()
}

/// A lap as it is told.
#[derive(Default)]
struct Lap {
    marks: Marks,
    /// How it began, and what happened beside the sowing.
    begin: Vec<String>,
    then: Vec<String>,
    /// Seeds in the pit of the last drop.
    now: u8,
}

struct Teller {
    now: Position,
    told: Vec<Scene>,
    lap: Lap,
}

impl Teller {
    fn step(&mut self, step: &Step, later: &[Step]) {
        match step {
            Step::Lift { side, pit, seeds, .. } => {
                self.close();
                self.now.pits[side.index()][*pit] = 0;
                self.lap.marks.lifted.push((*side, *pit, *seeds));
                self.lap.begin.push(words::step(step));
            }
            Step::Resow { .. } => {
                self.close();
                self.lap.begin.push(words::step(step));
            }
            Step::Drop { side, pit, now } => {
                self.now.pits[side.index()][*pit] = *now;
                self.lap.now = *now;
                self.lap.marks.drops.push(Spot::Pit(*side, *pit));
            }
            Step::Store { side } => {
                self.now.stores[side.index()] += 1;
                self.lap.marks.drops.push(Spot::Store(*side));
            }
            Step::Capture { side, pit, seeds, to, .. } => {
                let held = &mut self.now.pits[side.index()][*pit];
                *held = held.saturating_sub(*seeds);
                if !sown_again(later) {
                    self.now.stores[to.index()] += u16::from(*seeds);
                }
                self.lap.marks.captured.push((*side, *pit, *seeds));
                self.lap.then.push(words::step(step));
            }
            // The last scene says who moves next.
            Step::HandOver => {}
            Step::Skip { .. } | Step::Forfeit { .. } | Step::Choice { .. } | Step::Swap | Step::Again => {
                self.lap.then.push(words::step(step));
            }
            Step::Endless { .. } => self.lap.then.push(words::step(step)),
        }
    }

    /// Ends the lap that is being told.
    fn close(&mut self) {
        let lap = std::mem::take(&mut self.lap);
        let mut parts = lap.begin;
        parts.extend(sown(&lap.marks.drops, lap.now));
        parts.extend(lap.then);
        if !parts.is_empty() {
            let words = stop(&begun(&parted(&parts)));
            self.told.push(Scene { position: self.now.clone(), marks: lap.marks, words });
        }
    }
}

/// True when what is captured goes back into play at once.
fn sown_again(later: &[Step]) -> bool {
    let next = later.iter().find(|step| !matches!(step, Step::Capture { .. } | Step::Choice { .. }));
    matches!(next, Some(Step::Resow { .. }))
}

/// Where the seeds of a lap fell, in words.
fn sown(drops: &[Spot], now: u8) -> Option<String> {
    let place = |spot: &Spot| match spot {
        Spot::Pit(side, pit) => letter(*side, *pit),
        Spot::Store(side) => say(Key::DrawFirstStore, &[("who", name(*side))]),
    };
    let (first, last) = drops.first().zip(drops.last())?;
    let head = [("count", Hole::from(drops.len())), ("first", place(first).into())];
    Some(match last {
        Spot::Pit(side, pit) => {
            let tail = [("last", letter(*side, *pit).into()), ("now", now.into())];
            say(Key::DrawSown, &[&head[..], &tail].concat())
        }
        Spot::Store(side) => say(Key::DrawSownStore, &[&head[..], &[("who", name(*side))]].concat()),
    })
}

fn letter(side: Side, pit: usize) -> String {
    pit_letter(side, pit).to_string()
}

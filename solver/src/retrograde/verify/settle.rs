//! Does anybody get there in finite time? Agreement with the children does not say so: where play can cycle, wrong
//! values can hold each other up.
//!
//! **Marks.** A score is taken as a pair of ends, lo = hi. Two marks a state, none at first. A state gets its *lower*
//! mark when there is a move worth at least lo to the mover that
//!   * ends the game, or leads to a lower layer (worth by the end stored there that counts: hi where the opponent moves
//!     next, lo where the mover moves again), or
//!   * leads to a state of this layer whose end that counts is marked (or needs no mark: −top below, top above);
//!
//! and its *upper* mark when every move is worth at most hi by such an end (lo where the opponent moves next, hi where
//! the mover moves again). Without moves the pay decides. Marks are set in passes until none is added; the set that
//! remains is the same for any order, since a mark never stands in another's way. This module does just that, as the slow
//! twin of `ground.rs`, which sets the same marks in another order, and where inner moves gain something.
//!
//! **Local and marked together mean right.** Let lo* and hi* be what can be forced in finite time, lower layers being
//! worth what is stored: the widest intervals, narrowed from [−top, top] by the best of the moves.
//!   1. A mark is true: a lower mark says lo ≤ lo*, an upper mark hi* ≤ hi. By induction over the order in which marks
//!      were set: the move (every move) is worth at least lo (at most hi) by ends that hold by the marks set before.
//!   2. Where every state agrees with its children, lo* ≤ lo and hi ≤ hi*: the narrowing begins with intervals that hold
//!      all stored ones, and if the children's do, then so does the best of the moves, which is what is stored.
//!   3. *Bounds*: every end is marked or at the very top, so lo = lo* and hi = hi*.
//!      *Scores*: v > 0 has a lower mark, so v = lo*; v < 0 an upper mark, so v = hi*; v = 0 lies between both. In each
//!      case v is 0 brought into [lo*, hi*]: what a score is by definition.
//!
//! So a table that passes is the one right table, if the layers below are right, and those are checked by themselves.
//! Nothing in this needs that inner moves gain nothing or hand over.
//!
//! **A right table passes** where inner moves gain nothing (or inner play cannot cycle). Take the ends by falling size,
//! k = lo or k = −hi. A lower end k rests on one inner end of the same size; an upper end −k on inner ends of size k or
//! more, those beyond k being marked already. Among ends of size k the order in which k comes to be forced leads the
//! marks. Only ends that need a mark are ever asked for, as long as no inner move gains anything; once one does, all
//! states are marked as far as they can be.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::bits::{Bits, WORD};
use super::ends::Ends;
use super::error::VerifyError;
use super::fault::{Fault, Faults, Wrong};
use super::tally::Step;
use crate::game::{Layer, Layered, Turn};
use crate::retrograde::planes::Solved;
use crate::score::Score;
use crate::watch::{Stopped, Watch};

/// States of a task, a multiple of a word's.
const CHUNK: u64 = 1 << 12;

/// A layer being marked.
pub(super) struct Settle<'a, G, E> {
    game: &'a G,
    layer: Layer,
    states: u64,
    own: E,
    solved: &'a Solved,
    top: i32,
    /// Lower and upper marks.
    marks: [Bits; 2],
    /// An inner move gains something: ends that need no mark themselves are asked for too.
    all: AtomicBool,
}

impl<'a, G: Layered, E: Ends<'a>> Settle<'a, G, E> {
    /// The layer without marks; `own` holds as many states as the layer has.
    pub(super) fn new(game: &'a G, layer: Layer, own: E, solved: &'a Solved, top: i32) -> Self {
        let states = own.len() as u64;
        let marks = [Bits::new(states), Bits::new(states)];
        Self { game, layer, states, own, solved, top, marks, all: AtomicBool::new(false) }
    }

    /// Sets all marks, then tells the ends that need one and have none; and how many passes it took.
    pub(super) fn run(&self, most: usize, watch: &dyn Watch) -> Result<(Faults, u32), VerifyError> {
        let every: Vec<u64> = (0..self.states).step_by(CHUNK as usize).collect();
        let (mut chunks, mut all, mut passes) = (every.clone(), false, 0);
        loop {
            passes += 1;
            watch.begin(&format!("layer {} grounds", self.layer.seeds), chunks.len() as u64 * CHUNK);
            let passed: Result<Vec<(bool, bool)>, VerifyError> = chunks
                .par_iter()
                .map(|&from| {
                    if watch.stop() {
                        return Err(Stopped.into());
                    }
                    let seen = self.chunk(from..(from + CHUNK).min(self.states), all)?;
                    watch.advance(CHUNK);
                    Ok(seen)
                })
                .collect();
            watch.end();
            let passed = passed?;
            if !all && self.all.load(Relaxed) {
                (all, chunks) = (true, every.clone());
            } else if passed.iter().any(|(changed, _)| *changed) {
                let mut open = passed.iter().map(|(_, open)| *open);
                chunks.retain(|_| open.next() == Some(true));
            } else {
                return Ok((self.faults(&chunks, most), passes));
            }
        }
    }

    /// Goes once over a run of states: was a mark set, is one still wanted?
    fn chunk(&self, states: Range<u64>, all: bool) -> Result<(bool, bool), VerifyError> {
        let (mut changed, mut open) = (false, false);
        for from in states.clone().step_by(WORD as usize) {
            let to = (from + WORD).min(states.end);
            let want = self.wanted(from..to, all);
            let either = want[0] | want[1];
            if either == 0 {
                continue;
            }
            let mut error = None;
            let run =
                from + u64::from(either.trailing_zeros())..from + WORD - u64::from(either.leading_zeros());
            self.game.walk(self.layer, run, |index, state| {
                let want = want.map(|word| word >> (index - from) & 1 > 0);
                if error.is_some() || want == [false; 2] {
                    return;
                }
                match self.state(index as usize, state, want) {
                    Ok(found) => {
                        for end in (0..2).filter(|&end| want[end]) {
                            if found[end] {
                                self.marks[end].set(index as usize);
                                changed = true;
                            } else {
                                open = true;
                            }
                        }
                    }
                    Err(found) => error = Some(found),
                }
            });
            if let Some(error) = error {
                return Err(error);
            }
        }
        Ok((changed, open))
    }

    /// The ends in a word of states that have no mark and are to have one.
    fn wanted(&self, states: Range<u64>, all: bool) -> [u64; 2] {
        let mut want = [0; 2];
        for index in states.clone() {
            let needs = if all { [true; 2] } else { E::needs(self.own.read(index as usize), self.top) };
            for end in 0..2 {
                want[end] |= u64::from(needs[end]) << (index - states.start);
            }
        }
        let word = states.start / WORD;
        [want[0] & !self.marks[0].word(word), want[1] & !self.marks[1].word(word)]
    }

    /// Can the ends of a state be marked now? Only those in `want` are answered.
    fn state(&self, index: usize, state: &G::State, want: [bool; 2]) -> Result<[bool; 2], VerifyError> {
        let [lo, hi] = self.own.read(index);
        let (mut reached, mut held, mut moves) = (false, true, false);
        let flow = self.game.children(state, |_, child| {
            moves = true;
            let gain = i32::from(child.gain.0);
            let worth = if child.turn == Turn::Over {
                Ok(([gain; 2], [true; 2]))
            } else {
                self.child(&child.state, Step { turn: child.turn, gain, inside: false })
            };
            let (worth, sure) = match worth {
                Ok(worth) => worth,
                Err(error) => return ControlFlow::Break(error),
            };
            reached |= worth[0] >= lo && sure[0];
            held &= worth[1] <= hi && sure[1];
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        if !moves {
            let paid = i32::from(self.game.settle(state).score(Score::ZERO).0);
            (reached, held) = (paid >= lo, paid <= hi);
        }
        Ok([want[0] && reached, want[1] && held])
    }

    /// The least and the most that a move is worth by the ends of its child, and whether those ends hold.
    fn child(&self, state: &G::State, step: Step) -> Result<([i32; 2], [bool; 2]), VerifyError> {
        if !self.game.tabled(state) {
            return Err(VerifyError::Untabled { layer: self.layer });
        }
        let layer = self.game.layer(state);
        let inside = layer == self.layer;
        let planes = if inside { Some(self.own) } else { E::of(self.solved, layer) };
        let index = self.game.rank(state) as usize;
        let Some(planes) = planes.filter(|planes| index < planes.len()) else {
            return Err(VerifyError::Missing { layer: self.layer, needs: layer });
        };
        let [lo, hi] = planes.read(index);
        let sure = if inside {
            if step.gain != 0 && !self.all.load(Relaxed) {
                self.all.store(true, Relaxed);
            }
            [lo <= -self.top || self.marks[0].get(index), hi >= self.top || self.marks[1].get(index)]
        } else {
            [true; 2]
        };
        let worth = [step.worth(lo), step.worth(hi)];
        // Handing over swaps the ends.
        let swap = step.turn == Turn::Pass;
        Ok(if swap { ([worth[1], worth[0]], [sure[1], sure[0]]) } else { (worth, sure) })
    }

    /// The states of the open chunks that lack a mark which they need.
    fn faults(&self, chunks: &[u64], most: usize) -> Faults {
        let mut faults = Faults::default();
        for from in chunks.iter().flat_map(|&from| (from..from + CHUNK).step_by(WORD as usize)) {
            let to = (from + WORD).min(self.states);
            if from >= to {
                break;
            }
            let want = self.wanted(from..to, false);
            for index in (from..to).filter(|index| (want[0] | want[1]) >> (index - from) & 1 > 0) {
                let stored = E::says(self.own.read(index as usize));
                faults.add(Fault { layer: self.layer, index, stored, wrong: Wrong::Baseless }, most);
            }
        }
        faults
    }
}

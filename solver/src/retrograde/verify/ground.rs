//! Marking a whole layer by dives, in passes until none adds a mark.
//!
//! **Passes come to an end, and then every node is marked that can be.** Each node that is open at the beginning of a pass
//! is claimed by somebody in it, who expands it and reads what it rests on, with all marks of earlier passes in sight (the
//! end of a pass is a barrier). So a node that could be marked at once is marked, and a pass without a new mark leaves
//! none such: what is open then is open in any order and on any number of threads.

use std::ops::Range;

use rayon::prelude::*;

use super::dive::{Dive, Place, Sea, Strange};
use super::ends::Ends;
use super::error::VerifyError;
use super::fault::{Fault, Faults, Wrong};
use super::nodes::{Known, Nodes};
use crate::game::{Layer, Layered};
use crate::watch::{Stopped, Watch};

/// States of a task.
const CHUNK: u64 = 1 << 12;
/// States of which one must be open for them to be walked.
const RUN: u64 = 64;
/// Dives of a thread.
const DIVES: usize = 3;

/// A layer that agrees with its moves, to be marked.
pub(super) struct Grounds<'a, G, E> {
    pub(super) game: &'a G,
    pub(super) layer: Layer,
    pub(super) own: E,
    pub(super) top: i32,
    pub(super) watch: &'a dyn Watch,
}

/// Why a pass broke off.
enum Break {
    Stopped,
    Strange,
}

impl From<Strange> for Break {
    fn from(_: Strange) -> Self {
        Self::Strange
    }
}

impl<'a, G: Layered, E: Ends<'a>> Grounds<'a, G, E> {
    /// Sets all marks, beginning with those that `nodes` has; then tells the ends that need one and have none, and how
    /// many passes it took. `None` where an inner move gains something: dives cannot follow it.
    pub(super) fn run(&self, mut nodes: Nodes, most: usize) -> Result<Option<(Faults, u32)>, VerifyError> {
        let states = self.own.len() as u64;
        let mut chunks: Vec<u64> = (0..states).step_by(CHUNK as usize).collect();
        let mut passes = 0;
        loop {
            passes += 1;
            self.watch.begin(&format!("layer {} grounds", self.layer.seeds), chunks.len() as u64 * CHUNK);
            let passed: Result<Vec<(bool, bool)>, Break> = chunks
                .par_iter()
                .map_init(Self::dives, |dives, &from| {
                    if self.watch.stop() {
                        return Err(Break::Stopped);
                    }
                    let seen = self.chunk(&nodes, dives, from..(from + CHUNK).min(states))?;
                    self.watch.advance(CHUNK);
                    Ok(seen)
                })
                .collect();
            self.watch.end();
            let passed = match passed {
                Ok(passed) => passed,
                Err(Break::Strange) => return Ok(None),
                Err(Break::Stopped) => return Err(Stopped.into()),
            };
            let changed = passed.iter().any(|(changed, _)| *changed);
            let mut open = passed.iter().map(|(_, open)| *open);
            chunks.retain(|_| open.next() == Some(true));
            if !changed || chunks.is_empty() {
                return Ok(Some((self.faults(&nodes, &chunks, most), passes)));
            }
            nodes.forget();
        }
    }

    fn dives() -> Vec<Dive<G::State>> {
        (0..DIVES).map(|_| Dive::new()).collect()
    }

    /// Tries the open nodes of a run of states: was a mark set, is a node still open?
    fn chunk(
        &self,
        nodes: &Nodes,
        dives: &mut [Dive<G::State>],
        states: Range<u64>,
    ) -> Result<(bool, bool), Break> {
        let Self { game, layer, own, top, .. } = *self;
        let sea = Sea { game, layer, own, top, nodes };
        let want = |index: u64| self.wanted(nodes, index as usize);
        let open = |from: u64| (from..(from + RUN).min(states.end)).any(|index| want(index) != [false; 2]);
        for dive in &mut *dives {
            dive.marked = 0;
        }
        let (mut turn, mut broken) = (0, Ok(()));
        let mut from = states.start;
        while from < states.end && broken.is_ok() {
            // Runs with open nodes that lie side by side are walked as one.
            let to = (from..states.end).step_by(RUN as usize).find(|&run| !open(run)).unwrap_or(states.end);
            game.walk(layer, from..to, |index, state| {
                let wanted = want(index);
                for end in (0..2).filter(|&end| wanted[end]) {
                    while broken.is_ok() {
                        turn = (turn + 1) % DIVES;
                        let dive = &mut dives[turn];
                        if dive.is_idle() {
                            broken = dive.begin(&sea, state, Place { index: index as usize, end });
                            break;
                        }
                        broken = dive.step(&sea);
                    }
                }
            });
            from = to + RUN;
        }
        broken?;
        while dives.iter().any(|dive| !dive.is_idle()) {
            for dive in &mut *dives {
                dive.step(&sea)?;
            }
        }
        let changed = dives.iter().any(|dive| dive.marked > 0);
        Ok((changed, states.clone().step_by(RUN as usize).any(open)))
    }

    /// The ends of a state that need a mark and have none.
    #[inline(always)]
    fn wanted(&self, nodes: &Nodes, index: usize) -> [bool; 2] {
        let mut want = E::needs(self.own.read(index), self.top);
        for (end, want) in want.iter_mut().enumerate() {
            *want = *want && nodes.known(E::node(index, end)) != Known::Marked;
        }
        want
    }

    /// The states of the open chunks that lack a mark which they need.
    fn faults(&self, nodes: &Nodes, chunks: &[u64], most: usize) -> Faults {
        let mut faults = Faults::default();
        let states = self.own.len() as u64;
        for index in chunks.iter().flat_map(|&from| from..(from + CHUNK).min(states)) {
            if self.wanted(nodes, index as usize) != [false; 2] {
                let stored = E::says(self.own.read(index as usize));
                faults.add(Fault { layer: self.layer, index, stored, wrong: Wrong::Baseless }, most);
            }
        }
        faults
    }
}

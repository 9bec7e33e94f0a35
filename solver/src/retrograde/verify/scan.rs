//! Looking at states one after another: their moves are played, the numbers of the children asked for and then read.
//!
//! The children of some dozens of states are gathered before the first of them is read, so that the machine fetches
//! many numbers at once; nothing is allocated for a state.

use std::marker::PhantomData;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::error::VerifyError;
use super::fault::{Fault, Faults};
use super::nodes::Nodes;
use super::tally::{Step, Tally};
use crate::game::{Layer, Layered, Turn};
use crate::retrograde::planes::Solved;
use crate::score::Score;

/// States whose children are gathered before they are read.
const BATCH: usize = 32;

/// The layer that is checked, and what is known of it and of those below.
pub(super) struct Scan<'a, 'b, G, T: Tally<'a>> {
    pub(super) game: &'a G,
    pub(super) layer: Layer,
    pub(super) own: T::Planes,
    pub(super) solved: &'a Solved,
    pub(super) top: i32,
    /// Inner moves that gain something are an error: what is checked does not hold with them.
    pub(super) plain_inside: bool,
    /// Where what moves out of the layer settle is marked, and where it is noted that a move inside gains something.
    pub(super) nodes: Option<&'b Nodes>,
    pub(super) inner_gain: &'b AtomicBool,
    pub(super) tally: PhantomData<fn() -> T>,
}

/// Why a state could not be looked at.
#[derive(Debug)]
pub(super) enum Snag {
    Error(VerifyError),
    /// A move inside the layer gains something.
    InnerGain,
}

/// A child that will be read.
struct Look<P> {
    planes: P,
    index: usize,
    step: Step,
}

/// Room for a batch.
pub(super) struct Batch<T, P> {
    /// The number of each state, its sum so far, and where its children end in `looks`.
    states: Vec<(u64, T, usize)>,
    looks: Vec<Look<P>>,
    snag: Option<Snag>,
    faults: Faults,
}

impl<'a, G: Layered, T: Tally<'a>> Scan<'a, '_, G, T> {
    /// Looks at the states of `runs`, in order; keeps the first `most` faults.
    pub(super) fn look(&self, runs: impl Iterator<Item = Range<u64>>, most: usize) -> Result<Faults, Snag> {
        let mut batch = Batch {
            states: Vec::with_capacity(BATCH),
            looks: Vec::new(),
            snag: None,
            faults: Faults::default(),
        };
        for run in runs {
            self.game.walk(self.layer, run, |index, state| {
                if batch.snag.is_none() {
                    self.gather(index, state, &mut batch);
                }
                if batch.states.len() == BATCH {
                    self.read(&mut batch, most);
                }
            });
            if let Some(snag) = batch.snag {
                return Err(snag);
            }
        }
        self.read(&mut batch, most);
        Ok(batch.faults)
    }

    /// Plays the moves of a state and asks for the numbers of its children.
    #[inline(always)]
    fn gather(&self, index: u64, state: &G::State, batch: &mut Batch<T, T::Planes>) {
        let mut tally = T::begin(self.own, index as usize);
        if tally.asks() {
            let mut moves = false;
            let flow = self.game.children(state, |_, child| {
                moves = true;
                let gain = i32::from(child.gain.0);
                if child.turn == Turn::Over {
                    tally.over(gain);
                    return ControlFlow::Continue(());
                }
                let (planes, index, inside) = match self.place(&child.state) {
                    Ok(place) => place,
                    Err(error) => return ControlFlow::Break(Snag::Error(error)),
                };
                if inside && gain != 0 {
                    if self.plain_inside {
                        return ControlFlow::Break(Snag::InnerGain);
                    }
                    self.inner_gain.store(true, Relaxed);
                }
                T::prefetch(planes, index);
                batch.looks.push(Look { planes, index, step: Step { turn: child.turn, gain, inside } });
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(snag) = flow {
                batch.snag = Some(snag);
                return;
            }
            if !moves {
                tally.settle(i32::from(self.game.settle(state).score(Score::ZERO).0));
            }
        }
        batch.states.push((index, tally, batch.looks.len()));
    }

    /// Where the numbers of a state are: its layer's planes, its number, and whether that is the layer checked.
    #[inline(always)]
    fn place(&self, state: &G::State) -> Result<(T::Planes, usize, bool), VerifyError> {
        if !self.game.tabled(state) {
            return Err(VerifyError::Untabled { layer: self.layer });
        }
        let layer = self.game.layer(state);
        let inside = layer == self.layer;
        let planes = if inside { Some(self.own) } else { T::planes(self.solved, layer) };
        let index = self.game.rank(state) as usize;
        match planes {
            Some(planes) if index < T::len(planes) => Ok((planes, index, inside)),
            _ => Err(VerifyError::Missing { layer: self.layer, needs: layer }),
        }
    }

    /// Reads the children of a batch and judges its states.
    fn read(&self, batch: &mut Batch<T, T::Planes>, most: usize) {
        let mut from = 0;
        for (index, mut tally, to) in batch.states.drain(..) {
            for look in &batch.looks[from..to] {
                tally.child(look.step, look.planes, look.index);
            }
            from = to;
            if let Some((stored, wrong)) = tally.verdict(self.top) {
                batch.faults.add(Fault { layer: self.layer, index, stored, wrong }, most);
            } else if let Some(nodes) = self.nodes {
                let settled = tally.settled();
                for (end, _) in settled.iter().take(T::NODES).enumerate().filter(|(_, settled)| **settled) {
                    nodes.mark(T::NODES * index as usize + end);
                }
            }
        }
        batch.looks.clear();
    }
}

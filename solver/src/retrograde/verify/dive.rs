//! Going down from a node to what it rests on, until it can be marked.
//!
//! A *node* is an end of a state. A lower node is marked by one move, an upper node by all of them; moves out of the
//! layer were weighed by the local step, so that here only those inside count. A node that is not yet marked is *tried*:
//! the nodes that it waits for are tried one after another, each in the same way. Every node is tried once in a pass, so
//! that play in circles comes to an end: a node met again while it is tried counts as not marked, and so does everything
//! that waits for it; the next pass tries again. As few nodes wait in circles, few passes are needed, and a state is
//! expanded about once.
//!
//! A dive waits for memory at every state. So a thread keeps several of them, and takes a step in each in turn: the
//! numbers of the children are asked for at the end of a step and read at the beginning of the next.

use std::ops::ControlFlow;

use super::ends::Ends;
use super::nodes::{Known, Nodes};
use crate::game::{Layer, Layered, Turn};

/// Nodes below each other at most.
const DEEP: usize = 1 << 13;

/// What dives read.
pub(super) struct Sea<'a, G, E> {
    pub(super) game: &'a G,
    pub(super) layer: Layer,
    pub(super) own: E,
    pub(super) top: i32,
    pub(super) nodes: &'a Nodes,
}

/// An end of a state: 0 the lower, 1 the upper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) index: usize,
    pub(super) end: usize,
}

/// A node that another one may rest on.
struct Rest<S> {
    state: S,
    at: Place,
    /// The opponent moves there.
    passes: bool,
}

/// A node that is tried.
#[derive(Clone, Copy)]
struct Frame {
    at: Place,
    /// What it may rest on lies in the pool from here on.
    from: usize,
}

/// A way down.
pub(super) struct Dive<S> {
    frames: Vec<Frame>,
    pool: Vec<Rest<S>>,
    /// The node on top was expanded, and what it may rest on was not yet read.
    fresh: bool,
    /// Marks that were set.
    pub(super) marked: u64,
}

/// A move was met that dives cannot follow: it gains inside the layer, or leads to a state that no layer holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strange;

impl<S: Copy> Dive<S> {
    pub(super) fn new() -> Self {
        Self { frames: Vec::new(), pool: Vec::new(), fresh: false, marked: 0 }
    }

    /// True when the last way was gone to its end.
    pub(super) fn is_idle(&self) -> bool {
        self.frames.is_empty()
    }

    /// Begins with a node, if nobody else did in this pass.
    pub(super) fn begin<'a, G: Layered<State = S>, E: Ends<'a>>(
        &mut self,
        sea: &Sea<'_, G, E>,
        state: &S,
        at: Place,
    ) -> Result<(), Strange> {
        match sea.nodes.claim(E::node(at.index, at.end)) {
            Known::New => self.expand(sea, state, at),
            _ => Ok(()),
        }
    }

    /// Puts a node on top, and asks for what is known of all that it may rest on.
    fn expand<'a, G: Layered<State = S>, E: Ends<'a>>(
        &mut self,
        sea: &Sea<'_, G, E>,
        state: &S,
        at: Place,
    ) -> Result<(), Strange> {
        let from = self.pool.len();
        let read = at.end == 0 || !E::ALWAYS_NEEDED;
        let flow = sea.game.children(state, |_, child| {
            if child.turn == Turn::Over || sea.game.layer(&child.state) != sea.layer {
                return ControlFlow::Continue(());
            }
            if child.gain.0 != 0 || !sea.game.tabled(&child.state) {
                return ControlFlow::Break(Strange);
            }
            let index = sea.game.rank(&child.state) as usize;
            if index >= sea.own.len() {
                return ControlFlow::Break(Strange);
            }
            let passes = child.turn == Turn::Pass;
            let at = Place { index, end: at.end ^ usize::from(passes) };
            sea.nodes.prefetch(E::node(index, at.end));
            if read {
                sea.own.prefetch(index);
            }
            self.pool.push(Rest { state: child.state, at, passes });
            ControlFlow::Continue(())
        });
        self.frames.push(Frame { at, from });
        self.fresh = true;
        match flow {
            ControlFlow::Break(strange) => Err(strange),
            ControlFlow::Continue(()) => Ok(()),
        }
    }

    /// Goes on until another state is expanded, or to the end of the way.
    pub(super) fn step<'a, G: Layered<State = S>, E: Ends<'a>>(
        &mut self,
        sea: &Sea<'_, G, E>,
    ) -> Result<(), Strange> {
        // Whether the node that was on top before was marked.
        let mut below = None;
        while let Some(&Frame { at, from }) = self.frames.last() {
            // A lower node rests on any of them, an upper one on all.
            let any = at.end == 0;
            let mut found = if std::mem::take(&mut self.fresh) {
                self.weigh(sea, at, from)
            } else {
                below.filter(|&marked| marked == any)
            };
            while found.is_none() {
                if self.pool.len() == from {
                    found = Some(!any);
                    break;
                }
                let Some(rest) = self.pool.pop() else { break };
                let node = E::node(rest.at.index, rest.at.end);
                let deep = self.frames.len() >= DEEP;
                let known = if deep { sea.nodes.known(node) } else { sea.nodes.claim(node) };
                if known == Known::New && !deep {
                    sea.own.prefetch(rest.at.index);
                    return self.expand(sea, &rest.state, rest.at);
                }
                found = Some(known == Known::Marked).filter(|&marked| marked == any);
            }
            self.pool.truncate(from);
            self.frames.pop();
            if found == Some(true) {
                sea.nodes.mark(E::node(at.index, at.end));
                self.marked += 1;
            }
            below = found;
        }
        Ok(())
    }

    /// Reads what a node may rest on, and keeps what can decide it: all of it may have been decided already.
    #[inline(always)]
    fn weigh<'a, G, E: Ends<'a>>(&mut self, sea: &Sea<'_, G, E>, at: Place, from: usize) -> Option<bool> {
        let any = at.end == 0;
        let least = if any { sea.own.read(at.index)[0] } else { 0 };
        let mut kept = from;
        for place in from..self.pool.len() {
            let Rest { at, passes, .. } = self.pool[place];
            let mut known = sea.nodes.known(E::node(at.index, at.end));
            if any || !E::ALWAYS_NEEDED {
                let [lo, hi] = sea.own.read(at.index);
                if any && (if passes { -hi } else { lo }) < least {
                    continue;
                }
                let free = if at.end == 0 { lo <= -sea.top } else { hi >= sea.top };
                known = if free { Known::Marked } else { known };
            }
            match known {
                Known::New => {
                    self.pool.swap(kept, place);
                    kept += 1;
                }
                Known::Tried if any => {}
                Known::Marked if !any => {}
                // One that decides.
                _ => return Some(any),
            }
        }
        self.pool.truncate(kept);
        self.pool[from..].reverse();
        (kept == from).then_some(!any)
    }
}

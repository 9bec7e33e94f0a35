//! One thread's search: principal variation search of a state to a depth.

use std::ops::ControlFlow;

use super::enter::Entered;
use super::entry::Entry;
use super::evaluate::Evaluate;
use super::found::Found;
use super::limits::{Control, MAX_PLY};
use super::order::{Memory, Moved};
use super::table::Table;
use super::tuning::Tuning;
use super::window::Window;
use crate::game::{Child, Game, Move, Turn};
use crate::hundredths::Hundredths;
use crate::key::Key;
use crate::line::Line;
use crate::probe::Probe;
use crate::score::{Interval, Score};

/// The state of a search of one thread.
pub(super) struct Seeker<'a, G: Game, P, E> {
    pub(super) game: &'a G,
    pub(super) probe: &'a P,
    pub(super) evaluate: &'a E,
    pub(super) table: &'a Table,
    pub(super) tuning: Tuning,
    pub(super) control: &'a Control<'a>,
    /// The way to the state that is being searched.
    pub(super) line: Line<G::State>,
    pub(super) memory: Memory,
    /// The lists of moves of all nodes of the variation, one behind the other.
    pub(super) moves: Vec<Moved<G::State>>,
    /// The principal variation from each ply on.
    pub(super) pv: Vec<Vec<Move>>,
    pub(super) nodes: u64,
    /// How many nodes go by between two looks at the limits; a power of two.
    pub(super) pulse: u64,
    pub(super) hits: u64,
    pub(super) longest: usize,
    pub(super) halted: bool,
    /// The first iteration is done.
    pub(super) looked: bool,
    pub(super) clears: bool,
    pub(super) annuls: bool,
    pub(super) reach: u32,
    pub(super) less: Box<Reductions>,
}

/// The moves of a node.
struct List<'a, S> {
    state: &'a S,
    /// Where they begin on the stack, once they are listed.
    base: usize,
    ply: usize,
    /// The first to try, before the others are listed.
    lead: Option<Moved<S>>,
    /// The place of the table's move.
    best_place: Option<u32>,
}

/// How much less deep a late move is searched, by depth and place in the order.
pub(super) type Reductions = [[u8; 32]; 64];

pub(super) fn reductions() -> Box<Reductions> {
    let mut less = Box::new([[0; 32]; 64]);
    for (depth, row) in less.iter_mut().enumerate().skip(1) {
        for (place, plies) in row.iter_mut().enumerate().skip(1) {
            *plies = (0.4 + (depth as f64).ln() * (place as f64).ln() / 1.6) as u8;
        }
    }
    less
}

/// An estimate so far above the window, by plies left, is not looked into.
const FAR_ABOVE: i32 = 70;

/// What came of trying the moves of a node.
pub(super) struct Tried {
    pub(super) found: Found,
    /// The place of the move that was better than the window asked for.
    pub(super) best: Option<u32>,
}

impl<G: Game, P: Probe<G>, E: Evaluate<G>> Seeker<'_, G, P, E> {
    /// Counts a node, and looks at the limits now and then.
    #[inline(always)]
    pub(super) fn count(&mut self, ply: usize) {
        self.nodes += 1;
        self.longest = self.longest.max(ply);
        if self.nodes & (self.pulse - 1) == 0 {
            let stop = self.control.must_stop(self.pulse);
            // Limits do not keep a search from a first look at every move.
            self.halted |= stop && (self.looked || self.control.is_told());
        }
    }

    /// The value of the newest state of the line, asked for in a window, `depth` plies deep. Where the search was halted, the
    /// answer means nothing.
    pub(super) fn node<const PV: bool>(
        &mut self,
        state: &G::State,
        window: Window,
        mut depth: i32,
        ply: usize,
    ) -> Found {
        if depth <= 0 {
            return self.calm_down::<PV>(state, window, ply, self.tuning.quiet_plies);
        }
        self.count(ply);
        if PV {
            self.pv[ply].clear();
        }
        let mut proven = match self.enter(state, window, ply) {
            Entered::Done(found) => return found,
            Entered::Open(proven) => proven,
        };
        if ply + 1 >= MAX_PLY {
            return self.judged(state, proven);
        }
        let key = self.key();
        let mut best_place = None;
        match self.table.get(key) {
            Some(entry) => {
                if let Some(found) = self.recall::<PV>(&entry, &mut proven, window, depth) {
                    return found;
                }
                best_place = (entry.best != Entry::NO_MOVE).then_some(u32::from(entry.best));
            }
            None if self.tuning.blind_reduction && depth >= 5 => depth -= 1,
            None => {}
        }
        // The table's move goes first, and alone where a game can play one move for less than all: it is often enough.
        let lead = best_place.and_then(|place| self.lead(state, place));
        let mut standing = None;
        if !PV && self.tuning.futility && depth <= 6 {
            let found = self.judged(state, proven);
            if found.value.0 - FAR_ABOVE * depth >= window.beta().0 {
                return found;
            }
            standing = Some(found.value);
        }
        let base = self.moves.len();
        if lead.is_none() {
            self.list(state, ply, best_place, depth > 1);
            if self.moves.len() == base {
                return Found::exact(self.game.settle(state).score(self.line.banked()));
            }
        }
        let list = List { state, base, ply, lead, best_place };
        let tried = self.try_moves::<PV>(&list, window, depth, (proven, standing));
        self.moves.truncate(base);
        if !self.halted {
            self.keep(key, window, depth, &tried);
        }
        tried.found
    }

    /// The table's move by its place.
    #[inline(always)]
    fn lead(&self, state: &G::State, place: u32) -> Option<Moved<G::State>> {
        let (mv, child) = self.game.at_place(state, place)?;
        let key = Key::of(&child.state);
        self.table.prefetch(key);
        Some(Moved { child, key, mv, place, order: 0 })
    }

    /// Tries the moves of a state, one after another.
    #[inline(always)]
    fn try_moves<const PV: bool>(
        &mut self,
        list: &List<G::State>,
        window: Window,
        depth: i32,
        (proven, standing): (Interval, Option<Hundredths>),
    ) -> Tried {
        let List { base, ply, .. } = *list;
        let mut len = self.moves.len() - base;
        if list.lead.is_some() {
            len = usize::MAX;
        }
        let flipped = self.line.is_flipped();
        let mut open = window;
        let (mut best, mut best_place) = (-Hundredths::MAX, None);
        let (mut lo, mut hi) = (proven.lo, Score(-i16::MAX));
        let mut complete = true;
        let mut tried = 0;
        let mut next = 0;
        while next < len {
            let at = next;
            next += 1;
            if at == 1 && list.lead.is_some() {
                self.list(list.state, ply, list.best_place, depth > 1);
                len = self.moves.len() - base;
                self.pick(base, 0);
                if len == 1 {
                    break;
                }
            }
            let moved = match list.lead {
                Some(lead) if at == 0 => lead,
                _ => self.pick(base, at),
            };
            if !PV && at > 0 && is_calm(&moved.child) && depth <= 3 {
                let late = self.tuning.late_pruning && at as i32 > 2 + depth;
                let hope = standing.map(|standing| standing + Hundredths(60 + 90 * depth));
                if late || hope.is_some_and(|hope| hope <= window.alpha()) {
                    complete = false;
                    best = best.max(hope.unwrap_or(best).min(window.alpha()));
                    continue;
                }
            }
            let found = self.follow::<PV>(&moved, open, depth, tried, ply);
            tried += 1;
            if self.halted {
                break;
            }
            lo = lo.max(found.proven.lo);
            hi = hi.max(found.proven.hi);
            if found.value > best {
                best = found.value;
                if best > open.alpha() {
                    best_place = Some(moved.place);
                    if PV {
                        self.keep_pv(ply, moved.mv);
                    }
                    let Some(narrower) = open.raised(best) else {
                        complete &= next == len;
                        self.learn(&moved, (base, at), ply, flipped, depth);
                        break;
                    };
                    open = narrower;
                }
            }
            if lo >= proven.hi {
                // Nothing better can come.
                break;
            }
        }
        let hi = if complete { hi.min(proven.hi) } else { proven.hi };
        debug_assert!(self.halted || lo <= hi, "proven to be at least {lo:?} and at most {hi:?}");
        Tried { found: Found::guess(best, Interval { lo, hi: hi.max(lo) }), best: best_place }
    }

    /// The value of a move, asked for in a window of its mover.
    #[inline(always)]
    fn follow<const PV: bool>(
        &mut self,
        moved: &Moved<G::State>,
        window: Window,
        depth: i32,
        tried: usize,
        ply: usize,
    ) -> Found {
        let child = &moved.child;
        if child.turn == Turn::Over {
            if PV {
                self.pv[ply + 1].clear();
            }
            return Found::exact(Score::ZERO).backup(child);
        }
        let undo = self.line.push_keyed(child, moved.key, self.clears);
        let state = &child.state;
        let found = if tried == 0 {
            self.node::<PV>(state, window.child(child), depth - 1, ply + 1).backup(child)
        } else {
            let narrow = Window::null(window.alpha()).child(child);
            let mut less = 0;
            if self.tuning.reductions && depth >= 3 && is_calm(child) {
                less = i32::from(self.less[depth.min(63) as usize][tried.min(31)]);
                less = (less - i32::from(PV)).clamp(0, depth - 2);
            }
            let mut found = self.node::<false>(state, narrow, depth - 1 - less, ply + 1).backup(child);
            if less > 0 && found.value > window.alpha() && !self.halted {
                found = self.node::<false>(state, narrow, depth - 1, ply + 1).backup(child);
            }
            if PV && found.value > window.alpha() && found.value < window.beta() && !self.halted {
                found = self.node::<true>(state, window.child(child), depth - 1, ply + 1).backup(child);
            }
            found
        };
        self.line.pop(undo);
        found
    }

    /// Puts the legal moves of a state on the stack, with their order. `ask`: the table will be looked
    /// up for what they lead to.
    #[inline(always)]
    fn list(&mut self, state: &G::State, ply: usize, best_place: Option<u32>, ask: bool) {
        let flipped = self.line.is_flipped();
        let (moves, memory, table) = (&mut self.moves, &self.memory, self.table);
        let mut place = 0;
        let _ = self.game.children::<()>(state, |mv, child| {
            let order = memory.order(ply, flipped, (mv, &child), Some(place) == best_place);
            let key = Key::of(&child.state);
            if ask {
                table.prefetch(key);
            }
            moves.push(Moved { child, key, mv, place, order });
            place += 1;
            ControlFlow::Continue(())
        });
    }

    /// Brings the best of the moves that were not tried to its place in the order.
    #[inline(always)]
    pub(super) fn pick(&mut self, base: usize, at: usize) -> Moved<G::State> {
        let list = &mut self.moves[base..];
        let mut best = at;
        for other in at + 1..list.len() {
            if list[other].order > list[best].order {
                best = other;
            }
        }
        list.swap(at, best);
        list[at]
    }

    /// A move was good enough, the `at` before it in the list from `base` on were not.
    #[inline]
    fn learn(
        &mut self,
        moved: &Moved<G::State>,
        (base, at): (usize, usize),
        ply: usize,
        flipped: bool,
        depth: i32,
    ) {
        if !is_calm(&moved.child) {
            return;
        }
        self.memory.reward(ply, flipped, moved.mv, depth);
        for earlier in base..base + at {
            if is_calm(&self.moves[earlier].child) {
                self.memory.blame(flipped, self.moves[earlier].mv, depth);
            }
        }
    }

    /// The variation from `ply` on is this move and that from the next ply on.
    pub(super) fn keep_pv(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.pv.split_at_mut(ply + 1);
        let (own, below) = (&mut before[ply], &after[0]);
        own.clear();
        own.push(mv);
        own.extend_from_slice(below);
    }
}

/// A move that captures nothing and hands over.
#[inline(always)]
fn is_calm<S>(child: &Child<S>) -> bool {
    child.quiet && child.turn == Turn::Pass
}

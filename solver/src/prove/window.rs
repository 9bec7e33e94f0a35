//! Zero-window search for games that cannot cycle: every path ends, so what is found holds on every path.
//!
//! The table keeps for each state two bounds and the move that did best. Moves are looked at in three rounds: what
//! decides without a look anywhere (the ending, the seeds left), what a solved layer or the table knows, and only then
//! what must be searched: the table's move first, moves that move again, captures by what they gain, and later pits before
//! earlier ones, because those spend less.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::claim::Node;
use super::table::{Note, Place, Table, effort};
use crate::game::{Child, Layered, Turn};
use crate::mem::prefetch;
use crate::retrograde::Solved;
use crate::score::Score;
use crate::watch::Watch;

/// What is added to bounds in the table: no score is below it.
const BIAS: i16 = 1 << 11;
/// Nodes between two looks at whether to stop.
const LOOK: u64 = 1 << 10;
/// A state is shared between threads if it has so many seeds more than the largest solved layer.
const SHARED: u32 = 6;

/// Scores of solved layers, one shape, by seeds; of layers 0 to as many as are there.
#[derive(Clone, Debug, Default)]
pub(super) struct Floor<'a> {
    shape: u16,
    layers: Vec<&'a [i8]>,
}

impl<'a> Floor<'a> {
    /// The layers from 0 up that are solved without a gap.
    pub(super) fn of(solved: &'a Solved, shape: u16) -> Self {
        let layer = |seeds| solved.scores(crate::game::Layer { seeds, shape });
        Self { shape, layers: (0..=u8::MAX).map_while(layer).collect() }
    }

    /// Seeds of the largest solved layer.
    fn seeds(&self) -> u32 {
        self.layers.len().saturating_sub(1) as u32
    }

    #[inline]
    fn layer<G: Layered>(&self, game: &G, state: &G::State) -> Option<&'a [i8]> {
        let layer = game.layer(state);
        self.layers.get(usize::from(layer.seeds)).copied().filter(|_| layer.shape == self.shape)
    }
}

/// Threads that search for the same answer.
#[derive(Debug, Default)]
pub(super) struct Team {
    done: AtomicBool,
    nodes: AtomicU64,
    busy: Vec<AtomicU64>,
}

impl Team {
    pub(super) fn new(threads: usize) -> Self {
        let busy = if threads > 1 { 1 << 12 } else { 0 };
        Self { busy: (0..busy).map(|_| AtomicU64::new(0)).collect(), ..Self::default() }
    }

    /// Tells all threads that the answer is there.
    pub(super) fn finish(&self) {
        self.done.store(true, Relaxed);
    }

    /// Nodes of all threads, roughly.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    fn slot(&self, place: Place) -> Option<&AtomicU64> {
        self.busy.get(place.check() as usize & self.busy.len().wrapping_sub(1))
    }
}

/// A child that must be searched.
#[derive(Clone, Copy)]
struct Branch<S> {
    state: S,
    gain: i16,
    again: bool,
    mv: u8,
    order: i32,
    seat: Seat,
}

/// Where a child's value may stand.
#[derive(Clone, Copy)]
enum Seat {
    Solved(u64),
    Table(Place),
}

impl<S> Branch<S> {
    fn worth(&self, value: i16) -> i16 {
        if self.again { self.gain + value } else { self.gain - value }
    }

    /// What the child must reach, or stay below, for the move to be worth `k`.
    fn test(&self, k: i16) -> i16 {
        if self.again { k - self.gain } else { self.gain - k + 1 }
    }
}

/// A search of one thread.
pub struct Window<'a, G: Layered> {
    game: &'a G,
    floor: Floor<'a>,
    table: &'a Table,
    team: &'a Team,
    watch: &'a dyn Watch,
    branches: Vec<Branch<G::State>>,
    nodes: u64,
    limit: u64,
    over: bool,
}

impl<G: Layered> std::fmt::Debug for Window<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Window").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// What the table knows: the value is within, and the move that did best.
#[derive(Clone, Copy)]
struct Range {
    least: i16,
    most: i16,
    mv: u8,
}

impl Range {
    fn read(table: &Table, place: Place) -> Option<Self> {
        let bits = table.get(place)?.bits;
        let bound = |bits: u64| (bits & 0xfff) as i16 - BIAS;
        Some(Self { least: bound(bits), most: bound(bits >> 12), mv: (bits >> 24) as u8 })
    }

    fn write(self, table: &Table, place: Place, work: u8) {
        let bound = |bound: i16| (bound + BIAS) as u64;
        let bits = bound(self.least) | bound(self.most) << 12 | u64::from(self.mv) << 24;
        table.put(place, Note { bits, work });
    }
}

const NO_MOVE: u8 = u8::MAX;

impl<'a, G: Layered> Window<'a, G> {
    pub(super) fn new(
        game: &'a G,
        floor: Floor<'a>,
        table: &'a Table,
        team: &'a Team,
        watch: &'a dyn Watch,
    ) -> Self {
        let branches = Vec::with_capacity(1 << 10);
        Self { game, floor, table, team, watch, branches, nodes: 0, limit: u64::MAX, over: false }
    }

    /// Whether a claim holds.
    pub(super) fn holds(&mut self, node: &Node<G::State>) -> Option<bool> {
        let test = if node.own { node.need } else { 1 - node.need };
        self.bound(&node.state, test, u64::MAX).map(|bound| (bound >= test) == node.own)
    }

    /// Nodes so far: states whose moves were played.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// A bound of the value of a state: at least `k` if the value is at least what is returned, else at most. `None` when
    /// another thread was faster, the watch said stop, or `limit` nodes were not enough.
    pub(super) fn bound(&mut self, state: &G::State, k: i16, limit: u64) -> Option<i16> {
        self.limit = self.nodes.saturating_add(limit);
        self.branches.clear();
        let found = if let Some(layer) = self.floor.layer(self.game, state) {
            i16::from(layer[self.game.rank(state) as usize])
        } else {
            let place = self.table.place(state, 0);
            match Range::read(self.table, place) {
                Some(range) if range.least >= k => range.least,
                Some(range) if range.most < k => range.most,
                _ => self.search(state, place, k),
            }
        };
        (!self.over).then_some(found)
    }

    fn look(&mut self) {
        self.watch.advance(LOOK);
        let all = self.team.nodes.fetch_add(LOOK, Relaxed) + LOOK;
        self.over |= self.team.done.load(Relaxed) || self.watch.stop() || all >= self.limit;
    }

    fn search(&mut self, state: &G::State, place: Place, k: i16) -> i16 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.look();
        }
        let (from, began) = (self.branches.len(), self.nodes);
        let noted = Range::read(self.table, place);
        let mut best = Best { worth: i16::MIN, mv: NO_MOVE };
        let cut = self.branch(state, k, noted.map_or(NO_MOVE, |range| range.mv), &mut best)
            || self.resolve(from, k, &mut best)
            || self.descend(from, k, &mut best);
        self.branches.truncate(from);
        if self.over {
            return best.worth;
        }
        let top = self.game.ceiling(state).0;
        let old = noted.unwrap_or(Range { least: -top, most: top, mv: NO_MOVE });
        let new = if cut {
            Range { least: best.worth.max(old.least), mv: best.mv, ..old }
        } else {
            Range { most: best.worth.min(old.most), mv: old.mv, ..old }
        };
        new.write(self.table, place, effort(self.nodes - began));
        best.worth
    }

    /// Lists the moves; those that need no look anywhere are weighed at once. True when one is worth `k`.
    fn branch(&mut self, state: &G::State, k: i16, first: u8, best: &mut Best) -> bool {
        let (game, mut number) = (self.game, 0u8);
        let flow = game.children(state, |_, child: Child<G::State>| {
            let mv = number;
            number = number.saturating_add(1);
            let gain = child.gain.0;
            if child.turn == Turn::Over {
                return best.take(gain, mv, k);
            }
            let top = game.ceiling(&child.state).0;
            if gain + top < k {
                return best.take(gain + top, mv, k);
            }
            if gain - top >= k {
                return best.take(gain - top, mv, k);
            }
            let seat = match self.floor.layer(game, &child.state) {
                Some(layer) => {
                    let number = game.rank(&child.state);
                    prefetch(layer, number as usize);
                    Seat::Solved(number)
                }
                None => Seat::Table(self.table.place(&child.state, 0)),
            };
            let again = child.turn == Turn::Again;
            let order = i32::from(mv == first) << 16
                | i32::from(again) << 15
                | (i32::from(gain.max(0)) << 8).min(1 << 14)
                | i32::from(mv);
            self.branches.push(Branch { state: child.state, gain, again, mv, order, seat });
            ControlFlow::Continue(())
        });
        if number == 0 {
            *best = Best { worth: game.settle(state).score(Score::ZERO).0, mv: NO_MOVE };
            return best.worth >= k;
        }
        flow.is_break()
    }

    /// Looks the moves from `from` on up and drops those that are known well enough. True when one is worth `k`.
    fn resolve(&mut self, from: usize, k: i16, best: &mut Best) -> bool {
        let mut at = from;
        while at < self.branches.len() {
            let branch = self.branches[at];
            let known = match branch.seat {
                Seat::Solved(number) => {
                    let layer = self.floor.layer(self.game, &branch.state);
                    layer.map(|layer| branch.worth(i16::from(layer[number as usize])))
                }
                Seat::Table(place) => Range::read(self.table, place).and_then(|range| {
                    let (one, other) = (branch.worth(range.least), branch.worth(range.most));
                    let (least, most) = (one.min(other), one.max(other));
                    if least >= k { Some(least) } else { Some(most).filter(|most| *most < k) }
                }),
            };
            match known {
                Some(worth) => {
                    if best.take(worth, branch.mv, k).is_break() {
                        return true;
                    }
                    self.branches.swap_remove(at);
                }
                None => at += 1,
            }
        }
        false
    }

    /// Searches the moves from `from` on. True when one is worth `k`.
    fn descend(&mut self, from: usize, k: i16, best: &mut Best) -> bool {
        self.branches[from..].sort_unstable_by_key(|branch| std::cmp::Reverse(branch.order));
        // What another thread is at comes last: by then it may be in the table.
        let mut put_off = 0u64;
        for (index, at) in (from..self.branches.len()).enumerate() {
            let branch = self.branches[at];
            let Seat::Table(place) = branch.seat else { continue };
            if index > 0 && index < 64 && self.is_busy(&branch.state, place) {
                put_off |= 1 << index;
                continue;
            }
            if self.follow(branch, place, k, best) {
                return true;
            }
            if self.over {
                return false;
            }
        }
        while put_off != 0 {
            let at = from + put_off.trailing_zeros() as usize;
            put_off &= put_off - 1;
            let branch = self.branches[at];
            let Seat::Table(place) = branch.seat else { continue };
            if self.follow(branch, place, k, best) {
                return true;
            }
            if self.over {
                return false;
            }
        }
        false
    }

    fn is_busy(&self, state: &G::State, place: Place) -> bool {
        let large = || self.game.seeds(state) > self.floor.seeds() + SHARED;
        self.team.slot(place).is_some_and(|slot| slot.load(Relaxed) == place.check() && large())
    }

    /// Searches a move. True when it is worth `k`.
    fn follow(&mut self, branch: Branch<G::State>, place: Place, k: i16, best: &mut Best) -> bool {
        let test = branch.test(k);
        let noted = Range::read(self.table, place);
        let value = match noted {
            Some(range) if range.least >= test => range.least,
            Some(range) if range.most < test => range.most,
            _ => {
                let slot = self.team.slot(place);
                let mine = slot.is_some_and(|slot| slot.load(Relaxed) == 0);
                if mine && let Some(slot) = slot {
                    slot.store(place.check(), Relaxed);
                }
                let value = self.search(&branch.state, place, test);
                if mine && let Some(slot) = slot {
                    slot.store(0, Relaxed);
                }
                value
            }
        };
        !self.over && best.take(branch.worth(value), branch.mv, k).is_break()
    }
}

/// The best move so far; a bound of what it is worth.
struct Best {
    worth: i16,
    mv: u8,
}

impl Best {
    fn take(&mut self, worth: i16, mv: u8, k: i16) -> ControlFlow<()> {
        if worth > self.worth {
            *self = Self { worth, mv };
        }
        if worth >= k { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

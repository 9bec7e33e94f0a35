//! Laps of single-lap games taken back.
//!
//! A quiet move leaves its pit empty and every seed where it fell. So for each empty pit of the player who has moved,
//! the seeds are gathered again in the order in which they fell, one more each time: every number of them is a hand
//! that may have been sown. Each board found so is kept if its own rules play that move, quietly, to the board asked
//! for. Only where full pits are passed over does the board not tell which pits got a seed; then all ways are tried.

use sowbase_solver::{Reversible, Turn};

use super::facts::Facts;
use super::lanes::Lanes;
use super::play::{SingleLap, has_over};
use super::rules::{GrandSlam, LimitRule};
use super::terms::SingleLapRules;
use crate::board::Board;

impl<R: Lanes, F: Facts, V: SingleLapRules> Reversible for SingleLap<R, F, V, Board<R>> {
    fn is_reversible(&self) -> bool {
        // There the board alone does not tell what a move captures.
        self.facts.plan().grand_slam != GrandSlam::AllowedIfWins
    }

    #[inline]
    fn unmoves(&self, state: &Board<R>, mut visit: impl FnMut(Board<R>)) {
        // Seen by the player who has moved, as the board was before it was turned.
        let after = state.flipped();
        let plan = self.facts.plan();
        let passes_over = plan.limit.filter(|_| plan.limit_rule == LimitRule::Skip);
        if let Some(limit) = passes_over.filter(|&limit| has_over(after, limit - 1)) {
            self.unmoves_past_full_pits(state, after, limit, &mut visit);
            return;
        }
        let ring = 2 * self.facts.n();
        for origin in 0..self.facts.n() {
            if after.own.pit(origin) != 0 {
                continue;
            }
            let (mut before, mut hand, mut place) = (after, 0, origin);
            loop {
                place = if place + 1 == ring { 0 } else { place + 1 };
                if place == origin {
                    continue;
                }
                let held = before.ring_pit(self.facts.n(), place);
                if held == 0 {
                    break;
                }
                before = before.with_ring_pit(self.facts.n(), place, held - 1);
                hand += 1;
                let parent = Board { own: before.own.with(origin, hand), ..before };
                if self.leads_to(parent, origin, state) {
                    visit(parent);
                }
            }
        }
    }
}

impl<R: Lanes, F: Facts, V: SingleLapRules> SingleLap<R, F, V, Board<R>> {
    /// True when lifting a pit is legal and leads quietly to a board.
    #[inline(always)]
    fn leads_to(&self, parent: Board<R>, pit: usize, child: &Board<R>) -> bool {
        let played = if self.is_calm(parent) {
            // The lap falls as it was gathered, so the pit's top is all that is asked.
            let top = R::EMPTY.with(pit, 128);
            if self.liftable(parent) & top == R::EMPTY {
                return false;
            }
            self.calm_move(&parent, pit, self.is_tight(parent))
        } else {
            match self.weigh(&parent, self.facts.plan().leave_a_move)[pit] {
                Some(child) => child,
                None => return false,
            }
        };
        played.quiet && played.turn == Turn::Pass && played.state == *child
    }

    #[cold]
    #[inline(never)]
    fn unmoves_past_full_pits(
        &self,
        state: &Board<R>,
        after: Board<R>,
        limit: u8,
        visit: &mut impl FnMut(Board<R>),
    ) {
        for origin in (0..self.facts.n()).filter(|&origin| after.own.pit(origin) == 0) {
            let walk = Walk { origin, limit, n: self.facts.n(), after };
            walk.back(
                &mut Way { before: after, hand: 0, place: origin, passed: 0, shut: 0 },
                &mut |before, hand| {
                    let parent = Board { own: before.own.with(origin, hand), ..before };
                    if self.leads_to(parent, origin, state) {
                        visit(parent);
                    }
                },
            );
        }
    }
}

/// A lap to be taken back on a board with full pits.
struct Walk<R> {
    origin: usize,
    limit: u8,
    n: usize,
    after: Board<R>,
}

/// How far it has been taken back.
#[derive(Clone, Copy)]
struct Way<R> {
    before: Board<R>,
    hand: u8,
    place: usize,
    /// Places in a row that got nothing.
    passed: usize,
    /// The pits that were passed over for being full, a bit each: they stay full for the rest of the lap.
    shut: u32,
}

impl<R: Lanes> Walk<R> {
    /// Calls `found` with every board, pit lifted aside, and hand that may have come before.
    fn back(&self, way: &mut Way<R>, found: &mut impl FnMut(Board<R>, u8)) {
        loop {
            way.place = (way.place + 1) % (2 * self.n);
            if way.place == self.origin {
                continue;
            }
            if way.passed == 2 * self.n {
                return;
            }
            let full_now = self.after.ring_pit(self.n, way.place);
            let held = way.before.ring_pit(self.n, way.place);
            let shut = way.shut >> way.place & 1 == 1;
            if full_now > self.limit || shut {
                way.passed += 1;
                continue;
            }
            if full_now == self.limit {
                // The way on which it was full already.
                let mut other = Way { passed: way.passed + 1, shut: way.shut | 1 << way.place, ..*way };
                self.back(&mut other, found);
            }
            if held == 0 {
                return;
            }
            way.before = way.before.with_ring_pit(self.n, way.place, held - 1);
            way.hand += 1;
            way.passed = 0;
            found(way.before, way.hand);
        }
    }
}

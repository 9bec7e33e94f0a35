//! One side's search for the most that it can force in finite time.
//!
//! Where every gain is a multiple of some number and all that is left is shared out in the end, only every so-many-th value
//! can occur. Whether that is so nobody promises; those values are asked for first, and where the two sides do not meet
//! at one of them, [`super::Prover`] asks on.

use super::claim::{Claim, Endless, Node};
use super::hunt::{Found, Hunt};
use crate::game::Layered;
use crate::retrograde::Values;

/// Between what was proven and what failed: the step doubles until both are met, then the middle is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seek {
    own: bool,
    proven: i16,
    failed: i16,
    top: i16,
    step: i16,
    /// Values asked for lie so far apart.
    grid: i16,
    /// What is being asked, as far as it was searched.
    asked: Option<i16>,
}

impl Seek {
    /// For the side to move (`own`) or for the other; nobody nets more than `top`.
    pub(super) fn new(top: i16, own: bool) -> Self {
        Self { own, proven: -top, failed: top + 1, top, step: 1, grid: 2, asked: None }
    }

    /// The most that was proven, seen by this side.
    pub(super) fn proven(&self) -> i16 {
        self.proven
    }

    pub(super) fn is_over(&self) -> bool {
        self.proven + self.grid >= self.failed
    }

    /// Says what divides every gain that was seen.
    pub(super) fn set_grain(&mut self, grain: u16) {
        self.grid = 2 * (grain.max(1) as i16);
    }

    /// The next value at or above `need` that is worth asking for.
    fn on_grid(&self, need: i16) -> i16 {
        let above = (need + self.top).rem_euclid(self.grid);
        if above == 0 { need } else { need + self.grid - above }
    }

    /// What one side can force, the other cannot go beyond.
    pub(super) fn share(one: &mut Self, other: &mut Self) {
        one.failed = one.failed.min(1 - other.proven);
        other.failed = other.failed.min(1 - one.proven);
    }

    fn next(&mut self) -> i16 {
        if let Some(asked) = self.asked.filter(|asked| (self.proven + 1..self.failed).contains(asked)) {
            return asked;
        }
        let nothing_proven = self.proven == -self.top;
        let nothing_failed = self.failed == self.top + 1;
        let need = match (nothing_proven, nothing_failed) {
            (true, true) => 1,
            (false, true) => self.proven + self.step,
            (true, false) => self.failed - self.step,
            (false, false) => i16::midpoint(self.proven, self.failed),
        };
        self.step = (self.step * 2).min(64);
        let need = self.on_grid(need.max(self.proven + 1));
        if need < self.failed { need } else { self.on_grid(self.proven + 1) }
    }

    /// What is to be asked next.
    pub(super) fn ask<S: crate::State>(&mut self, state: S) -> Claim<S> {
        let need = self.next();
        self.asked = Some(need);
        Claim { node: Node { state, own: self.own, need }, endless: Endless::Lost }
    }

    /// Takes what was found of what was asked.
    pub(super) fn take(&mut self, found: Found) {
        match (self.asked, found) {
            (Some(need), Found::Holds) => self.proven = self.proven.max(need),
            (Some(need), Found::Fails) => self.failed = self.failed.min(need),
            _ => {}
        }
    }

    /// Searches on with about `nodes` nodes.
    pub(super) fn go_on<G: Layered, V: Values<G> + ?Sized>(
        &mut self,
        hunt: &mut Hunt<'_, G, V>,
        state: &G::State,
        nodes: u64,
    ) {
        while !self.is_over() && hunt.nodes() < nodes && !hunt.stopped() {
            let claim = self.ask(*state);
            let found = hunt.find(claim, nodes - hunt.nodes());
            self.take(found);
            if found == Found::Unknown {
                return;
            }
        }
    }
}

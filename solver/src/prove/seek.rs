//! One side's search for the most that it can force in finite time.

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
    /// What is being asked, as far as it was searched.
    asked: Option<i16>,
}

impl Seek {
    /// For the side to move (`own`) or for the other; nobody nets more than `top`.
    pub(super) fn new(top: i16, own: bool) -> Self {
        Self { own, proven: -top, failed: top + 1, top, step: 1, asked: None }
    }

    /// The most that was proven, seen by this side.
    pub(super) fn proven(&self) -> i16 {
        self.proven
    }

    pub(super) fn is_over(&self) -> bool {
        self.proven + 1 >= self.failed
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
        need.clamp(self.proven + 1, self.failed - 1)
    }

    /// Searches on with about `nodes` nodes.
    pub(super) fn go_on<G: Layered, V: Values<G> + ?Sized>(
        &mut self,
        hunt: &mut Hunt<'_, G, V>,
        state: &G::State,
        nodes: u64,
    ) {
        while !self.is_over() && hunt.nodes() < nodes && !hunt.stopped() {
            let need = self.next();
            self.asked = Some(need);
            let claim = Claim { node: Node { state: *state, own: self.own, need }, endless: Endless::Lost };
            match hunt.find(claim, nodes - hunt.nodes()) {
                Found::Holds => self.proven = need,
                Found::Fails => self.failed = need,
                Found::Unknown => return,
            }
        }
    }
}

//! Moves where the rules look further than the pit lifted: feeding, full pits, forbidden slams, singles, replies.
//!
//! The order of the filters is that of rules.md, section 12: room for the seeds, feeding, slams, singles, and last
//! that the opponent has a move.

use sowbase_solver::{Child, Move, Turn};

use super::facts::Facts;
use super::lanes::Lanes;
use super::laps::Sown;
use super::play::SingleLap;
use super::rules::GrandSlam;
use super::state::Seat;
use super::terms::SingleLapRules;

/// A pit that might be lifted.
#[derive(Clone, Copy)]
struct Choice<R> {
    sown: Sown<R>,
    /// The mask of the pits that it does not capture, before the rules of grand slams.
    spared: R,
    single: bool,
}

impl<R: Lanes> Choice<R> {
    fn slams(&self) -> bool {
        self.sown.opposite != R::EMPTY && self.sown.opposite & self.spared == R::EMPTY
    }
}

/// Drops the choices that fail a test, unless that would leave none.
fn prefer<T>(choices: &mut [Option<T>], good: impl Fn(&T) -> bool) {
    if choices.iter().flatten().any(&good) {
        keep(choices, good);
    }
}

fn keep<T>(choices: &mut [Option<T>], good: impl Fn(&T) -> bool) {
    for choice in choices {
        if choice.as_ref().is_some_and(|choice| !good(choice)) {
            *choice = None;
        }
    }
}

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> SingleLap<R, F, V, S> {
    /// Every legal move, by pit. `leave`: a move that leaves the opponent a move comes first.
    #[cold]
    #[inline(never)]
    pub(super) fn weigh(&self, state: &S, leave: bool) -> [Option<Child<S>>; 16] {
        let (board, plan) = (state.board(), self.facts.plan());
        let mut choices: [Option<Choice<R>>; 16] = std::array::from_fn(|pit| {
            let hand = if pit < self.facts.n() { board.own.pit(pit) } else { 0 };
            if hand == 0 {
                return None;
            }
            let sown = match plan.limit {
                Some(limit) => self.laps.sow_limited(board, pit, limit, plan.limit_rule)?,
                None => self.laps.sow(board, pit),
            };
            Some(Choice { spared: self.spared(&sown), sown, single: hand == 1 })
        });
        if plan.must_feed && board.opposite == R::EMPTY {
            keep(&mut choices, |choice| choice.sown.opposite != R::EMPTY);
        }
        match plan.grand_slam {
            GrandSlam::Illegal => keep(&mut choices, |choice| !choice.slams()),
            GrandSlam::IllegalUnlessForced => prefer(&mut choices, |choice| !choice.slams()),
            _ => {}
        }
        if plan.singles_last {
            prefer(&mut choices, |choice| !choice.single);
        }
        let mut children =
            choices.map(|choice| choice.map(|choice| self.reap(state, &choice.sown, choice.spared)));
        if leave {
            prefer(&mut children, |child| child.turn == Turn::Pass && self.has_move(&child.state));
        }
        children
    }

    /// True when a mover who need not leave a move has one.
    #[inline(always)]
    fn has_move(&self, state: &S) -> bool {
        let plan = self.facts.plan();
        if plan.limit.is_none() && plan.grand_slam != GrandSlam::Illegal {
            // Nothing but feeding forbids a move for good; the other rules only prefer some.
            return self.liftable(state.board()) != R::EMPTY;
        }
        self.weigh(state, false).iter().any(Option::is_some)
    }

    /// See [`Game::loud`]: the same of a position that is not calm.
    ///
    /// [`Game::loud`]: sowbase_solver::Game::loud
    #[cold]
    #[inline(never)]
    pub(super) fn weighed_loud(&self, state: &S, mut visit: impl FnMut(Move, Child<S>)) -> bool {
        let children = self.weigh(state, self.facts.plan().leave_a_move);
        for (pit, child) in children.iter().enumerate() {
            if let Some(child) = child
                && child.is_loud()
            {
                visit(Move(pit as u32), *child);
            }
        }
        children.iter().any(Option::is_some)
    }

    /// How many moves are legal. Apart from its callers, which would else make room for every child.
    #[cold]
    #[inline(never)]
    pub(super) fn weighed_count(&self, state: &S) -> u64 {
        self.weigh(state, self.facts.plan().leave_a_move).iter().flatten().count() as u64
    }

    /// The legal move that `n` others come before.
    #[cold]
    #[inline(never)]
    pub(super) fn weighed_nth(&self, state: &S, n: u64) -> Option<Child<S>> {
        self.weigh(state, self.facts.plan().leave_a_move).into_iter().flatten().nth(n as usize)
    }
}

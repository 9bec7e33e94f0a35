//! Deeper and deeper: the iterations of one thread over the moves of the root.

use std::ops::ControlFlow;

use super::entry::Kind;
use super::evaluate::Evaluate;
use super::found::Found;
use super::limits::MAX_PLY;
use super::report::{MoveReport, Report};
use super::seeker::Seeker;
use super::window::Window;
use crate::game::{Child, Game, Turn};
use crate::hundredths::Hundredths;
use crate::probe::Probe;
use crate::score::{Interval, Score};

/// Half of the first window round the value of the last iteration.
const ASPIRE: i32 = 40;

/// A legal move of the root.
pub(super) struct RootMove<S> {
    child: Child<S>,
    place: usize,
    pub(super) said: MoveReport,
}

impl<G: Game, P: Probe<G>, E: Evaluate<G>> Seeker<'_, G, P, E> {
    /// The moves of the root, in the order of the rules. `state` is the newest of the line.
    pub(super) fn root_moves(&self, state: &G::State) -> Vec<RootMove<G::State>> {
        let mut all = Vec::new();
        let _ = self.game.children::<()>(state, |mv, child| {
            let lost = if self.annuls { self.line.banked().0.abs() + child.gain.0.abs() } else { 0 };
            let top = self.game.ceiling(&child.state) + Score(lost);
            let proven = if child.turn == Turn::Over {
                Interval::exact(Score::ZERO)
            } else {
                Interval { lo: -top, hi: top }
            };
            let found = Found { value: Hundredths::ZERO, proven }.backup(&child);
            let found = Found::guess(found.value, found.proven);
            let said = MoveReport { mv, found, kind: Kind::None, depth: 0, pv: vec![mv], nodes: 0 };
            all.push(RootMove { child, place: all.len(), said });
            ControlFlow::Continue(())
        });
        all
    }

    /// Searches deeper and deeper from depth `first` until a limit, or until nothing is left to find out. `lines`: how many
    /// moves get a value of their own; the others are only known to be no better. `tell` hears of every iteration.
    pub(super) fn iterate(
        &mut self,
        state: &G::State,
        first: u32,
        lines: usize,
        mut tell: impl FnMut(&mut Self, &[RootMove<G::State>], u32, bool),
    ) -> (Vec<RootMove<G::State>>, u32) {
        let mut moves = self.root_moves(state);
        let lines = lines.clamp(1, moves.len().max(1));
        let mut reached = 0;
        let mut depth = first.max(1);
        while !moves.is_empty() && (reached == 0 || !self.control.enough(depth)) && depth < MAX_PLY as u32 {
            self.iteration(&mut moves, depth, lines);
            if self.halted {
                break;
            }
            reached = depth;
            let settled = is_settled(&moves, lines);
            tell(self, &moves, depth, settled);
            if settled {
                break;
            }
            depth += 1;
        }
        sort(&mut moves);
        (moves, reached)
    }

    fn iteration(&mut self, moves: &mut [RootMove<G::State>], depth: u32, lines: usize) {
        let mut values: Vec<Hundredths> = Vec::with_capacity(lines + 1);
        for at in 0..moves.len() {
            let nodes = self.nodes;
            // The value that a move must pass to be among the lines.
            let floor = if values.len() < lines { None } else { values.last().copied() };
            let Some(found) = self.root_move(&moves[at], depth, floor) else { return };
            let said = &mut moves[at].said;
            let above = floor.is_none_or(|floor| found.value > floor);
            said.nodes += self.nodes - nodes;
            // What was proven before stays proven.
            let proven = found.proven.and(said.found.proven);
            said.found = Found::guess(found.value, proven);
            said.depth = depth;
            said.kind = if above { Kind::Exact } else { Kind::Upper };
            if above {
                said.pv.clone_from(&self.pv[0]);
                let value = said.found.value;
                let place = values.partition_point(|other| *other >= value);
                values.insert(place, value);
                values.truncate(lines);
                // Best first, so that an iteration that is halted has its best moves in order.
                let to = moves[..at].partition_point(|other| {
                    other.said.kind == Kind::Exact
                        && other.said.depth == depth
                        && other.said.found.value >= value
                });
                moves[to..=at].rotate_right(1);
            }
        }
        sort(moves);
    }

    /// The value of a move of the root; `None` when the search was halted. With a `floor`, only whether it is more, and the
    /// value if so.
    fn root_move(
        &mut self,
        root: &RootMove<G::State>,
        depth: u32,
        floor: Option<Hundredths>,
    ) -> Option<Found> {
        let child = root.child;
        if child.turn == Turn::Over {
            self.pv[1].clear();
            self.keep_pv(0, root.said.mv);
            return Some(Found::exact(Score::ZERO).backup(&child));
        }
        let undo = self.line.push(&child, self.clears);
        let mut ask = |seeker: &mut Self, window: Window| {
            let found = seeker.node::<true>(&child.state, window.child(&child), depth as i32 - 1, 1);
            seeker.keep_pv(0, root.said.mv);
            (!seeker.halted).then(|| found.backup(&child))
        };
        let found = self.root_value(root, depth, floor, &mut ask);
        self.line.pop(undo);
        found
    }

    fn root_value(
        &mut self,
        root: &RootMove<G::State>,
        depth: u32,
        floor: Option<Hundredths>,
        ask: &mut impl FnMut(&mut Self, Window) -> Option<Found>,
    ) -> Option<Found> {
        let low = floor.unwrap_or(-Hundredths::MAX);
        if let Some(floor) = floor {
            let child = root.child;
            let narrow = Window::null(floor).child(&child);
            let found = self.node::<false>(&child.state, narrow, depth as i32 - 1, 1).backup(&child);
            if self.halted {
                return None;
            }
            if found.value <= floor {
                return Some(found);
            }
        }
        let guess = root.said.found.value;
        let mut half = ASPIRE;
        if !self.tuning.aspiration || root.said.kind == Kind::None || depth < 4 {
            half = Hundredths::MAX.0;
        }
        let (mut alpha, mut beta) = (guess - Hundredths(half), guess + Hundredths(half));
        loop {
            let asked = Window::new(alpha.max(low), beta.min(Hundredths::MAX).max(low + Hundredths(1)));
            let asked = asked.unwrap_or(Window::FULL);
            let found = ask(self, asked)?;
            half = half.saturating_mul(4).min(2 * Hundredths::MAX.0);
            if found.value >= asked.beta() && asked.beta() < Hundredths::MAX {
                beta = guess + Hundredths(half);
            } else if found.value <= asked.alpha() && asked.alpha() > low {
                alpha = guess - Hundredths(half);
            } else {
                return Some(found);
            }
        }
    }
}

/// Best first; ties in the order of the rules, what is known before what is only bounded.
pub(super) fn sort<S>(moves: &mut [RootMove<S>]) {
    moves.sort_by_key(|mv| {
        let bounded = match mv.said.kind {
            Kind::Exact | Kind::Lower => 0,
            Kind::Upper => 1,
            Kind::None => 2,
        };
        (bounded, std::cmp::Reverse(mv.said.found.value), mv.place)
    });
}

/// True when deeper search cannot change the values asked for.
fn is_settled<S>(moves: &[RootMove<S>], lines: usize) -> bool {
    let (first, rest) = moves.split_at(lines.min(moves.len()));
    let floor = first.iter().map(|mv| mv.said.found.proven.lo).min();
    first.iter().all(|mv| mv.said.found.is_exact())
        && rest.iter().all(|mv| Some(mv.said.found.proven.hi) <= floor)
}

/// What the moves say, as a report.
pub(super) fn report<S>(moves: &[RootMove<S>], depth: u32, settled: bool) -> Report {
    let moves = moves.iter().map(|mv| mv.said.clone()).collect();
    Report { moves, depth, settled, ..Report::default() }
}

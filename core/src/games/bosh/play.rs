//! The fast rules of Bosh.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Ending, Game, Line, Move, Reason, Score, Turn, Verdict};

use super::ring::{Capture, Kernel, Ring};
use super::rules::{BoshRules, EndlessTurn, FillSide, Recurrence, RoundEnd};
use super::state::{BoshState, Phase, Shape};
use super::wide::{Wide, WideLaps};
use crate::games::history::near_limits;
use crate::games::options::Limit;

/// Bosh under a rule set.
#[derive(Debug)]
pub struct Bosh<R: Ring> {
    pub(super) rules: BoshRules,
    capture: Capture,
    /// Captures and the end of a round are those of the standard rules: decided once, not at every turn.
    plain: bool,
    laps: Arc<<R::Fast as Kernel>::Laps>,
    wide_laps: WideLaps,
}

impl<R: Ring> Clone for Bosh<R> {
    fn clone(&self) -> Self {
        Self { laps: Arc::clone(&self.laps), ..*self }
    }
}

impl<R: Ring> Bosh<R> {
    /// Bosh under `rules`, which must have passed their check and fit the ring.
    pub fn new(rules: BoshRules) -> Self {
        let laps = Arc::new(R::laps(&rules));
        let capture = Capture::new(&rules);
        let plain = capture == Capture::PLAIN && rules.round_end == RoundEnd::MoverStuck;
        Self { rules, capture, plain, laps, wide_laps: WideLaps::new(&rules) }
    }

    pub(super) fn n(&self) -> usize {
        self.rules.pits_per_row.0 as usize
    }

    /// All holes of a row open.
    pub(super) fn all_open(&self) -> u16 {
        u16::MAX >> (16 - self.n())
    }

    /// A round ends when a move leaves a row empty.
    fn ends_on_empty_row(&self) -> bool {
        self.rules.round_end == RoundEnd::AnyRowEmpty
    }

    /// Visits the turns of a ring in one of its forms; `keep` brings it back into the state's form. `PLAIN` when the
    /// rules are.
    #[inline(always)]
    fn turns<const PLAIN: bool, K: Kernel, B>(
        &self,
        ring: K,
        shape: Shape,
        laps: &K::Laps,
        keep: impl Fn(K) -> R,
        mut visit: impl FnMut(Move, Child<BoshState<R>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (own, pits) = (shape.own(), shape.pits());
        let both_rows = !PLAIN && self.ends_on_empty_row();
        let capture = if PLAIN { Capture::PLAIN } else { self.capture };
        if both_rows && (ring.sum(0..own) == 0 || ring.sum(own..pits) == 0) {
            return ControlFlow::Continue(());
        }
        let flipped = shape.flipped();
        ring.turns(laps, shape, |pit, end| {
            let mv = Move(pit as u32);
            let Some((end, empty)) = end else {
                if self.rules.endless_turn == EndlessTurn::Illegal {
                    return ControlFlow::Continue(());
                }
                let shape = Shape { phase: Phase::Void, ..flipped };
                let state = BoshState { ring: keep(ring.flipped(own, pits)), shape };
                return visit(mv, Child { state, gain: Score::ZERO, turn: Turn::Pass, quiet: true });
            };
            let (after, taken) = capture.take(end, shape, empty);
            let state = BoshState {
                ring: keep(after.flipped(own, pits)),
                shape: Shape { seeds: flipped.seeds - taken, ..flipped },
            };
            let mut child =
                Child { state, gain: Score(i16::from(taken)), turn: Turn::Pass, quiet: taken == 0 };
            if both_rows {
                let (own_left, other_left) = (after.sum(0..own), after.sum(own..pits));
                if own_left == 0 || other_left == 0 {
                    child.gain = child.gain + Score(own_left as i16 - other_left as i16);
                    child.turn = Turn::Over;
                }
            }
            visit(mv, child)
        })
    }

    /// Everything but the turns of plain rules in the fast form: kept out of the way of those.
    #[inline(never)]
    fn other_children<B>(
        &self,
        state: &BoshState<R>,
        visit: &mut impl FnMut(Move, Child<BoshState<R>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let shape = state.shape;
        if shape.phase.is_pick() {
            return self.picks(state, visit);
        }
        if shape.phase == Phase::Void {
            return ControlFlow::Continue(());
        }
        match state.ring.fast(shape.seeds) {
            Some(fast) => self.turns::<false, _, _>(fast, shape, &self.laps, R::from_fast, visit),
            None => {
                self.turns::<false, _, _>(state.ring.to_wide(), shape, &self.wide_laps, R::from_wide, visit)
            }
        }
    }

    /// Visits every way to pick which holes to fill. The stones lie in the ring already: a pick names their holes.
    fn picks<B>(
        &self,
        state: &BoshState<R>,
        mut visit: impl FnMut(Move, Child<BoshState<R>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for open in 1..=self.all_open() {
            if open.count_ones() != u32::from(state.shape.open[0]) {
                continue;
            }
            let mut shape = Shape { phase: Phase::Play, ..state.shape };
            shape.names[0] = open;
            let (state, turn) = if state.shape.phase == Phase::PickAndBegin {
                (BoshState { ring: state.ring, shape }, Turn::Again)
            } else {
                let mut shape = shape.flipped();
                if shape.own() < self.n() {
                    shape.phase = Phase::PickAndBegin;
                }
                (BoshState { ring: state.flipped_ring(), shape }, Turn::Pass)
            };
            visit(Move(u32::from(open)), Child { state, gain: Score::ZERO, turn, quiet: true })?;
        }
        ControlFlow::Continue(())
    }

    /// How a recurrence divides the stones left (also used where a limit stops a round).
    pub(super) fn divided(&self, (own, opposite): (u32, u32), reason: Reason) -> Ending {
        match self.rules.repetition {
            Recurrence::OwnSide | Recurrence::OwnSideIfBoth | Recurrence::Ignore => {
                Ending::paying(own, opposite, reason)
            }
            Recurrence::Split => Ending::split(own + opposite, reason),
            Recurrence::VoidRound => Ending::as_it_stands(reason).judged(Verdict::Nobody),
        }
    }

    fn recurs(&self, line: &Line<BoshState<R>>, state: &BoshState<R>) -> bool {
        let counts = match self.rules.repetition {
            Recurrence::Ignore => false,
            Recurrence::OwnSideIfBoth => {
                let (own, opposite) = state.rows();
                own > 0 && opposite > 0
            }
            _ => true,
        };
        counts && line.quiet() > 0 && line.occurrences(state) > 1
    }
}

impl<R: Ring> Game for Bosh<R> {
    type State = BoshState<R>;

    fn start(&self) -> BoshState<R> {
        let (n, all) = (self.n(), self.all_open());
        let seeds = self.rules.seeds_per_pit.0 as u8;
        let shape =
            Shape { names: [all; 2], open: [n as u8; 2], seeds: 2 * n as u8 * seeds, phase: Phase::Play };
        BoshState { ring: R::from_wide(Wide::from_pits(std::iter::repeat_n(seeds, 2 * n))), shape }
    }

    #[inline]
    fn children<B>(
        &self,
        state: &BoshState<R>,
        mut visit: impl FnMut(Move, Child<BoshState<R>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let shape = state.shape;
        if self.plain
            && shape.phase == Phase::Play
            && let Some(fast) = state.ring.fast(shape.seeds)
        {
            return self.turns::<true, _, _>(fast, shape, &self.laps, R::from_fast, visit);
        }
        self.other_children(state, &mut visit)
    }

    fn settle(&self, state: &BoshState<R>) -> Ending {
        let (own, opposite) = state.rows();
        if state.shape.phase == Phase::Void {
            Ending::as_it_stands(Reason::ENDLESS_TURN).judged(Verdict::Nobody)
        } else if self.ends_on_empty_row() && (own == 0 || opposite == 0) {
            Ending::paying(own, opposite, Reason::ROW_EMPTY)
        } else if own == 0 {
            Ending::paying(0, opposite, Reason::NO_MOVE)
        } else {
            // There are stones to lift, but no turn with them ever stops.
            Ending::paying(own, opposite, Reason::ENDLESS_TURN)
        }
    }

    #[inline]
    fn seeds(&self, state: &BoshState<R>) -> u32 {
        u32::from(state.shape.seeds)
    }

    #[inline]
    fn ceiling(&self, state: &BoshState<R>) -> Score {
        Score(i16::from(state.shape.seeds))
    }

    fn cut(&self, line: &Line<BoshState<R>>, state: &BoshState<R>) -> Option<Ending> {
        if state.shape.phase == Phase::Void {
            return Some(self.settle(state));
        }
        if self.recurs(line, state) {
            return Some(self.divided(state.rows(), Reason::REPETITION));
        }
        if self.rules.ply_limit.0.is_some_and(|limit| line.plies() >= limit) {
            return Some(Ending::as_it_stands(Reason::PLY_LIMIT));
        }
        let stale = self.rules.quiet_limit().0.is_some_and(|limit| line.quiet() >= limit);
        (stale && self.count(state) > 0).then(|| self.divided(state.rows(), Reason::NO_CAPTURE_LIMIT))
    }

    #[inline]
    fn context(&self, line: &Line<BoshState<R>>, plies: u32) -> u64 {
        let banked = if self.annuls() { line.banked_word() } else { 0 };
        banked | near_limits(line, plies, [self.rules.quiet_limit(), self.rules.ply_limit])
    }

    #[inline]
    fn annuls(&self) -> bool {
        self.rules.repetition == Recurrence::VoidRound || self.rules.endless_turn != EndlessTurn::Illegal
    }

    fn for_paths(&self) -> Self {
        let rules = BoshRules {
            repetition: Recurrence::OwnSide,
            ply_limit: Limit(None),
            no_capture_limit: super::rules::QuietLimit(None),
            fill_side: FillSide::Right,
            ..self.rules
        };
        Self { rules, ..self.clone() }
    }
}

//! The fast rules of Omweso.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Ending, Game, Line, Move, Reason, Score, Verdict};

use super::columns::Columns;
use super::facts::{Facts, Marks};
use super::laps::{Laps, lane_of};
use super::number::pit_of_number;
use super::rules::{EndlessTurn, OmwesoRepetition, OmwesoRules, Reentry, Reverse, ReversePits, WinTiming};
use super::verdict::can_move;
use crate::board::Board;
use crate::board::rank::Ranking;
use crate::games::history::near_limits;
use crate::games::options::Limit;

/// Two circuits and what the rules keep beside them.
///
/// Two states are equal when boards and marks are: the mark is what the rules in force need of the facts.
#[derive(Clone, Copy, Debug)]
pub struct OmwesoState {
    /// The circuits, the mover's first: outer row in the low half of the word, inner row in the high half.
    pub board: Board<u128>,
    /// First turns, captures and placements, as they are.
    pub facts: Facts,
    pub(super) mark: u8,
}

impl PartialEq for OmwesoState {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.mark == other.mark
    }
}

impl Eq for OmwesoState {}

impl Hash for OmwesoState {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.mark.hash(state);
    }
}

/// From which lanes a captured hand may be sown clockwise, a bit a lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct AfterCapture {
    pub(super) allowed: u32,
    /// Lanes from which a captured hand is sown otherwise than a relay, or does not offer the same choice.
    pub(super) unlike_relay: u32,
}

/// From which lanes a lap may run clockwise, a bit a lane, by what comes before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReverseLanes {
    pub(super) at_start: u32,
    pub(super) at_relay: u32,
    pub(super) after_reverse: AfterCapture,
    pub(super) after_forward: AfterCapture,
}

impl ReverseLanes {
    fn new(rules: &OmwesoRules) -> Self {
        let m = rules.pits_per_row.0 as usize;
        let pits = match rules.reverse_pits {
            ReversePits::LeftFour => vec![0, 1, 2 * m - 2, 2 * m - 1],
            ReversePits::Kagera => vec![0, 2 * m - 2],
        };
        let lanes = pits.into_iter().fold(0, |lanes, pit| lanes | 1 << lane_of(m, pit));
        let if_so = |yes: bool| if yes { lanes } else { 0 };
        let full = rules.reverse == Reverse::Full;
        let at_relay = if_so(full);
        let after = |allowed: u32| {
            let otherwise = if rules.reentry_pit == Reentry::Same { u32::MAX } else { 0 };
            AfterCapture { allowed, unlike_relay: allowed ^ at_relay | otherwise }
        };
        Self {
            at_start: if_so(rules.reverse != Reverse::Off),
            at_relay,
            after_reverse: after(if_so(full)),
            after_forward: after(if_so(full && rules.reverse_after_forward_capture)),
        }
    }
}

/// Omweso under a rule set.
#[derive(Clone, Debug)]
pub struct Omweso {
    pub(super) rules: OmwesoRules,
    pub(super) laps: Laps,
    pub(super) columns: Columns,
    pub(super) ranking: Arc<Ranking>,
    pub(super) marks: Marks,
    pub(super) reverse: ReverseLanes,
    pub(super) lap_limit: u32,
    pub(super) may_decline: bool,
    pub(super) immediate: bool,
    pub(super) endless_illegal: bool,
}

/// Every lane: all pits may start a turn.
const ALL: u32 = u32::MAX;

impl Omweso {
    /// Omweso under `rules`, which must have passed their check.
    pub fn new(rules: OmwesoRules) -> Self {
        let m = rules.pits_per_row.0 as usize;
        let laps = Laps::new(m, rules.reentry_pit);
        Self::with(rules, laps, Columns::new(m), Arc::new(Ranking::new(2 * m)))
    }

    fn with(rules: OmwesoRules, laps: Laps, columns: Columns, ranking: Arc<Ranking>) -> Self {
        Self {
            rules,
            laps,
            columns,
            ranking,
            marks: Marks::new(&rules),
            reverse: ReverseLanes::new(&rules),
            lap_limit: rules.lap_limit.0,
            may_decline: !rules.capture_mandatory,
            immediate: rules.win_timing == WinTiming::Immediate,
            endless_illegal: rules.endless_turn == EndlessTurn::Illegal,
        }
    }

    /// Columns of the board.
    #[inline(always)]
    pub(super) fn m(&self) -> usize {
        self.rules.pits_per_row.0 as usize
    }

    /// Turns from some of the lanes, or the one placement that is listed.
    #[inline(always)]
    fn visit_from<B>(
        &self,
        state: &OmwesoState,
        lanes: u32,
        mut visit: impl FnMut(Move, Child<OmwesoState>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state.facts.placings() > 0 {
            let (mv, child) = self.keep(state);
            return visit(mv, child);
        }
        self.turns::<(), B>(state, lanes, |mv, child, ()| visit(mv, child))
    }
}

impl Game for Omweso {
    type State = OmwesoState;

    fn start(&self) -> OmwesoState {
        self.fresh()
    }

    #[inline]
    fn children<B>(
        &self,
        state: &OmwesoState,
        visit: impl FnMut(Move, Child<OmwesoState>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_from(state, ALL, visit)
    }

    fn play(&self, state: &OmwesoState, mv: Move) -> Option<Child<OmwesoState>> {
        let lanes = 1u32.checked_shl(lane_of(self.m(), pit_of_number(mv)) as u32).unwrap_or(0);
        let found = self.visit_from(state, lanes, |other, child| {
            if other == mv { ControlFlow::Break(child) } else { ControlFlow::Continue(()) }
        });
        match found {
            ControlFlow::Break(child) => Some(child),
            ControlFlow::Continue(()) => None,
        }
    }

    fn settle(&self, state: &OmwesoState) -> Ending {
        if can_move(state.board.own) {
            // Moves there are, but all of them never end and may not be played.
            Ending::as_it_stands(Reason::ENDLESS_TURN).judged(Verdict::Nobody)
        } else {
            Ending::paying(0, 1, Reason::NO_MOVE)
        }
    }

    fn seeds(&self, state: &OmwesoState) -> u32 {
        state.board.seeds()
    }

    fn ceiling(&self, _: &OmwesoState) -> Score {
        Score(self.rules.akawumbi() as i16)
    }

    fn cut(&self, line: &Line<OmwesoState>, state: &OmwesoState) -> Option<Ending> {
        let reached = |limit: Limit, plies: u32| limit.0.is_some_and(|limit| plies >= limit);
        if !can_move(state.board.own) {
            // The move before has lost the game for this side; no limit comes before that.
            return None;
        }
        let annulled = |reason| Some(Ending::as_it_stands(reason).judged(Verdict::Nobody));
        if reached(self.rules.no_capture_limit, line.quiet()) {
            return annulled(Reason::NO_CAPTURE_LIMIT);
        }
        if self.rules.repetition == OmwesoRepetition::AnnulOn3 && line.occurrences(state) >= 3 {
            return annulled(Reason::REPETITION);
        }
        if reached(self.rules.ply_limit, line.plies()) {
            return Some(Ending::as_it_stands(Reason::PLY_LIMIT));
        }
        None
    }

    fn captures_are_final(&self) -> bool {
        false
    }

    #[inline]
    fn context(&self, line: &Line<OmwesoState>, plies: u32) -> u64 {
        // Points are paid at the end only: nothing is ever banked.
        near_limits(line, plies, [self.rules.no_capture_limit, self.rules.ply_limit])
    }

    /// None: captures are sown again at once, and the seeds on the board are judged as they lie.
    #[inline]
    fn loud(&self, state: &OmwesoState, _: impl FnMut(Move, Child<OmwesoState>)) -> bool {
        can_move(state.board.own)
    }

    fn for_paths(&self) -> Self {
        let rules = OmwesoRules {
            front_row_rule: false,
            emitwe_ebiri: false,
            akakyala: false,
            win_timing: WinTiming::EndOfTurn,
            no_capture_limit: Limit(None),
            repetition: OmwesoRepetition::Ignore,
            ply_limit: Limit(None),
            ..self.rules
        };
        Self::with(rules, self.laps.clone(), self.columns.clone(), Arc::clone(&self.ranking))
    }
}

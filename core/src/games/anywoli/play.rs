//! The fast rules of Anywoli: which turns there are, and what ends a game beside them.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Ending, Game, Line, Move, Reason, Score, Turn, Verdict};

use super::flags::Flags;
use super::lot;
use super::rules::{AnywoliRules, EndlessTurn, LastFour};
use crate::board::base::BaseRanking;
use crate::board::narrow::Relays;
use crate::board::{Board, Narrow, Row};
use crate::games::history::History;
use crate::games::options::Limit;

/// A board and what the rules need beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AnywoliState<const W: u32> {
    /// The pits, the mover's first.
    pub board: Board<Narrow<W>>,
    /// What else counts; nothing under the default rules.
    pub flags: Flags,
}

/// Anywoli under a rule set, on lanes of `W` bits: 5 for rows of up to 12 pits, 4 for up to 16.
#[derive(Clone, Debug)]
pub struct Anywoli<const W: u32> {
    pub(super) rules: AnywoliRules,
    pub(super) relays: Arc<Relays<W>>,
    pub(super) ranking: Arc<BaseRanking>,
    /// The game is over with so many seeds or fewer.
    pub(super) last_seeds: u32,
    /// True when the rules need flags at all.
    pub(super) flagged: bool,
}

impl<const W: u32> Anywoli<W> {
    /// Anywoli under `rules`, which must have passed their check and fit the row.
    pub fn new(rules: AnywoliRules) -> Self {
        let n = rules.pits_per_row.0 as usize;
        Self {
            rules,
            relays: Arc::new(Relays::new(n)),
            ranking: Arc::new(BaseRanking::new(n)),
            last_seeds: rules.last_seeds(),
            flagged: rules.places() > 1,
        }
    }

    pub(super) fn n(&self) -> usize {
        self.rules.pits_per_row.0 as usize
    }

    /// The flags of the other side's state, no extra move being due.
    #[inline(always)]
    pub(super) fn handed_over(&self, flags: Flags) -> Flags {
        if self.flagged { self.flags_handed_over(flags) } else { flags }
    }

    #[cold]
    fn flags_handed_over(&self, flags: Flags) -> Flags {
        flags.extra(false).flipped(&self.rules)
    }

    /// Seeds on the board, both rows in one go where they allow it.
    #[inline(always)]
    fn seeds_left(state: &AnywoliState<W>) -> u32 {
        let Board { own, opposite } = state.board;
        if own.high | opposite.high == 0 {
            Narrow::<W>::low_seeds(own.low, opposite.low)
        } else {
            state.board.seeds()
        }
    }

    /// True when no move can be made from here.
    #[inline]
    fn is_over(&self, state: &AnywoliState<W>) -> bool {
        Self::seeds_left(state) <= self.last_seeds || state.flags.is_void()
    }

    /// The turn that starts from a pit that holds seeds; `None` when it never stops and may not be played.
    #[inline(always)]
    fn turn(&self, state: &AnywoliState<W>, left: u32, pit: usize) -> Option<Child<AnywoliState<W>>> {
        match self.sprint(state, left, pit) {
            Some(child) => Some(child),
            None => self.careful(state, pit),
        }
    }

    /// The move without sowing.
    #[inline]
    fn pass(&self, state: &AnywoliState<W>) -> Child<AnywoliState<W>> {
        let after = AnywoliState { board: state.board.flipped(), flags: self.handed_over(state.flags) };
        Child { state: after, gain: Score::ZERO, turn: Turn::Pass, quiet: true }
    }

    /// The pits that hold seeds, rising.
    #[inline(always)]
    fn pits(state: &AnywoliState<W>) -> impl Iterator<Item = usize> {
        let mut lanes = state.board.own.lanes_occupied();
        std::iter::from_fn(move || {
            let top = (lanes != 0).then(|| lanes.trailing_zeros())?;
            lanes &= lanes - 1;
            Some((top / W) as usize)
        })
    }

    fn pit_turns(&self, state: &AnywoliState<W>) -> u64 {
        let left = Self::seeds_left(state);
        Self::pits(state).filter(|&pit| self.turn(state, left, pit).is_some()).count() as u64
    }

    /// True when the side to move can only pass.
    fn is_stuck(&self, state: &AnywoliState<W>) -> bool {
        self.pit_turns(state) == 0
    }

    pub(super) fn history(&self) -> History {
        History {
            repetition: self.rules.repetition,
            occurrence: 2,
            no_capture_limit: self.rules.no_capture_limit,
            ply_limit: self.rules.ply_limit,
        }
    }

    /// How often the board has stood since the last capture with the same side to move: an extra move that was not
    /// declined makes no other position.
    fn occurrences(&self, line: &Line<AnywoliState<W>>, state: &AnywoliState<W>) -> u32 {
        let mut count = line.occurrences(state);
        if self.rules.knows_extra_moves() {
            let other = AnywoliState { flags: state.flags.extra(!state.flags.is_extra()), ..*state };
            count += line.occurrences(&other);
        }
        count
    }

    fn rows(state: &AnywoliState<W>) -> (u32, u32) {
        (state.board.own.seeds(), state.board.opposite.seeds())
    }
}

impl<const W: u32> Game for Anywoli<W> {
    type State = AnywoliState<W>;

    fn start(&self) -> AnywoliState<W> {
        let row = Narrow::from_pits(&vec![self.rules.seeds_per_pit.0 as u8; self.n()]);
        AnywoliState { board: Board { own: row, opposite: row }, flags: Flags::default() }
    }

    #[inline]
    fn children<B>(
        &self,
        state: &AnywoliState<W>,
        mut visit: impl FnMut(Move, Child<AnywoliState<W>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let left = Self::seeds_left(state);
        if left <= self.last_seeds || state.flags.is_void() {
            return ControlFlow::Continue(());
        }
        let mut may_pass = true;
        for pit in Self::pits(state) {
            let mv = Move(pit as u32);
            // Two visits: so a child of the sprint stays in registers, and is not laid down where the other would be.
            if let Some(child) = self.sprint(state, left, pit) {
                may_pass = false;
                visit(mv, child)?;
            } else if let Some(child) = self.careful(state, pit) {
                may_pass = false;
                visit(mv, child)?;
            }
        }
        if may_pass || self.flagged && state.flags.is_extra() {
            visit(Move::PASS, self.pass(state))?;
        }
        ControlFlow::Continue(())
    }

    fn count(&self, state: &AnywoliState<W>) -> u64 {
        if self.is_over(state) {
            return 0;
        }
        let turns = if self.rules.endless_turn == EndlessTurn::Illegal {
            self.pit_turns(state)
        } else {
            u64::from(state.board.own.occupied_count())
        };
        turns.max(1) + u64::from(turns > 0 && state.flags.is_extra())
    }

    fn paths(&self, state: &AnywoliState<W>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            // Under the rules of path counting every turn of the last ply counts, so none need be played.
            1 => self.count(state),
            _ => {
                let mut total = 0;
                let _ = self.children::<()>(state, |_, child| {
                    if child.turn != Turn::Over {
                        total += self.paths(&child.state, depth - 1);
                    }
                    ControlFlow::Continue(())
                });
                total
            }
        }
    }

    fn play(&self, state: &AnywoliState<W>, mv: Move) -> Option<Child<AnywoliState<W>>> {
        if self.is_over(state) {
            return None;
        }
        if mv == Move::PASS {
            let may = state.flags.is_extra() || self.is_stuck(state);
            return may.then(|| self.pass(state));
        }
        let pit = mv.0 as usize;
        if pit >= self.n() || state.board.own.pit(pit) == 0 {
            return None;
        }
        self.turn(state, Self::seeds_left(state), pit)
    }

    fn settle(&self, state: &AnywoliState<W>) -> Ending {
        if state.flags.is_void() {
            return Ending::as_it_stands(Reason::ENDLESS_TURN).judged(Verdict::Nobody);
        }
        let (own, opposite) = Self::rows(state);
        let all = own + opposite;
        let mover_takes = match self.rules.last_four {
            LastFour::LastCaptor | LastFour::PlayOn => None,
            LastFour::FirstFinalCapture => state.flags.first_final().map(|who| who == 0),
            LastFour::CurrentMover => Some(true),
            LastFour::StarterTakes8 => Some(state.flags.starter() == 0),
            LastFour::Lottery => Some(lot::favours_mover(state.flags.lot(), self.ring(state), None)),
        };
        let (own, opposite) = match mover_takes {
            None => (own, opposite),
            Some(true) => (all, 0),
            Some(false) => (0, all),
        };
        Ending::paying(own, opposite, Reason::LAST_SEEDS)
    }

    fn seeds(&self, state: &AnywoliState<W>) -> u32 {
        state.board.seeds()
    }

    fn ceiling(&self, state: &AnywoliState<W>) -> Score {
        Score(state.board.seeds() as i16)
    }

    fn cut(&self, line: &Line<AnywoliState<W>>, state: &AnywoliState<W>) -> Option<Ending> {
        if state.flags.is_void() {
            return Some(self.settle(state));
        }
        let history = self.history();
        let rows = || Self::rows(state);
        if line.quiet() > 0 && self.occurrences(line, state) >= history.occurrence && !self.is_over(state) {
            if let Some(ending) = history.recurred(rows()) {
                return Some(ending);
            }
            // Both had to pass with seeds in play: every turn of one or both never stops.
            let other = AnywoliState { board: state.board.flipped(), flags: Flags::default() };
            if self.is_stuck(state) && self.is_stuck(&other) {
                return Some(history.divided(rows(), Reason::ENDLESS_TURN));
            }
        }
        history.limits(line, rows, || !self.is_over(state))
    }

    #[inline]
    fn context(&self, line: &Line<AnywoliState<W>>, plies: u32) -> u64 {
        let banked = if self.annuls() { line.banked_word() } else { 0 };
        banked | self.history().context(line, plies)
    }

    #[inline]
    fn annuls(&self) -> bool {
        self.rules.endless_turn != EndlessTurn::Illegal || self.history().annuls()
    }

    /// None: nearly every turn captures something for somebody, and playing captures out alone goes on for ever.
    #[inline]
    fn loud(&self, state: &AnywoliState<W>, _: impl FnMut(Move, Child<AnywoliState<W>>)) -> bool {
        !self.is_over(state)
    }

    fn for_paths(&self) -> Self {
        // An endless turn that is illegal is no path: the counts of Bosh in rules.md, 8.2, hold only so.
        let rules = AnywoliRules { ply_limit: Limit(None), no_capture_limit: Limit(None), ..self.rules };
        Self { rules, ..self.clone() }
    }
}

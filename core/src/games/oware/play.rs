//! The fast rules of games with single laps: Oware and Urim under all their options.
//!
//! Most positions are *calm*: no full pit can be met, and no rule forbids a move for what it leads to. Then the pits
//! that may be lifted show in the mover's row, and a move is two table lookups, two additions and a capture. The rest
//! goes through `weigh`.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Ending, Game, Interval, Line, Move, Reason, Score, Turn};

use super::facts::{Facts, Snare};
use super::lanes::Lanes;
use super::laps::{End, Laps, Sown};
use super::rules::{GrandSlam, WinAt};
use super::state::Seat;
use super::terms::{SingleLapRules, Terms};
use crate::board::Board;
use crate::board::rank::Ranking;

/// A player has three quarters of all seeds.
pub(super) const THREE_QUARTERS: Reason = Reason("three_quarters");

/// A single-lap game: rows of type `R`, the rules of a move `F`, the options `V`, states `S`.
#[derive(Debug)]
pub struct SingleLap<R, F, V, S> {
    pub(super) facts: F,
    pub(super) rules: V,
    pub(super) terms: Terms,
    pub(super) laps: Arc<Laps<R>>,
    pub(super) ranking: Arc<Ranking>,
    /// Seeds in store that end the game at once, if the rules name any.
    stop_at: Option<u32>,
    /// What to add to a row so that a top is set where a pit's lap reaches the opponent, and where it holds a seed.
    feeds: R,
    /// Path counts know no stores.
    pub(super) blind: bool,
    state: PhantomData<S>,
}

impl<R: Copy, F: Clone, V: Clone, S> Clone for SingleLap<R, F, V, S> {
    fn clone(&self) -> Self {
        Self {
            facts: self.facts.clone(),
            rules: self.rules.clone(),
            terms: self.terms,
            laps: Arc::clone(&self.laps),
            ranking: Arc::clone(&self.ranking),
            stop_at: self.stop_at,
            feeds: self.feeds,
            blind: self.blind,
            state: PhantomData,
        }
    }
}

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> SingleLap<R, F, V, S> {
    /// The game under `rules`, which must have passed their check and fit the row; `facts` must say the same of a
    /// move as the rules do.
    pub fn with_facts(rules: V, facts: F) -> Self {
        let terms = rules.terms();
        assert_eq!(facts.plan(), terms.plan, "facts of another rule set");
        let n = usize::from(terms.plan.pits);
        let (laps, ranking) = (Arc::new(Laps::new(&terms.plan)), Arc::new(Ranking::new(n)));
        // Rule O8: pit p feeds with more than n - 1 - p seeds, as long as no pit is passed over.
        let feeds = (0..n).fold(R::EMPTY, |row, pit| row.with(pit, (127 - (n - 1 - pit)) as u8));
        let stop_at = terms.stop_at();
        Self { facts, rules, terms, laps, ranking, stop_at, feeds, blind: false, state: PhantomData }
    }

    /// What the mover has in store, as far as this game knows stores.
    pub(super) fn store(&self, state: &S) -> u8 {
        if self.blind { 0 } else { state.store() }
    }

    /// True when the opponent has a pit too full to be captured, even before the sowing: no move is a grand slam.
    #[inline(always)]
    pub(super) fn has_safe_pit(&self, board: Board<R>) -> bool {
        let most = self.facts.trigger().hi.max(self.facts.chain().hi);
        board.opposite.over(most) != R::EMPTY
    }

    /// True when a lap may meet a full pit.
    #[inline(always)]
    pub(super) fn is_tight(&self, board: Board<R>) -> bool {
        !self.facts.free() && self.facts.plan().limit.is_some() && has_over(board, self.facts.calm())
    }

    /// True when no move is forbidden but for feeding and singles, and feeding can be told from the hand.
    #[inline(always)]
    pub(super) fn is_calm(&self, board: Board<R>) -> bool {
        if self.facts.free() {
            return true;
        }
        let plan = self.facts.plan();
        let slam_forbidden = matches!(plan.grand_slam, GrandSlam::Illegal | GrandSlam::IllegalUnlessForced);
        if self.is_tight(board) {
            let hungry = plan.must_feed && board.opposite == R::EMPTY;
            if hungry || !plan.has_room() {
                return false;
            }
        }
        if slam_forbidden && !self.has_safe_pit(board) {
            return false;
        }
        if plan.leave_a_move {
            // The opponent keeps a pit that cannot be captured, and need not feed: a second own pit stays where it is.
            let two = board.own.held();
            let two = two != R::EMPTY && two.split_lowest().1 != R::EMPTY;
            return two
                && self.has_safe_pit(board)
                && plan.limit.is_none()
                && plan.grand_slam != GrandSlam::Illegal;
        }
        true
    }

    /// The tops of the pits that a mover in a calm position may lift.
    #[inline(always)]
    pub(super) fn liftable(&self, board: Board<R>) -> R {
        let plan = self.facts.plan();
        let hungry = plan.must_feed && board.opposite == R::EMPTY;
        let tops = if hungry { board.own.plus(self.feeds) & R::splat(128) } else { board.own.held() };
        if plan.singles_last {
            let large = tops & board.own.over(1);
            if large != R::EMPTY {
                return large;
            }
        }
        tops
    }

    /// The mask of the opponent's pits that a sowing does not capture, before the rules of grand slams.
    #[inline(always)]
    pub(super) fn spared(&self, sown: &Sown<R>) -> R {
        self.spared_of(sown.opposite, &sown.end, self.facts.snare())
    }

    /// The same of a row, where the caller knows how the two sets of counts lie to each other.
    #[inline(always)]
    pub(super) fn spared_of(&self, row: R, end: &End<R>, snare: Snare) -> R {
        let (trigger, chain, n) = (self.facts.trigger(), self.facts.chain(), self.facts.n());
        let stops = match snare {
            Snare::Same => !row.over(chain.lo - 1) | row.over(chain.hi),
            Snare::Within => !row.over(chain.lo - 1) | row.plus(end.too_much),
            Snare::Other => {
                let landing = end.tops & end.out_of_reach.lane_below();
                let before = end.tops & !landing;
                (row.outside(chain, n) & before) | (row.outside(trigger, n) & landing)
            }
        };
        end.out_of_reach | (stops & end.tops).at_or_below()
    }

    /// A legal move of a sowing that captures all but `spared`, unless it is a grand slam.
    #[inline(always)]
    pub(super) fn reap(&self, state: &S, sown: &Sown<R>, mut spared: R) -> Child<S> {
        let mut turn = Turn::Pass;
        let mut rest = 0;
        let stored = sown.stored;
        if sown.opposite & spared == R::EMPTY && sown.opposite != R::EMPTY {
            match self.facts.plan().grand_slam {
                GrandSlam::Forfeit | GrandSlam::Illegal => spared = !R::EMPTY,
                GrandSlam::IllegalUnlessForced => {
                    turn = Turn::Over;
                    rest = sown.own.seeds() as i16;
                }
                GrandSlam::AllowedIfWins => {
                    let store = u32::from(self.store(state)) + u32::from(stored) + sown.opposite.seeds();
                    if store < self.terms.winning() {
                        spared = !R::EMPTY;
                    }
                }
                GrandSlam::AllowedMoveAgain => turn = Turn::Again,
                GrandSlam::OpponentTakesRest => {
                    turn = Turn::Over;
                    rest = -(sown.own.seeds() as i16);
                }
                GrandSlam::KeepLast if !spared != sown.land => spared = spared | sown.land,
                GrandSlam::KeepFirst if !spared != sown.land => {
                    let (first, _) = (!spared & R::splat(128)).split_lowest();
                    spared = spared | R::up_to(first);
                }
                GrandSlam::Allowed | GrandSlam::KeepLast | GrandSlam::KeepFirst => {}
            }
        }
        let gained = (sown.opposite & !spared).seeds() as u8 + stored;
        let board = Board { own: sown.own, opposite: sown.opposite & spared };
        Child {
            state: state.next(board, gained, turn),
            gain: Score(i16::from(gained) + rest),
            turn,
            quiet: gained == 0,
        }
    }

    /// A move in a calm position.
    #[inline(always)]
    pub(super) fn calm_move(&self, state: &S, pit: usize, tight: bool) -> Child<S> {
        let sown = if tight { self.sow_tight(state.board(), pit) } else { self.laps.sow(state.board(), pit) };
        self.reap(state, &sown, self.spared(&sown))
    }

    #[cold]
    #[inline(never)]
    fn sow_tight(&self, board: Board<R>, pit: usize) -> Sown<R> {
        let plan = self.facts.plan();
        let limit = plan.limit.unwrap_or(127);
        self.laps
            .sow_limited(board, pit, limit, plan.limit_rule)
            .expect("a calm board has room for every seed")
    }
}

/// True when a pit holds more than `limit`.
#[inline(always)]
pub(super) fn has_over<R: Lanes>(board: Board<R>, limit: u8) -> bool {
    board.own.over(limit) | board.opposite.over(limit) != R::EMPTY
}

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> Game for SingleLap<R, F, V, S> {
    type State = S;

    fn start(&self) -> S {
        let row = R::from_pits(&vec![self.terms.seeds as u8; self.facts.n()]);
        S::seat(Board { own: row, opposite: row }, [0, 0])
    }

    #[inline]
    fn children<B>(
        &self,
        state: &S,
        mut visit: impl FnMut(Move, Child<S>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let board = state.board();
        if self.is_calm(board) && !self.is_tight(board) {
            let mut tops = self.liftable(board);
            while tops != R::EMPTY {
                let (pit, rest) = tops.split_lowest();
                visit(Move(pit as u32), self.calm_move(state, pit, false))?;
                tops = rest;
            }
        } else {
            for (pit, child) in self.weigh(state, self.facts.plan().leave_a_move).iter().enumerate() {
                if let Some(child) = child {
                    visit(Move(pit as u32), *child)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count(&self, state: &S) -> u64 {
        let board = state.board();
        if self.is_calm(board) { u64::from(self.liftable(board).tops()) } else { self.weighed_count(state) }
    }

    #[inline]
    fn nth(&self, state: &S, n: u64) -> Option<Child<S>> {
        let board = state.board();
        if !self.is_calm(board) {
            return self.weighed_nth(state, n);
        }
        let pit = self.liftable(board).nth_top(n)?;
        Some(self.calm_move(state, pit, self.is_tight(board)))
    }

    fn paths(&self, state: &S, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count(state),
            _ => self.long_paths(state, depth),
        }
    }

    fn settle(&self, state: &S) -> Ending {
        let board = state.board();
        Ending::paying(board.own.seeds(), board.opposite.seeds(), Reason::NO_MOVE)
    }

    fn seeds(&self, state: &S) -> u32 {
        state.board().seeds()
    }

    fn ceiling(&self, state: &S) -> Score {
        Score(state.board().seeds() as i16)
    }

    #[inline]
    fn cut(&self, line: &Line<S>, state: &S) -> Option<Ending> {
        let rows = || {
            let board = state.board();
            (board.own.seeds(), board.opposite.seeds())
        };
        // Stores change by captures only.
        if let Some(stop) = self.stop_at
            && line.set_len() == 1
        {
            let on_board = self.seeds(state);
            let most = i32::from(line.own_store(on_board).max(line.opposite_store(on_board)));
            if most >= stop as i32 {
                let won = self.terms.ends.win_at != WinAt::None && most >= self.terms.winning() as i32;
                return Some(Ending::as_it_stands(if won { Reason::MAJORITY } else { THREE_QUARTERS }));
            }
        }
        self.terms.ends.history.cut(line, state, rows, || self.count(state) > 0)
    }

    #[inline]
    fn context(&self, line: &Line<S>, plies: u32) -> u64 {
        let stores = if self.stop_at.is_some() { line.banked_word() } else { 0 };
        stores | self.terms.ends.history.context(line, plies)
    }

    /// Who has reached the seeds that end the game keeps his win, but by how much, only the board without an end would say.
    fn as_stored(&self, line: &Line<S>, state: &S, stored: Interval) -> Interval {
        let on_board = self.seeds(state) as i16;
        let (own, opposite) = (line.own_store(on_board as u32), line.opposite_store(on_board as u32));
        match self.stop_at.map(|stop| stop as i16) {
            Some(stop) if own.max(opposite) + on_board >= stop => {
                let (ahead, total) = (own - opposite, own + opposite + on_board);
                // At the stop its holder is so far ahead, at least.
                let lead = 2 * stop - total;
                let least =
                    if stored.lo.0 + ahead > -lead { (stored.lo.0 + ahead).min(lead) } else { -total };
                let most = if stored.hi.0 + ahead < lead { (stored.hi.0 + ahead).max(-lead) } else { total };
                Interval {
                    lo: Score((least - ahead).max(-on_board)),
                    hi: Score((most - ahead).min(on_board)),
                }
            }
            _ => stored,
        }
    }

    fn annuls(&self) -> bool {
        self.terms.ends.history.annuls()
    }

    #[inline(always)]
    fn at_place(&self, state: &S, place: u32) -> Option<(Move, Child<S>)> {
        let board = state.board();
        if !self.is_calm(board) || self.is_tight(board) {
            return None;
        }
        let pit = self.liftable(board).nth_top(u64::from(place))?;
        Some((Move(pit as u32), self.calm_move(state, pit, false)))
    }

    #[inline]
    fn loud(&self, state: &S, mut visit: impl FnMut(Move, Child<S>)) -> bool {
        let board = state.board();
        if !self.is_calm(board) || self.is_tight(board) {
            return self.weighed_loud(state, visit);
        }
        let mut tops = self.liftable(board);
        let any = tops != R::EMPTY;
        while tops != R::EMPTY {
            let (pit, rest) = tops.split_lowest();
            tops = rest;
            let (row, end) = self.laps.sow_far(board, pit);
            if self.spared_of(row, end, self.facts.snare()) & row != row {
                let child = self.calm_move(state, pit, false);
                if child.is_loud() {
                    visit(Move(pit as u32), child);
                }
            }
        }
        any
    }

    fn for_paths(&self) -> Self {
        Self { blind: true, ..self.clone() }
    }
}

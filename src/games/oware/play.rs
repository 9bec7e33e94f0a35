//! The fast rules of games with single laps: Oware and Urim under all their options.
//!
//! Most positions are *calm*: no full pit can be met, nobody has to be fed, no rule forbids a move for what it leads
//! to. Then every pit with seeds may be lifted and a move is a table lookup, two additions and a capture. The rest
//! goes through [`SingleLap::weigh`](super::weigh).

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Ending, Game, Line, Move, Reason, Score, Turn};

use super::facts::Facts;
use super::lanes::Lanes;
use super::laps::{Laps, Sown};
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
    /// Path counts know no stores.
    pub(super) blind: bool,
    state: PhantomData<S>,
}

impl<R, F: Clone, V: Clone, S> Clone for SingleLap<R, F, V, S> {
    fn clone(&self) -> Self {
        Self {
            facts: self.facts.clone(),
            rules: self.rules.clone(),
            terms: self.terms,
            laps: Arc::clone(&self.laps),
            ranking: Arc::clone(&self.ranking),
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
        let (laps, ranking) = (Arc::new(Laps::new(n)), Arc::new(Ranking::new(n)));
        Self { facts, rules, terms, laps, ranking, blind: false, state: PhantomData }
    }

    /// What the mover has in store, as far as this game knows stores.
    pub(super) fn store(&self, state: &S) -> u8 {
        if self.blind { 0 } else { state.store() }
    }

    /// True when every pit in [`SingleLap::liftable`] may be lifted, and no lap meets a full pit.
    #[inline(always)]
    pub(super) fn is_calm(&self, board: Board<R>) -> bool {
        let plan = self.facts.plan();
        let slam_forbidden = matches!(plan.grand_slam, GrandSlam::Illegal | GrandSlam::IllegalUnlessForced);
        // A row with a pit too full to be captured, even before the sowing, cannot be slammed.
        let safe = || {
            let most = self.facts.trigger().hi.max(self.facts.chain().hi);
            board.opposite.over(most) != R::EMPTY
        };
        if plan.must_feed && board.opposite == R::EMPTY {
            return false;
        }
        if plan.limit.is_some() && (board.own | board.opposite).over(self.facts.calm()) != R::EMPTY {
            return false;
        }
        if slam_forbidden && !safe() {
            return false;
        }
        if plan.leave_a_move {
            // The opponent keeps a pit that cannot be captured, and need not feed: a second own pit stays where it is.
            let two = board.own.held();
            let two = two != R::EMPTY && two.split_lowest().1 != R::EMPTY;
            return two && safe() && plan.limit.is_none() && plan.grand_slam != GrandSlam::Illegal;
        }
        true
    }

    /// The tops of the pits that a mover in a calm position may lift.
    #[inline(always)]
    pub(super) fn liftable(&self, own: R) -> R {
        if self.facts.plan().singles_last {
            let large = own.over(1);
            if large != R::EMPTY {
                return large;
            }
        }
        own.held()
    }

    /// The mask of the pits that a sowing captures, before the rules of grand slams.
    #[inline(always)]
    pub(super) fn captured(&self, sown: &Sown<R>) -> R {
        let (trigger, chain, n) = (self.facts.trigger(), self.facts.chain(), self.facts.n());
        let mut stops = sown.opposite.outside(chain, n) & sown.reach;
        if trigger != chain {
            stops = (stops & !sown.land) | (sown.opposite.outside(trigger, n) & sown.land);
        }
        sown.reach & !stops.at_or_below()
    }

    /// A legal move of a sowing that captures `mask`. `forced`: every choice is a grand slam.
    #[inline(always)]
    pub(super) fn reap(&self, state: &S, sown: &Sown<R>, mut mask: R) -> Child<S> {
        let mut turn = Turn::Pass;
        let mut rest = 0;
        let stored = sown.stored;
        if mask != R::EMPTY && sown.opposite & !mask == R::EMPTY {
            match self.facts.plan().grand_slam {
                GrandSlam::Forfeit | GrandSlam::Illegal => mask = R::EMPTY,
                GrandSlam::Allowed => {}
                GrandSlam::IllegalUnlessForced => {
                    turn = Turn::Over;
                    rest = sown.own.seeds() as i16;
                }
                GrandSlam::AllowedIfWins => {
                    let store = u32::from(self.store(state)) + u32::from(stored) + sown.opposite.seeds();
                    if store < self.terms.winning() {
                        mask = R::EMPTY;
                    }
                }
                GrandSlam::AllowedMoveAgain => turn = Turn::Again,
                GrandSlam::OpponentTakesRest => {
                    turn = Turn::Over;
                    rest = -(sown.own.seeds() as i16);
                }
                GrandSlam::KeepLast if mask != sown.land => mask = mask & !sown.land,
                GrandSlam::KeepFirst if mask != sown.land => {
                    let (first, _) = (mask & R::splat(128)).split_lowest();
                    mask = mask & !R::up_to(first);
                }
                GrandSlam::KeepLast | GrandSlam::KeepFirst => {}
            }
        }
        let gained = (sown.opposite & mask).seeds() as u8 + stored;
        let board = Board { own: sown.own, opposite: sown.opposite & !mask };
        Child {
            state: state.next(board, gained, turn),
            gain: Score(i16::from(gained) + rest),
            turn,
            quiet: gained == 0,
        }
    }

    /// A move in a calm position.
    #[inline(always)]
    pub(super) fn calm_move(&self, state: &S, pit: usize) -> Child<S> {
        let sown = self.laps.sow(state.board(), pit);
        let mask = self.captured(&sown);
        self.reap(state, &sown, mask)
    }
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
        if self.is_calm(board) {
            let mut tops = self.liftable(board.own);
            while tops != R::EMPTY {
                let (pit, rest) = tops.split_lowest();
                visit(Move(pit as u32), self.calm_move(state, pit))?;
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
        if self.is_calm(board) {
            u64::from(self.liftable(board.own).tops())
        } else {
            self.weigh(state, self.facts.plan().leave_a_move).iter().flatten().count() as u64
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
        let board = state.board();
        let (own, opposite) = (board.own.seeds(), board.opposite.seeds());
        if let Some(stop) = self.terms.stop_at() {
            let most = line.own_store(own + opposite).max(line.opposite_store(own + opposite));
            if i32::from(most) >= stop as i32 {
                let won =
                    self.terms.ends.win_at != WinAt::None && i32::from(most) >= self.terms.winning() as i32;
                return Some(Ending::as_it_stands(if won { Reason::MAJORITY } else { THREE_QUARTERS }));
            }
        }
        self.terms.ends.history.cut(line, state, || (own, opposite), || self.count(state) > 0)
    }

    fn for_paths(&self) -> Self {
        Self { blind: true, ..self.clone() }
    }
}

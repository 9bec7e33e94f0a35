//! The fast rules of Kalah.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Ending, Game, Line, Move, Reason, Score, Turn};

use super::rules::{KalahRules, RemainingTo};
use crate::board::rank::Ranking;
use crate::board::sow::{Lap, Laps, Ring};
use crate::board::{Board, Row};
use crate::games::history::near_limits;
use crate::games::options::Limit;

/// A board and where the pie rule stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KalahState<R> {
    /// The pits, the mover's first.
    pub board: Board<R>,
    /// 0: no swap any more. 1: South's first turn is going on. 2: North may swap now.
    pub pie: u8,
}

/// Kalah under a rule set.
#[derive(Clone, Debug)]
pub struct Kalah<R> {
    pub(super) rules: KalahRules,
    pub(super) laps: Arc<Laps<R>>,
    pub(super) ranking: Arc<Ranking>,
}

impl<R: Row> Kalah<R> {
    /// Kalah under `rules`, which must have passed their check and fit the row.
    pub fn new(rules: KalahRules) -> Self {
        let n = rules.pits_per_row.0 as usize;
        let ring = Ring { n, skip_origin: rules.skip_origin, own_store: true };
        Self { rules, laps: Arc::new(Laps::new(ring)), ranking: Arc::new(Ranking::new(n)) }
    }

    pub(super) fn n(&self) -> usize {
        self.rules.pits_per_row.0 as usize
    }

    /// The move that takes over the other side.
    pub(super) fn swap(&self) -> Move {
        Move(self.n() as u32)
    }

    /// Seeds of a fresh game.
    pub(super) fn total(&self) -> u32 {
        2 * self.rules.pits_per_row.0 * self.rules.seeds_per_pit.0
    }

    /// What the end pays the mover and the other player once a row is empty.
    fn remainder(&self, board: Board<R>) -> (u32, u32) {
        let (own, opposite) = (board.own.seeds(), board.opposite.seeds());
        match self.rules.remaining_to {
            RemainingTo::Owner => (own, opposite),
            RemainingTo::Other => (opposite, own),
            RemainingTo::Nobody => (0, 0),
        }
    }

    #[inline]
    fn child(&self, state: &KalahState<R>, pit: usize, hand: u8) -> Child<KalahState<R>> {
        let lap = self.laps.lap(pit, hand);
        let mut own = state.board.own.with(pit, 0).plus(lap.add.own);
        let mut opposite = state.board.opposite.plus(lap.add.opposite);
        let mut gain = i16::from(lap.store);
        let last = usize::from(lap.last);
        if last < self.n() && own.pit(last) == 1 {
            let facing = self.n() - 1 - last;
            let taken = opposite.pit(facing);
            if taken > 0 || self.rules.empty_capture {
                gain += i16::from(taken) + 1;
                own = own.with(last, 0);
                opposite = opposite.with(facing, 0);
            }
        }
        let board = Board { own, opposite };
        let again = lap.last == Lap::<R>::STORE;
        if own == R::EMPTY || opposite == R::EMPTY {
            let (mover, other) = self.remainder(board);
            let state = KalahState { board: board.flipped(), pie: 0 };
            let paid = Score(gain + mover as i16 - other as i16);
            return Child { state, gain: paid, turn: Turn::Over, quiet: gain == 0 };
        }
        let gain = Score(gain);
        if again {
            Child { state: KalahState { board, pie: state.pie & 1 }, gain, turn: Turn::Again, quiet: false }
        } else {
            let pie = if state.pie == 1 { 2 } else { 0 };
            Child {
                state: KalahState { board: board.flipped(), pie },
                gain,
                turn: Turn::Pass,
                quiet: gain.0 == 0,
            }
        }
    }
}

impl<R: Row> Game for Kalah<R> {
    type State = KalahState<R>;

    fn start(&self) -> KalahState<R> {
        let row = R::from_pits(&vec![self.rules.seeds_per_pit.0 as u8; self.n()]);
        KalahState { board: Board { own: row, opposite: row }, pie: u8::from(self.rules.pie_rule) }
    }

    #[inline]
    fn children<B>(
        &self,
        state: &KalahState<R>,
        mut visit: impl FnMut(Move, Child<KalahState<R>>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if state.board.own == R::EMPTY || state.board.opposite == R::EMPTY {
            return ControlFlow::Continue(());
        }
        for pit in 0..self.n() {
            let hand = state.board.own.pit(pit);
            if hand > 0 {
                visit(Move(pit as u32), self.child(state, pit, hand))?;
            }
        }
        if state.pie == 2 {
            // The store that South's first turn filled changes hands: worth twice its seeds to the swapper.
            let gain = Score(2 * (self.total() - state.board.seeds()) as i16);
            let child = Child { state: KalahState { pie: 0, ..*state }, gain, turn: Turn::Pass, quiet: true };
            visit(self.swap(), child)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn at_place(&self, state: &KalahState<R>, place: u32) -> Option<(Move, Child<KalahState<R>>)> {
        if state.board.own == R::EMPTY || state.board.opposite == R::EMPTY {
            return None;
        }
        let mut held = (0..self.n()).filter(|&pit| state.board.own.pit(pit) > 0);
        let pit = held.nth(place as usize)?;
        Some((Move(pit as u32), self.child(state, pit, state.board.own.pit(pit))))
    }

    fn count(&self, state: &KalahState<R>) -> u64 {
        if state.board.opposite == R::EMPTY || state.board.own == R::EMPTY {
            return 0;
        }
        u64::from(state.board.own.occupied_count()) + u64::from(state.pie == 2)
    }

    fn settle(&self, state: &KalahState<R>) -> Ending {
        let (own, opposite) = self.remainder(state.board);
        Ending::paying(own, opposite, Reason::ROW_EMPTY)
    }

    fn seeds(&self, state: &KalahState<R>) -> u32 {
        state.board.seeds()
    }

    fn ceiling(&self, state: &KalahState<R>) -> Score {
        let swap = if state.pie > 0 { 2 * self.total() } else { 0 };
        Score((state.board.seeds() + swap) as i16)
    }

    fn cut(&self, line: &Line<KalahState<R>>, _: &KalahState<R>) -> Option<Ending> {
        let over = self.rules.ply_limit.0.is_some_and(|limit| line.plies() >= limit);
        over.then(|| Ending::as_it_stands(Reason::PLY_LIMIT))
    }

    /// A quiet move brings seeds of the mover's row nearer to his store, and a swap is made once.
    fn cannot_cycle(&self) -> bool {
        true
    }

    #[inline]
    fn context(&self, line: &Line<KalahState<R>>, plies: u32) -> u64 {
        near_limits(line, plies, [Limit(None), self.rules.ply_limit])
    }

    fn annuls(&self) -> bool {
        false
    }

    fn for_paths(&self) -> Self {
        let rules = KalahRules { ply_limit: Limit(None), ..self.rules };
        Self { rules, ..self.clone() }
    }
}

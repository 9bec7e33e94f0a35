//! Numbering of Omweso's states: the two circuits, times the marks that the rules need.
//!
//! Seeds never leave the board, so all states of a game are one layer.

use std::ops::Range;

use sowbase_solver::{Layer, Layered, Panel, Score};

use super::laps::{from_pits, to_pits};
use super::play::{Omweso, OmwesoState};
use crate::board::{Board, Row};

impl Omweso {
    /// The circuit with its pits one beside the other, as the numbering takes them.
    #[inline]
    fn packed(&self, circuit: u128) -> u128 {
        let inner = circuit >> 64;
        u128::from(circuit as u64) | inner << (8 * self.m())
    }

    fn packed_board(&self, state: &OmwesoState) -> Board<u128> {
        Board { own: self.packed(state.board.own), opposite: self.packed(state.board.opposite) }
    }

    fn marked(&self, packed: Board<u128>, mark: u8) -> OmwesoState {
        let m = self.m();
        let [own, opposite] = [packed.own, packed.opposite].map(|row| from_pits(m, &row.pits(2 * m)));
        OmwesoState { board: Board { own, opposite }, facts: self.marks.facts(mark), mark }
    }

    /// A state from its pits in circuit order.
    pub fn state(&self, own: &[u8], opposite: &[u8], facts: super::facts::Facts) -> OmwesoState {
        let [own, opposite] = [own, opposite].map(|pits| from_pits(self.m(), pits));
        OmwesoState { board: Board { own, opposite }, facts, mark: self.marks.mark(facts) }
    }

    /// The pits of a state in circuit order, the mover's first.
    pub(super) fn pits(&self, state: &OmwesoState) -> [Vec<u8>; 2] {
        [state.board.own, state.board.opposite].map(|circuit| to_pits(self.m(), circuit))
    }
}

impl Layered for Omweso {
    fn layer(&self, state: &OmwesoState) -> Layer {
        Layer { seeds: state.board.seeds() as u8, shape: 0 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.ranking.len(u32::from(layer.seeds)) * u128::from(self.marks.count())
    }

    fn panels(&self, layer: Layer) -> Vec<Panel> {
        self.ranking.panels(u32::from(layer.seeds), u64::from(self.marks.count())).map(Panel::from).collect()
    }

    #[inline]
    fn rank(&self, state: &OmwesoState) -> u64 {
        self.ranking.rank(self.packed_board(state)) * u64::from(self.marks.count()) + u64::from(state.mark)
    }

    fn unrank(&self, layer: Layer, index: u64) -> OmwesoState {
        let marks = u64::from(self.marks.count());
        let board = self.ranking.unrank(u32::from(layer.seeds), index / marks);
        self.marked(board, (index % marks) as u8)
    }

    #[inline]
    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &OmwesoState)) {
        self.ranking.walk(
            u32::from(layer.seeds),
            u64::from(self.marks.count()),
            range,
            |index, board, place| {
                visit(index, &self.marked(board, place as u8));
            },
        );
    }

    fn wide_rank(&self, state: &OmwesoState) -> u128 {
        self.ranking.wide_rank(self.packed_board(state)) * u128::from(self.marks.count())
            + u128::from(state.mark)
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> OmwesoState {
        let marks = u128::from(self.marks.count());
        let board = self.ranking.wide_unrank(u32::from(layer.seeds), index / marks);
        self.marked(board, (index % marks) as u8)
    }

    fn needed(&self, layer: Layer) -> Vec<Layer> {
        vec![layer]
    }

    fn top_score(&self, _: Layer) -> Score {
        Score(self.rules.akawumbi() as i16)
    }
}

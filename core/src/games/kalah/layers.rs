//! Numbering of Kalah's states: the board, times three where the pie rule needs its place.

use std::ops::Range;

use sowbase_solver::{Game, Layer, Layered, Panel, Score};

use super::play::{Kalah, KalahState};
use crate::board::Row;

impl<R: Row> Kalah<R> {
    fn places(&self) -> u8 {
        if self.rules.pie_rule { 3 } else { 1 }
    }
}

impl<R: Row> Layered for Kalah<R> {
    fn layer(&self, state: &KalahState<R>) -> Layer {
        Layer { seeds: state.board.seeds() as u8, shape: 0 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.ranking.len(u32::from(layer.seeds)) * u128::from(self.places())
    }

    fn panels(&self, layer: Layer) -> Vec<Panel> {
        self.ranking.panels(u32::from(layer.seeds), u64::from(self.places())).map(Panel::from).collect()
    }

    #[inline]
    fn rank(&self, state: &KalahState<R>) -> u64 {
        self.ranking.rank(state.board) * u64::from(self.places()) + u64::from(state.pie)
    }

    fn unrank(&self, layer: Layer, index: u64) -> KalahState<R> {
        let places = u64::from(self.places());
        let board = self.ranking.unrank(u32::from(layer.seeds), index / places);
        KalahState { board, pie: (index % places) as u8 }
    }

    #[inline]
    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &KalahState<R>)) {
        self.ranking.walk(u32::from(layer.seeds), u64::from(self.places()), range, |index, board, place| {
            visit(index, &KalahState { board, pie: place as u8 });
        });
    }

    fn wide_rank(&self, state: &KalahState<R>) -> u128 {
        self.ranking.wide_rank(state.board) * u128::from(self.places()) + u128::from(state.pie)
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> KalahState<R> {
        let places = u128::from(self.places());
        let board = self.ranking.wide_unrank(u32::from(layer.seeds), index / places);
        KalahState { board, pie: (index % places) as u8 }
    }

    fn top_score(&self, layer: Layer) -> Score {
        self.ceiling(&self.wide_unrank(layer, u128::from(self.places() - 1)))
    }
}

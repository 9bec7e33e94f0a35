//! Numbering of the states of single-lap games: the board is all there is.

use std::ops::Range;

use sowbase_solver::{Layer, Layered, Panel};

use super::facts::Facts;
use super::lanes::Lanes;
use super::play::SingleLap;
use super::terms::SingleLapRules;
use crate::board::Board;

impl<R: Lanes, F: Facts, V: SingleLapRules> Layered for SingleLap<R, F, V, Board<R>> {
    fn layer(&self, board: &Board<R>) -> Layer {
        Layer { seeds: board.seeds() as u8, shape: 0 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.ranking.len(u32::from(layer.seeds))
    }

    fn panels(&self, layer: Layer) -> Vec<Panel> {
        self.ranking.panels(u32::from(layer.seeds), 1).map(Panel::from).collect()
    }

    #[inline]
    fn rank(&self, board: &Board<R>) -> u64 {
        self.ranking.rank(*board)
    }

    #[inline]
    fn unrank(&self, layer: Layer, index: u64) -> Board<R> {
        self.ranking.unrank(u32::from(layer.seeds), index)
    }

    #[inline]
    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &Board<R>)) {
        self.ranking.walk(u32::from(layer.seeds), 1, range, |index, board, _| visit(index, &board));
    }

    fn wide_rank(&self, board: &Board<R>) -> u128 {
        self.ranking.wide_rank(*board)
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> Board<R> {
        self.ranking.wide_unrank(u32::from(layer.seeds), index)
    }
}

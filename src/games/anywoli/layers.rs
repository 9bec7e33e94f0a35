//! Numbering of Anywoli's states: the board, times what the flags need under the rules in force.

use std::ops::Range;

use sowbase_solver::{Layer, Layered, Panel};

use super::play::{Anywoli, AnywoliState};
use crate::board::Board;

impl<const W: u32> Layered for Anywoli<W> {
    fn layer(&self, state: &AnywoliState<W>) -> Layer {
        Layer { seeds: state.board.seeds() as u8, shape: 0 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.ranking.len(u32::from(layer.seeds)) * u128::from(self.rules.places())
    }

    fn panels(&self, layer: Layer) -> Vec<Panel> {
        self.ranking.panels(u32::from(layer.seeds), u64::from(self.rules.places())).map(Panel::from).collect()
    }

    #[inline]
    fn rank(&self, state: &AnywoliState<W>) -> u64 {
        let place = if self.flagged { self.rules.place(state.flags) } else { 0 };
        self.ranking.rank(state.board) * u64::from(self.rules.places()) + u64::from(place)
    }

    fn unrank(&self, layer: Layer, index: u64) -> AnywoliState<W> {
        let places = u64::from(self.rules.places());
        let board = self.ranking.unrank(u32::from(layer.seeds), index / places);
        AnywoliState { board, flags: self.rules.unplace((index % places) as u32) }
    }

    #[inline]
    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &AnywoliState<W>)) {
        let places = u64::from(self.rules.places());
        self.ranking.walk(u32::from(layer.seeds), places, range, |index, board, place| {
            visit(index, &AnywoliState { board, flags: self.rules.unplace(place as u32) });
        });
    }

    fn wide_rank(&self, state: &AnywoliState<W>) -> u128 {
        let places = u128::from(self.rules.places());
        self.ranking.wide_rank(state.board) * places + u128::from(self.rules.place(state.flags))
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> AnywoliState<W> {
        let places = u128::from(self.rules.places());
        let board: Board<_> = self.ranking.wide_unrank(u32::from(layer.seeds), index / places);
        AnywoliState { board, flags: self.rules.unplace((index % places) as u32) }
    }

    /// Seeds leave in fours, so only every fourth layer below one can be reached, and a game is over in the lowest.
    fn needed(&self, layer: Layer) -> Vec<Layer> {
        let seeds = (layer.seeds % 4..=layer.seeds).step_by(4);
        seeds.map(|seeds| Layer { seeds, shape: layer.shape }).collect()
    }
}

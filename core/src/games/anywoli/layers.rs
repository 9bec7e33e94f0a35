//! Numbering of Anywoli's states: the base board, times what the flags need under the rules in force.
//!
//! A *base board* has no pit of more than three seeds. No turn leads from one to any other board, whatever the options:
//! a hand lifted there holds at most three, the seed that makes four in mid-lap or at the end of a lap takes all four
//! away, and a turn that is cut off leaves the two or three that it would have lifted. So layers hold base boards alone;
//! states with larger pits (those that have not been lifted since the start) are not tabled.

use std::ops::Range;

use sowbase_solver::{Layer, Layered, Panel};

use super::play::{Anywoli, AnywoliState};
use crate::board::{Board, Row};

impl<const W: u32> Anywoli<W> {
    fn places(&self) -> u64 {
        u64::from(self.rules.places())
    }

    fn state(&self, (own, opposite): (u32, u32), place: u64) -> AnywoliState<W> {
        AnywoliState { board: Board::from_base_rows(own, opposite), flags: self.rules.unplace(place as u32) }
    }
}

impl<const W: u32> Layered for Anywoli<W> {
    fn layer(&self, state: &AnywoliState<W>) -> Layer {
        Layer { seeds: state.board.seeds() as u8, shape: 0 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.ranking.len(u32::from(layer.seeds)) * u128::from(self.places())
    }

    fn panels(&self, layer: Layer) -> Vec<Panel> {
        let panels = self.ranking.panels(u32::from(layer.seeds));
        panels.map(|(rows, width)| Panel { rows, width: width.saturating_mul(self.places()) }).collect()
    }

    #[inline]
    fn tabled(&self, state: &AnywoliState<W>) -> bool {
        state.board.base_rows().is_some()
    }

    #[inline]
    fn rank(&self, state: &AnywoliState<W>) -> u64 {
        // A state that is not tabled has no number; what is said of it is out of every layer.
        let Some((own, opposite)) = state.board.base_rows() else { return u64::MAX };
        let place = if self.flagged { self.rules.place(state.flags) } else { 0 };
        self.ranking.rank(own, opposite) * self.places() + u64::from(place)
    }

    fn unrank(&self, layer: Layer, index: u64) -> AnywoliState<W> {
        let rows = self.ranking.unrank(u32::from(layer.seeds), index / self.places());
        self.state(rows, index % self.places())
    }

    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &AnywoliState<W>)) {
        let seeds = u32::from(layer.seeds);
        self.ranking
            .walk(seeds, self.places(), range, |index, rows, place| visit(index, &self.state(rows, place)));
    }

    fn wide_rank(&self, state: &AnywoliState<W>) -> u128 {
        let place = u128::from(self.rules.place(state.flags));
        let pits = [state.board.own.pits(self.n()), state.board.opposite.pits(self.n())].concat();
        self.ranking.wide_rank(&pits) * u128::from(self.places()) + place
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> AnywoliState<W> {
        let places = u128::from(self.places());
        // The boards of any layer number fewer than 2^64; it is the flags that may go beyond.
        let rows = self.ranking.unrank(u32::from(layer.seeds), (index / places) as u64);
        self.state(rows, (index % places) as u64)
    }

    /// Seeds leave in fours, so only every fourth layer below one can be reached, and a game is over in the lowest.
    fn needed(&self, layer: Layer) -> Vec<Layer> {
        let seeds = (layer.seeds % 4..=layer.seeds).step_by(4);
        seeds.map(|seeds| Layer { seeds, shape: layer.shape }).collect()
    }
}

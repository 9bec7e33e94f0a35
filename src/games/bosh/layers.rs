//! Numbering of Bosh's states.
//!
//! A layer's shape is the numbers of closed holes, the larger first, and the phase; shape 0 is the full board in play.
//! Where the two numbers differ one layer holds both orientations: first the boards on which the mover has fewer holes
//! closed. Within an orientation the ring is numbered as a row by its prefix sums (`board/rank.rs`). Which holes are
//! closed is no part of it: an unranked state has its holes closed from the left.

use std::ops::Range;
use std::sync::LazyLock;

use sowbase_solver::{Layer, Layered};

use super::play::Bosh;
use super::ring::{Kernel, Ring};
use super::state::{BoshState, Phase, Shape};
use super::wide::Wide;
use crate::board::MAX_SEEDS;
use crate::board::rank::ways;

const PHASES: [Phase; 4] = [Phase::Play, Phase::PickAndBegin, Phase::PickAndPass, Phase::Void];

/// `STEP[pit][sum]`: rings that come before, for a hole whose prefix sum (itself included) is `sum`.
static STEP: LazyLock<Vec<[u64; MAX_SEEDS as usize + 1]>> = LazyLock::new(|| {
    let step = |pit: usize, sum: usize| if sum == 0 { 0 } else { ways(sum as u32 - 1, pit + 2) };
    (0..31).map(|pit| std::array::from_fn(|sum| u64::try_from(step(pit, sum)).unwrap_or(u64::MAX))).collect()
});

impl<R: Ring> Bosh<R> {
    /// Open holes of the two players in a layer, more first.
    fn layer_open(&self, layer: Layer) -> (usize, usize) {
        let closed = |bits: u16| self.n().saturating_sub(usize::from(bits & 31));
        (closed(layer.shape), closed(layer.shape >> 5))
    }

    /// A shape of `own` and `opposite` open holes, filled from the right.
    pub(super) fn shape(&self, open: [usize; 2], seeds: u32, phase: Phase) -> Shape {
        let right = |open: usize| self.all_open() & (u32::from(u16::MAX) << (self.n() - open)) as u16;
        Shape { names: open.map(right), open: open.map(|open| open as u8), seeds: seeds as u8, phase }
    }

    /// The layer shape of boards with so many open holes, from a text such as `3+5`.
    pub(super) fn shape_of(&self, text: &str) -> Result<u16, String> {
        let n = self.n();
        let open =
            text.split_once('+').map(|(one, other)| [one.trim(), other.trim()].map(str::parse::<usize>));
        match open {
            Some([Ok(one), Ok(other)]) if (1..=n).contains(&one) && (1..=n).contains(&other) => {
                let closed = [n - one, n - other];
                Ok((closed[0].min(closed[1]) | closed[0].max(closed[1]) << 5) as u16)
            }
            _ => Err(format!(
                "the open holes of both players, 1 to {n} each, such as {n}+{n} or {}+1",
                n.min(3)
            )),
        }
    }

    /// The shape of one orientation of a layer.
    fn oriented(&self, layer: Layer, more_opposite: bool) -> Shape {
        let (more, fewer) = self.layer_open(layer);
        let open = if more_opposite { [fewer, more] } else { [more, fewer] };
        self.shape(open, u32::from(layer.seeds), PHASES[usize::from(layer.shape >> 10 & 3)])
    }
}

impl<R: Ring> Layered for Bosh<R> {
    fn layer(&self, state: &BoshState<R>) -> Layer {
        let closed = state.shape.open.map(|open| self.n() as u16 - u16::from(open));
        let (few, many) = (closed[0].min(closed[1]), closed[0].max(closed[1]));
        Layer { seeds: state.shape.seeds, shape: few | many << 5 | (state.shape.phase as u16) << 10 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        let (more, fewer) = self.layer_open(layer);
        let one = ways(u32::from(layer.seeds), more + fewer);
        if more == fewer { one } else { 2 * one }
    }

    #[inline]
    fn rank(&self, state: &BoshState<R>) -> u64 {
        let (ring, pits) = (state.ring.to_wide(), state.shape.pits());
        let (mut index, mut sum) = (0, 0);
        for (pit, step) in STEP.iter().enumerate().take(pits - 1) {
            sum += usize::from(ring.pit(pit));
            index += step[sum];
        }
        let more_opposite = state.shape.open[0] < state.shape.open[1];
        index + if more_opposite { ways(u32::from(state.shape.seeds), pits) as u64 } else { 0 }
    }

    fn unrank(&self, layer: Layer, index: u64) -> BoshState<R> {
        let (more, fewer) = self.layer_open(layer);
        let one = ways(u32::from(layer.seeds), more + fewer) as u64;
        let shape = self.oriented(layer, index >= one);
        let (mut index, mut right) = (index % one, usize::from(layer.seeds));
        let mut ring = Wide::EMPTY;
        for pit in (0..shape.pits() - 1).rev() {
            let sum = STEP[pit][..=right].partition_point(|&before| before <= index) - 1;
            index -= STEP[pit][sum];
            ring.0[pit + 1] = (right - sum) as u8;
            right = sum;
        }
        ring.0[0] = right as u8;
        BoshState { ring: R::from_wide(ring), shape }
    }

    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &BoshState<R>)) {
        let (more, fewer) = self.layer_open(layer);
        let one = ways(u32::from(layer.seeds), more + fewer) as u64;
        // One orientation after the other.
        for range in [range.start..range.end.min(one), range.start.max(one)..range.end] {
            if range.is_empty() {
                continue;
            }
            let first = self.unrank(layer, range.start);
            let mut ring = first.ring.to_wide();
            for index in range.clone() {
                visit(index, &BoshState { ring: R::from_wide(ring), ..first });
                ring.step();
            }
        }
    }

    fn wide_rank(&self, state: &BoshState<R>) -> u128 {
        let pits = state.shape.pits();
        let one = ways(u32::from(state.shape.seeds), pits);
        let side = u128::from(state.shape.open[0] < state.shape.open[1]);
        // Rings in which a later hole holds more come first.
        let (mut before, mut left) = (0, u32::from(state.shape.seeds));
        for (pit, &seeds) in state.ring.to_wide().0[..pits].iter().enumerate().skip(1).rev() {
            let more = u32::from(seeds) + 1..=left;
            before += more.map(|more| ways(left - more, pit)).sum::<u128>();
            left -= u32::from(seeds);
        }
        side * one + before
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> BoshState<R> {
        let (more, fewer) = self.layer_open(layer);
        let one = ways(u32::from(layer.seeds), more + fewer);
        let shape = self.oriented(layer, index >= one);
        let (mut index, mut left) = (index % one, u32::from(layer.seeds));
        let mut ring = Wide::EMPTY;
        for pit in (1..shape.pits()).rev() {
            let mut here = left;
            while index >= ways(left - here, pit) {
                index -= ways(left - here, pit);
                here -= 1;
            }
            ring.0[pit] = here as u8;
            left -= here;
        }
        ring.0[0] = left as u8;
        BoshState { ring: R::from_wide(ring), shape }
    }

    fn needed(&self, layer: Layer) -> Vec<Layer> {
        // Picks lead into the same stones in play; the round is played on fewer and fewer stones.
        let playing = Layer { shape: layer.shape & 0x3ff, ..layer };
        let mut all: Vec<Layer> = (0..=layer.seeds).map(|seeds| Layer { seeds, ..playing }).collect();
        if layer != playing {
            let begin = Layer { shape: playing.shape | (Phase::PickAndBegin as u16) << 10, ..playing };
            if layer.shape >> 10 & 3 == Phase::PickAndPass as u16 {
                all.push(begin);
            }
            all.push(layer);
        }
        all
    }
}

//! Numbering of Bosh's states.
//!
//! A layer's shape is the numbers of closed holes, the larger first, and the phase; shape 0 is the full board in play.
//! Where the two numbers differ one layer holds both orientations: in each block first the boards on which the mover has
//! fewer holes closed. Rings are numbered by their fullest hole (`fullest.rs`). Which holes are closed is no part of it: an
//! unranked state has its holes closed from the left.

use std::ops::Range;

use sowbase_solver::{Layer, Layered, Panel};

use super::fullest::{Place, Rings};
use super::play::Bosh;
use super::ring::{Kernel, Ring};
use super::state::{BoshState, Phase, Shape};
use crate::board::rank::ways;

const PHASES: [Phase; 4] = [Phase::Play, Phase::PickAndBegin, Phase::PickAndPass, Phase::Void];

impl<R: Ring> Bosh<R> {
    /// Open holes of the two players in a layer, more first.
    fn layer_open(&self, layer: Layer) -> (usize, usize) {
        let closed = |bits: u16| self.n().saturating_sub(usize::from(bits & 31));
        (closed(layer.shape), closed(layer.shape >> 5))
    }

    /// Open holes of the two players in a layer of boards in play, more first; `None` for other layers.
    pub(super) fn open_of(&self, layer: Layer) -> Option<[usize; 2]> {
        let (more, fewer) = self.layer_open(layer);
        (layer.shape >> 10 == Phase::Play as u16).then_some([more, fewer])
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

/// The rings that the stones of a shape can make.
fn rings(shape: Shape) -> &'static Rings {
    Rings::of(shape.pits(), usize::from(shape.seeds))
}

/// Orientations in a layer: one where the rows are equal.
fn orientations(shape: Shape) -> u64 {
    if shape.open[0] == shape.open[1] { 1 } else { 2 }
}

/// The number of a state in its layer.
#[inline]
fn index(shape: Shape, place: Place) -> u128 {
    let (orientations, gap) = (u128::from(orientations(shape)), place.gap as u128);
    let more_opposite = u128::from(shape.open[0] < shape.open[1]);
    orientations * (place.start + place.word * gap) + more_opposite * gap + place.frame as u128
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
        index(state.shape, rings(state.shape).place(&state.ring.to_wide())) as u64
    }

    fn unrank(&self, layer: Layer, index: u64) -> BoshState<R> {
        self.wide_unrank(layer, u128::from(index))
    }

    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &BoshState<R>)) {
        let shapes = [false, true].map(|more_opposite| self.oriented(layer, more_opposite));
        let (rings, pits) = (rings(shapes[0]), shapes[0].pits());
        let orientations = orientations(shapes[0]);
        let mut index = range.start;
        while index < range.end {
            // The frames of a ring lie side by side: it is unranked once and turned for each of them.
            let (group, _) = rings.group(u128::from(index / orientations));
            let (gap, words) = (group.gap as u64, group.words as u64);
            let (block, left) = (orientations * gap, index - orientations * group.start as u64);
            let (mut word, mut frame) = (left / block, left % block);
            while word < words && index < range.end {
                let wide = rings.unrank((group.m, group.gap), u128::from(word));
                let ring = R::from_wide(wide);
                while frame < block && index < range.end {
                    let (shape, turn) = (shapes[usize::from(frame >= gap)], (frame % gap) as usize);
                    let ring = match ring.fast(shape.seeds) {
                        Some(fast) => R::from_fast(fast.flipped(turn, pits)),
                        None => R::from_wide(wide.flipped(turn, pits)),
                    };
                    visit(index, &BoshState { ring, shape });
                    (index, frame) = (index + 1, frame + 1);
                }
                (word, frame) = (word + 1, 0);
            }
        }
    }

    fn wide_rank(&self, state: &BoshState<R>) -> u128 {
        index(state.shape, rings(state.shape).slow_place(&state.ring.to_wide()))
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> BoshState<R> {
        let shape = self.oriented(layer, false);
        let rings = rings(shape);
        let orientations = orientations(shape) as u128;
        // Blocks of a group begin at multiples of their states.
        let (group, _) = rings.group(index / orientations);
        let (gap, left) = (group.gap as u128, index - orientations * group.start);
        let (word, frame) = (left / (orientations * gap), left % (orientations * gap));
        let mut ring = rings.unrank((group.m, group.gap), word);
        ring.0[..shape.pits()].rotate_left((frame % gap) as usize);
        BoshState { ring: R::from_wide(ring), shape: self.oriented(layer, frame >= gap) }
    }

    fn panels(&self, layer: Layer) -> Vec<Panel> {
        let shape = self.oriented(layer, false);
        let each = orientations(shape);
        rings(shape)
            .groups()
            .map(|group| Panel { rows: group.words as u64, width: each * group.gap as u64 })
            .collect()
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

//! What a capture is worth: looked up in the lower layers.
//!
//! Numbers of captures are kept negated and *before the step*: the number of a state is the least of them and of the
//! numbers of its quiet children, negated and, for distances, moved one step towards 0.

use crate::game::{Layer, Turn};
use crate::retrograde::planes::Solved;
use crate::retrograde::solve::Misses;
use crate::simd::Lane;

/// Where the states lie that the captures of a class lead to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Seeds of their layer.
    pub(super) layer: usize,
    /// The number of the first.
    pub(super) from: usize,
    /// From one to the next.
    pub(super) stride: usize,
    /// Who moves there.
    pub(super) turn: Turn,
}

/// The worth of leaving the layer, before the step.
pub(super) trait Lower: Sync {
    /// Numbers of a state.
    type Lane: Lane;

    /// A move that gains `gain` and leads to a state of a lower layer; 0 where that layer is missing.
    fn worth(&self, layer: usize, index: usize, gain: i32, turn: Turn) -> i32;

    /// A move that ends the game.
    fn over(&self, gain: i32) -> i32;

    /// A state without a move.
    fn ended(&self, gain: i32) -> i32;

    /// Lowers `line` at the first of each pair to the negated worth of the capture that leads to the second.
    fn take(&self, place: Place, gain: i32, pairs: &[(u32, u32)], line: &mut [Self::Lane]);
}

/// Scores, or one of two bounds.
pub(super) struct Plain<'a> {
    /// By seeds: what the state counts for when the other side moves there, and when the mover does.
    layers: Vec<Option<[&'a [i8]; 2]>>,
    pub(super) misses: Misses,
}

impl<'a> Plain<'a> {
    /// Scores of the layers below `seeds`.
    pub(super) fn scores(solved: &'a Solved, seeds: u8) -> Self {
        Self::of(seeds, |layer| solved.scores(layer).map(|scores| [scores; 2]))
    }

    /// What lower bounds (0) or upper bounds (1) are made of.
    pub(super) fn bounds(solved: &'a Solved, seeds: u8, which: usize) -> Self {
        Self::of(seeds, |layer| solved.bounds(layer).map(|bounds| [bounds[1 - which], bounds[which]]))
    }

    fn of(seeds: u8, layer: impl Fn(Layer) -> Option<[&'a [i8]; 2]>) -> Self {
        let layers = (0..seeds).map(|seeds| layer(Layer { seeds, shape: 0 })).collect();
        Self { layers, misses: Misses::default() }
    }

    fn layer(&self, layer: usize, turn: Turn) -> Option<&'a [i8]> {
        let Some(planes) = self.layers[layer] else {
            self.misses.note(Layer { seeds: layer as u8, shape: 0 });
            return None;
        };
        Some(planes[usize::from(turn == Turn::Again)])
    }
}

impl Lower for Plain<'_> {
    type Lane = i8;

    fn worth(&self, layer: usize, index: usize, gain: i32, turn: Turn) -> i32 {
        let Some(numbers) = self.layer(layer, turn) else { return 0 };
        let value = i32::from(numbers[index]);
        if turn == Turn::Again { gain + value } else { gain - value }
    }

    fn over(&self, gain: i32) -> i32 {
        gain
    }

    fn ended(&self, gain: i32) -> i32 {
        gain
    }

    fn take(&self, place: Place, gain: i32, pairs: &[(u32, u32)], line: &mut [i8]) {
        let Some(numbers) = self.layer(place.layer, place.turn) else { return };
        let (numbers, gain) = (&numbers[place.from..], gain as i8);
        if place.turn == Turn::Again {
            for &(row, left) in pairs {
                let number = -gain - numbers[left as usize * place.stride];
                line[row as usize] = line[row as usize].min(number);
            }
        } else {
            for &(row, left) in pairs {
                let number = numbers[left as usize * place.stride] - gain;
                line[row as usize] = line[row as usize].min(number);
            }
        }
    }
}

/// The scores of a layer, and its plies where they count.
type Below<'a> = (&'a [i8], Option<&'a [u16]>);

/// Scores and plies in one number: |score| × `unit` − plies, with the sign of the score.
pub(super) struct Timed<'a> {
    /// By seeds: scores, and plies where those of the lower layer count.
    layers: Vec<Option<Below<'a>>>,
    /// More plies than any line has.
    pub(super) unit: i32,
    pub(super) misses: Misses,
}

impl<'a> Timed<'a> {
    /// Plies to the end (1), or to the next move out of the layer (0).
    pub(super) fn new(solved: &'a Solved, seeds: u8, which: usize) -> Self {
        let layer = |seeds| {
            let layer = Layer { seeds, shape: 0 };
            let scores = solved.scores(layer)?;
            if which == 0 {
                return Some((scores, None));
            }
            Some((scores, Some(solved.distances(layer)?[1])))
        };
        let unit = (i32::from(i16::MAX) - 1) / i32::from(seeds.max(1));
        Self { layers: (0..seeds).map(layer).collect(), unit, misses: Misses::default() }
    }

    #[inline]
    fn number(&self, value: i32, plies: i32) -> i32 {
        value * self.unit - value.signum() * plies
    }
}

impl Lower for Timed<'_> {
    type Lane = i16;

    #[inline]
    fn worth(&self, layer: usize, index: usize, gain: i32, turn: Turn) -> i32 {
        let Some((scores, plies)) = self.layers[layer] else {
            self.misses.note(Layer { seeds: layer as u8, shape: 0 });
            return 0;
        };
        let value = i32::from(scores[index]);
        let value = if turn == Turn::Again { gain + value } else { gain - value };
        self.number(value, plies.map_or(0, |plies| i32::from(plies[index])))
    }

    fn over(&self, gain: i32) -> i32 {
        self.number(gain, 0)
    }

    fn ended(&self, gain: i32) -> i32 {
        // The step takes it back: nothing is played here.
        self.number(gain, -1)
    }

    fn take(&self, place: Place, gain: i32, pairs: &[(u32, u32)], line: &mut [i16]) {
        for &(row, left) in pairs {
            let index = place.from + left as usize * place.stride;
            let number = -self.worth(place.layer, index, gain, place.turn) as i16;
            line[row as usize] = line[row as usize].min(number);
        }
    }
}

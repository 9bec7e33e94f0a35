//! Solved layers in memory, three bytes a state.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::{Layer, Layered};
use crate::probe::Probe;
use crate::score::{Interval, Score};

/// What is known of a solved state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// The value when endless play is worth 0 to both, in this layer and in every layer below.
    ///
    /// This is not 0 clamped into `bounds`: those hold for any worth of endless play, so after a capture they still
    /// allow what a score of that smaller board rules out.
    pub score: Score,
    /// What both sides can force in finite time.
    pub bounds: Interval,
}

impl Value {
    /// True when the score would change with the rule for endless play.
    pub fn depends_on_endless(self) -> bool {
        !self.bounds.is_exact()
    }
}

/// A source of solved states.
pub trait Values<G: Layered>: Sync {
    /// The value of a state, if it is known here.
    fn value(&self, game: &G, state: &G::State) -> Option<Value>;
}

/// The values of one layer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerValues {
    /// Lower bound, upper bound, score: a signed byte each, states in the order of their numbers.
    bytes: Vec<u8>,
}

impl LayerValues {
    /// Bytes a state.
    pub const STRIDE: usize = 3;

    /// Values from their bytes; `None` unless every state is whole and every score lies within its bounds.
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        let whole = bytes.len().is_multiple_of(Self::STRIDE);
        let ordered = |cell: &[u8]| {
            let [lo, hi, score] = [cell[0] as i8, cell[1] as i8, cell[2] as i8];
            lo <= score && score <= hi && lo > i8::MIN
        };
        (whole && bytes.chunks_exact(Self::STRIDE).all(ordered)).then_some(Self { bytes })
    }

    /// The bytes, as they go into a file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// States in the layer.
    pub fn len(&self) -> u64 {
        (self.bytes.len() / Self::STRIDE) as u64
    }

    /// True for a layer without states.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The value of a state by its number.
    #[inline]
    pub fn get(&self, index: u64) -> Option<Value> {
        let at = usize::try_from(index).ok()?.checked_mul(Self::STRIDE)?;
        let cell = self.bytes.get(at..at + Self::STRIDE)?;
        let score = |byte: u8| Score(i16::from(byte as i8));
        Some(Value { score: score(cell[2]), bounds: Interval { lo: score(cell[0]), hi: score(cell[1]) } })
    }
}

/// Solved layers in memory.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// By seeds, then by shape: a step through a short list is faster than a map, and this is asked at every capture.
    layers: Vec<Vec<(u16, Arc<LayerValues>)>>,
}

impl Solved {
    /// Adds a layer, in place of one that was there.
    pub fn insert(&mut self, layer: Layer, values: Arc<LayerValues>) {
        let seeds = usize::from(layer.seeds);
        if self.layers.len() <= seeds {
            self.layers.resize_with(seeds + 1, Vec::new);
        }
        self.layers[seeds].retain(|(shape, _)| *shape != layer.shape);
        self.layers[seeds].push((layer.shape, values));
    }

    /// The values of a layer.
    #[inline]
    pub fn layer(&self, layer: Layer) -> Option<&Arc<LayerValues>> {
        self.layers
            .get(usize::from(layer.seeds))?
            .iter()
            .find(|(shape, _)| *shape == layer.shape)
            .map(|(_, values)| values)
    }

    /// All layers held, in order.
    pub fn layers(&self) -> BTreeMap<Layer, Arc<LayerValues>> {
        let with_seeds = |(seeds, shapes): (usize, &Vec<(u16, Arc<LayerValues>)>)| {
            let layer = |shape| Layer { seeds: seeds as u8, shape };
            shapes.iter().map(move |(shape, values)| (layer(*shape), Arc::clone(values))).collect::<Vec<_>>()
        };
        self.layers.iter().enumerate().flat_map(with_seeds).collect()
    }
}

impl<G: Layered> Values<G> for Solved {
    #[inline]
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.layer(game.layer(state))?.get(game.rank(state))
    }
}

/// The bounds of solved states.
#[derive(Clone, Copy, Debug)]
pub struct Bounds<'a, V>(pub &'a V);

impl<G: Layered, V: Values<G>> Probe<G> for Bounds<'_, V> {
    #[inline]
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        self.0.value(game, state).map(|value| value.bounds)
    }
}

/// The scores of solved states, endless play worth 0.
#[derive(Clone, Copy, Debug)]
pub struct Scores<'a, V>(pub &'a V);

impl<G: Layered, V: Values<G>> Probe<G> for Scores<'_, V> {
    #[inline]
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        self.0.value(game, state).map(|value| Interval::exact(value.score))
    }
}

//! Solved layers in memory: the numbers of a metric, one plane each, and the layers that are known so far.

use std::sync::Arc;

use crate::game::Layer;
use crate::mem::Plane;
use crate::metric::Metric;

/// The numbers of one metric for all states of a layer, in the order of their ranks.
#[derive(PartialEq, Eq, Debug)]
pub enum Planes {
    /// Scores, in seeds to the side to move (Omweso: points).
    Score(Plane<i8>),
    /// Lower and upper bounds, in the same unit.
    Bounds([Plane<i8>; 2]),
    /// Plies to the next capture and to the end; 0 where there is nothing to wait for.
    Distance([Plane<u16>; 2]),
}

impl Planes {
    /// Which metric it is.
    pub fn metric(&self) -> Metric {
        match self {
            Self::Score(_) => Metric::Score,
            Self::Bounds(_) => Metric::Bounds,
            Self::Distance(_) => Metric::Distance,
        }
    }

    /// States in the layer.
    pub fn len(&self) -> usize {
        match self {
            Self::Score(scores) => scores.len(),
            Self::Bounds([lo, _]) => lo.len(),
            Self::Distance([next, _]) => next.len(),
        }
    }

    /// True for a layer without states.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// What is known of a layer.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Its scores.
    pub score: Option<Arc<Plane<i8>>>,
    /// Its lower and upper bounds.
    pub bounds: Option<Arc<[Plane<i8>; 2]>>,
    /// Its plies to the next capture and to the end.
    pub distance: Option<Arc<[Plane<u16>; 2]>>,
}

impl Known {
    /// True when a metric of the layer is known.
    pub fn has(&self, metric: Metric) -> bool {
        match metric {
            Metric::Score => self.score.is_some(),
            Metric::Bounds => self.bounds.is_some(),
            Metric::Distance => self.distance.is_some(),
        }
    }

    /// Bytes of anonymous memory that a metric takes.
    fn bytes_of(&self, metric: Metric) -> u64 {
        match metric {
            Metric::Score => self.score.as_ref().map_or(0, |scores| scores.anonymous_bytes()),
            Metric::Bounds => {
                self.bounds.as_ref().map_or(0, |planes| planes.iter().map(Plane::anonymous_bytes).sum())
            }
            Metric::Distance => {
                self.distance.as_ref().map_or(0, |planes| planes.iter().map(Plane::anonymous_bytes).sum())
            }
        }
    }

    /// Bytes of anonymous memory.
    fn bytes(&self) -> u64 {
        Metric::ALL.iter().map(|metric| self.bytes_of(*metric)).sum()
    }
}

/// Layers that are solved: what a method reads.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// By seeds, then by shape: a step through a short list is faster than a map, and this is asked at every capture.
    layers: Vec<Vec<(u16, Known)>>,
}

impl Solved {
    /// Adds a metric of a layer, in place of one that was there.
    pub fn insert(&mut self, layer: Layer, planes: Planes) {
        let known = self.slot(layer);
        match planes {
            Planes::Score(scores) => known.score = Some(Arc::new(scores)),
            Planes::Bounds(bounds) => known.bounds = Some(Arc::new(bounds)),
            Planes::Distance(distance) => known.distance = Some(Arc::new(distance)),
        }
    }

    /// Adds what somebody else knows of a layer.
    pub fn share(&mut self, layer: Layer, known: &Known) {
        let slot = self.slot(layer);
        if let Some(score) = &known.score {
            slot.score = Some(Arc::clone(score));
        }
        if let Some(bounds) = &known.bounds {
            slot.bounds = Some(Arc::clone(bounds));
        }
        if let Some(distance) = &known.distance {
            slot.distance = Some(Arc::clone(distance));
        }
    }

    fn slot(&mut self, layer: Layer) -> &mut Known {
        let seeds = usize::from(layer.seeds);
        if self.layers.len() <= seeds {
            self.layers.resize_with(seeds + 1, Vec::new);
        }
        let shapes = &mut self.layers[seeds];
        let at = shapes.iter().position(|(shape, _)| *shape == layer.shape).unwrap_or_else(|| {
            shapes.push((layer.shape, Known::default()));
            shapes.len() - 1
        });
        &mut shapes[at].1
    }

    /// Forgets a metric of a layer.
    pub fn forget(&mut self, layer: Layer, metric: Metric) {
        let known = self.slot(layer);
        match metric {
            Metric::Score => known.score = None,
            Metric::Bounds => known.bounds = None,
            Metric::Distance => known.distance = None,
        }
    }

    /// What is known of a layer.
    #[inline]
    pub fn layer(&self, layer: Layer) -> Option<&Known> {
        let shapes = self.layers.get(usize::from(layer.seeds))?;
        shapes.iter().find(|(shape, _)| *shape == layer.shape).map(|(_, known)| known)
    }

    /// True when a metric of a layer is known.
    pub fn has(&self, layer: Layer, metric: Metric) -> bool {
        self.layer(layer).is_some_and(|known| known.has(metric))
    }

    /// The scores of a layer.
    #[inline]
    pub fn scores(&self, layer: Layer) -> Option<&[i8]> {
        self.layer(layer)?.score.as_ref().map(|scores| &scores[..])
    }

    /// The lower and the upper bounds of a layer.
    #[inline]
    pub fn bounds(&self, layer: Layer) -> Option<[&[i8]; 2]> {
        self.layer(layer)?.bounds.as_ref().map(|bounds| [&bounds[0][..], &bounds[1][..]])
    }

    /// The plies to the next capture and to the end.
    #[inline]
    pub fn distances(&self, layer: Layer) -> Option<[&[u16]; 2]> {
        self.layer(layer)?.distance.as_ref().map(|planes| [&planes[0][..], &planes[1][..]])
    }

    /// The metric that takes most memory, with its layer; `None` when nothing takes any.
    pub fn largest(&self) -> Option<(Layer, Metric)> {
        let all = (0..).zip(&self.layers).flat_map(|(seeds, shapes)| {
            shapes.iter().flat_map(move |(shape, known)| {
                let layer = Layer { seeds, shape: *shape };
                Metric::ALL.map(|metric| (known.bytes_of(metric), layer, metric))
            })
        });
        all.max_by_key(|(bytes, ..)| *bytes)
            .filter(|(bytes, ..)| *bytes > 0)
            .map(|(_, layer, metric)| (layer, metric))
    }

    /// Bytes of anonymous memory that all layers take.
    pub fn bytes(&self) -> u64 {
        self.layers.iter().flatten().map(|(_, known)| known.bytes()).sum()
    }
}

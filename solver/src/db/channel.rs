//! A plane of values as symbols of one byte: what the coders work on.
//!
//! Scores and bounds are one channel a plane, the symbol of a value being `value - low`. Distances are taken by bytes:
//! one channel for the low bytes of each plane, and one for the high bytes where the layer has any but 0.

use rayon::prelude::*;

use super::bytes::Fields;
use super::tiles::Tile;
use crate::metric::Metric;
use crate::retrograde::Planes;

/// One channel of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Channel {
    /// Which plane of the metric: 0 or 1.
    pub(super) plane: u8,
    /// Which byte of the values: 0 the low one, 1 the high one.
    pub(super) byte: u8,
    /// What symbol 0 stands for.
    pub(super) low: i16,
    /// Symbols: 1 to 256.
    pub(super) symbols: u16,
}

/// The most channels of a file.
pub(super) const MOST: usize = 4;

impl Channel {
    /// The channels that a layer needs, in the order in which they are stored.
    pub(super) fn all(planes: &Planes) -> Vec<Self> {
        let new =
            |plane, byte, low: i16, high: i16| Self { plane, byte, low, symbols: (high - low + 1) as u16 };
        let signed = |plane: u8, values: &[i8]| {
            let (low, high) = extent(values, i8::MAX, i8::MIN);
            new(plane, 0, low.min(high).into(), high.max(low).into())
        };
        match planes {
            Planes::Score(scores) => vec![signed(0, scores)],
            Planes::Bounds([lo, hi]) => vec![signed(0, lo), signed(1, hi)],
            Planes::Distance(planes) => {
                let tops: Vec<u16> =
                    planes.iter().map(|plane| plane.par_iter().copied().max().unwrap_or(0)).collect();
                let low = (0..2).map(|plane| new(plane, 0, 0, tops[usize::from(plane)].min(255) as i16));
                let high = (0..2).map(|plane| new(plane, 1, 0, (tops[usize::from(plane)] >> 8) as i16));
                low.chain(high.filter(|channel| channel.symbols > 1)).collect()
            }
        }
    }

    pub(super) fn write(self, bytes: &mut Vec<u8>) {
        bytes.extend([self.plane, self.byte]);
        bytes.extend(self.low.to_le_bytes());
        bytes.extend(self.symbols.to_le_bytes());
    }

    /// A channel that fits a metric.
    pub(super) fn read(fields: &mut Fields<'_>, metric: Metric) -> Option<Self> {
        let channel =
            Self { plane: fields.u8()?, byte: fields.u8()?, low: fields.i16()?, symbols: fields.u16()? };
        let (low, high) = (i32::from(channel.low), i32::from(channel.low) + i32::from(channel.symbols) - 1);
        let range = if metric == Metric::Distance { 0..=255 } else { -128..=127 };
        let fits = range.contains(&low) && range.contains(&high) && channel.symbols > 0;
        let planes = if metric == Metric::Score { 1 } else { 2 };
        let bytes = if metric == Metric::Distance { 2 } else { 1 };
        (fits && channel.plane < planes && channel.byte < bytes).then_some(channel)
    }

    /// True when the channels give every plane of a metric a low byte, and no byte twice.
    pub(super) fn complete(channels: &[Self], metric: Metric) -> bool {
        let count = |plane: u8, byte: u8| {
            channels.iter().filter(|channel| (channel.plane, channel.byte) == (plane, byte)).count()
        };
        let planes = if metric == Metric::Score { 1 } else { 2 };
        channels.len() <= MOST && (0..planes).all(|plane| count(plane, 0) == 1 && count(plane, 1) <= 1)
    }

    /// The symbols of a tile, row by row.
    pub(super) fn gather(self, planes: &Planes, tile: &Tile, symbols: &mut [u8]) {
        let low = self.low as u8;
        match planes {
            Planes::Score(scores) => rows(scores, tile, symbols, |value| (value as u8).wrapping_sub(low)),
            Planes::Bounds(bounds) => {
                let plane = &bounds[usize::from(self.plane)];
                rows(plane, tile, symbols, |value| (value as u8).wrapping_sub(low));
            }
            Planes::Distance(distance) => {
                let (plane, shift) = (&distance[usize::from(self.plane)], 8 * self.byte);
                rows(plane, tile, symbols, |value| ((value >> shift) as u8).wrapping_sub(low));
            }
        }
    }

    /// The number that a symbol adds to the value of its plane.
    #[inline]
    pub(super) fn part(self, symbol: u8) -> i32 {
        (i32::from(self.low) + i32::from(symbol)) << (8 * self.byte)
    }
}

fn extent(values: &[i8], low: i8, high: i8) -> (i8, i8) {
    values
        .par_chunks(1 << 16)
        .map(|part| part.iter().fold((low, high), |(low, high), &value| (low.min(value), high.max(value))))
        .reduce(|| (low, high), |a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn rows<T: Copy>(plane: &[T], tile: &Tile, symbols: &mut [u8], symbol: impl Fn(T) -> u8) {
    for (row, out) in symbols.chunks_exact_mut(tile.width).enumerate().take(tile.rows) {
        let from = tile.start as usize + row * tile.stride as usize;
        for (out, &value) in out.iter_mut().zip(&plane[from..from + tile.width]) {
            *out = symbol(value);
        }
    }
}

//! Bits as symbols again: the other half of `coder.rs`, which has the specification.

use super::coder::{LANES, LOWEST, steps};
use super::model::{Model, SCALE, SCALE_BITS, TWO_UP};

/// Decodes tiles of one channel.
#[derive(Debug)]
pub(super) struct Decoder {
    steps: [[u16; 256]; 3],
    map: Vec<u8>,
    third: u8,
    /// The symbol of each of the 4096 places of each table.
    symbols: Vec<u8>,
    /// Start and, in the upper half, frequency of a symbol in a table.
    stretches: Vec<u32>,
}

impl Decoder {
    pub(super) fn new(model: &Model) -> Self {
        let mut symbols = Vec::with_capacity(model.tables() << SCALE_BITS);
        let mut stretches = vec![0; model.tables() << 8];
        for (table, frequencies) in model.frequencies.chunks_exact(model.symbols).enumerate() {
            let mut start = 0;
            for (symbol, &frequency) in frequencies.iter().enumerate() {
                symbols.resize(symbols.len() + usize::from(frequency), symbol as u8);
                stretches[table << 8 | symbol] = start | u32::from(frequency) << 16;
                start += u32::from(frequency);
            }
        }
        Self { steps: model.steps(), map: model.map.clone(), third: model.third, symbols, stretches }
    }
}

/// The words of a block that are still to be read.
struct Words<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Words<'_> {
    /// The next word, or 0 beyond the end.
    #[inline]
    fn peek(&self) -> u32 {
        match self.bytes.get(self.at..self.at + 2) {
            Some(word) => u32::from(u16::from_le_bytes([word[0], word[1]])),
            None => 0,
        }
    }
}

/// Decodes a block into `channels`, which is as long as all its symbols; `None` when the block does not end as it
/// should.
pub(super) fn decode(
    decoders: &[Decoder],
    block: &[u8],
    (rows, width): (usize, usize),
    channels: &mut [u8],
) -> Option<()> {
    let (heads, bytes) = block.split_at_checked(4 * LANES)?;
    let mut lanes = [0; LANES];
    for (lane, head) in lanes.iter_mut().zip(heads.chunks_exact(4)) {
        *lane = u32::from_le_bytes(head.try_into().ok()?);
    }
    let mut words = Words { bytes, at: 0 };
    let states = rows * width;
    for (number, decoder) in decoders.iter().enumerate() {
        let (earlier, rest) = channels.split_at_mut(number * states);
        let own = rest.get_mut(..states)?;
        if decoder.third == TWO_UP {
            tile(decoder, &mut words, &mut lanes, own, None, width);
        } else {
            let third = earlier.get(usize::from(decoder.third) * states..)?.get(..states)?;
            tile(decoder, &mut words, &mut lanes, own, Some(third), width);
        }
    }
    (lanes == [LOWEST; LANES] && words.at == bytes.len()).then_some(())
}

#[inline(always)]
fn tile(
    decoder: &Decoder,
    words: &mut Words<'_>,
    lanes: &mut [u32; LANES],
    own: &mut [u8],
    third: Option<&[u8]>,
    width: usize,
) {
    let [lefts, ups, thirds] = &decoder.steps;
    let rows = own.len() / width;
    let mut take = |lane: &mut u32, left: u8, up: u8, far: u8| {
        let context = lefts[usize::from(left)] + ups[usize::from(up)] + thirds[usize::from(far)];
        let table = usize::from(decoder.map[usize::from(context)]);
        let low = *lane & (SCALE - 1);
        let symbol = decoder.symbols[table << SCALE_BITS | low as usize];
        let stretch = decoder.stretches[table << 8 | usize::from(symbol)];
        let x = (stretch >> 16) * (*lane >> SCALE_BITS) + low - (stretch & 0xffff);
        let (more, word) = (x < LOWEST, words.peek());
        words.at += 2 * usize::from(more);
        *lane = if more { x << 16 | word } else { x };
        symbol
    };
    for first in (0..rows).step_by(LANES) {
        let here = LANES.min(rows - first);
        let mut edge = |range: std::ops::Range<usize>, own: &mut [u8]| {
            for (row, column) in steps(here, width, range) {
                let place = (first + row) * width + column;
                let up = if place < width { 0 } else { own[place - width] };
                let left = if column == 0 { up } else { own[place - 1] };
                let far = match third {
                    Some(third) => third[place],
                    None if place < 2 * width => 0,
                    None => own[place - 2 * width],
                };
                own[place] = take(&mut lanes[row], left, up, far);
            }
        };
        if here < LANES || width <= LANES || first == 0 {
            edge(0..width + here - 1, own);
            continue;
        }
        edge(0..LANES, own);
        for t in LANES..width {
            for (row, lane) in lanes.iter_mut().enumerate() {
                let place = (first + row) * width + t - row;
                let far = third.map_or_else(|| own[place - 2 * width], |third| third[place]);
                own[place] = take(lane, own[place - 1], own[place - width], far);
            }
        }
        for (row, column) in steps(LANES, width, width..width + LANES - 1) {
            let place = (first + row) * width + column;
            let far = third.map_or_else(|| own[place - 2 * width], |third| third[place]);
            own[place] = take(&mut lanes[row], own[place - 1], own[place - width], far);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::bytes::Fields;
    use super::super::coder::{Encoder, Scratch, encode};
    use super::*;

    /// A model for two channels: the first looks two rows up, the second at the first.
    fn models(symbols: usize, tables: u8, seed: u64) -> Vec<Model> {
        let mut state = seed;
        let mut random = move |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        [TWO_UP, 0]
            .map(|third| {
                let classes = [3, 4, 2].map(|count: usize| (0..symbols).map(|s| (s % count) as u8).collect());
                let counts = Model::class_counts(&classes);
                let map = (0..counts.iter().product()).map(|_| random(usize::from(tables)) as u8).collect();
                let mut frequencies = Vec::new();
                for _ in 0..tables {
                    let mut table = vec![1u16; symbols];
                    table[random(symbols)] += (SCALE as usize - symbols) as u16;
                    frequencies.extend(table);
                }
                Model { symbols, third_symbols: symbols, third, classes, map, frequencies }
            })
            .into()
    }

    /// The slow twin of [`decode`]: symbol by symbol, as the comment on top says, every table walked through.
    fn slow(models: &[Model], block: &[u8], (rows, width): (usize, usize)) -> Vec<u8> {
        let mut states: Vec<u64> = (0..4)
            .map(|j| u64::from(u32::from_le_bytes(block[4 * j..4 * j + 4].try_into().expect("four"))))
            .collect();
        let mut words = block[16..].chunks_exact(2).map(|word| u64::from(word[0]) + 256 * u64::from(word[1]));
        let mut all: Vec<Vec<u8>> = Vec::new();
        for model in models {
            let mut own = vec![0; rows * width];
            let [_, ups, thirds] = Model::class_counts(&model.classes);
            for first in (0..rows).step_by(4) {
                for t in 0..width + 3 {
                    for (j, x) in states.iter_mut().enumerate() {
                        let (row, column) = (first + j, t.wrapping_sub(j));
                        if row >= rows || column >= width {
                            continue;
                        }
                        let up = if row > 0 { own[(row - 1) * width + column] } else { 0 };
                        let left = if column > 0 { own[row * width + column - 1] } else { up };
                        let third = match model.third {
                            TWO_UP if row < 2 => 0,
                            TWO_UP => own[(row - 2) * width + column],
                            channel => all[usize::from(channel)][row * width + column],
                        };
                        let class =
                            |which: usize, symbol: u8| usize::from(model.classes[which][usize::from(symbol)]);
                        let context = (class(0, left) * ups + class(1, up)) * thirds + class(2, third);
                        let table = usize::from(model.map[context]);
                        let table = &model.frequencies[table * model.symbols..(table + 1) * model.symbols];
                        let low = *x % 4096;
                        let (mut symbol, mut start) = (0, 0);
                        while start + u64::from(table[symbol]) <= low {
                            start += u64::from(table[symbol]);
                            symbol += 1;
                        }
                        *x = u64::from(table[symbol]) * (*x / 4096) + low - start;
                        if *x < 65_536 {
                            *x = *x * 65_536 + words.next().expect("a word");
                        }
                        own[row * width + column] = symbol as u8;
                    }
                }
            }
            all.push(own);
        }
        assert!(words.next().is_none() && states.iter().all(|&state| state == 65_536));
        all.concat()
    }

    proptest! {
        #[test]
        fn what_is_coded_is_decoded_by_the_fast_and_the_slow_way(
            rows in 1..14usize, width in 1..14usize, symbols in 1..=200usize, tables in 1..5u8, seed: u64,
        ) {
            let models = models(symbols, tables, seed);
            let mut state = seed ^ 0x5555;
            let channels: Vec<u8> = (0..2 * rows * width).map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                ((state >> 40) % symbols as u64) as u8
            }).collect();
            let encoders: Vec<Encoder> = models.iter().map(Encoder::new).collect();
            let decoders: Vec<Decoder> = models.iter().map(Decoder::new).collect();
            let mut block = Vec::new();
            encode(&encoders, &channels, (rows, width), &mut Scratch::default(), &mut block);
            let mut out = vec![0; channels.len()];
            prop_assert_eq!(decode(&decoders, &block, (rows, width), &mut out), Some(()));
            prop_assert_eq!(&out, &channels);
            prop_assert_eq!(slow(&models, &block, (rows, width)), channels);
            // A model is read as it was written.
            let (mut bytes, all) = (Vec::new(), [symbols; 2]);
            for model in &models {
                model.write(&mut bytes);
            }
            let mut fields = Fields(&bytes);
            for (end, model) in (1..=2).zip(&models) {
                prop_assert_eq!(&Model::read(&mut fields, &all[..end]).expect("a model"), model);
            }
            prop_assert!(fields.is_empty());
        }

        #[test]
        fn any_bytes_are_decoded_without_a_panic(
            bytes in proptest::collection::vec(any::<u8>(), 0..120), rows in 1..9usize, width in 1..9usize,
        ) {
            let decoders: Vec<Decoder> = models(7, 3, 1).iter().map(Decoder::new).collect();
            let _ = decode(&decoders, &bytes, (rows, width), &mut vec![0; 2 * rows * width]);
            let _ = Model::read(&mut Fields(&bytes), &[3]);
        }
    }
}

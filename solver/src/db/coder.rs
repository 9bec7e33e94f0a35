//! Symbols as bits by an asymmetric numeral system (Duda, arXiv:1311.2540), table after table as a [`Model`] says.
//!
//! Four states, one for each of four rows that are decoded side by side: row j of four is j columns behind the first, so
//! that all four know their neighbours and none waits for another. Order of the symbols of a tile: four rows at a time
//! (at the end perhaps fewer); in them step t = 0, 1, …; in a step row j = 0 … 3, its column being t - j where there is
//! such a column. Row j belongs to state j. Channels follow one another with the same states.
//!
//! A block: the four states (u32), then words (u16) in the order in which they are read. Decoding a symbol with state x:
//! the low 12 bits of x lie in the stretch of one symbol of the table, which begins at `start` and is `frequency` long;
//! x becomes `frequency * (x >> 12) + low bits - start`; when that is below 65,536, `x * 65536 + next word`. At the end
//! all states are 65,536 and all words are read.

use super::model::{Chooser, Model, SCALE, SCALE_BITS, TWO_UP};

/// Rows decoded side by side.
pub(super) const LANES: usize = 4;
const LOWEST: u32 = 1 << 16;

/// How a symbol of a table is coded.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// 2^64 / frequency, rounded up: multiplies in place of a division.
    inverse: u64,
    bias: u32,
    frequency: u16,
    rest: u16,
}

impl Step {
    fn new(start: u32, frequency: u32) -> Self {
        let (inverse, bias) = match frequency {
            0 => return Self::default(),
            // 2^64 has no place; with 2^64 - 1 the quotient is one too small, which the bias makes good.
            1 => (u64::MAX, start + SCALE - 1),
            _ => (u64::MAX / u64::from(frequency) + 1, start),
        };
        Self { inverse, bias, frequency: frequency as u16, rest: (SCALE - frequency) as u16 }
    }

    #[inline]
    fn apply(self, x: u32) -> u32 {
        let quotient = ((u128::from(x) * u128::from(self.inverse)) >> 64) as u32;
        x + self.bias + quotient * u32::from(self.rest)
    }
}

/// Codes tiles of one channel.
#[derive(Debug)]
pub(super) struct Encoder {
    chooser: Chooser,
    third: u8,
    steps: Vec<Step>,
}

/// Memory that coding a block needs.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    tables: Vec<u8>,
    words: Vec<u16>,
}

impl Encoder {
    pub(super) fn new(model: &Model) -> Self {
        let mut steps = vec![Step::default(); model.tables() << 8];
        for (table, frequencies) in model.frequencies.chunks_exact(model.symbols).enumerate() {
            let mut start = 0;
            for (symbol, &frequency) in frequencies.iter().enumerate() {
                steps[table << 8 | symbol] = Step::new(start, u32::from(frequency));
                start += u32::from(frequency);
            }
        }
        Self { chooser: Chooser::new(model), third: model.third, steps }
    }
}

/// Which rows and columns come in some steps, in order: the slow way to say it, for the edges.
fn steps(
    rows: usize,
    width: usize,
    steps: std::ops::Range<usize>,
) -> impl DoubleEndedIterator<Item = (usize, usize)> {
    steps.flat_map(move |t| {
        (0..rows).filter_map(move |row| Some((row, t.checked_sub(row).filter(|&column| column < width)?)))
    })
}

/// Codes a tile; `channels` are its symbols, `states` in each. Every symbol must have a frequency in its table.
pub(super) fn encode(
    encoders: &[Encoder],
    channels: &[u8],
    (rows, width): (usize, usize),
    scratch: &mut Scratch,
    block: &mut Vec<u8>,
) {
    let states = rows * width;
    scratch.tables.resize(states, 0);
    scratch.words.resize(channels.len() + 1, 0);
    let (mut at, mut lanes) = (scratch.words.len(), [LOWEST; LANES]);
    // What is read first is written last.
    for (encoder, symbols) in encoders.iter().zip(channels.chunks_exact(states)).rev() {
        let third = (encoder.third != TWO_UP).then(|| &channels[usize::from(encoder.third) * states..]);
        encoder.chooser.tables(symbols, third, width, &mut scratch.tables);
        let (tables, words) = (&scratch.tables[..states], &mut scratch.words[..]);
        let mut put = |lane: &mut u32, place: usize| {
            let step = encoder.steps[usize::from(tables[place]) << 8 | usize::from(symbols[place])];
            // Without a branch: half of them would be guessed wrong.
            at -= 1;
            words[at] = *lane as u16;
            let full = *lane >> (32 - SCALE_BITS) >= u32::from(step.frequency);
            at += usize::from(!full);
            let x = if full { *lane >> 16 } else { *lane };
            *lane = step.apply(x);
        };
        for first in (0..rows).step_by(LANES).rev() {
            let here = LANES.min(rows - first);
            if here < LANES || width < LANES {
                for (row, column) in steps(here, width, 0..width + here - 1).rev() {
                    put(&mut lanes[row], (first + row) * width + column);
                }
                continue;
            }
            for (row, column) in steps(LANES, width, width..width + LANES - 1).rev() {
                put(&mut lanes[row], (first + row) * width + column);
            }
            for t in (LANES - 1..width).rev() {
                for row in (0..LANES).rev() {
                    put(&mut lanes[row], (first + row) * width + t - row);
                }
            }
            for (row, column) in steps(LANES, width, 0..LANES - 1).rev() {
                put(&mut lanes[row], (first + row) * width + column);
            }
        }
    }
    lanes.iter().for_each(|lane| block.extend(lane.to_le_bytes()));
    scratch.words[at..].iter().for_each(|word| block.extend(word.to_le_bytes()));
}

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
            for row in 0..LANES {
                let place = (first + row) * width + t - row;
                let far = third.map_or_else(|| own[place - 2 * width], |third| third[place]);
                own[place] = take(&mut lanes[row], own[place - 1], own[place - width], far);
            }
        }
        for (row, column) in steps(LANES, width, width..width + LANES - 1) {
            let place = (first + row) * width + column;
            let far = third.map_or_else(|| own[place - 2 * width], |third| third[place]);
            own[place] = take(&mut lanes[row], own[place - 1], own[place - width], far);
        }
    }
}

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
/// The least that a state is between two symbols.
pub(super) const LOWEST: u32 = 1 << 16;

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
pub(super) fn steps(
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
    for lane in lanes {
        block.extend(lane.to_le_bytes());
    }
    for word in &scratch.words[at..] {
        block.extend(word.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_is_taken_up_and_down_again() {
        // The division by a multiplication is exact for all frequencies at the ends of their ranges.
        for frequency in 1..=SCALE {
            let (start, step) = ((SCALE - frequency) / 2, Step::new((SCALE - frequency) / 2, frequency));
            let top = (u64::from(frequency) << 20) - 1;
            for x in
                [65_536, 65_537, 1_000_000_007 % (top + 1), top - 1, top].into_iter().filter(|&x| x >= 65_536)
            {
                let slow = x / u64::from(frequency) * 4096 + x % u64::from(frequency) + u64::from(start);
                assert_eq!(u64::from(step.apply(x as u32)), slow, "{frequency} {x}");
            }
        }
    }
}

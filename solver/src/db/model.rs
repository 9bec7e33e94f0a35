//! What a channel's symbols are expected to be, given the ones around them: tables of frequencies, one of which is chosen
//! by the symbol to the left, the one above, and a third.
//!
//! Each of the three symbols falls in a class; the three classes together choose a table:
//! `map[(left class * up classes + up class) * third classes + third class]`. The third symbol is the one two rows up or
//! the one at the same place in an earlier channel.
//!
//! In a file: which third symbol (255: two rows up; else the number of the channel), the classes of all symbols as left,
//! as upper and as third neighbour (a byte a symbol), the number of tables, the map (a byte an entry), the tables.
//! A table gives each symbol a frequency, the sum being 4096: 1 to 127 in one byte; 128 to 4096 in two, the first being
//! 128 + the high byte; 0 and a byte n for n + 1 symbols of frequency 0.

use super::bytes::Fields;

/// Bits of the sum of a table.
pub(super) const SCALE_BITS: u32 = 12;
/// The sum of a table.
pub(super) const SCALE: u32 = 1 << SCALE_BITS;
/// The third symbol is the one two rows up.
pub(super) const TWO_UP: u8 = 255;
/// The most classes that the three symbols have together.
pub(super) const CONTEXTS: usize = 1 << 15;

/// The model of one channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Model {
    /// Symbols of the channel.
    pub(super) symbols: usize,
    /// Symbols of the third neighbour's channel.
    pub(super) third_symbols: usize,
    /// Where the third symbol is.
    pub(super) third: u8,
    /// Classes of a symbol as left, upper and third neighbour.
    pub(super) classes: [Vec<u8>; 3],
    /// The table of each context.
    pub(super) map: Vec<u8>,
    /// Frequencies, table after table.
    pub(super) frequencies: Vec<u16>,
}

impl Model {
    /// How many classes each neighbour has.
    pub(super) fn class_counts(classes: &[Vec<u8>; 3]) -> [usize; 3] {
        classes.each_ref().map(|classes| classes.iter().max().map_or(1, |&most| usize::from(most) + 1))
    }

    /// Classes that the three neighbours have together.
    pub(super) fn contexts(&self) -> usize {
        Self::class_counts(&self.classes).iter().product()
    }

    pub(super) fn tables(&self) -> usize {
        self.frequencies.len() / self.symbols
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.third);
        self.classes.iter().for_each(|classes| bytes.extend(classes));
        bytes.push(self.tables() as u8);
        bytes.extend(&self.map);
        for table in self.frequencies.chunks_exact(self.symbols) {
            let mut at = 0;
            while at < table.len() {
                let frequency = table[at];
                at += 1;
                match frequency {
                    0 => {
                        let zeros = table[at..].iter().take(255).take_while(|&&other| other == 0).count();
                        bytes.extend([0, zeros as u8]);
                        at += zeros;
                    }
                    1..=127 => bytes.push(frequency as u8),
                    _ => bytes.extend([128 + (frequency >> 8) as u8, frequency as u8]),
                }
            }
        }
    }

    /// The model of channel `number`, the symbols of the channels up to it being `symbols`.
    pub(super) fn read(fields: &mut Fields<'_>, symbols: &[usize]) -> Option<Self> {
        let (&own, earlier) = symbols.split_last()?;
        let third = fields.u8()?;
        let third_symbols = if third == TWO_UP { own } else { *earlier.get(usize::from(third))? };
        let mut classes: [Vec<u8>; 3] = Default::default();
        for (classes, count) in classes.iter_mut().zip([own, own, third_symbols]) {
            *classes = fields.take(count)?.to_vec();
        }
        let contexts: usize = Self::class_counts(&classes).iter().product();
        if contexts > CONTEXTS {
            return None;
        }
        let tables = fields.u8()?;
        let map = fields.take(contexts)?.to_vec();
        if map.iter().any(|&table| table >= tables) {
            return None;
        }
        let mut frequencies = Vec::with_capacity(usize::from(tables) * own);
        for _ in 0..tables {
            let end = frequencies.len() + own;
            while frequencies.len() < end {
                match fields.u8()? {
                    0 => {
                        let zeros = usize::from(fields.u8()?) + 1;
                        frequencies.resize(frequencies.len() + zeros, 0);
                    }
                    short @ 1..=127 => frequencies.push(u16::from(short)),
                    high => frequencies.push(u16::from(high - 128) << 8 | u16::from(fields.u8()?)),
                }
            }
            let sum: u32 =
                frequencies.get(end - own..end)?.iter().map(|&frequency| u32::from(frequency)).sum();
            if frequencies.len() != end || sum != SCALE {
                return None;
            }
        }
        Some(Self { symbols: own, third_symbols, third, classes, map, frequencies })
    }

    /// What to add up for the three symbols to find the place in the map.
    pub(super) fn steps(&self) -> [[u16; 256]; 3] {
        let [_, up, third] = Self::class_counts(&self.classes);
        let mut steps = [[0; 256]; 3];
        for ((steps, classes), factor) in steps.iter_mut().zip(&self.classes).zip([up * third, third, 1]) {
            for (step, &class) in steps.iter_mut().zip(classes) {
                *step = (usize::from(class) * factor) as u16;
            }
        }
        steps
    }
}

/// Chooses the table of every symbol of a tile, row by row. Beyond the tile, symbols count as 0; left of the first
/// column, as the one above.
#[derive(Debug)]
pub(super) struct Chooser {
    steps: [[u16; 256]; 3],
    map: Vec<u8>,
}

impl Chooser {
    pub(super) fn new(model: &Model) -> Self {
        Self { steps: model.steps(), map: model.map.clone() }
    }

    /// Calls `found` with the context of each symbol in place of the table.
    pub(super) fn contexts(
        steps: &[[u16; 256]; 3],
        symbols: &[u8],
        third: Option<&[u8]>,
        width: usize,
        mut found: impl FnMut(usize, u16),
    ) {
        let [lefts, ups, thirds] = steps;
        let nothing = vec![0; width];
        for (row, own) in symbols.chunks_exact(width).enumerate() {
            let above =
                |rows: usize| if row < rows { &nothing[..] } else { &symbols[(row - rows) * width..] };
            let (up, far) = (above(1), third.map_or_else(|| above(2), |third| &third[row * width..]));
            let mut left = up[0];
            for (column, ((&own, &up), &far)) in own.iter().zip(up).zip(far).enumerate() {
                let context = lefts[usize::from(left)] + ups[usize::from(up)] + thirds[usize::from(far)];
                found(row * width + column, context);
                left = own;
            }
        }
    }

    /// The table of each symbol.
    pub(super) fn tables(&self, symbols: &[u8], third: Option<&[u8]>, width: usize, tables: &mut [u8]) {
        Self::contexts(&self.steps, symbols, third, width, |place, context| {
            tables[place] = self.map[usize::from(context)];
        });
    }
}

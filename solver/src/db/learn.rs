//! Makes the models of a layer: looks at a sample of its blocks, groups contexts that expect much the same, then counts
//! all symbols. Whole numbers are added up wherever threads meet, so the result does not depend on them.

use rayon::prelude::*;

use super::channel::Channel;
use super::group::group;
use super::model::{Chooser, Model, SCALE, TWO_UP};
use super::tiles::Tiles;
use crate::retrograde::Planes;

/// How much work goes into a model.
#[derive(Clone, Copy, Debug)]
struct Setting {
    /// Classes of the left and of the upper neighbour, of a neighbour two rows up, and tables.
    near: usize,
    far: usize,
    tables: usize,
}

const SETTINGS: [Setting; 7] = [
    Setting { near: 64, far: 8, tables: 96 },
    Setting { near: 48, far: 4, tables: 64 },
    Setting { near: 48, far: 1, tables: 32 },
    Setting { near: 24, far: 1, tables: 16 },
    Setting { near: 12, far: 1, tables: 8 },
    Setting { near: 6, far: 1, tables: 3 },
    Setting { near: 1, far: 1, tables: 1 },
];
/// Classes where the third neighbour is one in another channel.
const BESIDE: usize = 32;
/// From so many states on, only the first setting is worth trying.
const LARGE: u64 = 1 << 22;

/// The models of all channels.
pub(super) fn learn(planes: &Planes, tiles: &Tiles, channels: &[Channel], thorough: bool) -> Vec<Model> {
    let wanted = if thorough { 1 << 25 } else { 1 << 21 };
    let every = (tiles.states() / wanted).max(1);
    let sample: Vec<u64> = (0..tiles.blocks()).step_by(every as usize).collect();
    let view = View { planes, tiles, channels };
    let settings = match (thorough, tiles.states() >= LARGE) {
        (true, false) => &SETTINGS[..],
        (true, true) => &SETTINGS[..1],
        (false, false) => &SETTINGS[1..],
        (false, true) => &SETTINGS[1..2],
    };
    let rounds = if thorough { 12 } else { 4 };
    let spread = view.count(&sample, |block, counts: &mut Vec<u64>| {
        counts.resize(channels.len() << 8, 0);
        for (channel, symbols) in block.channels().enumerate() {
            for &symbol in symbols {
                counts[channel << 8 | usize::from(symbol)] += 1;
            }
        }
    });
    let models: Vec<Model> = (0..channels.len())
        .map(|channel| {
            let tried = settings.iter().filter_map(|&setting| {
                let blank = blank(channels, channel, setting, &spread);
                let (numbers, fits) = (blank.contexts() + setting.tables * blank.symbols, tiles.states() / 4);
                if numbers as u64 > fits {
                    return None;
                }
                Some(view.grouped(&sample, channel, blank, setting.tables, rounds, every))
            });
            let best = tried.reduce(|best, next| if next.1 < best.1 { next } else { best });
            best.map_or_else(
                || {
                    let blank = blank(channels, channel, SETTINGS[SETTINGS.len() - 1], &spread);
                    Model { map: vec![0; blank.contexts()], ..blank }
                },
                |(model, _)| model,
            )
        })
        .collect();
    view.finished(models)
}

/// A model with classes and without tables.
fn blank(channels: &[Channel], channel: usize, setting: Setting, spread: &[u64]) -> Model {
    let classes = |channel: usize, most: usize| {
        let counts = spread.get(channel << 8..).unwrap_or_default();
        classes(counts, usize::from(channels[channel].symbols), most)
    };
    let (third, near, far) = match channel.checked_sub(1) {
        // 16 * 16 * 32 contexts are as many as 45 * 45 * 4.
        Some(beside) if setting.near > 1 => (beside, setting.near.min(16), BESIDE.min(setting.near)),
        _ => (channel, near_enough(setting, usize::from(channels[channel].symbols)), setting.far),
    };
    Model {
        symbols: usize::from(channels[channel].symbols),
        third_symbols: usize::from(channels[third].symbols),
        third: if third == channel { TWO_UP } else { third as u8 },
        classes: [classes(channel, near), classes(channel, near), classes(third, far)],
        map: Vec::new(),
        frequencies: Vec::new(),
    }
}

/// As many classes of near neighbours as can be counted in 16 MiB.
fn near_enough(setting: Setting, symbols: usize) -> usize {
    let fits = |near: &usize| near * near * setting.far * symbols <= 1 << 21;
    (1..=setting.near).rev().find(fits).unwrap_or(1)
}

/// At most `most` classes of neighbouring symbols, each about equally frequent; a class a symbol where that is enough.
fn classes(counts: &[u64], symbols: usize, most: usize) -> Vec<u8> {
    if symbols <= most {
        return (0..symbols).map(|symbol| symbol as u8).collect();
    }
    let total: u64 = counts.iter().take(symbols).sum::<u64>().max(1);
    let (mut before, mut last, mut taken) = (0, 0, 0);
    (0..symbols)
        .map(|symbol| {
            let count = counts.get(symbol).copied().unwrap_or(0);
            let slot = (before + count / 2) * most as u64 / total;
            before += count;
            // Classes are numbered without gaps.
            if slot != last {
                (last, taken) = (slot, taken + usize::from(symbol > 0));
            }
            taken.min(most - 1) as u8
        })
        .collect()
}

/// A layer seen by its blocks.
struct View<'a> {
    planes: &'a Planes,
    tiles: &'a Tiles,
    channels: &'a [Channel],
}

/// The symbols of a block.
pub(super) struct Block {
    pub(super) symbols: Vec<u8>,
    pub(super) rows: usize,
    pub(super) width: usize,
}

impl Block {
    pub(super) fn new() -> Self {
        Self { symbols: Vec::new(), rows: 0, width: 0 }
    }

    pub(super) fn fill(&mut self, planes: &Planes, tiles: &Tiles, channels: &[Channel], number: u64) {
        let tile = tiles.tile(number);
        (self.rows, self.width) = (tile.rows, tile.width);
        self.symbols.resize(tile.states() * channels.len(), 0);
        for (channel, symbols) in channels.iter().zip(self.symbols.chunks_exact_mut(tile.states())) {
            channel.gather(planes, &tile, symbols);
        }
    }

    fn channels(&self) -> impl Iterator<Item = &[u8]> {
        self.symbols.chunks_exact(self.rows * self.width)
    }

    fn channel(&self, number: usize) -> &[u8] {
        let states = self.rows * self.width;
        &self.symbols[number * states..(number + 1) * states]
    }

    fn third(&self, model: &Model) -> Option<&[u8]> {
        (model.third != TWO_UP).then(|| self.channel(usize::from(model.third)))
    }
}

impl View<'_> {
    /// Counts over some blocks: by parts, and the parts added up.
    fn count(&self, blocks: &[u64], count: impl Fn(&Block, &mut Vec<u64>) + Sync) -> Vec<u64> {
        let part = blocks.len().div_ceil(rayon::current_num_threads()).max(1);
        let parts = blocks.par_chunks(part).map(|blocks| {
            let (mut counts, mut block) = (Vec::new(), Block::new());
            for &number in blocks {
                block.fill(self.planes, self.tiles, self.channels, number);
                count(&block, &mut counts);
            }
            counts
        });
        parts.reduce(Vec::new, |mut sum, other| {
            sum.resize(sum.len().max(other.len()), 0);
            sum.iter_mut().zip(other).for_each(|(sum, count)| *sum += count);
            sum
        })
    }

    /// A model with its contexts grouped, and the bits that the layer is likely to take with it.
    fn grouped(
        &self,
        sample: &[u64],
        channel: usize,
        mut model: Model,
        tables: usize,
        rounds: usize,
        every: u64,
    ) -> (Model, u64) {
        let contexts = model.contexts();
        let (steps, symbols) = (model.steps(), model.symbols);
        let counts = self.count(sample, |block, counts| {
            counts.resize(contexts * symbols, 0);
            let own = block.channel(channel);
            Chooser::contexts(&steps, own, block.third(&model), block.width, |place, context| {
                counts[usize::from(context) * symbols + usize::from(own[place])] += 1;
            });
        });
        let (map, bits) = group(&counts, symbols, contexts, tables, rounds);
        model.map = map;
        let own_bytes = 2 * symbols + model.third_symbols + contexts + tables.min(contexts) * symbols;
        (model, bits * every + 8 * own_bytes as u64)
    }

    /// The models with their tables, from all symbols of the layer.
    fn finished(&self, mut models: Vec<Model>) -> Vec<Model> {
        let all: Vec<u64> = (0..self.tiles.blocks()).collect();
        let choosers: Vec<Chooser> = models.iter().map(Chooser::new).collect();
        let counts = self.count(&all, |block, counts| {
            counts.resize(models.len() << 16, 0);
            let mut tables = vec![0; block.rows * block.width];
            for (channel, (chooser, model)) in choosers.iter().zip(&models).enumerate() {
                let (own, third) = (block.channel(channel), block.third(model));
                chooser.tables(own, third, block.width, &mut tables);
                let counts = &mut counts[channel << 16..(channel + 1) << 16];
                for (&table, &symbol) in tables.iter().zip(own) {
                    counts[usize::from(table) << 8 | usize::from(symbol)] += 1;
                }
            }
        });
        for (channel, model) in models.iter_mut().enumerate() {
            let counts = counts.get(channel << 16..(channel + 1) << 16).unwrap_or_default();
            let mut numbers = [None; 256];
            for (table, counts) in counts.chunks_exact(256).enumerate() {
                if counts.iter().any(|&count| count > 0) {
                    numbers[table] = Some((model.frequencies.len() / model.symbols) as u8);
                    model.frequencies.extend(frequencies(&counts[..model.symbols]));
                }
            }
            if model.frequencies.is_empty() {
                model.frequencies = frequencies(&vec![0; model.symbols]);
            }
            // Contexts that never come may have any table.
            model.map.iter_mut().for_each(|table| *table = numbers[usize::from(*table)].unwrap_or(0));
        }
        models
    }
}

/// Frequencies with the sum 4096, none of them 0 for a symbol that comes.
fn frequencies(counts: &[u64]) -> Vec<u16> {
    let total: u64 = counts.iter().sum();
    let mut all: Vec<u16> = counts
        .iter()
        .map(|&count| {
            if count == 0 {
                0
            } else {
                (u128::from(count) * u128::from(SCALE) / u128::from(total)).max(1) as u16
            }
        })
        .collect();
    loop {
        let sum: u32 = all.iter().map(|&frequency| u32::from(frequency)).sum();
        // The first of the most frequent ones feels it least.
        let mut largest = 0;
        for (symbol, &frequency) in all.iter().enumerate() {
            if frequency > all[largest] {
                largest = symbol;
            }
        }
        match sum.cmp(&SCALE) {
            std::cmp::Ordering::Less => all[largest] += (SCALE - sum) as u16,
            std::cmp::Ordering::Equal => return all,
            std::cmp::Ordering::Greater => all[largest] -= 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn frequencies_add_up_and_forget_nobody(counts in proptest::collection::vec(0..1_000_000u64, 1..=256)) {
            let all = frequencies(&counts);
            prop_assert_eq!(all.iter().map(|&x| u32::from(x)).sum::<u32>(), SCALE);
            if counts.iter().any(|&count| count > 0) {
                prop_assert!(all.iter().zip(&counts).all(|(&x, &count)| (x > 0) == (count > 0)));
            }
        }

        #[test]
        fn classes_rise_without_gaps(counts in proptest::collection::vec(0..100u64, 256), symbols in 1..=256usize, most in 1..=64usize) {
            let classes = classes(&counts, symbols, most);
            prop_assert_eq!(classes.len(), symbols);
            prop_assert_eq!(classes[0], 0);
            prop_assert!(classes.windows(2).all(|two| two[1] == two[0] || two[1] == two[0] + 1));
            prop_assert!(usize::from(classes[symbols - 1]) < most);
        }
    }
}

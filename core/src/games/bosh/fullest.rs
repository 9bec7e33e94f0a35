//! Numbers of rings by their fullest hole.
//!
//! A state is a ring and the hole with which the mover's row begins. From there one goes back to the nearest hole that
//! holds as many stones as any, `frame` holes away (0 when it is that hole itself). Written from this hole on, the ring is a
//! *word*: `m` stones, then holes with fewer, until after `gap` holes the next one with `m` comes (`gap` is the whole ring
//! when there is none). The `gap` frames of a word are numbered one after another: they make a *block*.
//!
//! Words come by `m`, then by `gap`, then by the stones of the holes within the gap, then by those holes, then by the
//! holes beyond; holes come with the fullest first hole first, among those with the fullest second hole first, and so on.
//!
//! Why this order: turns do not know whose they are, so what a turn leads to serves every frame of a ring. Most rings have
//! one fullest hole; all states of such a ring lie side by side, without a gap and without search for the best turning.

use std::sync::{LazyLock, OnceLock};

use super::wide::Wide;
use crate::board::MAX_SEEDS;

/// Most holes of a ring.
const PITS: usize = 32;
/// Sums of stones.
const SUMS: usize = MAX_SEEDS as usize + 1;

/// Words of holes that hold fewer than `k` stones each.
#[derive(Debug)]
pub(super) struct Words {
    k: usize,
    /// By length and stones: how many there are.
    count: Vec<[u128; SUMS]>,
    /// By length and stones: how many have fewer stones. Wraps where numbers of states would not fit.
    fewer: Vec<[u64; SUMS + 1]>,
}

impl Words {
    /// The words below a number of stones, 0 to 128.
    pub(super) fn below(k: usize) -> &'static Self {
        static ALL: [OnceLock<Words>; SUMS + 1] = [const { OnceLock::new() }; SUMS + 1];
        ALL[k].get_or_init(|| Self::new(k))
    }

    fn new(k: usize) -> Self {
        let mut words = Self { k, count: Vec::new(), fewer: Vec::new() };
        let mut row = [0; SUMS];
        row[0] = 1;
        for _ in 0..PITS {
            let mut fewer = [0u128; SUMS + 1];
            for sum in 0..SUMS {
                fewer[sum + 1] = fewer[sum] + row[sum];
            }
            words.count.push(row);
            words.fewer.push(fewer.map(|number| number as u64));
            row = std::array::from_fn(|sum| fewer[sum + 1] - fewer[(sum + 1).saturating_sub(k)]);
        }
        words
    }

    /// How many words there are.
    #[inline]
    pub(super) fn count(&self, len: usize, seeds: usize) -> u128 {
        self.count[len][seeds]
    }

    /// Words that come before on account of the first of `after + 1` holes with `seeds` stones; less what
    /// [`Words::step`] gives for the hole after it. May wrap.
    #[inline]
    pub(super) fn first(&self, after: usize, seeds: usize) -> u64 {
        self.fewer[after][(seeds + 1).saturating_sub(self.k)].wrapping_neg()
    }

    /// The term of every further hole: `after` holes come after it, and from it on lie `seeds` stones. May wrap.
    #[inline]
    pub(super) fn step(&self, after: usize, seeds: usize) -> u64 {
        self.fewer[after + 1][seeds].wrapping_add(self.first(after, seeds))
    }

    /// The number of a word among those of its length and stones.
    #[inline]
    fn rank(&self, word: &[u8], seeds: usize) -> u64 {
        let Some(last) = word.len().checked_sub(1) else { return 0 };
        let (mut index, mut from) = (self.first(last, seeds), seeds);
        for (pit, &here) in word[..last].iter().enumerate() {
            from -= usize::from(here);
            index = index.wrapping_add(self.step(last - 1 - pit, from));
        }
        index
    }

    /// The word with a number.
    fn unrank(&self, word: &mut [u8], mut seeds: usize, mut index: u128) {
        let len = word.len();
        for (pit, hole) in word.iter_mut().enumerate() {
            let mut here = seeds.min(self.k.saturating_sub(1));
            loop {
                let words = self.count(len - 1 - pit, seeds - here);
                if index < words || here == 0 {
                    break;
                }
                index -= words;
                here -= 1;
            }
            *hole = here as u8;
            seeds -= here;
        }
    }

    /// The same number as [`Words::rank`], counted from scratch.
    fn slow_rank(&self, word: &[u8]) -> u128 {
        let Some((&first, rest)) = word.split_first() else { return 0 };
        let seeds: usize = word.iter().map(|&seeds| usize::from(seeds)).sum();
        let fuller = (usize::from(first) + 1..self.k).filter(|&more| more <= seeds);
        fuller.map(|more| self.count(rest.len(), seeds - more)).sum::<u128>() + self.slow_rank(rest)
    }
}

/// All rings of some holes and stones.
#[derive(Debug)]
pub(super) struct Rings {
    pits: usize,
    seeds: usize,
    /// By `m` and `gap`: states that come before; the number of all at the end.
    starts: Vec<u128>,
}

/// Where a state stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    /// States of the words with other `m` or `gap` that come before.
    pub(super) start: u128,
    /// The number of the word among those with its `m` and `gap`.
    pub(super) word: u128,
    /// Frames of a word.
    pub(super) gap: usize,
    /// The frame.
    pub(super) frame: usize,
}

/// Words with one `m` and one `gap`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// Stones of the fullest holes.
    pub(super) m: usize,
    /// Holes to the next one as full.
    pub(super) gap: usize,
    /// States that come before.
    pub(super) start: u128,
    /// How many words.
    pub(super) words: u128,
}

impl Rings {
    /// The rings of `pits` holes, 1 to 32, and `seeds` stones, at most 127.
    pub(super) fn of(pits: usize, seeds: usize) -> &'static Self {
        static ALL: LazyLock<Vec<OnceLock<Rings>>> =
            LazyLock::new(|| (0..PITS * SUMS).map(|_| OnceLock::new()).collect());
        ALL[(pits - 1) * SUMS + seeds].get_or_init(|| Self::new(pits, seeds))
    }

    fn new(pits: usize, seeds: usize) -> Self {
        let mut rings = Self { pits, seeds, starts: Vec::with_capacity((seeds + 1) * pits + 1) };
        let mut states = 0;
        for m in 0..=seeds {
            for gap in 1..=pits {
                rings.starts.push(states);
                states += rings.words(m, gap) * gap as u128;
            }
        }
        rings.starts.push(states);
        rings
    }

    fn words(&self, m: usize, gap: usize) -> u128 {
        self.inner(m, gap).map(|inner| self.words_of(m, gap, inner)).sum()
    }

    /// The stones that may lie within the gap.
    pub(super) fn inner(&self, m: usize, gap: usize) -> std::ops::RangeInclusive<usize> {
        if gap == self.pits {
            self.seeds - m..=self.seeds - m
        } else {
            match self.seeds.checked_sub(2 * m) {
                Some(left) => 0..=left,
                // No two holes can be so full: an empty range.
                #[expect(clippy::reversed_empty_ranges, reason = "nothing is meant")]
                None => 1..=0,
            }
        }
    }

    /// Words with so many stones within the gap.
    pub(super) fn words_of(&self, m: usize, gap: usize, inner: usize) -> u128 {
        Words::below(m).count(gap - 1, inner) * self.beyond(m, gap, inner)
    }

    /// Ways to fill the holes beyond the gap.
    pub(super) fn beyond(&self, m: usize, gap: usize, inner: usize) -> u128 {
        if gap == self.pits {
            return 1;
        }
        Words::below(m + 1).count(self.pits - gap - 1, self.seeds - 2 * m - inner)
    }

    /// States that come before those with this `m` and `gap`.
    pub(super) fn start(&self, m: usize, gap: usize) -> u128 {
        self.starts[m * self.pits + gap - 1]
    }

    /// All groups that have words, in order.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group> {
        let all = (0..=self.seeds).flat_map(|m| (1..=self.pits).map(move |gap| (m, gap)));
        let group = |(m, gap)| Group { m, gap, start: self.start(m, gap), words: self.words(m, gap) };
        all.map(group).filter(|group| group.words > 0)
    }

    /// Where the state stands whose mover's row begins at the first hole.
    #[inline]
    pub(super) fn place(&self, ring: &Wide) -> Place {
        let (word, m, gap, frame) = self.word(ring);
        let word = &word.0[..self.pits];
        let inner: usize = word[1..gap].iter().map(|&seeds| usize::from(seeds)).sum();
        let mut number = Words::below(m).rank(&word[1..gap], inner);
        if gap < self.pits {
            number = number.wrapping_mul(self.beyond(m, gap, inner) as u64);
            let beyond = self.seeds - 2 * m - inner;
            number = number.wrapping_add(Words::below(m + 1).rank(&word[gap + 1..], beyond));
            number = (0..inner)
                .fold(number, |number, fewer| number.wrapping_add(self.words_of(m, gap, fewer) as u64));
        }
        Place { start: self.start(m, gap), word: u128::from(number), gap, frame }
    }

    /// The same, counted from scratch and for rings of any size.
    pub(super) fn slow_place(&self, ring: &Wide) -> Place {
        let (word, m, gap, frame) = self.word(ring);
        let word = &word.0[..self.pits];
        let inner: usize = word[1..gap].iter().map(|&seeds| usize::from(seeds)).sum();
        let before: u128 = self
            .inner(m, gap)
            .take_while(|&fewer| fewer < inner)
            .map(|fewer| self.words_of(m, gap, fewer))
            .sum();
        let here = Words::below(m).slow_rank(&word[1..gap]) * self.beyond(m, gap, inner);
        let beyond = word.get(gap + 1..).map_or(0, |beyond| Words::below(m + 1).slow_rank(beyond));
        Place { start: self.start(m, gap), word: before + here + beyond, gap, frame }
    }

    /// A ring as a word, with `m`, `gap` and the frame of its first hole.
    #[inline]
    fn word(&self, ring: &Wide) -> (Wide, usize, usize, usize) {
        let pits = &ring.0[..self.pits];
        let m = pits.iter().copied().max().unwrap_or(0);
        let last = pits.iter().rposition(|&seeds| seeds == m).unwrap_or(0);
        let frame = if pits[0] == m { 0 } else { self.pits - last };
        let mut word = Wide::EMPTY;
        word.0[..frame].copy_from_slice(&pits[self.pits - frame..]);
        word.0[frame..self.pits].copy_from_slice(&pits[..self.pits - frame]);
        let next = word.0[1..self.pits].iter().position(|&seeds| seeds == m);
        (word, usize::from(m), next.map_or(self.pits, |next| next + 1), frame)
    }

    /// The group that a number of a state falls in, and what is left of the number.
    pub(super) fn group(&self, index: u128) -> (Group, u128) {
        let at = self.starts.partition_point(|&start| start <= index) - 1;
        let (m, gap) = (at / self.pits, at % self.pits + 1);
        let words = (self.starts[at + 1] - self.starts[at]) / gap as u128;
        (Group { m, gap, start: self.starts[at], words }, index - self.starts[at])
    }

    /// The word with a number in its group.
    pub(super) fn unrank(&self, (m, gap): (usize, usize), mut word: u128) -> Wide {
        let mut ring = Wide::EMPTY;
        ring.0[0] = m as u8;
        for inner in self.inner(m, gap) {
            let words = self.words_of(m, gap, inner);
            if word >= words {
                word -= words;
                continue;
            }
            let beyond = self.beyond(m, gap, inner);
            Words::below(m).unrank(&mut ring.0[1..gap], inner, word / beyond);
            if gap < self.pits {
                ring.0[gap] = m as u8;
                let left = self.seeds - 2 * m - inner;
                Words::below(m + 1).unrank(&mut ring.0[gap + 1..self.pits], left, word % beyond);
            }
            break;
        }
        ring
    }
}

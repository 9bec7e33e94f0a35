//! Which places of a long row make up a short one, in the same order.

use std::ops::Range;

use super::LANES;

/// 64 places of the long row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// One bit for each that is wanted.
    pub(super) mask: u64,
    /// Where they begin in the long row.
    pub(super) from: u32,
    /// Where the first that is wanted goes in the short row.
    pub(super) to: u32,
}

/// Neighbours in both rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The first of them in the long row.
    pub(super) from: u32,
    /// The same in the short row.
    pub(super) to: u32,
    /// How many.
    pub(super) len: u32,
}

/// A rising list of places of a long row, as words and as runs.
#[derive(Clone, Debug, Default)]
pub struct Squeeze {
    words: Vec<Word>,
    runs: Vec<Run>,
    places: usize,
    /// Numbers that the long row must have, rounded up to whole words.
    reach: usize,
}

impl Squeeze {
    /// The list of `places`.
    ///
    /// # Panics
    /// When the places do not rise.
    pub fn new(places: impl Iterator<Item = u32>) -> Self {
        let mut all = Self::default();
        let mut last = None;
        for (to, from) in (0u32..).zip(places) {
            assert!(last.is_none_or(|last| last < from), "places must rise");
            last = Some(from);
            match all.runs.last_mut() {
                Some(run) if run.from + run.len == from => run.len += 1,
                _ => all.runs.push(Run { from, to, len: 1 }),
            }
            let (word, bit) = (from / LANES as u32 * LANES as u32, 1 << (from % LANES as u32));
            match all.words.last_mut() {
                Some(last) if last.from == word => last.mask |= bit,
                _ => all.words.push(Word { mask: bit, from: word, to }),
            }
            all.places += 1;
            all.reach = word as usize + LANES;
        }
        all
    }

    /// How many places there are.
    pub fn places(&self) -> usize {
        self.places
    }

    /// True when the short row is how the long one begins.
    #[inline]
    pub fn is_prefix(&self) -> bool {
        self.runs.len() == 1 && self.runs[0].from == 0
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.words.len() * size_of::<Word>() + self.runs.len() * size_of::<Run>()
    }

    /// A part of the short row, found once to be squeezed often.
    ///
    /// # Panics
    /// When the part is outside the short row.
    pub fn part(&self, part: Range<usize>) -> Part<'_> {
        assert!(part.start <= part.end && part.end <= self.places, "a part outside the short row");
        Part { words: self.words(&part), runs: self.runs(&part), places: part, reach: self.reach }
    }

    /// The words that hold a part of the short row; the first may hold up to 63 places before it.
    fn words(&self, part: &Range<usize>) -> &[Word] {
        if part.start == 0 && part.end == self.places {
            return &self.words;
        }
        let first = self.words.partition_point(|word| word.to as usize <= part.start).saturating_sub(1);
        let end = self.words.partition_point(|word| (word.to as usize) < part.end);
        &self.words[first..end.max(first)]
    }

    /// The runs that hold a part of the short row; the first may begin before it, the last end after it.
    fn runs(&self, part: &Range<usize>) -> &[Run] {
        if part.start == 0 && part.end == self.places {
            return &self.runs;
        }
        let first = self.runs.partition_point(|run| run.to as usize <= part.start).saturating_sub(1);
        let end = self.runs.partition_point(|run| (run.to as usize) < part.end);
        &self.runs[first..end.max(first)]
    }
}

/// Part of a short row.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    pub(super) words: &'a [Word],
    pub(super) runs: &'a [Run],
    pub(super) places: Range<usize>,
    /// Numbers that the long row must have, rounded up to whole words.
    reach: usize,
}

impl Part<'_> {
    /// The words of the long row that hold the part: where each begins.
    #[inline(always)]
    pub fn lines(&self) -> impl Iterator<Item = usize> {
        self.words.iter().map(|word| word.from as usize)
    }

    /// Makes sure that a squeeze stays within both rows, with 16 lanes to spare at the end of a run.
    #[inline(always)]
    pub(super) fn check(&self, row: usize, out: usize) {
        assert!(self.reach + 16 <= row, "a long row that is too short");
        assert!(self.places.end - self.places.start + 2 * LANES <= out, "no room for the short row");
    }
}

/// A set of places of a row, as bits and as bytes.
#[derive(Clone, Debug, Default)]
pub struct Quiet {
    bits: Vec<u64>,
    /// 0 where a place is in the set, else 255.
    others: Vec<u8>,
}

impl Quiet {
    /// The empty set of a row of `width` places.
    pub fn none(width: usize) -> Self {
        let words = width.div_ceil(LANES);
        Self { bits: vec![0; words], others: vec![255; words * LANES] }
    }

    /// Adds a place.
    pub fn insert(&mut self, place: usize) {
        self.bits[place / LANES] |= 1 << (place % LANES);
        self.others[place] = 0;
    }

    /// True for a place of the set.
    #[inline]
    pub fn holds(&self, place: usize) -> bool {
        self.bits[place / LANES] >> (place % LANES) & 1 == 1
    }

    /// The places as bits from a multiple of 64 on.
    pub fn bits(&self, from: usize) -> &[u64] {
        &self.bits[from / LANES..]
    }

    /// The places from a multiple of 64 on.
    pub fn part(&self, from: usize) -> QuietPart<'_> {
        QuietPart { bits: self.bits(from), others: &self.others[from / LANES * LANES..] }
    }
}

/// A set of places from some place on.
#[derive(Clone, Copy, Debug)]
pub struct QuietPart<'a> {
    pub(super) bits: &'a [u64],
    /// As many words of 64 bytes: 0 where a place is in the set, else 255.
    pub(super) others: &'a [u8],
}

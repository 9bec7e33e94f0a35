//! Numbering the boards on which no pit holds more than three seeds: two bits a pit.
//!
//! A *code* is the board as a number: pit `i` of the ring (the mover's pits first) at bits `2i` and `2i + 1`. Boards of
//! a layer lie in rectangles as in [`super::rank`]: by seeds in the opposite row, rows of a rectangle being the
//! opposite rows and columns the own ones. A row of pits is cut in two parts (one, up to seven pits); its number is the
//! mixed radix number of the places of its parts among parts of as many seeds: the first part with more seeds comes
//! first, and within a part the one with the fuller first pit. Each part is one read from a table that fits the
//! fastest cache, so a board costs four such reads and three multiplications.

use std::ops::Range;

use super::{Board, Narrow};

/// The most seeds in a pit.
pub const FULL: u32 = 3;
/// Pits in a part at most.
const PART: usize = 8;

/// Ways to put `seeds` seeds in `pits` pits with at most three in each.
pub fn ways(seeds: u32, pits: usize) -> u128 {
    let mut counts = vec![0u128; seeds as usize + 1];
    counts[0] = 1;
    for _ in 0..pits {
        for s in (0..counts.len()).rev() {
            counts[s] = (s.saturating_sub(FULL as usize)..=s).map(|less| counts[less]).sum();
        }
    }
    counts[seeds as usize]
}

/// The parts of some pits: 4^pits codes.
#[derive(Clone, Debug)]
struct Parts {
    /// For each code its place among the codes of as many seeds, and the seeds above it.
    places: Vec<u32>,
    /// Codes by seeds, then by place.
    codes: Vec<u16>,
    /// Where the codes of so many seeds begin.
    begins: Vec<u32>,
}

const PLACE: u32 = 24;

impl Parts {
    fn new(pits: usize) -> Self {
        let seeds = |code: u32| (0..pits).map(|i| code >> (2 * i) & 3).sum::<u32>();
        // Pit 0 weighs most, and the fuller comes first.
        let order = |code: u32| (0..pits).fold(0, |key, i| key << 2 | (3 - (code >> (2 * i) & 3)));
        let mut codes: Vec<u32> = (0..1 << (2 * pits)).collect();
        codes.sort_by_key(|&code| (seeds(code), order(code)));
        let mut begins: Vec<u32> = vec![0];
        let mut places = vec![0; codes.len()];
        for (at, &code) in (0..).zip(&codes) {
            let sum = seeds(code);
            if begins.len() <= sum as usize {
                begins.push(at);
            }
            places[code as usize] = (at - begins[sum as usize]) | sum << PLACE;
        }
        begins.push(codes.len() as u32);
        Self { places, codes: codes.into_iter().map(|code| code as u16).collect(), begins }
    }

    /// How many there are of so many seeds.
    fn count(&self, seeds: usize) -> u64 {
        match (self.begins.get(seeds), self.begins.get(seeds + 1)) {
            (Some(from), Some(to)) => u64::from(to - from),
            _ => 0,
        }
    }

    fn code(&self, seeds: usize, place: u64) -> u32 {
        u32::from(self.codes[self.begins[seeds] as usize + place as usize])
    }
}

/// Tables that number the base boards of two rows of `n` pits.
#[derive(Clone, Debug)]
pub struct BaseRanking {
    n: usize,
    /// Bits of the first part of a row, and a mask for it.
    split: u32,
    first: Parts,
    second: Parts,
    /// `before[sum * STRIDE + first]`: rows of `sum` seeds whose first part holds more than `first`.
    before: Vec<u64>,
    /// `widths[s]` = second parts of `s` seeds.
    widths: Vec<u64>,
    /// `rows[s]` = rows of `s` seeds.
    rows: Vec<u64>,
    /// `offset[total * STRIDE + opposite]` = boards of `total` seeds whose opposite row holds fewer than `opposite`.
    offset: Vec<u64>,
}

/// More than the seeds of any row.
const STRIDE: usize = 64;

impl BaseRanking {
    /// Tables for rows of `n` pits, 1 to 16.
    pub fn new(n: usize) -> Self {
        assert!((1..=16).contains(&n), "{n} pits in a row");
        let head = if n < PART { 0 } else { n / 2 };
        let (first, second) = (Parts::new(head), Parts::new(n - head));
        let most = FULL as usize * n;
        let mut before = vec![0; (most + 1) * STRIDE];
        let mut rows = vec![0; most + 1];
        for (sum, rows) in rows.iter_mut().enumerate() {
            for part in (0..=sum).rev() {
                before[sum * STRIDE + part] = *rows;
                *rows += first.count(part) * second.count(sum - part);
            }
        }
        let mut offset = vec![0; (2 * most + 1) * STRIDE];
        for total in 0..=2 * most {
            let mut boards = 0;
            for opposite in 0..=most {
                offset[total * STRIDE + opposite] = boards;
                let own = total.checked_sub(opposite).and_then(|own| rows.get(own)).copied().unwrap_or(0);
                // The last sum of the largest board alone passes 64 bits, and nothing comes after it.
                boards = u64::saturating_add(boards, rows[opposite] * own);
            }
        }
        let widths = (0..=most).map(|seeds| second.count(seeds)).collect();
        Self { n, split: 2 * head as u32, first, second, before, widths, rows, offset }
    }

    /// Pits in a row.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Base boards of `seeds` seeds.
    pub fn len(&self, seeds: u32) -> u128 {
        ways(seeds, 2 * self.n)
    }

    /// Rows of `seeds` seeds; 0 where no row holds so many.
    #[inline]
    pub fn rows(&self, seeds: u32) -> u64 {
        self.rows.get(seeds as usize).copied().unwrap_or(0)
    }

    /// The rectangles of a layer of `seeds` seeds: opposite rows and own rows, for each number of seeds in the
    /// opposite row.
    pub fn panels(&self, seeds: u32) -> impl Iterator<Item = (u64, u64)> {
        (0..=seeds).map(move |opposite| (self.rows(opposite), self.rows(seeds - opposite)))
    }

    /// The number of a row among the rows of as many seeds, and its seeds.
    #[inline(always)]
    pub fn row(&self, row: u32) -> (u64, usize) {
        const LOW: u32 = (1 << PLACE) - 1;
        let first = self.first.places[(row & ((1 << self.split) - 1)) as usize];
        let second = self.second.places[(u64::from(row) >> self.split) as usize];
        let (head, tail) = ((first >> PLACE) as usize, (second >> PLACE) as usize);
        let sum = head + tail;
        let place = u64::from(first & LOW) * self.widths[tail] + u64::from(second & LOW);
        (self.before[sum * STRIDE + head] + place, sum)
    }

    /// The number of a board in its layer.
    #[inline(always)]
    pub fn rank(&self, own: u32, opposite: u32) -> u64 {
        let (own, own_seeds) = self.row(own);
        let (opposite, seeds) = self.row(opposite);
        self.offset[(own_seeds + seeds) * STRIDE + seeds] + opposite * self.rows[own_seeds] + own
    }

    /// The number of a board given as one code.
    #[inline(always)]
    pub fn rank_code(&self, code: u64) -> u64 {
        let bits = 2 * self.n as u32;
        self.rank((code & ((1 << bits) - 1)) as u32, (code >> bits) as u32)
    }

    /// The row with a number among the rows of `seeds` seeds.
    pub fn unrow(&self, seeds: usize, index: u64) -> u32 {
        let before = &self.before[seeds * STRIDE..];
        let fits = |head: &usize| self.first.count(*head) * self.second.count(seeds - head) > 0;
        // The first part has the fewest seeds whose rows do not come after.
        let head = (0..=seeds).filter(fits).find(|&head| before[head] <= index).unwrap_or(0);
        let (rest, width) = (index - before[head], self.widths[seeds - head]);
        let second = self.second.code(seeds - head, rest % width);
        self.first.code(head, rest / width) | (u64::from(second) << self.split) as u32
    }

    /// The board with a number in the layer of `seeds` seeds: own row and opposite row.
    pub fn unrank(&self, seeds: u32, index: u64) -> (u32, u32) {
        let offset = &self.offset[seeds as usize * STRIDE..];
        let fits = |opposite: &u32| self.rows(*opposite) > 0 && self.rows(seeds - opposite) > 0;
        let opposite = (0..=seeds).filter(fits).rev().find(|&opposite| offset[opposite as usize] <= index);
        let opposite = opposite.unwrap_or(0);
        let (rest, width) = (index - offset[opposite as usize], self.rows(seeds - opposite));
        let own = self.unrow((seeds - opposite) as usize, rest % width);
        (own, self.unrow(opposite as usize, rest / width))
    }

    /// All rows of `seeds` seeds in the order of their numbers.
    pub fn list(&self, seeds: usize) -> Vec<u32> {
        let mut all = Vec::with_capacity(self.rows(seeds as u32) as usize);
        for head in (0..=seeds).rev() {
            for first in 0..self.first.count(head) {
                let first = self.first.code(head, first);
                let seconds =
                    (0..self.second.count(seeds - head)).map(|at| self.second.code(seeds - head, at));
                all.extend(seconds.map(|second| first | (u64::from(second) << self.split) as u32));
            }
        }
        all
    }

    /// Visits the boards of `seeds` seeds with the numbers of `range`, in order, `places` states each: gives the state's
    /// number, the own and the opposite row, and the place.
    #[inline]
    pub fn walk(
        &self,
        seeds: u32,
        places: u64,
        range: Range<u64>,
        mut visit: impl FnMut(u64, (u32, u32), u64),
    ) {
        if range.is_empty() {
            return;
        }
        let mut rows = self.unrank(seeds, range.start / places);
        let (mut index, mut place) = (range.start, range.start % places);
        loop {
            visit(index, rows, place);
            index += 1;
            if index >= range.end {
                return;
            }
            place += 1;
            if place == places {
                place = 0;
                rows = match self.row_after(rows.0) {
                    Some(own) => (own, rows.1),
                    None => self.unrank(seeds, index / places),
                };
            }
        }
    }

    /// The row of as many seeds that comes after one; `None` where its first part changes too.
    #[inline]
    fn row_after(&self, row: u32) -> Option<u32> {
        let place = self.second.places[(u64::from(row) >> self.split) as usize];
        let (seeds, place) = ((place >> PLACE) as usize, u64::from(place & ((1 << PLACE) - 1)));
        let next = (place + 1 < self.widths[seeds]).then(|| self.second.code(seeds, place + 1))?;
        Some(row & ((1 << self.split) - 1) | (u64::from(next) << self.split) as u32)
    }

    /// The same number by counting from scratch: the twin of [`BaseRanking::rank`].
    pub fn wide_rank(&self, pits: &[u8]) -> u128 {
        let (own, opposite) = pits.split_at(self.n);
        let (own_seeds, opposite_seeds) = (sum(own), sum(opposite));
        let boards =
            |opposite: u32| ways(opposite, self.n) * ways(own_seeds + opposite_seeds - opposite, self.n);
        let before: u128 = (0..opposite_seeds).map(boards).sum();
        before + self.wide_row(opposite) * ways(own_seeds, self.n) + self.wide_row(own)
    }

    fn wide_row(&self, row: &[u8]) -> u128 {
        let (first, second) = row.split_at(self.split as usize / 2);
        let all = sum(row);
        let rows = |head: u32| ways(head, first.len()) * ways(all - head, second.len());
        let before: u128 = (sum(first) + 1..=all).map(rows).sum();
        before + wide_part(first) * ways(sum(second), second.len()) + wide_part(second)
    }
}

fn sum(pits: &[u8]) -> u32 {
    pits.iter().map(|&seeds| u32::from(seeds)).sum()
}

/// The place of a part: parts whose first pit is fuller come first.
fn wide_part(pits: &[u8]) -> u128 {
    let Some((&first, rest)) = pits.split_first() else { return 0 };
    let all = sum(pits);
    let before: u128 = (u32::from(first) + 1..=FULL.min(all)).map(|more| ways(all - more, rest.len())).sum();
    before + wide_part(rest)
}

impl<const W: u32> Board<Narrow<W>> {
    /// The codes of both rows, own and opposite; `None` when a pit holds more than three.
    #[inline]
    pub fn base_rows(self) -> Option<(u32, u32)> {
        Some((self.own.pairs()?, self.opposite.pairs()?))
    }

    /// The board of two rows' codes.
    #[inline]
    pub fn from_base_rows(own: u32, opposite: u32) -> Self {
        Self { own: Narrow::from_pairs(own), opposite: Narrow::from_pairs(opposite) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pits(n: usize, own: u32, opposite: u32) -> Vec<u8> {
        let row = |code: u32| (0..n).map(move |i| (code >> (2 * i) & 3) as u8);
        row(own).chain(row(opposite)).collect()
    }

    #[test]
    fn whole_layers_are_numbered_without_a_gap() {
        for n in 1..=5 {
            let ranking = BaseRanking::new(n);
            for seeds in 0..=6 * n as u32 {
                let lists: Vec<_> = (0..=seeds as usize).map(|seeds| ranking.list(seeds)).collect();
                let mut boards = (0..=seeds as usize).flat_map(|opposite| {
                    let (rows, columns) = (&lists[opposite], &lists[seeds as usize - opposite]);
                    rows.iter().flat_map(|&row| columns.iter().map(move |&column| (column, row)))
                });
                for index in 0..ranking.len(seeds) as u64 {
                    let (own, opposite) = ranking.unrank(seeds, index);
                    assert_eq!(boards.next(), Some((own, opposite)), "lists and numbers agree");
                    assert_eq!(ranking.rank(own, opposite), index);
                    assert_eq!(ranking.rank_code(u64::from(opposite) << (2 * n) | u64::from(own)), index);
                    // Counting from scratch is slow, and there are a million boards of five pits.
                    if n < 5 || index.is_multiple_of(61) {
                        assert_eq!(ranking.wide_rank(&pits(n, own, opposite)), u128::from(index));
                    }
                }
                assert_eq!(boards.next(), None);
                for places in [1, 3] {
                    let (len, mut next) = (places * ranking.len(seeds) as u64, places.min(2) - 1);
                    ranking.walk(seeds, places, next..len, |index, rows, place| {
                        assert_eq!(
                            (index, rows, place),
                            (next, ranking.unrank(seeds, index / places), index % places)
                        );
                        next += 1;
                    });
                    assert_eq!(next, len.max(places.min(2) - 1));
                }
            }
        }
    }

    #[test]
    fn layer_sizes() {
        // anywoli.md: boards of 2 × 12 with 8 and 12 seeds.
        let ranking = BaseRanking::new(12);
        assert_eq!(ranking.len(8), 7_467_801);
        assert_eq!(ranking.len(12), 649_964_176);
        // All base boards of 2 × 6 and 2 × 7 with totals of 8 and more that are multiples of four.
        let all = |n: usize| (8..=6 * n as u32).step_by(4).map(|seeds| ways(seeds, 2 * n)).sum::<u128>();
        assert_eq!((all(6), all(7)), (4_192_950, 67_106_497));
        // The largest board: every pit has one of four counts.
        assert_eq!((0..=96).map(|seeds| ways(seeds, 32)).sum::<u128>(), 1 << 64);
    }

    proptest! {
        #[test]
        fn large_boards_round_trip(n in 6..=16usize, own: u32, opposite: u32) {
            let mask = u32::MAX >> (32 - 2 * n);
            let (own, opposite) = (own & mask, opposite & mask);
            let ranking = BaseRanking::new(n);
            let pits = pits(n, own, opposite);
            let index = ranking.rank(own, opposite);
            prop_assert_eq!(ranking.unrank(sum(&pits), index), (own, opposite));
            prop_assert_eq!(ranking.wide_rank(&pits), u128::from(index));
            let len = ranking.len(sum(&pits));
            prop_assert!(u128::from(index) < len);
            let mut at = index;
            let end = u64::try_from(len).unwrap_or(u64::MAX).min(index.saturating_add(100));
            ranking.walk(sum(&pits), 1, index..end, |index, rows, _| {
                assert_eq!((index, rows), (at, ranking.unrank(sum(&pits), at)));
                at += 1;
            });
            prop_assert_eq!(at, end);
        }

        #[test]
        fn codes_of_narrow_rows(n in 1..=16usize, own: u32, opposite: u32, pit in 0..32usize, more in 4..=80u8) {
            let mask = u32::MAX >> (32 - 2 * n);
            let (own, opposite) = (own & mask, opposite & mask);
            let list = pits(n, own, opposite);
            let board = Board::<Narrow<4>>::from_pits(&list[..n], &list[n..]);
            prop_assert_eq!(board.base_rows(), Some((own, opposite)));
            prop_assert_eq!(Board::<Narrow<4>>::from_base_rows(own, opposite), board);
            prop_assert_eq!(board.with_ring_pit(n, pit % (2 * n), more).base_rows(), None);
            if n <= 12 {
                let board = Board::<Narrow<5>>::from_pits(&list[..n], &list[n..]);
                prop_assert_eq!(board.base_rows(), Some((own, opposite)));
                prop_assert_eq!(Board::<Narrow<5>>::from_base_rows(own, opposite), board);
                prop_assert_eq!(board.with_ring_pit(n, pit % (2 * n), more).base_rows(), None);
            }
        }
    }
}

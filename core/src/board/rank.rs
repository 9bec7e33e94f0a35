//! Numbering the boards that hold a given number of seeds.
//!
//! Boards of a layer come in the order of (seeds in the opponent's row, number of the opponent's row, number of the
//! mover's row): for each number of seeds a rectangle, a row of it for each row of the opponent. Rows of `s` seeds in `n`
//! pits come with the fullest first pit first, among those with the fullest second pit first, and so on: the
//! combinatorial number system over the sums from the last pit back.
//!
//! Why this order: a seed dropped in each of the first pits keeps the order of two rows, so the boards that a sowing
//! leads to lie in one row of a rectangle, in rising order; and a sowing within one's own row raises its number.

mod walk;

use std::sync::LazyLock;

use super::{Board, MAX_SEEDS, Row};

const TOP: usize = MAX_SEEDS as usize + 33;

/// `CHOOSE[a][b]` = a over b, for every a up to 159 and b up to 32; saturating where it passes 128 bits.
static CHOOSE: LazyLock<Vec<[u128; 33]>> = LazyLock::new(|| {
    let mut table = vec![[0u128; 33]; TOP];
    for a in 0..TOP {
        table[a][0] = 1;
        for b in 1..33 {
            table[a][b] = if a == 0 { 0 } else { table[a - 1][b - 1].saturating_add(table[a - 1][b]) };
        }
    }
    table
});

/// Ways to put `seeds` seeds in `pits` pits.
pub fn ways(seeds: u32, pits: usize) -> u128 {
    if pits == 0 { u128::from(seeds == 0) } else { CHOOSE[seeds as usize + pits - 1][pits - 1] }
}

/// Tables that number the boards of two rows of `n` pits.
#[derive(Clone, Debug)]
pub struct Ranking {
    n: usize,
    /// `step[pits][sum]`: rows that come before on account of the last `pits + 1` pits, which hold `sum` seeds.
    step: Vec<[u64; MAX_SEEDS as usize + 1]>,
    /// `rows[s]` = rows of `s` seeds.
    rows: Vec<u64>,
    /// `offset[total][opposite]` = boards of `total` seeds whose opposite row holds fewer than `opposite`.
    offset: Vec<Vec<u64>>,
}

impl Ranking {
    /// Tables for rows of `n` pits, 1 to 16.
    pub fn new(n: usize) -> Self {
        assert!((1..=16).contains(&n), "{n} pits in a row");
        let narrow = |x: u128| u64::try_from(x).unwrap_or(u64::MAX);
        let step = (0..n)
            .map(|pit| {
                std::array::from_fn(|sum| if sum == 0 { 0 } else { narrow(CHOOSE[sum + pit][pit + 1]) })
            })
            .collect();
        let rows: Vec<u64> = (0..=MAX_SEEDS).map(|s| narrow(ways(s, n))).collect();
        let offset = (0..=MAX_SEEDS as usize)
            .map(|total| {
                let mut before = 0u64;
                (0..=total)
                    .map(|opposite| {
                        let here = before;
                        before = before.saturating_add(rows[opposite].saturating_mul(rows[total - opposite]));
                        here
                    })
                    .collect()
            })
            .collect();
        Self { n, step, rows, offset }
    }

    /// Boards of `seeds` seeds.
    pub fn len(&self, seeds: u32) -> u128 {
        ways(seeds, 2 * self.n)
    }

    /// The rectangles of a layer of `seeds` seeds, rows and width each, with `places` numbers for every board.
    pub fn panels(&self, seeds: u32, places: u64) -> impl Iterator<Item = (u64, u64)> {
        let seeds = seeds as usize;
        let width = move |opposite: usize| self.rows[seeds - opposite].saturating_mul(places);
        (0..=seeds).map(move |opposite| (self.rows[opposite], width(opposite)))
    }

    /// Rows of `seeds` seeds.
    pub fn rows(&self, seeds: usize) -> u64 {
        self.rows[seeds]
    }

    /// The number of a row among the rows of as many seeds, and its seeds.
    #[inline]
    pub fn row<R: Row>(&self, row: R) -> (u64, usize) {
        let sums = row.sums(self.n);
        // The first pit says nothing new: with it the sum is the row's.
        let steps = self.step[..self.n - 1].iter().enumerate();
        let index = steps.map(|(pits, step)| step[usize::from(sums.pit(pits)) & MAX_SEEDS as usize]).sum();
        (index, usize::from(sums.pit(self.n - 1)))
    }

    /// The row with a number among the rows of `seeds` seeds.
    pub fn unrow<R: Row>(&self, seeds: usize, mut index: u64) -> R {
        let mut row = R::EMPTY;
        let mut left = seeds;
        for pits in (0..self.n - 1).rev() {
            let sum = largest(left, |sum| self.step[pits][sum] <= index);
            index -= self.step[pits][sum];
            row = row.with(self.n - 2 - pits, (left - sum) as u8);
            left = sum;
        }
        row.with(self.n - 1, left as u8)
    }

    /// The number of a board in its layer; only where the layer has at most `u64::MAX` boards.
    #[inline]
    pub fn rank<R: Row>(&self, board: Board<R>) -> u64 {
        let (own, own_seeds) = self.row(board.own);
        let (opposite, opposite_seeds) = self.row(board.opposite);
        self.offset[own_seeds + opposite_seeds][opposite_seeds] + opposite * self.rows[own_seeds] + own
    }

    /// The board with a number in the layer of `seeds` seeds.
    pub fn unrank<R: Row>(&self, seeds: u32, index: u64) -> Board<R> {
        let offset = &self.offset[seeds as usize];
        let opposite_seeds = largest(seeds as usize, |opposite| offset[opposite] <= index);
        let own_seeds = seeds as usize - opposite_seeds;
        let rest = index - offset[opposite_seeds];
        let width = self.rows[own_seeds];
        Board { own: self.unrow(own_seeds, rest % width), opposite: self.unrow(opposite_seeds, rest / width) }
    }

    /// The same number by 128-bit counting from scratch; for layers of any size, and the twin of [`Ranking::rank`].
    pub fn wide_rank<R: Row>(&self, board: Board<R>) -> u128 {
        let (own, opposite) = (board.own.pits(self.n), board.opposite.pits(self.n));
        let sum = |pits: &[u8]| pits.iter().map(|&x| u32::from(x)).sum::<u32>();
        let (opposite_seeds, total) = (sum(&opposite), sum(&own) + sum(&opposite));
        let before: u128 = (0..opposite_seeds).map(|s| ways(s, self.n) * ways(total - s, self.n)).sum();
        before + wide_row(&opposite) * ways(total - opposite_seeds, self.n) + wide_row(&own)
    }

    /// The inverse of [`Ranking::wide_rank`].
    pub fn wide_unrank<R: Row>(&self, seeds: u32, mut index: u128) -> Board<R> {
        let mut opposite_seeds = 0;
        loop {
            let here = ways(opposite_seeds, self.n) * ways(seeds - opposite_seeds, self.n);
            if index < here {
                break;
            }
            index -= here;
            opposite_seeds += 1;
        }
        let width = ways(seeds - opposite_seeds, self.n);
        let own = wide_unrow(seeds - opposite_seeds, self.n, index % width);
        let opposite = wide_unrow(opposite_seeds, self.n, index / width);
        Board::from_pits(&own, &opposite)
    }
}

/// The largest number up to `top` that passes a test which 0 passes and which fails for good once it fails.
fn largest(top: usize, passes: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, top);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if passes(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// Rows in which the first pit holds more come first; among equals the same holds for the pits after it.
fn wide_row(pits: &[u8]) -> u128 {
    let Some((&first, rest)) = pits.split_first() else { return 0 };
    if rest.is_empty() {
        return 0;
    }
    let total: u32 = pits.iter().map(|&x| u32::from(x)).sum();
    let before: u128 = (u32::from(first) + 1..=total).map(|more| ways(total - more, rest.len())).sum();
    before + wide_row(rest)
}

fn wide_unrow(seeds: u32, n: usize, mut index: u128) -> Vec<u8> {
    if n == 1 {
        return vec![seeds as u8];
    }
    let mut first = seeds;
    loop {
        let here = ways(seeds - first, n - 1);
        if index < here {
            break;
        }
        index -= here;
        first -= 1;
    }
    let mut pits = vec![first as u8];
    pits.extend(wide_unrow(seeds - first, n - 1, index));
    pits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_whole_layer_is_numbered_without_a_gap() {
        for n in 1..=4 {
            let ranking = Ranking::new(n);
            for seeds in 0..=5 {
                for index in 0..ranking.len(seeds) as u64 {
                    let board: Board<u64> = ranking.unrank(seeds, index);
                    assert_eq!(board.seeds(), seeds);
                    assert_eq!(ranking.rank(board), index);
                    assert_eq!(ranking.wide_rank(board), u128::from(index));
                    assert_eq!(ranking.wide_unrank::<u64>(seeds, u128::from(index)), board);
                }
            }
        }
    }

    #[test]
    fn layer_sizes_of_oware() {
        // solvers.md 6.1: n = 12 and 16 seeds in 12 pits.
        let ranking = Ranking::new(6);
        assert_eq!(ranking.len(12), 1_352_078);
        assert_eq!(ranking.len(16), 13_037_895);
    }

    #[test]
    fn all_seeds_in_one_pit_can_be_numbered() {
        // cases.md 13: 48 seeds in one pit of Oware is legal.
        let ranking = Ranking::new(6);
        for pit in 0..12 {
            let mut pits = [0; 12];
            pits[pit] = 48;
            let board: Board<u64> = Board::from_pits(&pits[..6], &pits[6..]);
            assert_eq!(ranking.unrank::<u64>(48, ranking.rank(board)), board);
            assert_eq!(u128::from(ranking.rank(board)), ranking.wide_rank(board));
        }
    }

    proptest! {
        #[test]
        fn wide_boards_round_trip(n in 1..=16usize, pits in proptest::collection::vec(0..5u8, 32)) {
            let (own, opposite) = (&pits[..n], &pits[16..16 + n]);
            let board: Board<u128> = Board::from_pits(own, opposite);
            prop_assume!(board.seeds() <= MAX_SEEDS);
            let ranking = Ranking::new(n);
            let index = ranking.wide_rank(board);
            prop_assert!(index < ranking.len(board.seeds()));
            prop_assert_eq!(ranking.wide_unrank::<u128>(board.seeds(), index), board);
            if ranking.len(board.seeds()) <= u128::from(u64::MAX) {
                prop_assert_eq!(u128::from(ranking.rank(board)), index);
                prop_assert_eq!(ranking.unrank::<u128>(board.seeds(), index as u64), board);
            }
        }
    }
}

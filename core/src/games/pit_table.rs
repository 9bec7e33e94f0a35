//! What the evaluations of the games are made of: a table of what a pit is worth to its owner.

use sowbase_solver::Hundredths;

use crate::board::Row;

/// Counts of seeds that are told apart: the last stands for more too.
pub(crate) const COUNTS: usize = 16;

/// What a pit is worth to its owner by its place in his row and its seeds, in hundredths of a seed, for rows of `N` pits.
///
/// Fitted by least squares to games of the program with itself (docs/tuning.md): the net gain from a position to the end,
/// explained by the pits of the mover and, with the other sign, of the opponent.
#[derive(Debug)]
pub(crate) struct PitTable<const N: usize> {
    /// By pit and seeds.
    pub(crate) pits: [[i16; COUNTS]; N],
    /// What it is worth to be the one to move.
    pub(crate) to_move: i16,
}

impl<const N: usize> PitTable<N> {
    /// What pit `pit` of a row of `n` is worth with so many seeds. Rows of another length are lined up at their end, where
    /// they meet the opponent's.
    #[inline(always)]
    pub(crate) fn pit(&self, n: usize, pit: usize, seeds: u8) -> i32 {
        let row = (N + pit).saturating_sub(n).min(N - 1);
        i32::from(self.pits[row][usize::from(seeds).min(COUNTS - 1)])
    }

    /// The mover's pits against the opponent's, each row given by a pit's seeds.
    #[inline(always)]
    pub(crate) fn judge(
        &self,
        [own, opposite]: [usize; 2],
        own_pit: impl Fn(usize) -> u8,
        opposite_pit: impl Fn(usize) -> u8,
    ) -> Hundredths {
        let mut sum = i32::from(self.to_move);
        for pit in 0..own {
            sum += self.pit(own, pit, own_pit(pit));
        }
        for pit in 0..opposite {
            sum -= self.pit(opposite, pit, opposite_pit(pit));
        }
        Hundredths(sum)
    }
}

/// The same for rows of six pits: of a byte each in one word they are looked up two at a time.
#[derive(Debug)]
pub(crate) struct SixPits {
    table: PitTable<6>,
    pairs: [[i16; COUNTS * COUNTS]; 3],
}

impl SixPits {
    /// A table with its pairs.
    pub(crate) const fn of(table: PitTable<6>) -> Self {
        let mut pairs = [[0; COUNTS * COUNTS]; 3];
        let mut pair = 0;
        while pair < 3 {
            let mut counts = 0;
            while counts < COUNTS * COUNTS {
                pairs[pair][counts] =
                    table.pits[2 * pair][counts % COUNTS] + table.pits[2 * pair + 1][counts / COUNTS];
                counts += 1;
            }
            pair += 1;
        }
        Self { table, pairs }
    }

    /// The mover's row of `n` pits against the opponent's.
    #[inline(always)]
    pub(crate) fn judge<R: Row>(&self, n: usize, own: R, opposite: R) -> Hundredths {
        if n == 6
            && let (Some(own), Some(opposite)) = (own.as_word(), opposite.as_word())
        {
            return Hundredths(i32::from(self.table.to_move) + self.row(own) - self.row(opposite));
        }
        self.table.judge([n; 2], |pit| own.pit(pit), |pit| opposite.pit(pit))
    }

    /// What a row is worth to its owner.
    #[inline(always)]
    fn row(&self, row: u64) -> i32 {
        const ONES: u64 = u64::MAX / 255;
        // Lanes above 15 become 15; then the low halves of two lanes lie side by side.
        let over = (row + 0x70 * ONES) & (0x80 * ONES);
        let counts = (row | ((over >> 3) - (over >> 7))) & (0x0f * ONES);
        let pairs = counts | counts >> 4;
        let worth = |pair: usize| i32::from(self.pairs[pair][(pairs >> (16 * pair) & 0xff) as usize]);
        worth(0) + worth(1) + worth(2)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pairs_judge_as_pits_do(own in proptest::collection::vec(0..=40u8, 6), opposite in proptest::collection::vec(0..=40u8, 6)) {
            let mut table = PitTable::<6> { pits: [[0; COUNTS]; 6], to_move: -3 };
            for (pit, row) in table.pits.iter_mut().enumerate() {
                for (count, worth) in row.iter_mut().enumerate() {
                    *worth = (pit * pit * 17 + count * (pit + 3) * 5) as i16 - 100;
                }
            }
            let expected = table.judge([6; 2], |pit| own[pit], |pit| opposite[pit]);
            let rows = [&own, &opposite].map(|row| u64::from_pits(row));
            let wide = [&own, &opposite].map(|row| u128::from_pits(row));
            let six = SixPits::of(table);
            prop_assert_eq!(six.judge(6, rows[0], rows[1]), expected);
            prop_assert_eq!(six.judge(6, wide[0], wide[1]), expected);
        }
    }

    #[test]
    fn rows_are_lined_up_at_their_end() {
        let mut table = PitTable::<3> { pits: [[0; COUNTS]; 3], to_move: 7 };
        table.pits[2][1] = 100;
        table.pits[0][15] = 10;
        for n in 1..6 {
            assert_eq!(table.pit(n, n - 1, 1), 100);
        }
        assert_eq!((table.pit(5, 0, 40), table.pit(2, 0, 40)), (10, 0));
        assert_eq!(table.judge([3, 3], |pit| u8::from(pit == 2), |_| 15), Hundredths(7 + 100 - 10));
    }
}

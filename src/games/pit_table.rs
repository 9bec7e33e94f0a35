//! What the evaluations of the games are made of: a table of what a pit is worth to its owner.

use sowbase_solver::Hundredths;

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

#[cfg(test)]
mod tests {
    use super::*;

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

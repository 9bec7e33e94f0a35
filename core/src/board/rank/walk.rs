//! All boards of a layer, one after another: the next board is a step of at most three pits, where finding it by its
//! number takes a search for every pit.

use std::ops::Range;

use super::Ranking;
use crate::board::{Board, Row};

impl Ranking {
    /// Visits the boards of `seeds` seeds with the numbers of `range`, in order, `places` states each: what `unrank`
    /// makes of `range` when a state's number is its board's times `places`, and its place on top. Gives the state's
    /// number, its board and its place.
    #[inline]
    pub fn walk<R: Row>(
        &self,
        seeds: u32,
        places: u64,
        range: Range<u64>,
        mut visit: impl FnMut(u64, Board<R>, u64),
    ) {
        if range.is_empty() {
            return;
        }
        let mut board: Board<R> = self.unrank(seeds, range.start / places);
        let (mut index, mut place) = (range.start, range.start % places);
        loop {
            visit(index, board, place);
            index += 1;
            if index >= range.end {
                return;
            }
            place += 1;
            if place == places {
                place = 0;
                board = self.after(board);
            }
        }
    }

    /// The board that comes after one; the first of the layer after the last.
    #[inline]
    fn after<R: Row>(&self, board: Board<R>) -> Board<R> {
        if let Some(own) = self.row_after(board.own) {
            return Board { own, ..board };
        }
        let own = R::EMPTY.with(0, board.own.seeds() as u8);
        if let Some(opposite) = self.row_after(board.opposite) {
            return Board { own, opposite };
        }
        // A seed more for the opponent: the first row of each.
        let [mine, yours] = [board.own, board.opposite].map(Row::seeds);
        let (mine, yours) = if mine == 0 { (yours, 0) } else { (mine - 1, yours + 1) };
        Board { own: R::EMPTY.with(0, mine as u8), opposite: R::EMPTY.with(0, yours as u8) }
    }

    /// The row of as many seeds that comes after one; `None` after the last, which has all seeds in its last pit.
    #[inline]
    fn row_after<R: Row>(&self, row: R) -> Option<R> {
        let last = self.n - 1;
        let tail = row.pit(last);
        let mut pit = last;
        loop {
            pit = pit.checked_sub(1)?;
            let seeds = row.pit(pit);
            if seeds > 0 {
                // What lies behind goes as far forward as it may.
                return Some(row.with(pit, seeds - 1).with(last, 0).with(pit + 1, tail + 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Narrow;

    fn check<R: Row>(n: usize, seeds: u32, places: u64) {
        let ranking = Ranking::new(n);
        let states = ranking.len(seeds) as u64 * places;
        for (from, to) in [(0, states), (states / 3, states / 2 + 1), (states - 1, states), (5, 5)] {
            let mut next = from;
            ranking.walk(seeds, places, from..to, |index, board: Board<R>, place| {
                assert_eq!(index, next);
                assert_eq!(place, index % places);
                assert_eq!(board, ranking.unrank(seeds, index / places), "{n} pits, {seeds} seeds, {index}");
                next += 1;
            });
            assert_eq!(next, to);
        }
    }

    #[test]
    fn a_walk_meets_what_unrank_finds() {
        for (n, most) in [(1, 9), (2, 9), (3, 7), (6, 4)] {
            for seeds in 0..=most {
                check::<u64>(n, seeds, 1);
                check::<u128>(n, seeds, 3);
                check::<Narrow<5>>(n, seeds, 2);
            }
        }
    }
}

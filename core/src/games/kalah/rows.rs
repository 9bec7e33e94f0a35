//! Kalah row by row: its layers have an order.
//!
//! A sowing that reaches the opponent drops a seed in the store on its way. So a move stays in its layer only if it ends
//! in the mover's own row and captures nothing: seeds of one pit go to pits after it, and the row's number rises.

use sowbase_solver::{Forward, Half, Met, Reach, Stroke};

use super::play::Kalah;
use crate::board::Row;
use crate::board::rank::ways;
use crate::board::sow::Lap;

impl<R: Row> Kalah<R> {
    fn half(&self, row: R) -> Half {
        let (index, seeds) = self.ranking.row(row);
        Half { seeds: seeds as u8, row: index as u32 }
    }

    fn stroke(&self, row: R, pit: usize, hand: u8) -> Stroke {
        let lap = self.laps.lap(pit, hand);
        let own = row.with(pit, 0).plus(lap.add.own);
        let (given, last) = (lap.add.opposite.seeds() as u8, usize::from(lap.last));
        let again = lap.last == Lap::<R>::STORE;
        let inner = lap.store == 0;
        if last < self.n() && own.pit(last) == 1 {
            return Stroke {
                own: self.half(own.with(last, 0)),
                gain: lap.store + 1,
                again,
                reach: Reach { given, taken: Some((self.n() - 1 - last) as u8) },
                otherwise: inner.then(|| self.half(own).row),
            };
        }
        let own = self.half(own);
        let reach = Reach { given, taken: None };
        Stroke { own, gain: lap.store, again, reach, otherwise: inner.then_some(own.row) }
    }
}

/// Swapping sides gains seeds inside a layer and breaks the order: no rows with the pie rule.
impl<R: Row> Forward for Kalah<R> {
    fn rows(&self, seeds: u8) -> Option<u32> {
        if self.rules.pie_rule { None } else { u32::try_from(ways(seeds.into(), self.n())).ok() }
    }

    fn strokes(&self, half: Half, mut visit: impl FnMut(Stroke)) {
        let row: R = self.ranking.unrow(half.seeds.into(), half.row.into());
        for pit in 0..self.n() {
            let hand = row.pit(pit);
            if hand > 0 {
                visit(self.stroke(row, pit, hand));
            }
        }
    }

    fn meet(&self, half: Half, reach: Reach) -> Option<Met> {
        let row: R = self.ranking.unrow(half.seeds.into(), half.row.into());
        let (rounds, more) = (usize::from(reach.given) / self.n(), usize::from(reach.given) % self.n());
        let row = (0..self.n()).fold(row, |row, pit| {
            let seeds = rounds + usize::from(pit < more);
            row.with(pit, row.pit(pit) + seeds as u8)
        });
        let Some(pit) = reach.taken.map(usize::from) else {
            return Some(Met { half: self.half(row), taken: 0 });
        };
        match row.pit(pit) {
            0 if !self.rules.empty_capture => None,
            taken => Some(Met { half: self.half(row.with(pit, 0)), taken }),
        }
    }
}

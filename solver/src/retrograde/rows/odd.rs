//! States whose moves do not split: their moves are played one by one.

use rayon::prelude::*;

use super::ground::{Field, Ground};
use super::list::Item;
use super::lower::Lower;
use crate::rowed::Rowed;
use crate::simd::Lane;

/// States that lie in one line: an own row or an opposite row that is not plain.
#[derive(Clone, Copy, Debug)]
pub(super) enum Odd {
    /// An own row, against all opposite rows.
    Own {
        /// Seeds in the opposite rows.
        opposite_seeds: usize,
        /// The own row.
        row: u32,
    },
    /// An opposite row, against all plain own rows.
    Opposite {
        /// Seeds in the opposite row.
        opposite_seeds: usize,
        /// The opposite row.
        row: u32,
    },
}

/// All lines of odd states, and how many states they hold.
pub(super) fn lines<G: Rowed>(ground: &Ground<'_, G>) -> (Vec<Odd>, u64) {
    let (layout, mut all, mut states) = (ground.layout, Vec::new(), 0);
    for opposite_seeds in 0..=layout.seeds {
        let rows = &ground.tables.rows[layout.seeds - opposite_seeds];
        let facing = &ground.tables.rows[opposite_seeds];
        all.extend(rows.odd_own.iter().map(|&row| Odd::Own { opposite_seeds, row }));
        all.extend(facing.odd_opposite.iter().map(|&row| Odd::Opposite { opposite_seeds, row }));
        let (own, opposite) = (rows.odd_own.len() as u64, facing.odd_opposite.len() as u64);
        states += own * facing.rows.len() as u64 + opposite * (rows.rows.len() as u64 - own);
    }
    (all, states)
}

/// Plays every odd state once; returns how many changed, and which when they are to be written down.
pub(super) fn play<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    field: &Field<'_, T, L>,
    which: u8,
    lines: &[Odd],
    record: bool,
    stop: &(dyn Fn() -> bool + Sync),
) -> (u64, Vec<Item>) {
    let play = |opposite_seeds: usize, own: u32, opposite: u32| {
        let layout = ground.layout;
        let own_row = ground.tables.rows[layout.seeds - opposite_seeds].rows[own as usize];
        let opposite_row = ground.tables.rows[opposite_seeds].rows[opposite as usize];
        let number =
            T::from_value(field.finish(ground.asked(own_row, opposite_row, field.worth, field.read)));
        let cell = &field.write[layout.line(opposite_seeds, opposite as usize) + own as usize];
        let differs = T::load(cell) != number;
        if differs {
            T::store(cell, number);
        }
        differs.then_some(Item { own, opposite, opposite_seeds: opposite_seeds as u8, field: which })
    };
    let parts: Vec<(u64, Vec<Item>)> = lines
        .par_iter()
        .map(|&line| {
            let mut found = (0, Vec::new());
            let mut note = |item: Option<Item>| {
                found.0 += u64::from(item.is_some());
                found.1.extend(item.filter(|_| record));
            };
            if stop() {
                return found;
            }
            let seeds = ground.layout.seeds;
            match line {
                Odd::Own { opposite_seeds, row } => {
                    let all = 0..ground.layout.count[opposite_seeds] as u32;
                    all.for_each(|opposite| note(play(opposite_seeds, row, opposite)));
                }
                Odd::Opposite { opposite_seeds, row } => {
                    let rows = &ground.tables.rows[seeds - opposite_seeds];
                    let plain = (0..rows.rows.len() as u32).filter(|&own| rows.own.holds(own as usize));
                    plain.for_each(|own| note(play(opposite_seeds, own, row)));
                }
            }
            found
        })
        .collect();
    let changed = parts.iter().map(|part| part.0).sum();
    (changed, parts.into_iter().flat_map(|part| part.1).collect())
}

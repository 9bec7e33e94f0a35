//! States whose moves do not split: their moves are played one by one.
//!
//! Where they are few, what their moves lead to is worked out once and kept; else they are played anew each time.

use std::ops::Range;

use rayon::prelude::*;

use super::ground::{Field, Ground};
use super::list::Item;
use super::lower::Lower;
use crate::rowed::Rowed;
use crate::simd::Lane;

/// States that lie in one line, of an own row or an opposite row that is not plain.
#[derive(Clone, Debug)]
struct Stretch {
    opposite_seeds: usize,
    /// The row that is not plain.
    row: u32,
    /// True when it is the opposite row; then only plain own rows are meant.
    opposite: bool,
    /// The rows on the other side.
    facing: Range<u32>,
}

/// States of a stretch.
const STRETCH: usize = 1 << 10;

/// What is kept of some odd states.
struct Part<T> {
    items: Vec<Item>,
    /// Where the children of each end in `children`.
    ends: Vec<usize>,
    /// Places of children in the layer.
    children: Vec<usize>,
    /// Field by field, the least of what other moves lead to.
    outside: Vec<Vec<T>>,
}

/// The odd states of a layer.
pub(super) struct OddStates<T> {
    stretches: Vec<Stretch>,
    /// How many there are.
    pub(super) states: u64,
    kept: Option<Vec<Part<T>>>,
}

/// Bytes that an odd state takes when it is kept, about: six children, itself, and two numbers.
const BYTES: u64 = 80;

/// Bytes that may be kept in a layer of so many states: where the moves split but for one empty row, that is enough for
/// layers of nine seeds and more.
pub(super) fn most_bytes(states: u64) -> u64 {
    (2 * states).min(32 << 20) + states / 40
}

impl<T: Lane> OddStates<T> {
    /// All odd states of the ground.
    pub(super) fn new<G: Rowed, L: Lower<Lane = T>>(
        ground: &Ground<'_, G>,
        fields: &[Field<'_, T, L>],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let (layout, mut stretches, mut states) = (ground.layout, Vec::new(), 0);
        for opposite_seeds in 0..=layout.seeds {
            let rows = &ground.tables.rows[layout.seeds - opposite_seeds];
            let facing = &ground.tables.rows[opposite_seeds];
            let mut add = |row: u32, opposite: bool, count: usize| {
                stretches.extend((0..count).step_by(STRETCH).map(|from| Stretch {
                    opposite_seeds,
                    row,
                    opposite,
                    facing: from as u32..(from + STRETCH).min(count) as u32,
                }));
            };
            rows.odd_own.iter().for_each(|&row| add(row, false, facing.rows.len()));
            facing.odd_opposite.iter().for_each(|&row| add(row, true, rows.rows.len()));
            let (own, opposite) = (rows.odd_own.len() as u64, facing.odd_opposite.len() as u64);
            states += own * facing.rows.len() as u64 + opposite * (rows.rows.len() as u64 - own);
        }
        let mut odd = Self { stretches, states, kept: None };
        if states * BYTES <= most_bytes(layout.states() as u64) {
            let stretches = odd.stretches.par_iter().filter(|_| !stop());
            odd.kept = Some(stretches.map(|stretch| keep(ground, fields, stretch)).collect());
        }
        odd
    }

    /// Plays every odd state once; returns how many changed, and which when they are to be written down.
    pub(super) fn play<G: Rowed, L: Lower<Lane = T>>(
        &self,
        ground: &Ground<'_, G>,
        fields: &[Field<'_, T, L>],
        which: usize,
        record: bool,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> (u64, Vec<Item>) {
        let field = &fields[which];
        let note = |found: &mut (u64, Vec<Item>), item: Item, least: i32| {
            let number = T::from_value(field.finish(least));
            let line = ground.layout.line(usize::from(item.opposite_seeds), item.opposite as usize);
            let cell = &field.write[line + item.own as usize];
            if number.displaces(T::load(cell), field.ahead()) {
                T::store(cell, number);
                found.0 += 1;
                if record {
                    found.1.push(Item { field: which as u8, ..item });
                }
            }
        };
        let join = |mut one: (u64, Vec<Item>), mut two: (u64, Vec<Item>)| {
            one.1.append(&mut two.1);
            (one.0 + two.0, one.1)
        };
        if let Some(parts) = &self.kept {
            let played = parts.par_iter().map(|part| {
                let (mut found, mut from) = ((0, Vec::new()), 0);
                for ((&item, &to), &outside) in part.items.iter().zip(&part.ends).zip(&part.outside[which]) {
                    let children = part.children[from..to].iter().map(|&place| T::load(&field.read[place]));
                    note(&mut found, item, children.fold(outside, T::min).into());
                    from = to;
                }
                found
            });
            return played.reduce(Default::default, join);
        }
        let played = self.stretches.par_iter().filter(|_| !stop()).map(|stretch| {
            let mut found = (0, Vec::new());
            states(ground, stretch, |item| {
                let inside = |place: usize| T::load(&field.read[place]).into();
                note(&mut found, item, asked(ground, field, item, inside));
            });
            found
        });
        played.reduce(Default::default, join)
    }
}

/// The states of a stretch.
fn states<G: Rowed>(ground: &Ground<'_, G>, stretch: &Stretch, visit: impl FnMut(Item)) {
    let &Stretch { opposite_seeds, row, opposite, ref facing } = stretch;
    let rows = &ground.tables.rows[ground.layout.seeds - opposite_seeds];
    let meant = facing.clone().filter(|&facing| !opposite || rows.own.holds(facing as usize));
    let item = |facing| {
        let (own, opposite) = if opposite { (facing, row) } else { (row, facing) };
        Item { own, opposite, opposite_seeds: opposite_seeds as u8, field: 0 }
    };
    meant.map(item).for_each(visit);
}

/// The least of what the moves of a state lead to; `inside` tells the number of a child in the layer.
fn asked<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    field: &Field<'_, T, L>,
    item: Item,
    inside: impl FnMut(usize) -> i32,
) -> i32 {
    let opposite_seeds = usize::from(item.opposite_seeds);
    let own = ground.tables.rows[ground.layout.seeds - opposite_seeds].rows[item.own as usize];
    let opposite = ground.tables.rows[opposite_seeds].rows[item.opposite as usize];
    ground.asked(own, opposite, field.worth, inside)
}

fn keep<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    fields: &[Field<'_, T, L>],
    stretch: &Stretch,
) -> Part<T> {
    let mut part = Part { items: Vec::new(), ends: Vec::new(), children: Vec::new(), outside: Vec::new() };
    for (which, field) in fields.iter().enumerate() {
        let mut outside = Vec::new();
        states(ground, stretch, |item| {
            // A child in the layer says nothing yet.
            let least = asked(ground, field, item, |place| {
                if which == 0 {
                    part.children.push(place);
                }
                T::NONE.into()
            });
            outside.push(T::from_value(least));
            if which == 0 {
                part.items.push(item);
                part.ends.push(part.children.len());
            }
        });
        part.outside.push(outside);
    }
    part
}

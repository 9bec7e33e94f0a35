//! The work list: once few states change, each change is taken back to the states whose move leads there.
//!
//! Memory comes late, so both looks at it are asked for ahead: the number of a state that may change, and the numbers
//! of its children when it must be worked out anew.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::ground::{Field, Ground, Kind};
use super::lower::Lower;
use crate::mem;
use crate::rowed::Rowed;
use crate::simd::Lane;

/// A state whose number has changed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// Its own row.
    pub(super) own: u32,
    /// Its opposite row.
    pub(super) opposite: u32,
    /// Seeds in its opposite row.
    pub(super) opposite_seeds: u8,
    /// The field it changed in.
    pub(super) field: u8,
}

/// Lists that the changes are dealt out into for each thread, so that none waits long for the others.
const LISTS: usize = 16;

/// Takes back changes until nothing follows from them, each list by one thread. `false` when a list outgrew `room` items
/// and was dropped: then a sweep must find the rest.
pub(super) fn drain<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    fields: &[Field<'_, T, L>],
    items: Vec<Vec<Item>>,
    room: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> bool {
    let fits = AtomicBool::new(true);
    dealt(items).into_par_iter().with_max_len(1).for_each(|stack| {
        let mut worker = Worker::new(ground, fields, stack);
        let mut turn = 0u32;
        while worker.step() {
            if worker.stack.len() > room {
                fits.store(false, Ordering::Relaxed);
            }
            turn = turn.wrapping_add(1);
            if turn.is_multiple_of(1 << 14) && (stop() || !fits.load(Ordering::Relaxed)) {
                break;
            }
        }
    });
    fits.into_inner()
}

/// The same items in lists of about the same length; the lists that come in are taken apart one by one.
fn dealt(items: Vec<Vec<Item>>) -> Vec<Vec<Item>> {
    let all: usize = items.iter().map(Vec::len).sum();
    let each = all.div_ceil(LISTS * rayon::current_num_threads()).max(1 << 10);
    items.into_iter().flat_map(|list| list.chunks(each).map(<[_]>::to_vec).collect::<Vec<_>>()).collect()
}

/// A state that may change because a child did.
#[derive(Clone, Copy)]
struct Parent<R> {
    opposite_row: R,
    own: u32,
    opposite: u32,
    opposite_seeds: u8,
    field: u8,
    place: usize,
    /// What the child is worth to it.
    number: i32,
}

/// The children of a state that is worked out anew.
#[derive(Clone, Copy)]
struct Anew<R> {
    parent: Parent<R>,
    capture: usize,
    children: [usize; 16],
    len: usize,
}

/// States whose number is on its way, and those whose children are.
const NEAR: usize = 64;
const FAR: usize = 32;

struct Worker<'a, 'b, G: Rowed, T: Lane, L> {
    ground: &'a Ground<'b, G>,
    fields: &'a [Field<'b, T, L>],
    stack: Vec<Item>,
    /// Rings: entries are written at the head and leave at the tail.
    near: Vec<Parent<G::Row>>,
    near_ends: Ends,
    far: Vec<Anew<G::Row>>,
    far_ends: Ends,
}

/// Where a ring ends.
#[derive(Clone, Copy, Default)]
struct Ends {
    head: usize,
    tail: usize,
}

impl<'a, 'b, G: Rowed, T: Lane, L: Lower<Lane = T>> Worker<'a, 'b, G, T, L> {
    fn new(ground: &'a Ground<'b, G>, fields: &'a [Field<'b, T, L>], stack: Vec<Item>) -> Self {
        // Any row will do for entries that nobody has written yet.
        let parent = Parent {
            opposite_row: ground.tables.rows[0].rows[0],
            own: 0,
            opposite: 0,
            opposite_seeds: 0,
            field: 0,
            place: 0,
            number: 0,
        };
        let (near, far) =
            (vec![parent; NEAR], vec![Anew { parent, capture: 0, children: [0; 16], len: 0 }; FAR]);
        let (near_ends, far_ends) = (Ends::default(), Ends::default());
        Self { ground, fields, stack, near, near_ends, far, far_ends }
    }

    /// Takes back a change, or finishes something begun. False when nothing is left.
    fn step(&mut self) -> bool {
        if let Some(item) = self.stack.pop() {
            self.take_back(item);
        } else if self.near_ends.tail != self.near_ends.head {
            let parent = self.near[self.near_ends.tail % NEAR];
            self.near_ends.tail += 1;
            self.reach(parent);
        } else if self.far_ends.tail != self.far_ends.head {
            self.finish_oldest();
        } else {
            return false;
        }
        true
    }

    fn take_back(&mut self, item: Item) {
        let (ground, layout) = (self.ground, self.ground.layout);
        let (game, rows) = (ground.game, &ground.tables.rows);
        if let Some(next) = self.stack.len().checked_sub(16).and_then(|at| self.stack.get(at)) {
            let place = layout.line(usize::from(next.opposite_seeds), next.opposite as usize);
            mem::prefetch(self.fields[usize::from(next.field)].write, place + next.own as usize);
        }
        let opposite_seeds = usize::from(item.opposite_seeds);
        let place = layout.line(opposite_seeds, item.opposite as usize) + item.own as usize;
        let changed = &self.fields[usize::from(item.field)];
        let number: i32 = T::load(&changed.write[place]).into();
        let field = &self.fields[changed.feeds];
        let number = field.finish(number);
        let own = rows[layout.seeds - opposite_seeds].rows[item.own as usize];
        let opposite = rows[opposite_seeds].rows[item.opposite as usize];
        let (after_seeds, which) = (layout.seeds - opposite_seeds, changed.feeds as u8);
        game.unsow(opposite, own, |own_row, opposite_row, given, lands| {
            let given = usize::from(given);
            let opposite_seeds = after_seeds - given;
            let opposite = game.row_number(opposite_row);
            if lands && !ground.gift(opposite_seeds, given).quiet.holds(opposite as usize) {
                return;
            }
            let own = game.row_number(own_row);
            let place = layout.line(opposite_seeds, opposite as usize) + own as usize;
            mem::prefetch(field.write, place);
            let parent = Parent {
                opposite_row,
                own,
                opposite,
                opposite_seeds: opposite_seeds as u8,
                field: which,
                place,
                number,
            };
            let Ends { head, tail } = self.near_ends;
            let oldest = std::mem::replace(&mut self.near[head % NEAR], parent);
            self.near_ends.head += 1;
            if head - tail == NEAR {
                self.near_ends.tail += 1;
                self.reach(oldest);
            }
        });
    }

    /// Looks at a state whose child has changed.
    fn reach(&mut self, parent: Parent<G::Row>) {
        let field = &self.fields[usize::from(parent.field)];
        let cell = &field.write[parent.place];
        let mut old = T::load(cell);
        if field.kind == Kind::Up || (field.kind == Kind::Apart && parent.number > 0) {
            while old.into() < parent.number {
                match T::replace(cell, old, T::from_value(parent.number)) {
                    Ok(_) => return self.note(&parent),
                    Err(now) => old = now,
                }
            }
        } else if old.into() > parent.number && (field.kind == Kind::Down || old.into() <= 0) {
            self.work_out(parent);
        }
    }

    /// Asks for all children of a state.
    fn work_out(&mut self, parent: Parent<G::Row>) {
        if self.far_ends.head - self.far_ends.tail == FAR {
            self.finish_oldest();
        }
        let (ground, layout) = (self.ground, self.ground.layout);
        let field = &self.fields[usize::from(parent.field)];
        let opposite_seeds = usize::from(parent.opposite_seeds);
        let own_seeds = layout.seeds - opposite_seeds;
        let anew = &mut self.far[self.far_ends.head % FAR];
        self.far_ends.head += 1;
        anew.parent = parent;
        anew.capture = layout.capture_line(opposite_seeds, parent.own as usize) + parent.opposite as usize;
        anew.len = 0;
        mem::prefetch(field.captures, anew.capture);
        for mv in ground.tables.rows[own_seeds].moves(parent.own as usize) {
            let given = usize::from(mv.given);
            let gift = ground.gift(opposite_seeds, given);
            if mv.lands && !gift.quiet.holds(parent.opposite as usize) {
                continue;
            }
            let number = if given == 0 || gift.squeeze.is_prefix() {
                parent.opposite
            } else {
                ground.game.row_number(ground.game.given(parent.opposite_row, mv.given))
            };
            let place = layout.line(own_seeds - given, mv.row as usize) + number as usize;
            mem::prefetch(field.read, place);
            anew.children[anew.len] = place;
            anew.len += 1;
        }
    }

    /// Works out the state whose children have been asked for first.
    fn finish_oldest(&mut self) {
        let anew = &self.far[self.far_ends.tail % FAR];
        self.far_ends.tail += 1;
        let field = &self.fields[usize::from(anew.parent.field)];
        let cell = &field.write[anew.parent.place];
        let mut old = T::load(cell);
        let children = anew.children[..anew.len].iter().map(|&place| T::load(&field.read[place]));
        let least = children.fold(field.captures[anew.capture], T::min);
        let number = T::from_value(field.finish(least.into()));
        while old > number && (field.kind == Kind::Down || old.into() <= 0) {
            match T::replace(cell, old, number) {
                Ok(_) => {
                    let parent = anew.parent;
                    return self.note(&parent);
                }
                Err(now) => old = now,
            }
        }
    }

    fn note(&mut self, parent: &Parent<G::Row>) {
        self.stack.push(Item {
            own: parent.own,
            opposite: parent.opposite,
            opposite_seeds: parent.opposite_seeds,
            field: parent.field,
        });
    }
}

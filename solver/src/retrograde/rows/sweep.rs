//! A sweep: every plain state takes the best of its moves once more, in place, 64 × 64 states at a time.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::ground::{Field, Ground, Task};
use super::list::Item;
use super::lower::Lower;
use crate::mem::{self, Cell, Plane};
use crate::rowed::Rowed;
use crate::simd::{LANES, Lane, Source, Tile};

/// Opposite rows that a thread takes at a time: their numbers for 64 own rows stay in its cache.
const CHUNK: usize = 32 * LANES;

/// Where the changes of a sweep are written down, as long as there is room.
pub(super) struct Record {
    /// Items that a thread may write down.
    pub(super) room: usize,
}

/// What a sweep did.
#[derive(Default)]
pub(super) struct Swept {
    /// Numbers that changed.
    pub(super) changed: u64,
    /// The changes, if they were to be written down, thread by thread.
    pub(super) items: Vec<Vec<Item>>,
    /// True when there was no room for all of them.
    pub(super) overflow: bool,
}

/// Sweeps a field once.
pub(super) fn sweep<G: Rowed, T: Lane, L: Lower<Lane = T>>(
    ground: &Ground<'_, G>,
    field: &Field<'_, T, L>,
    which: u8,
    tasks: &[Task],
    record: Option<&Record>,
    stop: &(dyn Fn() -> bool + Sync),
) -> std::io::Result<Swept> {
    let (next, changed) = (AtomicUsize::new(0), AtomicU64::new(0));
    let parts: Vec<std::io::Result<(Vec<Item>, bool)>> = (0..rayon::current_num_threads())
        .into_par_iter()
        .with_max_len(1)
        .map(|_| {
            let mut desk = Desk::new(ground)?;
            let (mut items, mut overflow) = (Vec::new(), false);
            while let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                if stop() {
                    break;
                }
                let count = desk.work(ground, field, task, record.is_some(), |own, opposite| {
                    if let Some(record) = record {
                        overflow |= items.len() >= record.room;
                        if !overflow {
                            let opposite_seeds = task.opposite_seeds as u8;
                            items.push(Item { own, opposite, opposite_seeds, field: which });
                        }
                    }
                });
                changed.fetch_add(count, Ordering::Relaxed);
            }
            Ok((items, overflow))
        })
        .collect();
    let mut swept = Swept { changed: changed.into_inner(), ..Swept::default() };
    for part in parts {
        let (items, overflow) = part?;
        swept.items.push(items);
        swept.overflow |= overflow;
    }
    Ok(swept)
}

/// What a thread works on.
struct Desk<T: Lane> {
    /// 64 lines of numbers, a line for each own row.
    panel: Vec<T>,
    /// Squeezed rows, one for each move.
    short: Plane<T>,
}

const SHORT: usize = CHUNK + 3 * LANES;
const STRIDE: usize = CHUNK + LANES;

impl<T: Lane> Desk<T> {
    fn new<G: Rowed>(ground: &Ground<'_, G>) -> std::io::Result<Self> {
        let moves = ground.game.most_moves();
        Ok(Self { panel: vec![T::default(); 64 * STRIDE], short: Plane::zeroed(moves * SHORT)? })
    }

    /// Sweeps a task and, when asked, shows each state that changed: own row, opposite row. Returns how many did.
    fn work<G: Rowed, L: Lower<Lane = T>>(
        &mut self,
        ground: &Ground<'_, G>,
        field: &Field<'_, T, L>,
        task: Task,
        shown: bool,
        mut show: impl FnMut(u32, u32),
    ) -> u64 {
        let (layout, opposite_seeds) = (ground.layout, task.opposite_seeds);
        let own_seeds = layout.seeds - opposite_seeds;
        let (rows, facing) = (&ground.tables.rows[own_seeds], &ground.tables.rows[opposite_seeds]);
        let columns = rows.own.bits(task.own)[0];
        let width = layout.width[opposite_seeds];
        let own_width = layout.width[own_seeds];
        let mut count = 0;
        let mut changed = [0; 64];
        if columns == 0 {
            return 0;
        }
        let last = 63 - columns.leading_zeros() as usize;
        for begin in (0..width).step_by(CHUNK) {
            let len = CHUNK.min(width - begin);
            for row in 0..=last {
                if columns >> row & 1 == 1 {
                    let after = (row < last).then_some(task.own + row + 1);
                    self.line(ground, field, opposite_seeds, task.own + row, after, row, begin, len);
                }
            }
            let facing_bits = facing.opposite.bits(begin);
            for (word, &rows) in facing_bits.iter().enumerate().take(len / LANES) {
                let top = begin + word * LANES;
                let at = layout.line(opposite_seeds, top) + task.own;
                if word + 1 < len / LANES {
                    for j in 0..64 {
                        mem::prefetch(field.write, at + (64 + j) * own_width);
                    }
                }
                let tile = Tile { plane: &field.write[at..], stride: own_width, rows, columns };
                let differ =
                    T::exchange(ground.path, &self.panel[word * LANES..], STRIDE, tile, &mut changed);
                count += u64::from(differ);
                if shown && differ > 0 {
                    for (j, &bits) in changed.iter().enumerate() {
                        let mut bits = bits;
                        while bits != 0 {
                            show((task.own + bits.trailing_zeros() as usize) as u32, (top + j) as u32);
                            bits &= bits - 1;
                        }
                    }
                }
            }
        }
        count
    }

    /// The numbers of an own row against a stretch of opposite rows, into a line of the panel.
    #[expect(clippy::too_many_arguments, reason = "a step of the one above, apart to be read")]
    #[inline]
    fn line<G: Rowed, L: Lower<Lane = T>>(
        &mut self,
        ground: &Ground<'_, G>,
        field: &Field<'_, T, L>,
        opposite_seeds: usize,
        own: usize,
        after: Option<usize>,
        row: usize,
        begin: usize,
        len: usize,
    ) {
        let layout = ground.layout;
        let own_seeds = layout.seeds - opposite_seeds;
        let rows = &ground.tables.rows[own_seeds];
        let gifts = &ground.tables.gifts[opposite_seeds];
        let part = begin..(begin + len).min(layout.count[opposite_seeds]);
        if let Some(after) = after {
            for mv in rows.moves(after) {
                let given = usize::from(mv.given);
                let line = layout.line(own_seeds - given, mv.row as usize);
                if given > 1 {
                    for from in gifts[given].squeeze.lines(&part) {
                        mem::prefetch(field.read, line + from);
                    }
                } else {
                    mem::prefetch_all(&field.read[line + begin..line + begin + len]);
                }
            }
        }
        let short: &[<T as Cell>::Atomic] = self.short.atomic();
        let moves = rows.moves(own);
        let none = Source { row: &short[..0], quiet: None };
        let mut sources = [none; 16];
        for (i, (mv, source)) in moves.iter().zip(&mut sources).enumerate() {
            let given = usize::from(mv.given);
            let line = layout.line(own_seeds - given, mv.row as usize);
            let gift = &*gifts[given];
            if mv.lands {
                source.quiet = Some((&gift.quiet, begin));
            }
            if given == 0 || gift.squeeze.is_prefix() {
                source.row = &field.read[line + begin..line + begin + len];
                continue;
            }
            let long = &field.read[line..line + layout.width[opposite_seeds + given] + LANES];
            let short = &short[i * SHORT..(i + 1) * SHORT];
            T::squeeze(ground.path, long, &gift.squeeze, part.clone(), short);
            source.row = &short[LANES..LANES + len];
        }
        let first = layout.capture_line(opposite_seeds, own) + begin;
        let first = &field.captures[first..first + len];
        let out = &mut self.panel[row * STRIDE..row * STRIDE + len];
        T::least(ground.path, first, &sources[..moves.len()], field.stepped, out);
    }
}

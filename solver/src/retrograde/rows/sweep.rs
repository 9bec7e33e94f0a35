//! A sweep: every plain state takes the best of its moves once more, in place, 64 × 64 states at a time.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use rayon::prelude::*;

use super::cut::{CUT, Cut};
use super::ground::{Field, Ground, Task};
use super::list::Item;
use super::lower::Lower;
use crate::mem::{self, Cell, Plane};
use crate::rowed::Rowed;
use crate::simd::{LANES, Lane, Source, Tile};
use crate::watch::Watch;

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
    (tasks, cuts): (&[Task], &[Vec<Cut<'_>>]),
    record: Option<&Record>,
    watch: &dyn Watch,
) -> std::io::Result<Swept> {
    let (next, changed) = (AtomicUsize::new(0), AtomicU64::new(0));
    let parts: Vec<std::io::Result<(Vec<Item>, bool)>> = (0..rayon::current_num_threads())
        .into_par_iter()
        .with_max_len(1)
        .map(|_| {
            let mut desk = Desk::new(ground)?;
            let (mut items, mut overflow) = (Vec::new(), false);
            while let Some(&task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                if watch.stop() {
                    break;
                }
                let count = desk.work(
                    ground,
                    field,
                    task,
                    &cuts[task.opposite_seeds],
                    record.is_some(),
                    |own, opposite| {
                        if let Some(record) = record {
                            overflow |= items.len() >= record.room;
                            if !overflow {
                                let opposite_seeds = task.opposite_seeds as u8;
                                items.push(Item { own, opposite, opposite_seeds, field: which });
                            }
                        }
                    },
                );
                changed.fetch_add(count, Ordering::Relaxed);
                watch.advance(1);
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
    /// The moves of the own row that comes next.
    next: Moves,
}

/// The moves of an own row: the lines of their children, seeds given, and whether the last lands opposite.
#[derive(Clone, Copy)]
struct Moves {
    moves: [(usize, u8, bool); 16],
    len: usize,
}

/// Asks for a word of lanes, which is a line of the cache for each byte of a number.
#[inline(always)]
fn ask_word<T: Lane>(numbers: &[T::Atomic], at: usize) {
    for part in 0..size_of::<T>() {
        mem::prefetch(numbers, at + part * (LANES / size_of::<T>()));
    }
}

const SHORT: usize = CUT + 3 * LANES;
const STRIDE: usize = CUT + LANES;

impl<T: Lane> Desk<T> {
    fn new<G: Rowed>(ground: &Ground<'_, G>) -> std::io::Result<Self> {
        let moves = ground.game.most_moves();
        let next = Moves { moves: [(0, 0, false); 16], len: 0 };
        Ok(Self { panel: vec![T::default(); 64 * STRIDE], short: Plane::zeroed(moves * SHORT)?, next })
    }

    /// Sweeps a task and, when asked, shows each state that changed: own row, opposite row. Returns how many did.
    fn work<G: Rowed, L: Lower<Lane = T>>(
        &mut self,
        ground: &Ground<'_, G>,
        field: &Field<'_, T, L>,
        task: Task,
        cuts: &[Cut<'_>],
        shown: bool,
        mut show: impl FnMut(u32, u32),
    ) -> u64 {
        let (layout, opposite_seeds) = (ground.layout, task.opposite_seeds);
        let own_seeds = layout.seeds - opposite_seeds;
        let (rows, facing) = (&ground.tables.rows[own_seeds], &ground.tables.rows[opposite_seeds]);
        let columns = rows.own.bits(task.own)[0];
        let own_width = layout.width[own_seeds];
        let mut count = 0;
        let mut changed = [0; 64];
        if columns == 0 {
            return 0;
        }
        for cut in cuts {
            let mut left = columns;
            self.look_ahead(ground, field, cut, own_seeds, task.own + left.trailing_zeros() as usize);
            while left != 0 {
                let row = left.trailing_zeros() as usize;
                left &= left - 1;
                let moves = self.next;
                if left != 0 {
                    let after = task.own + left.trailing_zeros() as usize;
                    self.look_ahead(ground, field, cut, own_seeds, after);
                }
                let captures = layout.capture_line(opposite_seeds, task.own + row) + cut.begin;
                self.line(ground, field, cut, &moves, captures, row);
            }
            let words = cut.len / LANES;
            for (word, &rows) in facing.opposite.bits(cut.begin).iter().enumerate().take(words) {
                let top = cut.begin + word * LANES;
                let at = layout.line(opposite_seeds, top) + task.own;
                if word + 1 < words {
                    for j in 0..64 {
                        ask_word::<T>(field.write, at + (64 + j) * own_width);
                    }
                }
                let tile = Tile { plane: &field.write[at..], stride: own_width, rows, columns };
                let (panel, farther) = (&self.panel[word * LANES..], field.ahead());
                let differ = T::exchange(ground.path, panel, STRIDE, tile, farther, &mut changed);
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

    /// Finds the moves of an own row and asks for their children's numbers.
    #[inline(always)]
    fn look_ahead<G: Rowed, L: Lower<Lane = T>>(
        &mut self,
        ground: &Ground<'_, G>,
        field: &Field<'_, T, L>,
        cut: &Cut<'_>,
        own_seeds: usize,
        own: usize,
    ) {
        let moves = ground.tables.rows[own_seeds].moves(own);
        self.next.len = moves.len().min(16);
        for (mv, next) in moves.iter().zip(&mut self.next.moves) {
            let gift = &cut.gifts[usize::from(mv.given)];
            let line = gift.line(mv.row);
            *next = (line, mv.given, mv.lands);
            if let Some(squeeze) = &gift.squeeze {
                for from in squeeze.lines() {
                    ask_word::<T>(field.read, line + from);
                }
            } else {
                let begin = line + cut.begin;
                mem::prefetch_all(&field.read[begin..begin + cut.len]);
            }
        }
    }

    /// The numbers of an own row against a stretch of opposite rows, into a line of the panel.
    #[inline(always)]
    fn line<G: Rowed, L: Lower<Lane = T>>(
        &mut self,
        ground: &Ground<'_, G>,
        field: &Field<'_, T, L>,
        cut: &Cut<'_>,
        moves: &Moves,
        captures: usize,
        row: usize,
    ) {
        let short: &[<T as Cell>::Atomic] = self.short.atomic();
        let none = Source { row: &short[..0], quiet: None };
        let mut sources = [none; 16];
        let moves = &moves.moves[..moves.len];
        for (i, (&(line, given, lands), source)) in moves.iter().zip(&mut sources).enumerate() {
            let gift = &cut.gifts[usize::from(given)];
            source.quiet = lands.then_some(gift.quiet);
            let Some(squeeze) = &gift.squeeze else {
                source.row = &field.read[line + cut.begin..line + cut.begin + cut.len];
                continue;
            };
            let short = &short[i * SHORT..(i + 1) * SHORT];
            T::squeeze(ground.path, &field.read[line..line + gift.reach()], squeeze, short);
            source.row = &short[LANES..LANES + cut.len];
        }
        let first = &field.captures[captures..captures + cut.len];
        let out = &mut self.panel[row * STRIDE..row * STRIDE + cut.len];
        T::least(ground.path, first, &sources[..moves.len()], field.stepped, out);
    }
}

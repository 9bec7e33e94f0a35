//! Tables of rows that one layer is solved by: what each mover's row may do, and what each opposite row makes of it.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use crate::forward::{Forward, Half, Reach, Stroke};

/// Opposite rows that are dealt with together.
pub(super) const BLOCK: usize = 256;

/// Sizes and places of the rectangles of all layers up to one.
pub(super) struct Shape {
    /// The layer.
    pub seeds: usize,
    /// Rows by their seeds.
    pub rows: Vec<usize>,
    /// `start[layer][opposite seeds]`: where a rectangle begins; one more for the end.
    pub start: Vec<Vec<usize>>,
}

impl Shape {
    /// `None` where the game cannot be solved so, or where numbers of states do not fit this machine.
    pub(super) fn new<G: Forward>(game: &G, seeds: u8) -> Option<Self> {
        let rows: Vec<usize> =
            (0..=seeds).map(|s| game.rows(s).map(|rows| rows as usize)).collect::<Option<_>>()?;
        let mut start = Vec::new();
        for layer in 0..=usize::from(seeds) {
            let mut ends = vec![0usize];
            for opposite in 0..=layer {
                let size = rows[opposite].checked_mul(rows[layer - opposite])?;
                ends.push(ends[opposite].checked_add(size)?);
            }
            start.push(ends);
        }
        Some(Self { seeds: seeds.into(), rows, start })
    }

    /// Where a row of a rectangle begins.
    #[inline(always)]
    pub(super) fn row(&self, layer: usize, opposite: usize, row: usize) -> usize {
        self.start[layer][opposite] + row * self.rows[layer - opposite]
    }

    /// Bytes that [`Tables`] take at most when a row has `pits` moves and `pits` pits that can be taken from.
    pub(super) fn table_bytes(&self, pits: u128) -> u128 {
        let rows = |s: usize| self.rows[s] as u128;
        let strokes: u128 = (0..=self.seeds).map(|s| rows(s) * pits * 48).sum();
        let reaches: u128 =
            (0..=self.seeds).map(|s| rows(s) * (4 * (self.seeds - s) as u128 + 24 * pits)).sum();
        strokes + reaches
    }
}

/// The moves of all rows of so many seeds.
#[derive(Default)]
pub(super) struct Moves {
    /// Moves that leave the layer, but those of `agains`: the moves of row `i` end at `ends[i]`.
    pub leaving: Vec<Leaving>,
    pub ends: Vec<u32>,
    /// Moves that leave the layer, let the mover move again and do nothing to the opposite row.
    pub agains: Vec<(u32, Stroke)>,
    /// Moves that may stay in the layer, in the order of rows: from, to, and where they do.
    pub inner: Vec<Inner>,
}

/// A move that leaves the layer.
#[derive(Clone, Copy)]
pub(super) struct Leaving {
    pub own: Half,
    pub gain: u8,
    pub again: bool,
    /// Which of [`Tables::reaches`].
    pub reach: u16,
}

/// A move that may stay in the layer.
#[derive(Clone, Copy)]
pub(super) struct Inner {
    pub from: u32,
    pub to: u32,
    /// Which of [`Tables::reaches`]; it stays where nothing can be taken. `ALWAYS` where it stays always.
    pub reach: u16,
}

/// See [`Inner::reach`].
pub(super) const ALWAYS: u16 = u16::MAX;

/// What some opposite rows become by one reach: those of a block that end with as many seeds.
pub(super) struct Group {
    pub seeds: u8,
    pub taken: u8,
    /// Whether the block is whole and its rows lie side by side after it too.
    pub run: bool,
    pub from: u32,
    pub to: u32,
}

/// What all opposite rows of so many seeds become by one reach.
#[derive(Default)]
pub(super) struct Change {
    pub groups: Vec<Group>,
    /// The groups of block `i` end at `ends[i]`.
    pub ends: Vec<u32>,
    /// Place in the block, and the row after it.
    pub rows: Vec<(u16, u32)>,
    /// All ones for a row from which nothing can be taken.
    pub quiet: Vec<i8>,
}

/// All of it.
pub(super) struct Tables {
    pub moves: Vec<Moves>,
    /// By opposite seeds, then by reach; empty where no mover's row of the layer has such a move.
    pub changes: Vec<Vec<Change>>,
}

impl Tables {
    pub(super) fn new<G: Forward>(game: &G, shape: &Shape) -> Self {
        let strokes: Vec<Vec<(u32, Stroke)>> =
            (0..=shape.seeds).into_par_iter().map(|seeds| strokes(game, shape, seeds)).collect();
        let by_seeds: Vec<BTreeSet<Reach>> =
            strokes.iter().map(|all| all.iter().map(|(_, stroke)| stroke.reach).collect()).collect();
        let reaches: BTreeSet<Reach> = by_seeds.iter().flatten().copied().collect();
        let ids: HashMap<Reach, u16> = reaches.iter().zip(0..).map(|(reach, id)| (*reach, id)).collect();
        let moves = strokes.into_par_iter().zip(&shape.rows);
        let moves = moves.map(|(all, &rows)| Moves::new(rows, &all, &ids)).collect();
        let changes = (0..=shape.seeds)
            .into_par_iter()
            .map(|opposite| {
                let used = &by_seeds[shape.seeds - opposite];
                let change = |reach: &Reach| {
                    let needed = used.contains(reach) && *reach != Reach::NOTHING;
                    if needed { Change::new(game, shape, opposite, *reach) } else { Change::default() }
                };
                reaches.iter().map(change).collect()
            })
            .collect();
        Self { moves, changes }
    }
}

fn strokes<G: Forward>(game: &G, shape: &Shape, seeds: usize) -> Vec<(u32, Stroke)> {
    let mut all = Vec::new();
    for row in 0..shape.rows[seeds] as u32 {
        game.strokes(Half { seeds: seeds as u8, row }, |stroke| all.push((row, stroke)));
    }
    all
}

impl Moves {
    fn new(rows: usize, strokes: &[(u32, Stroke)], ids: &HashMap<Reach, u16>) -> Self {
        let mut moves = Self::default();
        for &(row, stroke) in strokes {
            moves.ends.resize(row as usize + 1, moves.leaving.len() as u32);
            let reach = ids[&stroke.reach];
            if let Some(to) = stroke.otherwise {
                let reach = if stroke.reach == Reach::NOTHING { ALWAYS } else { reach };
                moves.inner.push(Inner { from: row, to, reach });
                if reach == ALWAYS {
                    continue;
                }
            }
            if stroke.again && stroke.reach == Reach::NOTHING {
                moves.agains.push((row, stroke));
            } else {
                let Stroke { own, gain, again, .. } = stroke;
                moves.leaving.push(Leaving { own, gain, again, reach });
                moves.ends[row as usize] = moves.leaving.len() as u32;
            }
        }
        moves.ends.resize(rows, moves.leaving.len() as u32);
        moves
    }

    /// The moves of a row that leave the layer.
    #[inline(always)]
    pub(super) fn leaving(&self, row: usize) -> &[Leaving] {
        let from = if row == 0 { 0 } else { self.ends[row - 1] as usize };
        &self.leaving[from..self.ends[row] as usize]
    }

    /// The moves of a row that may stay in the layer.
    pub(super) fn inner(&self, row: u32) -> &[Inner] {
        let from = self.inner.partition_point(|inner| inner.from < row);
        let rest = &self.inner[from..];
        &rest[..rest.partition_point(|inner| inner.from == row)]
    }
}

impl Change {
    fn new<G: Forward>(game: &G, shape: &Shape, opposite: usize, reach: Reach) -> Self {
        let mut change = Self::default();
        let all = shape.rows[opposite];
        for first in (0..all).step_by(BLOCK) {
            let block = first..(first + BLOCK).min(all);
            let mut met: Vec<(u8, u8, u16, u32)> = Vec::with_capacity(block.len());
            for row in block.clone() {
                let half = Half { seeds: opposite as u8, row: row as u32 };
                let after = game.meet(half, reach);
                change.quiet.push(if after.is_none() { -1 } else { 0 });
                if let Some(after) = after {
                    met.push((after.half.seeds, after.taken, (row - first) as u16, after.half.row));
                }
            }
            met.sort_unstable();
            for group in met.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
                let from = change.rows.len() as u32;
                change.rows.extend(group.iter().map(|&(_, _, at, row)| (at, row)));
                let run = group.len() == block.len() && group.windows(2).all(|two| two[0].3 + 1 == two[1].3);
                let (seeds, taken, _, _) = group[0];
                change.groups.push(Group { seeds, taken, run, from, to: change.rows.len() as u32 });
            }
            change.ends.push(change.groups.len() as u32);
        }
        change
    }

    /// The groups of a block.
    #[inline(always)]
    pub(super) fn groups(&self, block: usize) -> &[Group] {
        let from = if block == 0 { 0 } else { self.ends[block - 1] as usize };
        &self.groups[from..self.ends[block] as usize]
    }

    #[inline(always)]
    pub(super) fn rows(&self, group: &Group) -> &[(u16, u32)] {
        &self.rows[group.from as usize..group.to as usize]
    }
}

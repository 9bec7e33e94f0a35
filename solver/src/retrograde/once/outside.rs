//! The first half: what the moves that leave the layer are worth, for a block of opposite rows and all mover's rows.

use super::measure::{Below, Cell, Measure, Sheet, Step};
use super::tables::{BLOCK, Change, Group, Leaving, Moves, Shape, Tables};

/// Mover's rows that are dealt with together.
const TILE: usize = 64;

/// What the first half reads.
pub(super) struct Outside<'a, 'b, M: Measure> {
    pub shape: &'a Shape,
    pub tables: &'a Tables,
    /// The solved layers, by seeds.
    pub below: Vec<M::Below<'b>>,
}

impl<M: Measure> Outside<'_, '_, M> {
    /// Writes the best of the moves that leave the layer for opposite rows `first..first + height` of a rectangle.
    pub(super) fn block(&self, opposite: usize, first: usize, height: usize, sheet: &mut M::Sheet<'_>) {
        let own = self.shape.seeds - opposite;
        let (moves, width) = (&self.tables.moves[own], self.shape.rows[own]);
        // Cells of a tile, a mover's row after the other.
        #[expect(clippy::useless_vec, reason = "up to 96 KiB: too much for a thread's stack")]
        let mut tile = vec![M::Cell::BLANK; TILE * BLOCK];
        for left in (0..width).step_by(TILE) {
            let columns = TILE.min(width - left);
            for at in 0..height {
                for column in 0..columns {
                    tile[column * BLOCK + at] = sheet.get(at * width + left + column).open();
                }
            }
            for (row, cells) in (left..left + columns).zip(tile.chunks_exact_mut(BLOCK)) {
                for leaving in moves.leaving(row) {
                    self.fold(leaving, opposite, first, &mut cells[..height]);
                }
            }
            for at in 0..height {
                for column in 0..columns {
                    sheet.set(at * width + left + column, tile[column * BLOCK + at]);
                }
            }
        }
        self.agains(moves, opposite, first, height, sheet);
    }

    /// Folds one move of a mover's row against a block of opposite rows.
    #[inline]
    fn fold(&self, leaving: &Leaving, opposite: usize, first: usize, cells: &mut [M::Cell]) {
        let change = &self.tables.changes[opposite][usize::from(leaving.reach)];
        for group in change.groups(first / BLOCK) {
            if leaving.again {
                self.fold_again(leaving, change, group, cells);
                continue;
            }
            // The child's mover has the opposite row, so all children lie in one row of a rectangle.
            let (layer, own) = (usize::from(leaving.own.seeds + group.seeds), usize::from(leaving.own.seeds));
            let start = self.shape.row(layer, own, leaving.own.row as usize);
            let row = self.below[layer].cut(start..start + self.shape.rows[usize::from(group.seeds)]);
            let gain = (leaving.gain + group.taken) as i8;
            let rows = change.rows(group);
            if group.run {
                let from = rows[0].1 as usize;
                row.cut(from..from + rows.len()).fold_pass(cells, gain);
            } else {
                let step = Step { gain, again: false, inner: false };
                for &(at, child) in rows {
                    cells[usize::from(at)].fold(row.at(child as usize), step);
                }
            }
        }
    }

    /// A move that changes the opposite row and lets the mover move again: rare, for it goes all the way round.
    #[cold]
    fn fold_again(&self, leaving: &Leaving, change: &Change, group: &Group, cells: &mut [M::Cell]) {
        let layer = usize::from(leaving.own.seeds + group.seeds);
        let step = Step { gain: (leaving.gain + group.taken) as i8, again: true, inner: false };
        for &(at, row) in change.rows(group) {
            let child = self.shape.row(layer, group.seeds.into(), row as usize) + leaving.own.row as usize;
            cells[usize::from(at)].fold(self.below[layer].at(child), step);
        }
    }

    /// Folds the moves after which the mover moves again: their children lie in the same opposite row.
    fn agains(&self, moves: &Moves, opposite: usize, first: usize, height: usize, sheet: &mut M::Sheet<'_>) {
        let width = self.shape.rows[self.shape.seeds - opposite];
        for at in 0..height {
            for run in moves.agains.chunk_by(|a, b| a.1.own.seeds == b.1.own.seeds) {
                let own = usize::from(run[0].1.own.seeds);
                let start = self.shape.row(own + opposite, opposite, first + at);
                let row = self.below[own + opposite].cut(start..start + self.shape.rows[own]);
                for (from, stroke) in run {
                    let place = at * width + *from as usize;
                    let mut cell = sheet.get(place);
                    let step = Step { gain: stroke.gain as i8, again: true, inner: false };
                    cell.fold(row.at(stroke.own.row as usize), step);
                    sheet.set(place, cell);
                }
            }
        }
    }
}

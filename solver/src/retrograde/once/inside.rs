//! The second half: moves inside the layer, in the one order in which every child comes before its parents.
//!
//! An inner move keeps the seeds of both rows, so rectangles (a, b) and (b, a) depend on each other alone. It raises
//! the number of the mover's row; its child is seen by the other side. So with rows x of a seeds falling: first all
//! states whose mover has x, from states whose opposite row is above x; then all states whose opposite row is x, from
//! the former. Each state is done once.

use super::measure::{Below, Cell, Measure, Sheet, Step};
use super::tables::{ALWAYS, Inner, Shape, Tables};

/// Rows x that are dealt with before the states whose mover has them are written back.
const STRIP: usize = 64;

/// What the second half reads.
pub(super) struct Inside<'a> {
    shape: &'a Shape,
    tables: &'a Tables,
    /// The seeds of the two rows.
    seeds: [usize; 2],
    /// Inner moves of the second row by reach, those that always stay first.
    lists: Vec<(u16, Vec<Inner>)>,
}

impl<'a> Inside<'a> {
    /// For the rectangles whose rows hold `a` and `b` seeds, `a` at most `b`.
    pub(super) fn new(shape: &'a Shape, tables: &'a Tables, a: usize, b: usize) -> Self {
        let mut inner = tables.moves[b].inner.clone();
        inner.sort_by_key(|inner| (inner.reach != ALWAYS, inner.reach, inner.from));
        let lists =
            inner.chunk_by(|x, y| x.reach == y.reach).map(|run| (run[0].reach, run.to_vec())).collect();
        Self { shape, tables, seeds: [a, b], lists }
    }

    /// Solves both rectangles: `first` has the states whose mover has the row of `a` seeds, `second` the others.
    pub(super) fn both<M: Measure>(&self, first: &mut M::Sheet<'_>, second: &mut M::Sheet<'_>) {
        let [width, height] = self.seeds.map(|seeds| self.shape.rows[seeds]);
        let mut strip = vec![M::Cell::BLANK; STRIP.min(width) * height];
        for left in (0..width).step_by(STRIP).rev() {
            let columns = STRIP.min(width - left);
            for y in 0..height {
                for column in 0..columns {
                    strip[column * height + y] = first.get(y * width + left + column);
                }
            }
            for x in (left..left + columns).rev() {
                let cells = &mut strip[(x - left) * height..][..height];
                self.mover_has::<M>(x, 0, cells, second);
                self.opposite_is::<M>(x, 0, cells, second);
            }
            for y in 0..height {
                for column in 0..columns {
                    first.set(y * width + left + column, strip[column * height + y]);
                }
            }
        }
    }

    /// The same where both rows hold as many seeds and the two rectangles are one: of each pair of rows the lower one
    /// leads.
    pub(super) fn one<M: Measure>(&self, sheet: &mut M::Sheet<'_>) {
        let width = self.shape.rows[self.seeds[0]];
        let mut cells = vec![M::Cell::BLANK; width];
        for x in (0..width).rev() {
            for (y, cell) in cells.iter_mut().enumerate().skip(x + 1) {
                *cell = sheet.get(y * width + x);
            }
            self.mover_has::<M>(x, x + 1, &mut cells, sheet);
            self.opposite_is::<M>(x, x, &cells, sheet);
            for (y, cell) in cells.iter().enumerate().skip(x + 1) {
                sheet.set(y * width + x, *cell);
            }
        }
    }

    /// States whose mover has row `x`, for opposite rows from `low` on; `second` holds their children.
    fn mover_has<M: Measure>(&self, x: usize, low: usize, cells: &mut [M::Cell], second: &M::Sheet<'_>) {
        let height = self.shape.rows[self.seeds[1]];
        if low == height {
            return;
        }
        for inner in self.tables.moves[self.seeds[0]].inner(x as u32) {
            let start = inner.to as usize * height;
            let quiet = (inner.reach != ALWAYS)
                .then(|| &self.tables.changes[self.seeds[1]][usize::from(inner.reach)].quiet[low..]);
            second.read(start + low..start + height).fold_inner(&mut cells[low..], quiet);
        }
    }

    /// States whose opposite row is `x`, for mover's rows from `low` on; `cells` holds their children.
    fn opposite_is<M: Measure>(&self, x: usize, low: usize, cells: &[M::Cell], second: &mut M::Sheet<'_>) {
        let start = x * self.shape.rows[self.seeds[1]];
        for (reach, list) in &self.lists {
            let stays =
                *reach == ALWAYS || self.tables.changes[self.seeds[0]][usize::from(*reach)].quiet[x] != 0;
            if !stays {
                continue;
            }
            for inner in &list[list.partition_point(|inner| (inner.from as usize) < low)..] {
                let place = start + inner.from as usize;
                let mut cell = second.get(place);
                cell.fold(cells[inner.to as usize], Step::INNER);
                second.set(place, cell);
            }
        }
    }
}

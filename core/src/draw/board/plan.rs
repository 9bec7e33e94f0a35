//! Where everything lies on a board of any size: pits, letters, counts, stores, names. In units of which a pit takes
//! [`CELL`].

use crate::draw::text::Layout;
use crate::play::Side;

/// The side of the square that a pit has.
pub(crate) const CELL: f64 = 56.0;
/// The radius of a pit.
pub(crate) const PIT: f64 = 24.0;
/// The line of a row's counts.
const COUNTS: f64 = 17.0;
/// Round everything.
const MARGIN: f64 = 4.0;
/// From the edge of the board to what lies in it.
const EDGE: f64 = 7.0;
/// Outside the board, for letters.
const LETTERS: f64 = 20.0;
/// The width of a store, and the gap beside it.
const STORE: f64 = 54.0;
const GAP: f64 = 11.0;
/// The line for numbers of seeds that fall, where a board has marks: before each row, seen from the middle.
const TAGS: f64 = 17.0;
/// Between the two players' rows.
const MIDDLE: f64 = 12.0;
/// Beside a board without stores, for names.
const NAMES: f64 = 76.0;

/// The places on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    layout: Layout,
    columns: usize,
    stores: bool,
    tags: f64,
}

impl Plan {
    /// For so many pits a player; with marks or without.
    pub(crate) fn new(layout: Layout, pits: usize, stores: bool, marks: bool) -> Self {
        let columns = if layout == Layout::FourRows { pits / 2 } else { pits };
        let tags = if marks { TAGS } else { 0.0 };
        Self { layout, columns, stores: stores || layout == Layout::TwoRows, tags }
    }

    /// The height of a row with its lines of text.
    fn row(&self) -> f64 {
        self.tags + CELL + COUNTS
    }

    /// Width and height of the picture.
    pub(crate) fn size(&self) -> [f64; 2] {
        let [_, _, width, height] = self.board();
        match self.layout {
            Layout::TwoRows => [2.0 * MARGIN + width, 2.0 * MARGIN + height + 2.0 * LETTERS],
            Layout::FourRows => [2.0 * MARGIN + width + NAMES, 2.0 * MARGIN + height],
        }
    }

    /// The wood: left, top, width, height.
    pub(crate) fn board(&self) -> [f64; 4] {
        let rows = if self.layout == Layout::FourRows { 4.0 } else { 2.0 };
        let stores = if self.stores { 2.0 * (STORE + GAP) } else { 0.0 };
        let width = 2.0 * EDGE + stores + CELL * self.columns as f64;
        let height = 2.0 * EDGE + rows * self.row() + MIDDLE;
        let top = if self.layout == Layout::TwoRows { MARGIN + LETTERS } else { MARGIN };
        [MARGIN, top, width, height]
    }

    /// Which way a side's counts and letters lie from its pits: down for South.
    pub(crate) fn outward(side: Side) -> f64 {
        if side == Side::South { 1.0 } else { -1.0 }
    }

    /// The middle of a pit.
    pub(crate) fn pit(&self, side: Side, pit: usize) -> [f64; 2] {
        let m = self.columns;
        let inner = self.layout == Layout::FourRows && pit >= m;
        // As it lies before its owner: the outer row from left to right, the inner row back.
        let from_left = if inner { 2 * m - 1 - pit } else { pit };
        let column = if side == Side::South { from_left } else { m - 1 - from_left };
        let [left, top, _, height] = self.board();
        let store = if self.stores { STORE + GAP } else { 0.0 };
        let x = left + EDGE + store + CELL * (column as f64 + 0.5);
        let before = if self.layout == Layout::FourRows && !inner { self.row() } else { 0.0 };
        let from_middle = MIDDLE / 2.0 + before + self.tags + CELL / 2.0;
        [x, top + height / 2.0 + Self::outward(side) * from_middle]
    }

    /// The base line of a pit's count, at its middle.
    pub(crate) fn count(&self, side: Side, pit: usize) -> [f64; 2] {
        let [x, y] = self.pit(side, pit);
        let y = y + Self::outward(side) * (CELL / 2.0 + COUNTS / 2.0 - 1.0) + 5.0;
        [x, y]
    }

    /// The base line of a pit's letter, at its middle: outside the board, or beside the count in four rows.
    pub(crate) fn letter(&self, side: Side, pit: usize) -> [f64; 2] {
        let [x, y] = self.count(side, pit);
        match self.layout {
            Layout::TwoRows => [x, self.outside(side)],
            Layout::FourRows => [x - 17.0, y],
        }
    }

    /// The base line of what stands outside the board before a player.
    fn outside(&self, side: Side) -> f64 {
        let [_, top, _, height] = self.board();
        if side == Side::South { top + height + 16.0 } else { top - 7.0 }
    }

    /// The middle of a number before a pit, seen from the middle of the board.
    pub(crate) fn tag(&self, side: Side, pit: usize) -> [f64; 2] {
        let [x, y] = self.pit(side, pit);
        [x, y - Self::outward(side) * (PIT + 9.5)]
    }

    /// The middle of what tells how many were lifted or captured: beside the count, captures at the right. In four rows
    /// there is no room beside the count, and the line before the pit has it.
    pub(crate) fn beside(&self, side: Side, pit: usize, right: bool) -> [f64; 2] {
        if self.layout == Layout::FourRows {
            let [x, y] = self.tag(side, pit);
            return [if right { x } else { x - 19.0 }, y];
        }
        let [x, y] = self.count(side, pit);
        [x + if right { 23.0 } else { -23.0 }, y - 5.0]
    }

    /// A store: left, top, width, height. North's lies at the left, South's at the right.
    pub(crate) fn store(&self, side: Side) -> Option<[f64; 4]> {
        let [left, top, width, height] = self.board();
        let x = if side == Side::North { left + EDGE } else { left + width - EDGE - STORE };
        self.stores.then_some([x, top + EDGE, STORE, height - 2.0 * EDGE])
    }

    /// The line of a player's name: beginning and base line.
    pub(crate) fn name(&self, side: Side) -> [f64; 2] {
        let [left, top, width, height] = self.board();
        match (self.layout, side) {
            (Layout::TwoRows, Side::North) => [left, self.outside(side)],
            (Layout::TwoRows, Side::South) => [left + width - STORE - EDGE, self.outside(side)],
            (Layout::FourRows, Side::North) => [left + width + 10.0, top + height / 4.0 + 5.0],
            (Layout::FourRows, Side::South) => [left + width + 10.0, top + height * 3.0 / 4.0 + 5.0],
        }
    }

    /// The lines that part a board of four rows: between the players, and between the rows of each.
    pub(crate) fn dividers(&self) -> Vec<[[f64; 2]; 2]> {
        let [left, top, width, height] = self.board();
        let line = |y: f64| [[left, y], [left + width, y]];
        if self.layout == Layout::FourRows { vec![line(top + height / 2.0)] } else { Vec::new() }
    }

    /// The edge of the board before a player: a bar of a width.
    pub(crate) fn edge(&self, side: Side, wide: f64) -> [f64; 4] {
        let [left, top, width, height] = self.board();
        let y = if side == Side::South { top + height - wide / 2.0 } else { top - wide / 2.0 };
        [left + 10.0, y, width - 20.0, wide]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pits_lie_as_on_the_table() {
        let plan = Plan::new(Layout::TwoRows, 6, true, false);
        let x = |side, pit| plan.pit(side, pit)[0];
        for pit in 0..6 {
            assert!((x(Side::South, pit) - x(Side::North, 5 - pit)).abs() < 1e-9, "opposite pits");
        }
        assert!(plan.pit(Side::South, 0)[1] > plan.pit(Side::North, 0)[1]);
        let [north, south] = [Side::North, Side::South].map(|side| plan.store(side).expect("a store")[0]);
        assert!(north < x(Side::South, 0) && south > x(Side::South, 5));
    }

    #[test]
    fn circuits_lie_as_on_the_table() {
        // rules.md section 0: South's inner row runs back above his outer row; column 0 is opposite to North's 7 and 8.
        let plan = Plan::new(Layout::FourRows, 16, false, true);
        let [outer, inner] = [0, 15].map(|pit| plan.pit(Side::South, pit));
        assert!((outer[0] - inner[0]).abs() < 1e-9 && outer[1] > inner[1]);
        for (south, north) in [(0, 7), (15, 8), (7, 0), (8, 15)] {
            assert!((plan.pit(Side::South, south)[0] - plan.pit(Side::North, north)[0]).abs() < 1e-9);
        }
        let rows = [(Side::North, 0), (Side::North, 8), (Side::South, 8), (Side::South, 0)];
        let rows: Vec<f64> = rows.iter().map(|&(side, pit)| plan.pit(side, pit)[1]).collect();
        assert!(rows.is_sorted() && plan.store(Side::South).is_none());
    }

    #[test]
    fn nothing_lies_outside() {
        for layout in [Layout::TwoRows, Layout::FourRows] {
            for columns in 1..=16 {
                let pits = if layout == Layout::FourRows { 2 * columns } else { columns };
                let plan = Plan::new(layout, pits, true, columns % 2 == 0);
                let [width, height] = plan.size();
                for (side, pit) in
                    Side::BOTH.into_iter().flat_map(|side| (0..pits).map(move |pit| (side, pit)))
                {
                    let [x, y] = plan.pit(side, pit);
                    assert!(x > PIT && y > PIT && x + PIT < width && y + PIT < height);
                    let points = [plan.count(side, pit), plan.letter(side, pit), plan.name(side)];
                    assert!(
                        points.iter().all(|[x, y]| (0.0..=width).contains(x) && (8.0..=height).contains(y))
                    );
                }
            }
        }
    }
}

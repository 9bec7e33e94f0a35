//! How the states of a layer are cut into blocks: tiles of its rectangles, so that a value's left and upper neighbour
//! lie in the same block.
//!
//! The panels of a layer lie one after another. A panel of one row or one column has no second direction; of such a
//! panel of more than `W` states, `W` being the width of a tile, the first `len / W * W` states count as a panel of rows
//! of `W`, the rest as one row. Each panel is cut by itself:
//!
//! * at most `w` columns and `r` rows make a tile: `W` and `R` as a rule; in a panel narrower than `W`, its width and
//!   `R * W / width` rows; in one with fewer rows than `R`, its rows and `R * W / rows` columns;
//! * the panel is then divided evenly: `ceil(width / w)` tiles across, each `ceil(width / across)` columns but the last,
//!   and in the same way down.
//!
//! Blocks are numbered panel by panel, from the top row of tiles down, from left to right.

use crate::game::Panel;

/// The largest tile, as it stands in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) rows: u16,
    pub(super) width: u16,
}

impl Shape {
    /// States in the largest block.
    pub(super) fn states(self) -> u64 {
        u64::from(self.rows) * u64::from(self.width)
    }
}

/// A tile of a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tile {
    /// The state in its upper left corner.
    pub(super) start: u64,
    /// From a state to the one below it.
    pub(super) stride: u64,
    pub(super) rows: usize,
    pub(super) width: usize,
}

impl Tile {
    pub(super) fn states(&self) -> usize {
        self.rows * self.width
    }
}

/// A panel and how it is cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    first_state: u64,
    first_block: u64,
    panel: Panel,
    tile_rows: u64,
    tile_width: u64,
    across: u64,
}

impl Cut {
    fn new(panel: Panel, shape: Shape, first_state: u64, first_block: u64) -> Self {
        let (rows, width) = (u64::from(shape.rows), u64::from(shape.width));
        let (most_rows, most_width) = if panel.width < width {
            (shape.states() / panel.width, panel.width)
        } else if panel.rows < rows {
            (panel.rows, shape.states() / panel.rows)
        } else {
            (rows, width)
        };
        let even = |whole: u64, most: u64| whole.div_ceil(whole.div_ceil(most.min(whole)));
        let (tile_rows, tile_width) = (even(panel.rows, most_rows), even(panel.width, most_width));
        let across = panel.width.div_ceil(tile_width);
        Self { first_state, first_block, panel, tile_rows, tile_width, across }
    }

    fn blocks(&self) -> u64 {
        self.across * self.panel.rows.div_ceil(self.tile_rows)
    }

    fn tile(&self, number: u64) -> Tile {
        let (row, column) = (number / self.across * self.tile_rows, number % self.across * self.tile_width);
        Tile {
            start: self.first_state + row * self.panel.width + column,
            stride: self.panel.width,
            rows: self.tile_rows.min(self.panel.rows - row) as usize,
            width: self.tile_width.min(self.panel.width - column) as usize,
        }
    }
}

/// A stretch of whole rows of tiles: its states are neighbours in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Band {
    pub(super) first_state: u64,
    pub(super) states: u64,
    pub(super) first_block: u64,
    pub(super) blocks: u64,
}

/// All blocks of a layer.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    cuts: Vec<Cut>,
    states: u64,
    blocks: u64,
}

impl Tiles {
    /// Cuts panels; `None` when they hold more states than can be numbered, or the shape is empty.
    pub(super) fn new(panels: &[Panel], shape: Shape) -> Option<Self> {
        if shape.states() == 0 {
            return None;
        }
        let mut tiles = Self { cuts: Vec::with_capacity(panels.len()), states: 0, blocks: 0 };
        for &panel in panels {
            let states = panel.rows.checked_mul(panel.width)?;
            tiles.states.checked_add(states)?;
            let width = u64::from(shape.width);
            if states > width && (panel.rows == 1 || panel.width == 1) {
                tiles.push(Panel { rows: states / width, width }, shape);
                tiles.push(Panel { rows: 1, width: states % width }, shape);
            } else {
                tiles.push(panel, shape);
            }
        }
        Some(tiles)
    }

    fn push(&mut self, panel: Panel, shape: Shape) {
        let states = panel.rows * panel.width;
        if states > 0 {
            let cut = Cut::new(panel, shape, self.states, self.blocks);
            self.blocks += cut.blocks();
            self.states += states;
            self.cuts.push(cut);
        }
    }

    pub(super) fn states(&self) -> u64 {
        self.states
    }

    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The tile of a block, which there must be.
    pub(super) fn tile(&self, block: u64) -> Tile {
        let cut = &self.cuts[self.cuts.partition_point(|cut| cut.first_block <= block) - 1];
        cut.tile(block - cut.first_block)
    }

    /// The block of a state and the place in it, row by row; `None` beyond the last state.
    pub(super) fn locate(&self, state: u64) -> Option<(u64, usize)> {
        if state >= self.states {
            return None;
        }
        let cut = &self.cuts[self.cuts.partition_point(|cut| cut.first_state <= state) - 1];
        let (row, column) =
            ((state - cut.first_state) / cut.panel.width, (state - cut.first_state) % cut.panel.width);
        let (down, right) = (row / cut.tile_rows, column / cut.tile_width);
        let width = cut.tile_width.min(cut.panel.width - right * cut.tile_width);
        let place = (row % cut.tile_rows) * width + column % cut.tile_width;
        Some((cut.first_block + down * cut.across + right, place as usize))
    }

    /// The rows of tiles, in order.
    pub(super) fn bands(&self) -> impl Iterator<Item = Band> {
        self.cuts.iter().flat_map(|cut| {
            (0..cut.panel.rows.div_ceil(cut.tile_rows)).map(|down| {
                let row = down * cut.tile_rows;
                Band {
                    first_state: cut.first_state + row * cut.panel.width,
                    states: cut.tile_rows.min(cut.panel.rows - row) * cut.panel.width,
                    first_block: cut.first_block + down * cut.across,
                    blocks: cut.across,
                }
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_state_is_in_the_tile_that_it_is_said_to_be_in(
            panels in proptest::collection::vec((0..40u64, 0..40u64), 0..5), rows in 1..9u16, width in 1..9u16,
        ) {
            let panels: Vec<Panel> = panels.into_iter().map(Panel::from).collect();
            let shape = Shape { rows, width };
            let tiles = Tiles::new(&panels, shape).expect("small");
            prop_assert_eq!(tiles.states(), panels.iter().map(|panel| panel.rows * panel.width).sum::<u64>());
            let mut seen = vec![false; tiles.states() as usize];
            for block in 0..tiles.blocks() {
                let tile = tiles.tile(block);
                prop_assert!(tile.states() as u64 <= shape.states() && tile.states() > 0);
                for place in 0..tile.states() {
                    let state = tile.start + (place / tile.width) as u64 * tile.stride + (place % tile.width) as u64;
                    prop_assert_eq!(tiles.locate(state), Some((block, place)));
                    prop_assert!(!std::mem::replace(&mut seen[state as usize], true));
                }
            }
            prop_assert!(seen.into_iter().all(|seen| seen));
            prop_assert_eq!(tiles.locate(tiles.states()), None);
            let (mut state, mut block) = (0, 0);
            for band in tiles.bands() {
                prop_assert_eq!((band.first_state, band.first_block), (state, block));
                state += band.states;
                block += band.blocks;
            }
            prop_assert_eq!((state, block), (tiles.states(), tiles.blocks()));
        }
    }

    #[test]
    fn a_board_rectangle_and_a_long_row() {
        let shape = Shape { rows: 64, width: 128 };
        // 130 columns make two tiles of 65, not one of 128 and one of 2.
        let tiles = Tiles::new(&[Panel { rows: 70, width: 130 }], shape).expect("small");
        assert_eq!(tiles.blocks(), 4);
        assert_eq!(tiles.tile(0), Tile { start: 0, stride: 130, rows: 35, width: 65 });
        let tiles = Tiles::new(&[Panel { rows: 1, width: 1_000 }], shape).expect("small");
        assert_eq!(tiles.blocks(), 2);
        assert_eq!(tiles.tile(1), Tile { start: 896, stride: 104, rows: 1, width: 104 });
        assert!(Tiles::new(&[Panel { rows: u64::MAX, width: 2 }], shape).is_none());
        assert!(Tiles::new(&[], Shape { rows: 0, width: 9 }).is_none());
    }
}

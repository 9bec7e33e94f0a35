//! Where the numbers of a layer lie while it is built: rows as wide as a multiple of the lanes, and where they lie when
//! it is done.

use crate::rowed::Rowed;
use crate::simd::LANES;

/// The rectangles of a layer, one for each number of seeds in the opposite row.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Seeds on the board.
    pub(super) seeds: usize,
    /// Rows by their seeds.
    pub(super) count: Vec<usize>,
    /// The same rounded up: how wide a line of such rows is.
    pub(super) width: Vec<usize>,
    /// Where the values of a rectangle begin: a line for each opposite row, in it a place for each own row.
    value: Vec<usize>,
    /// Where the best captures begin: a line for each own row, in it a place for each opposite row.
    capture: Vec<usize>,
    /// Where the values begin without gaps.
    dense: Vec<usize>,
}

/// Numbers that are read past the end of a line.
pub(super) const SLACK: usize = 2 * LANES;

impl Layout {
    pub(super) fn new<G: Rowed>(game: &G, seeds: u8) -> Self {
        let count: Vec<usize> = (0..=seeds).map(|s| game.row_count(s) as usize).collect();
        let width: Vec<usize> = count.iter().map(|count| count.next_multiple_of(LANES)).collect();
        let seeds = usize::from(seeds);
        let starts = |size: &dyn Fn(usize) -> usize| {
            let mut at = 0;
            let mut all = vec![0];
            for opposite in 0..=seeds {
                at += size(opposite);
                all.push(at);
            }
            all
        };
        Self {
            seeds,
            value: starts(&|opposite| count[opposite] * width[seeds - opposite]),
            capture: starts(&|opposite| count[seeds - opposite] * width[opposite]),
            dense: starts(&|opposite| count[opposite] * count[seeds - opposite]),
            count,
            width,
        }
    }

    /// Numbers that the values take.
    pub(super) fn values(&self) -> usize {
        self.value[self.seeds + 1] + SLACK
    }

    /// Numbers that the best captures take.
    pub(super) fn captures(&self) -> usize {
        self.capture[self.seeds + 1] + SLACK
    }

    /// States.
    pub(super) fn states(&self) -> usize {
        self.dense[self.seeds + 1]
    }

    /// The line of an opposite row.
    #[inline(always)]
    pub(super) fn line(&self, opposite_seeds: usize, opposite: usize) -> usize {
        self.value[opposite_seeds] + opposite * self.width[self.seeds - opposite_seeds]
    }

    /// The same without gaps.
    #[inline(always)]
    pub(super) fn dense(&self, opposite_seeds: usize, opposite: usize) -> usize {
        self.dense[opposite_seeds] + opposite * self.count[self.seeds - opposite_seeds]
    }

    /// The line of captures of an own row.
    #[inline(always)]
    pub(super) fn capture_line(&self, opposite_seeds: usize, own: usize) -> usize {
        self.capture[opposite_seeds] + own * self.width[opposite_seeds]
    }
}

/// Brings the lines of a layer together, in place: afterwards the first numbers are those of the layer in order.
pub(super) fn close_gaps<T: Copy>(numbers: &mut [T], layout: &Layout) {
    for opposite_seeds in 0..=layout.seeds {
        let width = layout.count[layout.seeds - opposite_seeds];
        for opposite in 0..layout.count[opposite_seeds] {
            let (from, to) = (layout.line(opposite_seeds, opposite), layout.dense(opposite_seeds, opposite));
            if from != to {
                numbers.copy_within(from..from + width, to);
            }
        }
    }
}

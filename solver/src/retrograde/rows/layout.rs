//! Where the numbers of a layer lie while it is built: rows as wide as a multiple of the lanes, and where they lie when
//! it is done.

use rayon::prelude::*;

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

/// Numbers that are worth more than one thread.
const MANY: usize = 1 << 20;

/// Brings the lines of a layer together, in place: afterwards the first numbers are those of the layer in order.
pub(super) fn close_gaps<T: Copy + Send + Sync>(numbers: &mut [T], layout: &Layout) {
    for opposite_seeds in 0..=layout.seeds {
        let own_seeds = layout.seeds - opposite_seeds;
        let (lines, narrow, wide) =
            (layout.count[opposite_seeds], layout.count[own_seeds], layout.width[own_seeds]);
        let mut line = if narrow == 0 { lines } else { 0 };
        while line < lines {
            let (from, to) = (layout.line(opposite_seeds, line), layout.dense(opposite_seeds, line));
            // So many lines find room before the first of them, where nobody needs what is there any more.
            let free = ((from - to) / narrow).clamp(1, lines - line);
            if free > 1 {
                let (room, rest) = numbers.split_at_mut(from);
                let room = room[to..to + free * narrow].par_chunks_mut(narrow);
                let pairs = room.zip(rest.par_chunks(wide)).with_min_len(MANY.div_ceil(narrow));
                pairs.for_each(|(room, line)| room.copy_from_slice(&line[..narrow]));
            } else if from != to {
                numbers.copy_within(from..from + narrow, to);
            }
            line += free;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layout of rows of which there are so many for each number of seeds.
    fn of(count: &[usize]) -> Layout {
        let seeds = count.len() - 1;
        let width: Vec<usize> = count.iter().map(|count| count.next_multiple_of(LANES)).collect();
        let (mut value, mut dense) = (vec![0], vec![0]);
        for opposite in 0..=seeds {
            value.push(value[opposite] + count[opposite] * width[seeds - opposite]);
            dense.push(dense[opposite] + count[opposite] * count[seeds - opposite]);
        }
        Layout { seeds, count: count.to_vec(), width, value, capture: Vec::new(), dense }
    }

    #[test]
    fn gaps_are_closed_whatever_the_rows() {
        for count in
            [&[1, 6, 21, 56, 126, 252][..], &[1], &[64, 128], &[1, 2000, 3], &[0, 5, 70, 3], &[63, 65, 1]]
        {
            let layout = of(count);
            let mut numbers = vec![-1; layout.values()];
            let mut next = 0;
            for opposite_seeds in 0..=layout.seeds {
                for opposite in 0..layout.count[opposite_seeds] {
                    let line = layout.line(opposite_seeds, opposite);
                    for own in 0..layout.count[layout.seeds - opposite_seeds] {
                        numbers[line + own] = next;
                        next += 1;
                    }
                }
            }
            close_gaps(&mut numbers, &layout);
            assert!(numbers[..layout.states()].iter().copied().eq(0..next), "{count:?}");
        }
    }
}

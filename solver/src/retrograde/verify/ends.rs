//! Scores and bounds seen alike, as a lower and an upper end: what a score says of both sides at once.

use crate::game::Layer;
use crate::mem::prefetch;
use crate::retrograde::planes::Solved;

use super::fault::Says;

/// What is stored of a layer as ends.
pub(super) trait Ends<'a>: Copy + Sync {
    /// Ends of a state that may need a mark.
    const NODES: usize;
    /// In a layer that agrees with its moves and gains nothing inside, every end that another one rests on needs a mark.
    const ALWAYS_NEEDED: bool;

    /// The number of an end among all that may need a mark.
    fn node(index: usize, end: usize) -> usize;
    /// Asks for the numbers of a state.
    fn prefetch(self, index: usize);
    /// What is stored of a layer.
    fn of(solved: &'a Solved, layer: Layer) -> Option<Self>;
    /// States stored.
    fn len(self) -> usize;
    /// The lower and the upper end.
    fn read(self, index: usize) -> [i32; 2];
    /// Which of the two must be reached in finite time, scores reaching to `top`.
    fn needs(ends: [i32; 2], top: i32) -> [bool; 2];
    /// The numbers as they are stored.
    fn says(ends: [i32; 2]) -> Says;
}

/// Scores: both ends are the score.
#[derive(Clone, Copy)]
pub(super) struct OfScore<'a>(&'a [i8]);

impl<'a> Ends<'a> for OfScore<'a> {
    /// Of a state that is won the lower end, of one that is lost the upper.
    const NODES: usize = 1;
    const ALWAYS_NEEDED: bool = true;

    #[inline(always)]
    fn node(index: usize, _: usize) -> usize {
        index
    }
    #[inline(always)]
    fn prefetch(self, index: usize) {
        prefetch(self.0, index);
    }
    fn of(solved: &'a Solved, layer: Layer) -> Option<Self> {
        solved.scores(layer).map(Self)
    }
    fn len(self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    fn read(self, index: usize) -> [i32; 2] {
        [i32::from(self.0[index]); 2]
    }
    /// A winner must get there, and a loser must be held there; nobody has to do anything for 0.
    #[inline(always)]
    fn needs([score, _]: [i32; 2], _: i32) -> [bool; 2] {
        [score > 0, score < 0]
    }
    fn says([score, _]: [i32; 2]) -> Says {
        Says::Score(score)
    }
}

/// Bounds.
#[derive(Clone, Copy)]
pub(super) struct OfBounds<'a>([&'a [i8]; 2]);

impl<'a> Ends<'a> for OfBounds<'a> {
    const NODES: usize = 2;
    const ALWAYS_NEEDED: bool = false;

    #[inline(always)]
    fn node(index: usize, end: usize) -> usize {
        2 * index + end
    }
    #[inline(always)]
    fn prefetch(self, index: usize) {
        prefetch(self.0[0], index);
        prefetch(self.0[1], index);
    }
    fn of(solved: &'a Solved, layer: Layer) -> Option<Self> {
        solved.bounds(layer).map(Self)
    }
    fn len(self) -> usize {
        self.0[0].len().min(self.0[1].len())
    }
    #[inline(always)]
    fn read(self, index: usize) -> [i32; 2] {
        self.0.map(|plane| i32::from(plane[index]))
    }
    /// Every end that is narrower than what nobody has to do anything for, 0 included.
    #[inline(always)]
    fn needs([lo, hi]: [i32; 2], top: i32) -> [bool; 2] {
        [lo > -top, hi < top]
    }
    fn says([lo, hi]: [i32; 2]) -> Says {
        Says::Bounds { lo, hi }
    }
}

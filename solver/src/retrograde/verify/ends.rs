//! Scores and bounds seen alike, as a lower and an upper end: what a score says of both sides at once.

use crate::game::Layer;
use crate::retrograde::planes::Solved;

use super::fault::Says;

/// What is stored of a layer as ends.
pub(super) trait Ends<'a>: Copy + Sync {
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

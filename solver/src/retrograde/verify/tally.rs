//! What a check adds up over the moves of a state, metric by metric.

use super::ends::{Ends, OfBounds, OfScore};
use super::fault::{Says, Wrong};
use crate::game::{Layer, Turn};
use crate::mem::prefetch;
use crate::retrograde::planes::Solved;

/// A move as the checks see it, its child looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) turn: Turn,
    pub(super) gain: i32,
    /// True when the child lies in the layer that is checked.
    pub(super) inside: bool,
}

impl Step {
    /// What the move is worth to its mover when the child is worth `value` to the side that moves there.
    #[inline(always)]
    pub(super) fn worth(self, value: i32) -> i32 {
        match self.turn {
            Turn::Pass => self.gain - value,
            Turn::Again => self.gain + value,
            Turn::Over => self.gain,
        }
    }
}

/// The sum over the moves of one state.
pub(super) trait Tally<'a>: Sized {
    /// What is stored of a layer.
    type Planes: Copy + Sync;

    /// What is stored of a layer, `None` where something is missing.
    fn planes(solved: &'a Solved, layer: Layer) -> Option<Self::Planes>;
    /// Numbers stored in the shortest of the planes.
    fn len(planes: Self::Planes) -> usize;
    /// Asks for the numbers of a child.
    fn prefetch(planes: Self::Planes, index: usize);

    /// A state before its moves are looked at.
    fn begin(own: Self::Planes, index: usize) -> Self;
    /// False when its moves say nothing about its numbers.
    fn asks(&self) -> bool {
        true
    }
    /// A move that leads to a state.
    fn child(&mut self, step: Step, planes: Self::Planes, index: usize);
    /// A move that ends the game.
    fn over(&mut self, gain: i32);
    /// There is no move, and the end pays this.
    fn settle(&mut self, paid: i32);
    /// What is stored and what is wrong with it, scores reaching to `top`.
    fn verdict(&self, top: i32) -> Option<(Says, Wrong)>;
    /// Nodes of a state, as [`Ends`](super::ends::Ends) number them; none where nothing is marked.
    const NODES: usize = 0;
    /// Which of them moves out of the layer are enough to mark.
    fn settled(&self) -> [bool; 2] {
        [false; 2]
    }
}

/// Scores: the best of the moves.
pub(super) struct Score {
    own: i32,
    best: i32,
    /// The best of the moves that leave the layer.
    leaving: i32,
    /// A move stays in the layer.
    stays: bool,
}

impl<'a> Tally<'a> for Score {
    type Planes = &'a [i8];

    fn planes(solved: &'a Solved, layer: Layer) -> Option<&'a [i8]> {
        solved.scores(layer)
    }
    fn len(planes: &'a [i8]) -> usize {
        planes.len()
    }
    #[inline(always)]
    fn prefetch(planes: &'a [i8], index: usize) {
        prefetch(planes, index);
    }
    #[inline(always)]
    fn begin(own: &'a [i8], index: usize) -> Self {
        Self { own: i32::from(own[index]), best: i32::MIN, leaving: i32::MIN, stays: false }
    }
    #[inline(always)]
    fn child(&mut self, step: Step, planes: &'a [i8], index: usize) {
        let worth = step.worth(i32::from(planes[index]));
        self.best = self.best.max(worth);
        self.leaving = self.leaving.max(if step.inside { i32::MIN } else { worth });
        self.stays |= step.inside;
    }
    #[inline(always)]
    fn over(&mut self, gain: i32) {
        self.best = self.best.max(gain);
        self.leaving = self.leaving.max(gain);
    }
    #[inline(always)]
    fn settle(&mut self, paid: i32) {
        (self.best, self.leaving) = (paid, paid);
    }
    #[inline(always)]
    fn verdict(&self, top: i32) -> Option<(Says, Wrong)> {
        let says = self.best.clamp(-top, top);
        (says != self.own).then_some((Says::Score(self.own), Wrong::Children(Says::Score(says))))
    }
    const NODES: usize = OfScore::NODES;
    #[inline(always)]
    fn settled(&self) -> [bool; 2] {
        let settled = if self.own > 0 { self.leaving >= self.own } else { self.own < 0 && !self.stays };
        [settled, false]
    }
}

/// Bounds: the best of the moves at both ends.
pub(super) struct Bounds {
    own: [i32; 2],
    best: [i32; 2],
    /// The best of the moves that leave the layer, at the lower end.
    leaving: i32,
    /// A move stays in the layer.
    stays: bool,
}

impl Bounds {
    fn says([lo, hi]: [i32; 2]) -> Says {
        Says::Bounds { lo, hi }
    }
}

impl<'a> Tally<'a> for Bounds {
    type Planes = [&'a [i8]; 2];

    fn planes(solved: &'a Solved, layer: Layer) -> Option<Self::Planes> {
        solved.bounds(layer)
    }
    fn len([lo, hi]: Self::Planes) -> usize {
        lo.len().min(hi.len())
    }
    #[inline(always)]
    fn prefetch([lo, hi]: Self::Planes, index: usize) {
        prefetch(lo, index);
        prefetch(hi, index);
    }
    #[inline(always)]
    fn begin(own: Self::Planes, index: usize) -> Self {
        let own = own.map(|plane| i32::from(plane[index]));
        Self { own, best: [i32::MIN; 2], leaving: i32::MIN, stays: false }
    }
    #[inline(always)]
    fn child(&mut self, step: Step, [lo, hi]: Self::Planes, index: usize) {
        let (lo, hi) = (i32::from(lo[index]), i32::from(hi[index]));
        // What holds the one side up holds the other down.
        let (lo, hi) = if step.turn == Turn::Pass { (hi, lo) } else { (lo, hi) };
        let worth = [step.worth(lo), step.worth(hi)];
        self.best = [self.best[0].max(worth[0]), self.best[1].max(worth[1])];
        self.leaving = self.leaving.max(if step.inside { i32::MIN } else { worth[0] });
        self.stays |= step.inside;
    }
    #[inline(always)]
    fn over(&mut self, gain: i32) {
        self.best = self.best.map(|best| best.max(gain));
        self.leaving = self.leaving.max(gain);
    }
    #[inline(always)]
    fn settle(&mut self, paid: i32) {
        (self.best, self.leaving) = ([paid; 2], paid);
    }
    #[inline(always)]
    fn verdict(&self, top: i32) -> Option<(Says, Wrong)> {
        let says = self.best.map(|best| best.clamp(-top, top));
        (says != self.own).then(|| (Self::says(self.own), Wrong::Children(Self::says(says))))
    }
    const NODES: usize = OfBounds::NODES;
    #[inline(always)]
    fn settled(&self) -> [bool; 2] {
        [self.leaving >= self.own[0], !self.stays]
    }
}

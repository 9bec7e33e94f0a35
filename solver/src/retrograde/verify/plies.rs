//! Checks that read distances: that they are what their moves say, and that scores are reached by them.

use super::fault::{Says, Wrong};
use super::tally::{Step, Tally};
use crate::game::Layer;
use crate::mem::prefetch;
use crate::retrograde::planes::Solved;

/// Scores, and plies to the next capture and to the end.
pub(super) type Timed<'a> = (&'a [i8], [&'a [u16]; 2]);

fn timed(solved: &Solved, layer: Layer) -> Option<Timed<'_>> {
    Some((solved.scores(layer)?, solved.distances(layer)?))
}

fn shortest((scores, [next, end]): Timed<'_>) -> usize {
    scores.len().min(next.len()).min(end.len())
}

#[inline(always)]
fn ask((scores, [next, end]): Timed<'_>, index: usize) {
    prefetch(scores, index);
    prefetch(next, index);
    prefetch(end, index);
}

/// Distances: one ply more than the best of the moves that keep the score.
pub(super) struct Distance {
    score: i32,
    own: [u16; 2],
    /// The best so far of next and end, if a move keeps the score.
    best: Option<[u32; 2]>,
}

impl Distance {
    #[inline(always)]
    fn keep(&mut self, plies: [u32; 2]) {
        let better = |a: u32, b: u32| if self.score > 0 { a.min(b) } else { a.max(b) };
        self.best =
            Some(self.best.map_or(plies, |best| [better(best[0], plies[0]), better(best[1], plies[1])]));
    }
}

impl<'a> Tally<'a> for Distance {
    type Planes = Timed<'a>;

    fn planes(solved: &'a Solved, layer: Layer) -> Option<Timed<'a>> {
        timed(solved, layer)
    }
    fn len(planes: Timed<'a>) -> usize {
        shortest(planes)
    }
    #[inline(always)]
    fn prefetch(planes: Timed<'a>, index: usize) {
        ask(planes, index);
    }
    #[inline(always)]
    fn begin((scores, plies): Timed<'a>, index: usize) -> Self {
        let score = i32::from(scores[index]);
        // Nothing to gain: nothing to wait for.
        let best = (score == 0).then_some([0; 2]);
        Self { score, own: plies.map(|plane| plane[index]), best }
    }
    #[inline(always)]
    fn asks(&self) -> bool {
        self.score != 0
    }
    #[inline(always)]
    fn child(&mut self, step: Step, (scores, [next, end]): Timed<'a>, index: usize) {
        if step.worth(i32::from(scores[index])) == self.score {
            let next = if step.inside { 1 + u32::from(next[index]) } else { 1 };
            self.keep([next, 1 + u32::from(end[index])]);
        }
    }
    #[inline(always)]
    fn over(&mut self, gain: i32) {
        if gain == self.score {
            self.keep([1; 2]);
        }
    }
    #[inline(always)]
    fn settle(&mut self, _: i32) {
        self.best = Some([0; 2]);
    }
    #[inline(always)]
    fn verdict(&self, _: i32) -> Option<(Says, Wrong)> {
        let own = self.own.map(u32::from);
        if self.best == Some(own) {
            return None;
        }
        let says = |plies: Option<[u32; 2]>| Says::Distance {
            next: plies.map(|plies| plies[0]),
            end: plies.map(|plies| plies[1]),
        };
        Some((says(Some(own)), Wrong::Children(says(self.best))))
    }
}

/// Scores by their distances: is a state that is strictly nearer to the gain among the moves that keep the score?
/// Only for layers in which no inner move gains anything.
pub(super) struct Descent {
    score: i32,
    next: u16,
    /// A winner has found his move; a loser has found no way out.
    found: bool,
    held: bool,
}

impl Descent {
    /// A move worth this much; `nearer` when it leaves the layer or comes strictly nearer to leaving it.
    #[inline(always)]
    fn add(&mut self, worth: i32, nearer: bool) {
        self.found |= worth >= self.score && nearer;
        self.held &= worth < self.score || (worth == self.score && nearer);
    }
}

impl<'a> Tally<'a> for Descent {
    type Planes = Timed<'a>;

    fn planes(solved: &'a Solved, layer: Layer) -> Option<Timed<'a>> {
        timed(solved, layer)
    }
    fn len(planes: Timed<'a>) -> usize {
        shortest(planes)
    }
    #[inline(always)]
    fn prefetch(planes: Timed<'a>, index: usize) {
        ask(planes, index);
    }
    #[inline(always)]
    fn begin((scores, [next, _]): Timed<'a>, index: usize) -> Self {
        Self { score: i32::from(scores[index]), next: next[index], found: false, held: true }
    }
    #[inline(always)]
    fn asks(&self) -> bool {
        self.score != 0
    }
    #[inline(always)]
    fn child(&mut self, step: Step, (scores, [next, _]): Timed<'a>, index: usize) {
        self.add(step.worth(i32::from(scores[index])), !step.inside || next[index] < self.next);
    }
    #[inline(always)]
    fn over(&mut self, gain: i32) {
        self.add(gain, true);
    }
    #[inline(always)]
    fn settle(&mut self, paid: i32) {
        self.add(paid, true);
    }
    #[inline(always)]
    fn verdict(&self, _: i32) -> Option<(Says, Wrong)> {
        let grounded = match self.score {
            0 => true,
            1.. => self.found,
            _ => self.held,
        };
        (!grounded).then_some((Says::Score(self.score), Wrong::Baseless))
    }
}

//! What one pass computes of a state: its score, or its distances. The pass itself is the same.

use std::ops::Range;

/// What is computed.
pub(super) trait Measure: Sized + Sync + 'static {
    /// What is known of a state.
    type Cell: Cell;
    /// Numbers of consecutive states that are written.
    type Sheet<'a>: Sheet<Self>;
    /// Numbers of consecutive states that are read.
    type Below<'a>: Below<Self::Cell>;
}

/// Scores.
pub(super) struct Scoring;

impl Measure for Scoring {
    type Cell = i8;
    type Sheet<'a> = &'a mut [i8];
    type Below<'a> = &'a [i8];
}

/// Distances of states whose scores are known.
pub(super) struct Timing;

impl Measure for Timing {
    type Cell = Wait;
    type Sheet<'a> = Waiting<'a>;
    type Below<'a> = Waits<'a>;
}

/// Numbers of consecutive states that are written.
pub(super) trait Sheet<M: Measure>: Sized + Send {
    fn split_at(self, at: usize) -> (Self, Self);
    fn get(&self, at: usize) -> M::Cell;
    fn set(&mut self, at: usize, cell: M::Cell);
    fn read(&self, states: Range<usize>) -> M::Below<'_>;
}

/// Numbers of consecutive states that are read.
pub(super) trait Below<C>: Copy + Send + Sync {
    fn cut(self, states: Range<usize>) -> Self;
    fn at(self, at: usize) -> C;
    /// Folds a quiet move of each of some states in a row into their cells. `keep`: only where it is all ones.
    fn fold_inner(self, cells: &mut [C], keep: Option<&[i8]>);
    /// Folds a move that leaves the layer and hands over, of each of some states in a row.
    fn fold_pass(self, cells: &mut [C], gain: i8);
}

/// What is known of a state.
pub(super) trait Cell: Copy + Send + Sync + 'static {
    /// What tiles are filled with before anything is known.
    const BLANK: Self;
    /// The cell before its first move is looked at. For distances it holds the score.
    fn open(self) -> Self;
    /// The cell of a state without a move that pays `paid`.
    fn settled(paid: i8) -> Self;
    /// Takes a move into account that leads to `child`.
    fn fold(&mut self, child: Self, step: Step);
}

/// How a move leads to its child.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub gain: i8,
    pub again: bool,
    pub inner: bool,
}

impl Step {
    pub(super) const INNER: Self = Self { gain: 0, again: false, inner: true };
}

/// Scores are at most 127 and at least −127, and no sum here leaves that range: nothing wraps.
impl Cell for i8 {
    const BLANK: Self = i8::MIN;

    #[inline(always)]
    fn open(self) -> Self {
        i8::MIN
    }
    #[inline(always)]
    fn settled(paid: i8) -> Self {
        paid
    }
    #[inline(always)]
    fn fold(&mut self, child: Self, step: Step) {
        let value = if step.again { step.gain.wrapping_add(child) } else { step.gain.wrapping_sub(child) };
        *self = (*self).max(value);
    }
}

impl Sheet<Scoring> for &mut [i8] {
    fn split_at(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
    #[inline(always)]
    fn get(&self, at: usize) -> i8 {
        self[at]
    }
    #[inline(always)]
    fn set(&mut self, at: usize, cell: i8) {
        self[at] = cell;
    }
    #[inline(always)]
    fn read(&self, states: Range<usize>) -> &[i8] {
        &self[states]
    }
}

impl Below<i8> for &[i8] {
    #[inline(always)]
    fn cut(self, states: Range<usize>) -> Self {
        &self[states]
    }
    #[inline(always)]
    fn at(self, at: usize) -> i8 {
        self[at]
    }
    #[inline]
    fn fold_inner(self, cells: &mut [i8], keep: Option<&[i8]>) {
        match keep {
            None => {
                for (cell, &child) in cells.iter_mut().zip(self) {
                    *cell = (*cell).max(child.wrapping_neg());
                }
            }
            Some(keep) => {
                for ((cell, &child), &keep) in cells.iter_mut().zip(self).zip(keep) {
                    // Where it does not count it is the least a byte can hold.
                    *cell = (*cell).max(child.wrapping_neg() & keep | i8::MIN & !keep);
                }
            }
        }
    }
    #[inline]
    fn fold_pass(self, cells: &mut [i8], gain: i8) {
        for (cell, &child) in cells.iter_mut().zip(self) {
            *cell = (*cell).max(gain.wrapping_sub(child));
        }
    }
}

/// A state's score and how long it takes: `next` plies until the layer is left, `end` until nothing is left to gain.
/// The largest number stands for every larger one; a layer in which it is met is refused.
#[derive(Clone, Copy)]
pub(super) struct Wait {
    pub score: i8,
    pub next: u16,
    pub end: u16,
}

impl Cell for Wait {
    const BLANK: Self = Self { score: 0, next: 0, end: 0 };

    #[inline(always)]
    fn open(self) -> Self {
        // The winner hurries, the loser holds out.
        let plies = if self.score > 0 { u16::MAX } else { 0 };
        Self { next: plies, end: plies, ..self }
    }
    fn settled(paid: i8) -> Self {
        Self { score: paid, next: 0, end: 0 }
    }
    #[inline(always)]
    fn fold(&mut self, child: Self, step: Step) {
        let value = if step.again { step.gain + child.score } else { step.gain - child.score };
        if value != self.score || value == 0 {
            return;
        }
        let end = child.end.saturating_add(1);
        let next = if step.inner { child.next.saturating_add(1) } else { 1 };
        let better = if value > 0 { u16::min } else { u16::max };
        (self.next, self.end) = (better(self.next, next), better(self.end, end));
    }
}

/// Scores that are known and distances that are written.
pub(super) struct Waiting<'a> {
    pub scores: &'a [i8],
    pub next: &'a mut [u16],
    pub end: &'a mut [u16],
}

impl Sheet<Timing> for Waiting<'_> {
    fn split_at(self, at: usize) -> (Self, Self) {
        let (scores, next, end) =
            (self.scores.split_at(at), self.next.split_at_mut(at), self.end.split_at_mut(at));
        (
            Self { scores: scores.0, next: next.0, end: end.0 },
            Self { scores: scores.1, next: next.1, end: end.1 },
        )
    }
    #[inline(always)]
    fn get(&self, at: usize) -> Wait {
        Wait { score: self.scores[at], next: self.next[at], end: self.end[at] }
    }
    #[inline(always)]
    fn set(&mut self, at: usize, cell: Wait) {
        (self.next[at], self.end[at]) = (cell.next, cell.end);
    }
    #[inline(always)]
    fn read(&self, states: Range<usize>) -> Waits<'_> {
        Waits { scores: self.scores, next: self.next, end: self.end }.cut(states)
    }
}

/// Scores and distances that are read.
#[derive(Clone, Copy)]
pub(super) struct Waits<'a> {
    pub scores: &'a [i8],
    pub next: &'a [u16],
    pub end: &'a [u16],
}

impl Below<Wait> for Waits<'_> {
    #[inline(always)]
    fn cut(self, states: Range<usize>) -> Self {
        Self {
            scores: &self.scores[states.clone()],
            next: &self.next[states.clone()],
            end: &self.end[states],
        }
    }
    #[inline(always)]
    fn at(self, at: usize) -> Wait {
        Wait { score: self.scores[at], next: self.next[at], end: self.end[at] }
    }
    fn fold_inner(self, cells: &mut [Wait], keep: Option<&[i8]>) {
        for (at, cell) in cells.iter_mut().enumerate() {
            if keep.is_none_or(|keep| keep[at] != 0) {
                cell.fold(self.at(at), Step::INNER);
            }
        }
    }
    fn fold_pass(self, cells: &mut [Wait], gain: i8) {
        for (at, cell) in cells.iter_mut().enumerate() {
            cell.fold(self.at(at), Step { gain, again: false, inner: false });
        }
    }
}

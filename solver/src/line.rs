//! What a state does not hold: the way a game came there.

use crate::game::{Child, State, Turn};
use crate::score::Score;

/// Banked difference, states since the last capture, quiet plies, plies: all that `Game::cut` needs beside a state.
///
/// A game in progress carries one along, and so does a search along its variation.
#[derive(Clone, Debug)]
pub struct Line<S> {
    total: i16,
    banked: i16,
    flipped: bool,
    quiet: u32,
    plies: u32,
    seen: Vec<(S, bool)>,
    base: usize,
}

/// What [`Line::pop`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    banked: i16,
    flipped: bool,
    quiet: u32,
    base: usize,
    pushed: bool,
}

impl<S: State> Line<S> {
    /// A line that starts at `state`, `banked` being what its mover is ahead in store and `total` all seeds, those in
    /// store included. `state` is the first entry of the repetition set.
    pub fn new(state: S, total: i16, banked: Score) -> Self {
        Self {
            total,
            banked: banked.0,
            flipped: false,
            quiet: 0,
            plies: 0,
            seen: vec![(state, false)],
            base: 0,
        }
    }

    /// Begins anew, as [`Line::new`] would, in the memory that the line already has.
    pub fn restart(&mut self, state: S, total: i16, banked: Score) {
        let mut seen = std::mem::take(&mut self.seen);
        seen.clear();
        seen.push((state, false));
        *self = Self { total, banked: banked.0, flipped: false, quiet: 0, plies: 0, seen, base: 0 };
    }

    /// The same line with counters that were running before it: plies without a capture, and plies.
    pub fn with_counters(self, quiet: u32, plies: u32) -> Self {
        Self { quiet, plies, ..self }
    }

    /// Adds a move. `clears`: captures are for good, so a capture empties the repetition set.
    #[inline]
    pub fn push(&mut self, child: &Child<S>, clears: bool) -> Undo {
        let undo = Undo {
            banked: self.banked,
            flipped: self.flipped,
            quiet: self.quiet,
            base: self.base,
            pushed: child.turn != Turn::Over,
        };
        self.plies += 1;
        self.quiet = if child.quiet { self.quiet + 1 } else { 0 };
        self.banked += child.gain.0;
        if child.turn != Turn::Again {
            self.banked = -self.banked;
            self.flipped = !self.flipped;
        }
        if undo.pushed {
            if clears && !child.quiet {
                self.base = self.seen.len();
            }
            self.seen.push((child.state, self.flipped));
        }
        undo
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self, undo: Undo) {
        self.plies -= 1;
        self.banked = undo.banked;
        self.flipped = undo.flipped;
        self.quiet = undo.quiet;
        self.base = undo.base;
        if undo.pushed {
            self.seen.pop();
        }
    }

    /// How often the newest state, `state`, stands in the repetition set with the same side to move: 1 the first time.
    #[inline]
    pub fn occurrences(&self, state: &S) -> u32 {
        let now = (*state, self.flipped);
        self.seen[self.base..].iter().rev().filter(|&&past| past == now).count() as u32
    }

    /// What the side to move is ahead in store.
    #[inline]
    pub fn banked(&self) -> Score {
        Score(self.banked)
    }

    /// What the side to move has in store when `on_board` seeds are still in play.
    #[inline]
    pub fn own_store(&self, on_board: u32) -> i16 {
        i16::midpoint(self.total - on_board as i16, self.banked)
    }

    /// What the other side has in store when `on_board` seeds are still in play.
    #[inline]
    pub fn opposite_store(&self, on_board: u32) -> i16 {
        i16::midpoint(self.total - on_board as i16, -self.banked)
    }

    /// True when the side to move is not the side that moved first in this line.
    pub fn is_flipped(&self) -> bool {
        self.flipped
    }

    /// Plies since the last capture.
    #[inline]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }

    /// Plies played, passes and extra moves included.
    #[inline]
    pub fn plies(&self) -> u32 {
        self.plies
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pass(state: u8, gain: i16, quiet: bool) -> Child<u8> {
        Child { state, gain: Score(gain), turn: Turn::Pass, quiet }
    }

    #[test]
    fn the_same_board_with_the_other_side_to_move_is_no_repetition() {
        let mut line = Line::new(1u8, 10, Score(0));
        line.push(&pass(1, 0, true), true);
        assert_eq!(line.occurrences(&1), 1);
        line.push(&pass(1, 0, true), true);
        assert_eq!(line.occurrences(&1), 2);
    }

    #[test]
    fn a_capture_clears_the_set_and_pop_restores_everything() {
        let mut line = Line::new(1u8, 10, Score(2));
        line.push(&pass(2, 0, true), true);
        let undo = line.push(&pass(1, 3, false), true);
        assert_eq!((line.occurrences(&1), line.quiet(), line.banked()), (1, 0, Score(-1)));
        // Banked from the second side's view was -2; it gained 3; seen by the first side again: 2 - 3 = -1.
        line.pop(undo);
        assert_eq!((line.quiet(), line.plies(), line.banked()), (1, 1, Score(-2)));
        line.push(&pass(1, 0, true), true);
        assert_eq!(line.occurrences(&1), 2);
    }

    #[test]
    fn stores_follow_from_the_difference() {
        let line = Line::new(0u8, 48, Score(2));
        assert_eq!((line.own_store(2), line.opposite_store(2)), (24, 22));
    }
}

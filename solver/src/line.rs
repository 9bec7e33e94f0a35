//! What a state does not hold: the way a game came there.

use crate::game::{Child, State, Turn};
use crate::key::Key;
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
    sketch: Sketch,
    /// The key of the newest state.
    key: Key,
    /// True when the newest state is known to stand in the set once.
    fresh: bool,
}

/// What [`Line::pop`] needs to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    banked: i16,
    flipped: bool,
    quiet: u32,
    base: usize,
    sketch: Sketch,
    key: Key,
    fresh: bool,
    pushed: bool,
}

impl<S: State> Line<S> {
    /// A line that starts at `state`, `banked` being what its mover is ahead in store and `total` all seeds, those in
    /// store included. `state` is the first entry of the repetition set.
    pub fn new(state: S, total: i16, banked: Score) -> Self {
        let key = Key::of(&state);
        Self {
            total,
            banked: banked.0,
            flipped: false,
            quiet: 0,
            plies: 0,
            seen: vec![(state, false)],
            base: 0,
            sketch: Sketch::of(key),
            key,
            fresh: true,
        }
    }

    /// Begins anew, as [`Line::new`] would, in the memory that the line already has.
    pub fn restart(&mut self, state: S, total: i16, banked: Score) {
        let mut seen = std::mem::take(&mut self.seen);
        seen.clear();
        seen.push((state, false));
        let key = Key::of(&state);
        let sketch = Sketch::of(key);
        let (flipped, quiet, plies, base, fresh) = (false, 0, 0, 0, true);
        *self = Self { total, banked: banked.0, flipped, quiet, plies, seen, base, sketch, key, fresh };
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
            sketch: self.sketch,
            key: self.key,
            fresh: self.fresh,
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
            self.key = Key::of(&child.state);
            if clears && !child.quiet {
                self.base = self.seen.len();
                self.sketch = Sketch::of(self.key);
                self.fresh = true;
            } else {
                self.fresh = self.sketch.add(self.key);
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
            self.sketch = undo.sketch;
            self.key = undo.key;
            self.fresh = undo.fresh;
        }
    }

    /// How often a state stands in the repetition set with the same side to move: 1 the first time for the newest.
    #[inline]
    pub fn occurrences(&self, state: &S) -> u32 {
        let now = (*state, self.flipped);
        if self.fresh && self.seen.last() == Some(&now) {
            return 1;
        }
        self.seen[self.base..].iter().rev().filter(|&&past| past == now).count() as u32
    }

    /// States in the repetition set: 1 at the start of the line and, where captures clear the set, after each capture.
    #[inline]
    pub fn set_len(&self) -> usize {
        self.seen.len() - self.base
    }

    /// The key of the newest state.
    #[inline(always)]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The key of the newest state with the states that it may not repeat: equal for lines that end alike, whatever comes.
    pub fn set_key(&self) -> Key {
        let mark = |flipped: bool| u64::from(flipped == self.flipped);
        let all =
            self.seen[self.base..].iter().map(|(state, flipped)| Key::of(state).with(mark(*flipped)).place);
        self.key.with(all.fold(0, u64::wrapping_add))
    }

    /// What the side to move is ahead in store, as 16 bits of a word.
    #[inline]
    pub fn banked_word(&self) -> u64 {
        u64::from(self.banked as u16)
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

/// A few bits of the states in a set, whoever moves: says for certain that one is not in it, and nothing else. A scan
/// of the set after every ply of a random Oware game took a third of its time.
#[derive(Clone, Copy, Debug)]
struct Sketch([u64; 4]);

impl Sketch {
    #[inline(always)]
    fn of(key: Key) -> Self {
        let mut sketch = Self([0; 4]);
        sketch.add(key);
        sketch
    }

    /// Adds a state by its key; true when it was certainly not in the set.
    #[inline(always)]
    fn add(&mut self, key: Key) -> bool {
        let (word, bit) = ((key.place >> 62) as usize, 1 << (key.place >> 56 & 63));
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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

    proptest! {
        /// Pushes and pops in any order count as a plain list does.
        #[test]
        fn occurrences_equal_a_plain_list(steps in proptest::collection::vec((0..6u8, 0..8u8, 0..4u8), 0..200)) {
            let mut line = Line::new(0u8, 10, Score(0));
            let mut plain = vec![vec![(0u8, false)]];
            let mut undos = Vec::new();
            let mut flipped = false;
            for (state, kind, pops) in steps {
                let turn = if kind == 1 { Turn::Again } else { Turn::Pass };
                let child = Child { state, gain: Score(0), turn, quiet: kind != 2 };
                undos.push((line.push(&child, true), flipped, plain.clone()));
                flipped ^= turn == Turn::Pass;
                if kind == 2 {
                    plain.push(Vec::new());
                }
                let set = plain.last_mut().expect("never empty");
                set.push((state, flipped));
                let expected = set.iter().filter(|&&past| past == (state, flipped)).count() as u32;
                prop_assert_eq!(line.occurrences(&state), expected);
                if kind == 3 {
                    for _ in 0..pops {
                        let Some((undo, side, before)) = undos.pop() else { break };
                        line.pop(undo);
                        (flipped, plain) = (side, before);
                    }
                }
            }
            let state = 3;
            let mut anew = line.clone();
            anew.restart(state, 10, Score(0));
            prop_assert_eq!(anew.occurrences(&state), 1);
            prop_assert_eq!((anew.plies(), anew.quiet(), anew.is_flipped()), (0, 0, false));
        }
    }
}

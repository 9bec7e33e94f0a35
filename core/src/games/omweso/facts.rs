//! What a state keeps beside the board: whose first turn is to come, who has captured, what is still to be placed.
//!
//! A state carries all of it, so that positions can be written out in full. Only what the rules in force need tells
//! two states apart and takes part in their numbering: that is the state's *mark*.

use super::rules::{FirstTurnCapture, OkukoneezaUntil, OmwesoRules, Setup};

/// The facts, seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts(u8);

const OWN_FIRST: u8 = 1;
const OPPOSITE_FIRST: u8 = 2;
const OWN_CAPTURED: u8 = 4;
const OPPOSITE_CAPTURED: u8 = 8;
const PLACINGS: u8 = 16;

impl Facts {
    /// Later in a game: both first turns are over, and both have captured.
    pub const LATER: Self = Self(OWN_CAPTURED | OPPOSITE_CAPTURED);

    /// The facts from `first` and `captured`, the mover's before the other's, and the placements still to be made.
    pub(super) fn new(first: [bool; 2], captured: [bool; 2], placings: u8) -> Self {
        let bit = |yes: bool, bit: u8| if yes { bit } else { 0 };
        Self(
            bit(first[0], OWN_FIRST)
                | bit(first[1], OPPOSITE_FIRST)
                | bit(captured[0], OWN_CAPTURED)
                | bit(captured[1], OPPOSITE_CAPTURED)
                | (PLACINGS * placings),
        )
    }

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whose first turn is still to come: the mover's, the other's.
    pub fn first(self) -> [bool; 2] {
        [self.has(OWN_FIRST), self.has(OPPOSITE_FIRST)]
    }

    /// Who has captured: the mover, the other.
    pub fn captured(self) -> [bool; 2] {
        [self.has(OWN_CAPTURED), self.has(OPPOSITE_CAPTURED)]
    }

    /// Placements still to be made before the first move.
    pub fn placings(self) -> u8 {
        self.0 / PLACINGS
    }

    /// The facts after a move, seen by the other side.
    pub(super) fn after_move(self, captures: bool) -> Self {
        let ([_, first], [own, opposite]) = (self.first(), self.captured());
        Self::new([first, false], [opposite, own || captures], 0)
    }
}

/// How the facts become a mark, under one rule set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    first: bool,
    /// Marks for who has captured: 1, 2 (nobody, somebody) or 4.
    captured: u8,
    placings: u8,
}

impl Marks {
    pub(super) fn new(rules: &OmwesoRules) -> Self {
        let each =
            rules.akakyala || rules.okukoneeza_until == OkukoneezaUntil::OwnCapture && rules.okukoneeza;
        Self {
            first: rules.first_turn_capture == FirstTurnCapture::Forbidden,
            captured: match (each, rules.okukoneeza) {
                (true, _) => 4,
                (false, true) => 2,
                (false, false) => 1,
            },
            placings: match rules.setup {
                Setup::FreeFirstThenSecond | Setup::FreeSecret => 3,
                _ => 1,
            },
        }
    }

    /// How many marks there are.
    pub(super) fn count(self) -> u8 {
        self.captured * self.placings * if self.first { 4 } else { 1 }
    }

    /// The mark of some facts.
    pub(super) fn mark(self, facts: Facts) -> u8 {
        let [own, opposite] = facts.captured().map(u8::from);
        let captured = match self.captured {
            4 => own + 2 * opposite,
            2 => own | opposite,
            _ => 0,
        };
        let [own, opposite] = facts.first().map(u8::from);
        let first = if self.first { own + 2 * opposite } else { 0 };
        let placings = if self.placings > 1 { facts.placings() } else { 0 };
        (placings * if self.first { 4 } else { 1 } + first) * self.captured + captured
    }

    /// Facts that have a mark; what the mark does not tell is as in a position given without a word.
    pub(super) fn facts(self, mark: u8) -> Facts {
        let (rest, captured) = (mark / self.captured, mark % self.captured);
        let captured = match self.captured {
            4 => [captured & 1 == 1, captured & 2 == 2],
            2 => [captured == 1; 2],
            _ => [true; 2],
        };
        if self.first {
            Facts::new([rest & 1 == 1, rest & 2 == 2], captured, rest / 4)
        } else {
            Facts::new([false; 2], captured, rest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::check;

    #[test]
    fn marks_and_facts_undo_each_other_under_all_rules() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..200 {
            let marks = Marks::new(&check::random_rules::<OmwesoRules>(&mut rng));
            for mark in 0..marks.count() {
                assert_eq!(marks.mark(marks.facts(mark)), mark, "{marks:?}");
            }
        }
    }
}

//! Themes of problems that Oware and Urim have.

use crate::puzzles::{Kind, Tale, Theme};

/// The other side is left without a move.
pub(crate) const STARVE: Theme = Theme {
    key: "starve",
    sentence: "The side to move has won after at most three of its turns, whatever the other side does, at each of its turns by one \
               move alone, and its last move leaves the other side without a legal move.",
    kind: Kind::Win(3),
    shows: |tale| tale.stuck,
};

/// A pit of twelve or more seeds.
pub(crate) const AROUND: Theme = Theme {
    key: "around-the-board",
    sentence: "Within one or two turns the side to move captures so many seeds more than the other side, at each of its turns by one \
               move alone, and one of these moves sows twelve or more seeds.",
    kind: Kind::Gain(2),
    shows: |tale| tale.own().any(|told| Tale::lifted(told) >= 12),
};

pub(super) const THEMES: [Theme; 2] = [STARVE, AROUND];

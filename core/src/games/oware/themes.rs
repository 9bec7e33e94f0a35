//! Themes of problems that Oware and Urim have.

use crate::puzzles::{Kind, Tale, Theme};

/// The other side is left without seeds, or without a move.
pub(crate) const STARVE: Theme = Theme {
    key: "starve",
    sentence: "The side to move wins after at most three of its turns because the other side has no legal move, or has no seeds and \
               cannot be fed (which the reply to the last turn may show), whatever it does, at each of its turns by one move alone.",
    kind: Kind::Strand(3),
    shows: |_| true,
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

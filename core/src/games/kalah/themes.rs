//! Themes of problems that only Kalah has.

use crate::puzzles::{Kind, Theme, extra_moves, first_captures};

pub(super) const THEMES: [Theme; 2] = [
    Theme {
        key: "extra-moves",
        sentence: "Within one or two turns the side to move captures so many seeds more than the other side, at each of its moves \
                   by one move alone, and moves at least three times again in one of those turns.",
        kind: Kind::Gain(2),
        shows: |tale| extra_moves(tale) >= 3,
    },
    Theme {
        key: "steal",
        sentence: "Within one or two turns the side to move captures so many seeds more than the other side, at each of its moves \
                   by one move alone, and its first move takes seeds out of a pit of the other side.",
        kind: Kind::Gain(2),
        shows: first_captures,
    },
];

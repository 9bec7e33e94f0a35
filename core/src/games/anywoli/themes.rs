//! Themes of problems that only Anywoli has.

use crate::puzzles::{Kind, Theme};

pub(super) const THEMES: [Theme; 2] = [
    Theme {
        key: "clear-board",
        sentence: "The side to move takes all seeds on the board in one turn, by a chain of extra moves; at each of its moves one \
                   move alone does it.",
        kind: Kind::Clear,
        shows: |tale| tale.moves.len() >= 2,
    },
    Theme {
        key: "last-eight",
        sentence: "Eight seeds are left: who takes four of them takes the last four too. The side to move takes all eight after \
                   at most three of its turns, whatever the other side does, and at each of its moves one move alone does it.",
        kind: Kind::Last(8, 3),
        shows: |_| true,
    },
];

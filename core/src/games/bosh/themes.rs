//! Themes of problems that only Bosh has.

use crate::puzzles::{Kind, Theme};

pub(super) const THEMES: [Theme; 1] = [Theme {
    key: "strand",
    sentence: "The side to move has won the round after at most three of its turns, whatever the other side does, at each of its \
               turns by one move alone, and its last move leaves the other side without a stone to move.",
    kind: Kind::Win(3),
    shows: |tale| tale.stuck,
}];

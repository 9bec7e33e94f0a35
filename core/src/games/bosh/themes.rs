//! Themes of problems that only Bosh has.

use crate::puzzles::{Kind, Theme};

pub(super) const THEMES: [Theme; 1] = [Theme {
    key: "strand",
    sentence: "The side to move leaves the other side without a stone to move after at most three of its turns, and wins the round by \
               it, whatever the other side does, at each of its turns by one move alone.",
    kind: Kind::Strand(3),
    shows: |_| true,
}];

//! Themes of problems that Urim has.

use crate::games::Step;
use crate::games::oware::{AROUND, STARVE};
use crate::puzzles::{Kind, Tale, Theme};

fn takes_a_four(tale: &Tale) -> bool {
    let four = |step: &Step| matches!(step, Step::Capture { seeds: 4, to, .. } if *to == tale.solver);
    tale.own().any(|told| told.trace.steps.iter().any(four))
}

pub(super) const THEMES: [Theme; 4] = [
    STARVE,
    AROUND,
    Theme {
        key: "fours-in-the-chain",
        sentence: "Within one or two turns the side to move captures so many seeds more than the other side, at each of its turns by \
                   one move alone, and one of these moves takes a pit of four, which no move can begin with.",
        kind: Kind::Gain(2),
        shows: takes_a_four,
    },
    Theme {
        key: "three-quarters",
        sentence: "The side to move has three quarters of all seeds, and so a win of two points, after at most three of its turns, \
                   whatever the other side does, at each of its turns by one move alone.",
        kind: Kind::Points(2, 3),
        shows: |_| true,
    },
];

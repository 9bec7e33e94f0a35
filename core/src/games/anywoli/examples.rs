//! Worked examples of Anywoli: rules.md 3.3 and 3.4.

use crate::games::rulebook::Example;

const DEFAULT: &[&str] = &[];

pub(super) const EXAMPLES: &[Example] = &[
    Example {
        id: "AN1",
        rules: DEFAULT,
        position: "4,4,4,4,4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4,4,4,4,4 0-0 S",
        moves: "A",
        after: "1,5,5,5,0,5,5,5,5,0,5,5/5,5,0,5,5,5,5,0,5,5,5,5 0-0 N",
        shows: "Five laps round the whole board; the fours of the start are no captures.",
    },
    Example {
        id: "AN2",
        rules: DEFAULT,
        position: "1,0,0,0,0,0,0,0,0,0,0,3/3,1,0,0,0,0,0,0,4,0,0,0 0-0 S",
        moves: "L",
        after: "1,0,0,0,0,0,0,0,0,0,0,0/0,2,1,0,0,0,0,0,4,0,0,0 0-4 N",
        shows: "A four made in mid-lap goes to the owner of the pit, here to North.",
    },
    Example {
        id: "AN3",
        rules: DEFAULT,
        position: "3,0,0,0,0,0,0,0,0,0,0,2/0,3,0,0,0,0,0,0,4,0,0,0 0-0 S",
        moves: "L",
        after: "3,0,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,4,0,0,0 4-0 S",
        shows: "A four made by the last seed goes to the mover, even from North's pit, and he moves again.",
    },
    Example {
        id: "AN4",
        rules: DEFAULT,
        position: "0,0,4,3,1,0,2,0,0,0,0,0/0,0,0,0,0,0,0,0,2,0,0,0 0-0 S",
        moves: "C",
        after: "0,0,0,0,2,1,0,1,1,1,0,0/0,0,0,0,0,0,0,0,2,0,0,0 4-0 N",
        shows: "A four in mid-lap, then a relay that stops in an empty pit.",
    },
    Example {
        id: "AN5",
        rules: DEFAULT,
        position: "0,0,0,0,0,0,0,0,0,0,0,2/0,3,0,0,0,0,0,0,7,0,0,0 0-0 S",
        moves: "L pass",
        after: "0,0,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,7,0,0,0 4-0 N",
        shows: "An extra move that cannot be made is a forced pass.",
    },
    Example {
        id: "AN6",
        rules: DEFAULT,
        position: "0,0,0,0,0,0,0,0,0,0,0,1/3,0,0,0,0,0,0,0,1,1,1,1 44-44 S",
        moves: "L",
        after: "0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 52-44 N",
        shows: "Four seeds are left after the capture: the captor takes them too.",
    },
    Example {
        id: "AN7",
        rules: DEFAULT,
        position: "26,3,0,0,0,0,0,0,0,0,0,0/0,0,3,0,0,0,0,0,0,0,0,0 0-0 S",
        moves: "A",
        after: "1,1,0,2,0,2,0,2,0,2,0,2/0,2,1,1,1,1,1,1,1,1,1,1 4-4 N",
        shows: "A lap of more than a round: a pit captured early gets a seed again.",
    },
    Example {
        id: "AN8",
        rules: DEFAULT,
        position: "0,0,0,0,0,0,0,0,0,0,0,3/3,1,0,0,0,0,0,0,1,0,0,0 44-44 S",
        moves: "L",
        after: "0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 44-52 N",
        shows: "North's four in mid-lap leaves four seeds, two of them in hand: North takes them at once.",
    },
    Example {
        id: "P1",
        rules: DEFAULT,
        position: "0,0,0,0,1,1,2,2,6,1,2,1/3,1,1,2,3,2,0,0,0,0,0,0 0-0 S",
        moves: "K F I H I K",
        after: "0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 28-0 N",
        shows: "A problem of our own: South takes every seed in one turn, and in no other way.",
    },
    Example {
        id: "P2",
        rules: DEFAULT,
        position: "0,0,0,0,0,0,3,0,1,5,2,0/3,0,1,3,2,3,0,1,0,0,0,0 0-0 S",
        moves: "K G H J L",
        after: "0,0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0,0 24-0 N",
        shows: "A second problem of our own: South takes every seed in one turn, and in no other way.",
    },
];

//! Worked examples of Urim, from rules.md, section 2.3 and rule U3.

use crate::games::rulebook::Example;

/// UR1 to UR6, and the example of U3.
pub(super) static URIM: &[Example] = &[
    Example {
        id: "UR1",
        rules: &[],
        position: "3,3,3,3,3,3/3,3,3,3,3,3 0-0 S",
        moves: "A",
        after: "0,4,4,4,3,3/3,3,3,3,3,3 0-0 N",
        shows: "One lap, one seed a pit.",
    },
    Example {
        id: "UR2",
        rules: &[],
        position: "0,1,0,0,0,4/1,3,3,2,5,1 0-0 S",
        moves: "F",
        after: "0,1,0,0,0,0/0,0,0,0,5,1 13-0 N",
        shows: "The last seed makes 3; the pits before it with 4, 4 and 2 go with it.",
    },
    Example {
        id: "UR3",
        rules: &[],
        position: "0,0,2,0,0,3/1,2,3,1,1,4 0-0 S",
        moves: "F",
        after: "0,0,2,0,0,0/2,3,4,1,1,4 0-0 N",
        shows: "A last seed that makes 4 captures nothing.",
    },
    Example {
        id: "UR4",
        rules: &[],
        position: "0,0,0,0,2,4/17,0,1,2,5,5 0-0 S",
        moves: "F",
        after: "0,0,0,0,2,0/17,1,2,3,6,5 0-0 N",
        shows: "The full pit a is passed over; the last seed lands one pit further.",
    },
    Example {
        id: "UR4 without the limit",
        rules: &["pit_limit=none"],
        position: "0,0,0,0,2,4/17,0,1,2,5,5 0-0 S",
        moves: "F",
        after: "0,0,0,0,2,0/18,1,0,0,5,5 5-0 N",
        shows: "Without a limit the last seed makes 3 in d.",
    },
    Example {
        id: "UR5",
        rules: &[],
        position: "2,0,0,0,1,4/1,3,2,1,0,0 0-0 S",
        moves: "F",
        after: "2,0,0,0,1,0/2,4,3,2,0,0 0-0 N",
        shows: "A grand slam is forfeited.",
    },
    Example {
        id: "UR5 allowed",
        rules: &["grand_slam=allowed"],
        position: "2,0,0,0,1,4/1,3,2,1,0,0 0-0 S",
        moves: "F",
        after: "0,0,0,0,0,0/0,0,0,0,0,0 14-0 N",
        shows: "The slam is captured; North has no move, so South takes the 3 in his row as well.",
    },
    Example {
        id: "UR6",
        rules: &["pits_per_row=7"],
        position: "3,3,3,3,3,3,3/3,3,3,3,3,3,3 0-0 S",
        moves: "G",
        after: "3,3,3,3,3,3,0/4,4,4,3,3,3,3 0-0 N",
        shows: "The board of seven pits a row.",
    },
    Example {
        id: "U3",
        rules: &[],
        position: "0,0,0,0,1,17/0,0,0,0,0,0 0-0 S",
        moves: "E",
        after: "0,0,0,0,0,17/1,0,0,0,0,0 0-0 N",
        shows: "The full pit F is passed over, so that the single seed of E feeds North.",
    },
];

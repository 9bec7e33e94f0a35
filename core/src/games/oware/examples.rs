//! Worked examples of Oware, from rules.md, section 1.3.

use crate::games::rulebook::Example;

const START: &str = "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S";
const SLAM: &str = "1,1,1,1,1,0/0,0,8,0,0,1 0-0 N";

const fn example(
    id: &'static str,
    rules: &'static [&'static str],
    (position, moves, after): (&'static str, &'static str, &'static str),
    shows: &'static str,
) -> Example {
    Example { id, rules, position, moves, after, shows }
}

/// OW1 to OW7.
pub(super) static OWARE: &[Example] = &[
    example("OW1", &[], (START, "C", "4,4,0,5,5,5/5,4,4,4,4,4 0-0 N"), "One lap, one seed a pit."),
    example(
        "OW2",
        &[],
        ("0,0,8,0,0,1/3,1,1,1,2,0 0-0 S", "C", "0,0,0,1,1,2/4,0,0,0,0,0 9-0 N"),
        "Four pits in a row are captured; the fourth pit back holds 4 and stops the chain.",
    ),
    example(
        "OW3",
        &[],
        (SLAM, "c", "2,2,2,2,2,0/0,0,0,1,1,2 0-0 S"),
        "A grand slam is forfeited: the sowing stands, nothing is captured.",
    ),
    example(
        "OW3' allowed",
        &["grand_slam=allowed"],
        (SLAM, "c", "0,0,0,0,0,0/0,0,0,0,0,0 0-14 S"),
        "The slam is captured; South has no move, so North takes the 4 in his row as well.",
    ),
    example(
        "OW3' keep_last",
        &["grand_slam=keep_last"],
        (SLAM, "c", "0,0,0,0,2,0/0,0,0,1,1,2 0-8 S"),
        "All but the landing pit are captured.",
    ),
    example(
        "OW3' keep_first",
        &["grand_slam=keep_first"],
        (SLAM, "c", "2,0,0,0,0,0/0,0,0,1,1,2 0-8 S"),
        "All but the pit reached first are captured.",
    ),
    example(
        "OW3' opponent_takes_rest",
        &["grand_slam=opponent_takes_rest"],
        (SLAM, "c", "0,0,0,0,0,0/0,0,0,0,0,0 4-10 S"),
        "The slam is captured, and South gets the seeds left.",
    ),
    example(
        "OW4",
        &[],
        ("1,0,0,0,0,1/0,0,0,0,0,0 0-0 S", "F", "1,0,0,0,0,0/1,0,0,0,0,0 0-0 N"),
        "North has no seeds: South must feed him.",
    ),
    example(
        "OW5",
        &[],
        ("0,0,1,0,0,14/1,1,0,2,0,1 0-0 S", "F", "1,1,2,1,1,0/0,0,0,3,1,2 8-0 N"),
        "Fourteen seeds go all the way round and pass over the pit they came from.",
    ),
    example(
        "OW6",
        &[],
        ("3,1,1,1,0,0/0,0,8,0,0,1 0-0 N", "c", "4,2,2,2,1,0/0,0,0,1,1,2 0-0 S"),
        "The last seed makes one: nothing is captured, whatever lies before it.",
    ),
    example(
        "OW7",
        &[],
        ("1,0,0,0,0,0/1,0,0,0,0,0 23-23 S", "A a B b C c D d E e F f", "0,0,0,0,0,0/0,0,0,0,0,0 24-24 S"),
        "The position recurs: each player takes the seed in his own row.",
    ),
];

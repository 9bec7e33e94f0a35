//! Themes of problems that only Omweso has.

use sowbase_solver::Reason;

use super::trace::{AKAWUMBI, EMITWE_EBIRI, FRONT_ROW};
use crate::games::Step;
use crate::puzzles::{Kind, Tale, Theme};

/// Whether the last move ends the game in a certain way.
fn ends(tale: &Tale, reason: Reason) -> bool {
    tale.moves.last().and_then(|told| told.trace.ending).is_some_and(|ending| ending.reason == reason)
}

pub(super) const THEMES: [Theme; 5] = [
    Theme {
        key: "akawumbi",
        sentence: "The side to move wins by akawumbi (the other side loses every seed, the last of them in an end column) after at most \
                   two of its turns, whatever the other side does, at each of its turns by one move alone.",
        kind: Kind::Points(12, 2),
        shows: |tale| ends(tale, AKAWUMBI),
    },
    Theme {
        key: "emitwe-ebiri",
        sentence: "The side to move wins two points after at most two of its turns, whatever the other side does, at each of its turns \
                   by one move alone, and its last move captures both end columns.",
        kind: Kind::Points(2, 2),
        shows: |tale| ends(tale, EMITWE_EBIRI),
    },
    Theme {
        key: "front-row",
        sentence: "The side to move wins two points after at most two of its turns, whatever the other side does, at each of its turns \
                   by one move alone, and its last move clears the other side's front row.",
        kind: Kind::Points(2, 2),
        shows: |tale| ends(tale, FRONT_ROW),
    },
    Theme {
        key: "reverse-wins",
        sentence: "The side to move has won after at most two of its turns, whatever the other side does, at each of its turns by one \
                   move alone, and one of these moves sows a lap in reverse.",
        kind: Kind::Win(2),
        shows: |tale| {
            tale.own().any(|told| {
                told.trace.steps.iter().any(|step| matches!(step, Step::Resow { reverse: true, .. }))
            })
        },
    },
    Theme {
        key: "two-move-bulijo",
        sentence: "The side to move leaves the other side without a legal move after two of its turns and not sooner, whatever the other \
                   side does, at each of its turns by one move alone.",
        kind: Kind::Strand(2),
        shows: |tale| tale.own().count() == 2,
    },
];

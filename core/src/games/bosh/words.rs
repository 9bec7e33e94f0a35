//! The rules of Bosh in words, and their worked examples.

use super::rules::{
    BoshRules, CaptureSide, EndlessTurn, FillSide, NextStarter, Recurrence, RoundEnd, Rounds,
};
use crate::games::rulebook::Example;

/// One paragraph an item.
pub(super) fn of(r: &BoshRules) -> Vec<String> {
    let mut words = vec![
        format!(
            "Two rows of {} holes with {} stones each; what a player captures he keeps in reserve and owns.",
            r.pits_per_row.0, r.seeds_per_pit.0
        ),
        format!(
            "Lift all stones of an own hole and sow them one by one, counter-clockwise, through both rows; the hole \
             lifted {}. Then lift the whole hole after the one where the last stone fell and sow on from there, and so \
             on, until that next hole is empty.",
            if r.skip_origin { "gets none of them" } else { "gets one when the hand comes round to it" }
        ),
        capture(r),
        match r.round_end {
            RoundEnd::MoverStuck => {
                "A player who is to move and has no stones in his row cedes all stones left on the \
                                     board to the other, and the round is over."
                    .to_owned()
            }
            RoundEnd::AnyRowEmpty => {
                "The round is over as soon as a move leaves a row empty; each player keeps the \
                                      stones of his own row."
                    .to_owned()
            }
        },
        endless(r),
        recurrence(r),
    ];
    if let Some(limit) = r.quiet_limit().0 {
        words.push(format!(
            "After {limit} plies without a capture the round stops, and the stones left are divided {}.",
            if r.repetition == Recurrence::Ignore { "by rows" } else { "as at a repetition" }
        ));
    }
    if let Some(limit) = r.ply_limit.0 {
        words.push(format!("After {limit} plies the game stops; stones on the board count for nobody."));
    }
    if r.rounds == Rounds::Match {
        words.extend(rounds(r));
    } else {
        words.push("One round is played; more stones win.".to_owned());
    }
    words
}

fn capture(r: &BoshRules) -> String {
    format!(
        "When the turn stops before an empty hole, the mover takes what lies in the hole beyond it{}. If that hole is \
         empty too, he takes nothing. {}",
        if r.capture_side == CaptureSide::Opponent {
            ", if it is the opponent's"
        } else {
            ", his own or the opponent's"
        },
        if r.capture_chain {
            "The capture goes on while an empty and a full hole follow one another, even round to the hole of the last \
             stone."
        } else {
            "There is one capture a turn."
        }
    )
}

fn endless(r: &BoshRules) -> String {
    match r.endless_turn {
        EndlessTurn::Illegal => {
            "A turn that would never stop may not be played; if all turns are such, the round is \
                                 over and each player keeps the stones of his own row."
                .to_owned()
        }
        EndlessTurn::VoidRound => "A turn that never stops makes the round void.".to_owned(),
    }
}

fn recurrence(r: &BoshRules) -> String {
    let then = match r.repetition {
        Recurrence::OwnSide => "the round is over and each player keeps the stones of his own row",
        Recurrence::Split => "the round is over and the stones left are divided equally",
        Recurrence::VoidRound => "the round is void",
        Recurrence::Ignore => "play goes on",
        Recurrence::OwnSideIfBoth => {
            "the round is over and each player keeps the stones of his own row, unless a row is empty: then play goes on"
        }
    };
    format!("When a position comes up a second time in a round with the same player to move, {then}.")
}

fn rounds(r: &BoshRules) -> Vec<String> {
    vec![
        format!(
            "For the next round each player fills his holes with {} stones each from those he owns, {}. A hole that \
             cannot be filled is closed and does not exist in that round; it is reopened when its owner has enough.",
            r.seeds_per_pit.0,
            match r.fill_side {
                FillSide::Right => "from his right",
                FillSide::Left => "from his left",
                FillSide::Choice => "those he picks (move text fill: and the letters of the holes)",
            }
        ),
        format!(
            "The next round is begun by {}. A void round is played again, the other player beginning.",
            match r.next_starter {
                NextStarter::Alternate => "the player who did not begin this one",
                NextStarter::Loser =>
                    "the player who owns fewer stones (if equal, the one who did not begin this one)",
                NextStarter::Winner =>
                    "the player who owns more stones (if equal, the one who did not begin this one)",
            }
        ),
        format!(
            "A player who owns fewer than {} stones has lost the match. After {} rounds more stones win.",
            r.lost_below(),
            r.max_rounds.0
        ),
    ]
}

/// BO1 to BO8 of rules.md 4.3, BO7 with its options.
pub(super) const EXAMPLES: &[Example] = &[
    Example {
        id: "BO1",
        rules: &[],
        position: "4,4,4,4,4/4,4,4,4,4 0-0 S",
        moves: "E",
        after: "5,5,5,5,0/0,5,5,5,0 5-0 N",
        shows: "Marin's own example: the relay goes on from the next hole, and the hole beyond the empty one is taken.",
    },
    Example {
        id: "BO2",
        rules: &[],
        position: "4,4,4,4,4/4,4,4,4,4 0-0 S",
        moves: "A",
        after: "0,0,5,5,5/0,5,5,5,5 5-0 N",
        shows: "An own hole can be captured too.",
    },
    Example {
        id: "BO3",
        rules: &[],
        position: "0,2,0,1,0/0,3,0,0,2 0-0 S",
        moves: "B",
        after: "0,0,1,2,0/0,3,0,0,2 0-0 N",
        shows: "Two empty holes after the last stone: nothing is taken.",
    },
    Example {
        id: "BO4",
        rules: &[],
        position: "2,0,0,1,0/0,3,0,0,2 0-0 S",
        moves: "D",
        after: "2,0,0,0,1/0,0,0,0,2 3-0 N",
        shows: "One empty hole after the last stone: the three stones beyond are taken.",
    },
    Example {
        id: "BO5",
        rules: &[],
        position: "0,0,0,0,11/0,0,1,0,0 0-0 S",
        moves: "E",
        after: "0,2,0,2,0/3,0,0,0,2 3-0 N",
        shows: "The hole lifted gets the tenth of its eleven stones.",
    },
    Example {
        id: "BO6",
        rules: &["fill_side=left"],
        position: "4,4,4,4,4/4,4,4,-,- 0-0 S",
        moves: "E",
        after: "6,1,6,6,0/7,0,0,-,- 6-0 N",
        shows: "Closed holes are passed over as if they were not there.",
    },
    Example {
        id: "BO7",
        rules: &[],
        position: "1,0,0,2,0/3,0,0,1,0 0-0 S",
        moves: "A",
        after: "0,1,0,0,0/3,0,0,1,0 2-0 N",
        shows: "The capture is a single one.",
    },
    Example {
        id: "BO7 chain",
        rules: &["capture_chain=true"],
        position: "1,0,0,2,0/3,0,0,1,0 0-0 S",
        moves: "A",
        after: "0,1,0,0,0/0,0,0,1,0 5-0 N",
        shows: "The capture goes on beyond the next empty hole.",
    },
    Example {
        id: "BO7 opponent",
        rules: &["capture_side=opponent"],
        position: "1,0,0,2,0/3,0,0,1,0 0-0 S",
        moves: "A",
        after: "0,1,0,2,0/3,0,0,1,0 0-0 N",
        shows: "An own hole is not captured.",
    },
    Example {
        id: "BO8",
        rules: &[],
        position: "0,0,0,0,0/1,0,2,0,0 0-0 S",
        moves: "",
        after: "0,0,0,0,0/0,0,0,0,0 0-3 S",
        shows: "South is to move and cannot: North receives the stones left.",
    },
];

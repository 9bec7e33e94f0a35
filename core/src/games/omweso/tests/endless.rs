//! Never-ending turns: rules.md, section 7.

use sowbase_solver::{Game, Move, Turn};

use super::{omweso, result, session};
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::games::trace::{Step, Trace};
use crate::play::{InProgress, Winner};

const FORWARD: &[&str] = &["reverse=off", "okukoneeza=off"];

/// The trace of the turn that starts forward in a pit.
fn turn(settings: &[&str], position: &str, pit: usize) -> Trace {
    let game = omweso(settings);
    let position = notation::parse(&game, position, true).expect("position");
    let text = format!("{}+", notation::pit_letter(position.side, pit));
    game.trace(&position, &text).expect("legal")
}

/// Laps that a trace tells: every hand that is lifted or captured is sown, but for the one a capture stops.
fn laps(trace: &Trace) -> usize {
    let laps =
        trace.steps.iter().filter(|step| matches!(step, Step::Lift { .. } | Step::Resow { .. })).count();
    // The lap that would begin the round again has been lifted, not sown.
    laps - usize::from(is_endless(trace))
}

fn is_endless(trace: &Trace) -> bool {
    matches!(trace.steps.last(), Some(Step::Endless { .. }))
}

#[test]
fn proven_endless_turns_with_short_periods() {
    // rules.md 7; the first three on the first turn, where the opponent is irrelevant.
    let north = "4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0";
    for (pits, pit, period) in [
        ("3,0,4,1,2,1,0,3,4,0,2,4,5,0,1,2", 8, 68),
        ("3,4,0,1,5,0,3,2,1,3,2,1,2,1,2,2", 14, 72),
        ("2,3,4,3,2,1,2,3,2,3,2,1,0,1,0,3", 6, 76),
    ] {
        let position = format!("{pits}/{north} 0-0 S captured=none first=SN");
        let trace = turn(FORWARD, &position, pit);
        assert!(is_endless(&trace));
        assert_eq!(laps(&trace), period, "{pits}");
        let letter = notation::pit_letter(crate::play::Side::South, pit);
        let result = result(FORWARD, &position, &format!("{letter}+"));
        assert_eq!((result.winner, result.points, result.rule), (Winner::None, Some(0), "endless_turn"));
        // Found by its period: a limit of a thousand million laps would not be reached.
        let patient = omweso(&["reverse=off", "lap_limit=1000000000"]);
        let position = notation::parse(&patient, &position, true).expect("position");
        let child = patient.play(&patient.encode(&position), Move((pit as u32) << 28)).expect("legal");
        assert_eq!((child.turn, child.gain.0), (Turn::Over, 0));
    }
    // 46 seeds, not the first turn: no column of the opponent is full.
    let lone = "1,6,3,5,4,2,1,3,4,1,2,1,4,6,3,0/1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 0-0 S";
    let trace = turn(FORWARD, lone, 12);
    assert!(is_endless(&trace) && trace.quiet);
    assert_eq!(laps(&trace), 58);
}

const MCGILL: [(&str, usize, u64); 3] = [
    ("1,2,5,2,1,2,4,3,2,1,2,1,3,2,5,24/0,0,0,0,1,0,0,0,0,0,0,0,0,0,2,1 0-0 S", 1, 1_565_991),
    ("4,4,1,4,1,0,16,3,8,1,0,11,1,3,4,1/0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0 0-0 S", 0, 7_216_928),
    ("1,4,2,1,2,3,11,3,9,4,8,1,0,7,1,2/1,1,0,0,1,0,0,0,0,0,0,0,0,0,0,2 0-0 S", 10, 82_833_904),
];

#[test]
fn mcgill_turns_of_a_million_laps_are_cut_at_ten_thousand() {
    // rules.md 7: games 00323, 00079 and 00094 (one capture on the way).
    for (position, pit, _) in MCGILL {
        let trace = turn(FORWARD, position, pit);
        assert!(is_endless(&trace));
        let captures = trace.steps.iter().filter(|step| matches!(step, Step::Resow { .. })).count();
        assert_eq!(captures, usize::from(pit == 10));
        let sown =
            trace.steps.iter().filter(|step| matches!(step, Step::Lift { .. } | Step::Resow { .. })).count();
        assert_eq!(sown, 10_000, "the 10,000th lap does not end it");
    }
}

#[test]
fn mcgill_turns_are_endless_by_their_periods_too() {
    // With the period plus a little as the limit the exact test decides; without it nothing would.
    for (position, pit, period) in &MCGILL[..2] {
        let limit = format!("lap_limit={}", period + 5);
        let game = omweso(&["reverse=off", &limit]);
        let position = notation::parse(&game, position, true).expect("position");
        let child = game.play(&game.encode(&position), Move((*pit as u32) << 28)).expect("legal");
        assert_eq!(child.turn, Turn::Over);
    }
}

#[test]
fn mcgill_game_00103_ends_after_255_laps_with_one_capture() {
    let position = "1,2,10,2,3,0,4,0,4,11,4,15,0,1,2,1/0,0,0,0,0,1,0,2,1,0,0,0,0,0,0,0 0-0 S";
    let trace = turn(FORWARD, position, 11);
    assert!(!is_endless(&trace));
    let captures = trace.steps.iter().filter(|step| matches!(step, Step::Resow { .. })).count();
    assert_eq!((laps(&trace), captures), (255, 1));
    // One lap fewer and it would be cut: the limit counts the captured lap too.
    for (limit, endless) in [("lap_limit=255", false), ("lap_limit=254", true)] {
        let trace = turn(&["reverse=off", limit], position, 11);
        assert_eq!(is_endless(&trace), endless, "{limit}");
        session(&["reverse=off", limit], position);
    }
}

#[test]
fn every_move_endless_and_illegal_annuls_the_game() {
    // One pit of two seeds or more, and its turn never ends within the one lap allowed: 0 -> 2, occupied.
    let mut pits = ["1"; 16];
    pits[0] = "2";
    let position = format!("{}/2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 0-0 S", pits.join(","));
    let rules = ["endless_turn=illegal", "lap_limit=1"];
    let session = session(&rules, &position);
    let result = session.result().expect("over");
    assert_eq!((result.winner, result.rule), (Winner::None, "endless_turn"));
    assert!(session.moves().is_empty());
}

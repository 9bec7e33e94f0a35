//! Path counts and the sizes of move lists.

use sowbase_solver::Game;

use super::{after, omweso, sparse, texts};
use crate::games::Trace;
use crate::games::check;
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::play::InProgress;

/// Counts from the start of a game.
fn paths(settings: &[&str], expected: &[u64]) {
    let game = omweso(settings);
    check::paths_are(&game, &game.start(), expected);
}

#[test]
fn path_counts_of_rules_md_8_2() {
    paths(&["reverse=off", "okukoneeza=off"], &[8, 64, 416, 2695]);
    paths(&[], &[8, 64, 420]);
    paths(&["okukoneeza=off"], &[8, 64, 420]);
    // The row names no okukoneeza; its counts are those without it (as in the row below it).
    paths(&["setup=two_each", "reverse=off", "okukoneeza=off"], &[16, 256, 2304, 17741]);
    paths(&["setup=two_each", "okukoneeza=off"], &[16, 256, 3475, 34021]);
    paths(&["setup=two_each"], &[16, 256, 5267, 78723]);
    paths(&["setup=inner4", "reverse=off", "okukoneeza=off"], &[8, 64, 416, 2704, 19225]);
    paths(&["setup=inner4", "okukoneeza=off"], &[8, 64, 525, 4127]);
}

const MANY: &str = "3,2,3,2,1,0,7,6,3,1,2,4,3,2,3,4/0,1,2,2,3,2,0,0,1,0,1,1,3,1,1,0 0-0 S";

#[test]
fn one_position_has_540_turns() {
    // rules.md 12 says 540 with okukoneeza over. The procedure of 5.2 gives 535 then; with okukoneeza still open the
    // five pits of three add five turns: 540.
    for (extras, count) in [("", 535), (" captured=none", 540)] {
        let game = omweso(&[]);
        let position = notation::parse(&game, &format!("{MANY}{extras}"), true).expect("position");
        assert_eq!(game.count(&game.encode(&position)), count);
        check::twins_agree(&game, &position);
        let moves = texts(&[], &format!("{MANY}{extras}"));
        let distinct: std::collections::HashSet<&String> = moves.iter().collect();
        assert_eq!((moves.len() as u64, distinct.len() as u64), (count, count));
    }
}

#[test]
fn every_sequence_is_found_again_by_its_number_and_its_text() {
    let game = omweso(&[]);
    let position = notation::parse(&game, MANY, true).expect("position");
    let state = game.encode(&position);
    for trace in game.traces(&position).iter().step_by(7) {
        let child = game.play(&state, trace.mv).expect("legal");
        assert_eq!(game.encode(&trace.after), child.state, "{}", trace.text);
        let alone = game.trace(&position, &trace.text).expect("found by its text");
        assert_eq!(alone.mv, sowbase_solver::Move::UNLISTED);
        assert_eq!(Trace { mv: trace.mv, ..alone }, *trace);
    }
    assert_eq!(game.play(&state, sowbase_solver::Move::PASS), None);
    assert_eq!(game.play(&state, sowbase_solver::Move(3 << 26)), None);
}

#[test]
fn two_sequences_may_end_in_the_same_position() {
    // rules.md 12: they are two moves all the same.
    let game = omweso(&[]);
    let position = notation::parse(&game, MANY, true).expect("position");
    let afters: Vec<String> =
        game.traces(&position).iter().map(|trace| notation::format(&trace.after)).collect();
    let distinct: std::collections::HashSet<&String> = afters.iter().collect();
    assert!(distinct.len() < afters.len());
}

#[test]
fn okukoneeza_wraps_round_the_circuit() {
    // rules.md 12: 15 -> 0, 1; 14 -> 15, 0.
    let position = sparse("14:3 15:3", "0:2", "captured=none");
    let sown = |moves: &str| after(&[], &position, moves).position().pits[0].clone();
    let pits = |text: &str| {
        notation::parse(&omweso(&[]), &sparse(text, "", ""), true).expect("position").pits[0].clone()
    };
    assert_eq!(sown("Pk"), pits("0:2 1:1 14:3"));
    assert_eq!(sown("Ok"), pits("0:1 15:5"));
    assert!(texts(&[], &position).contains(&"P+".to_owned()), "the ordinary move stays legal");
}

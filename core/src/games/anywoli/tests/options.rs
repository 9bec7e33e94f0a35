//! Options that change a move or a size; those of endings stand beside this file.

use super::*;
use crate::games::RuleSet;
use crate::play::Side;

const AN3: &str = "3,0,0,0,0,0,0,0,0,0,0,2/0,3,0,0,0,0,0,0,4,0,0,0 0-0 S";

#[test]
fn extra_move_and_whether_it_may_be_declined() {
    assert_eq!(after(&[], AN3, "L").position().side, Side::South);
    assert_eq!(after(&["extra_move=false"], AN3, "L").position().side, Side::North);
    let mut obliged = after(&[], AN3, "L");
    assert!(obliged.play("pass").is_err());
    let optional = after(&["extra_move_optional=true"], AN3, "L pass");
    assert_eq!(
        notation::format(optional.position()),
        "3,0,0,0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,4,0,0,0 4-0 N quiet=1"
    );
    let due = after(&["extra_move_optional=true"], AN3, "L");
    assert_eq!(due.position().extra("again"), Some("1"));
    assert_eq!(due.moves().iter().map(|trace| trace.text.as_str()).collect::<Vec<_>>(), ["A", "pass"]);
    let taken = after(&["extra_move_optional=true"], AN3, "L A");
    assert_eq!((taken.position().side, taken.position().extra("again")), (Side::North, None));
}

#[test]
fn an_extra_move_without_seeds_is_one_pass() {
    // AN5, and the same where passing is a choice.
    let an5 = "0,0,0,0,0,0,0,0,0,0,0,2/0,3,0,0,0,0,0,0,7,0,0,0 0-0 S";
    for rules in [&[][..], &["extra_move_optional=true"]] {
        let due = after(rules, an5, "L");
        assert_eq!(due.moves().iter().map(|trace| trace.text.as_str()).collect::<Vec<_>>(), ["pass"]);
        let passed = after(rules, an5, "L pass");
        assert_eq!((passed.position().side, passed.played().len()), (Side::North, 2));
    }
}

#[test]
fn final_four_to_the_owner_still_moves_again() {
    let owner = after(&["final_four_to=owner"], AN3, "L");
    assert_eq!((owner.position().stores, owner.position().side), ([0, 4], Side::South));
    assert_eq!(after(&[], AN3, "L").position().stores, [4, 0]);
    // Its receiver is the captor: the last four follow it.
    let last = "0,0,0,0,0,0,0,0,0,0,0,1/3,0,0,0,0,0,0,0,1,1,1,1 44-44 S";
    assert_eq!(totals(&["final_four_to=owner"], last, "L"), (44.0, 52.0));
}

#[test]
fn skip_origin_passes_over_the_pit_lifted() {
    // Twelve seeds on 2 × 3 pits: twice round, or twice round the five others and two more.
    let round = "12,0,0/0,0,0 0-0 S";
    let size = "pits_per_row=3";
    // Each pit gets two, the last seed falls in A (2): B 3, C in mid-lap 3; C holds 3: D 3, E 3, F 3; F: A 1, B 4 taken,
    // C 1 in an empty pit.
    assert_eq!(after(&[size], round, "A").position().pits, [vec![1, 0, 1], vec![3, 3, 0]]);
    assert_eq!(after(&[size], round, "A").position().stores, [4, 0]);
    // The five others get two each, B and C three; C: D 3, E 3, F 3; F: A 1, B 4 taken, C 1.
    let skipped = after(&[size, "skip_origin=true"], round, "A");
    assert_eq!(skipped.position().pits, [vec![1, 0, 1], vec![3, 3, 0]]);
    // AN7's long lap: without A, 26 seeds go three pits further in all.
    let an7 = "26,3,0,0,0,0,0,0,0,0,0,0/0,0,3,0,0,0,0,0,0,0,0,0 0-0 S";
    let (plain, skip) = (after(&[], an7, "A"), after(&["skip_origin=true"], an7, "A"));
    assert_ne!(plain.position().pits, skip.position().pits);
}

#[test]
fn sizes_and_their_refusals() {
    assert_eq!(anywoli(&["pits_per_row=7"]).initial().total(), 56);
    assert_eq!(anywoli(&["seeds_per_pit=2"]).initial().total(), 48);
    let yit_jani: Anywoli<4> = Anywoli::new(check::rules(&["pits_per_row=13", "seeds_per_pit=2"]));
    assert_eq!(yit_jani.initial().total(), 52);
    let refusal = |settings: &[(&str, &str)]| {
        let mut rules = AnywoliRules::default();
        for (key, value) in settings {
            rules.set(key, value).expect("a value");
        }
        rules.check().expect_err("refused")
    };
    let why = refusal(&[("pits_per_row", "5"), ("seeds_per_pit", "3")]);
    for part in [
        "30 seeds",
        "multiple of four",
        "seeds_per_pit=2 or seeds_per_pit=4",
        "pits_per_row=4 or pits_per_row=6",
    ] {
        assert!(why.contains(part), "{part} in {why}");
    }
    assert!(refusal(&[("seeds_per_pit", "6")]).contains("seeds_per_pit=5"));
    assert!(refusal(&[("pits_per_row", "1"), ("seeds_per_pit", "2")]).contains("over with 4 or fewer"));
    assert!(
        refusal(&[("pits_per_row", "1"), ("last_four", "starter_takes_8")]).contains("over with 8 or fewer")
    );
}

#[test]
fn what_forbids_a_database_says_so() {
    let why = |settings: &[&str]| check::rules::<AnywoliRules>(settings).not_tabled();
    assert_eq!(why(&[]), None);
    assert_eq!(why(&["repetition=split", "no_capture_limit=5000"]), None);
    assert_eq!(why(&["no_capture_limit=none"]), None);
    for setting in [
        "last_four=lottery",
        "repetition=draw",
        "ply_limit=200",
        "endless_turn=void_game",
        "no_capture_limit=100",
    ] {
        assert!(why(&[setting]).is_some_and(|why| why.starts_with(setting)), "{setting}");
    }
}

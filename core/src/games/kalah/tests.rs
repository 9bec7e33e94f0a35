//! Kalah against rules.md and its own slow twin.

mod order;

use std::sync::Arc;

use sowbase_solver::Game;

use super::{Kalah, KalahRules};
use crate::games::check;
use crate::games::rulebook::Rulebook;
use crate::play::{InProgress, Session};

fn kalah(settings: &[&str]) -> Kalah<u64> {
    Kalah::new(check::rules::<KalahRules>(settings))
}

#[test]
fn ka1_to_ka5_worked_examples() {
    for example in Kalah::<u64>::examples() {
        check::example_holds::<Kalah<u64>>(example, Kalah::new);
    }
}

#[test]
fn path_counts_of_rules_md_8_2() {
    let plain = kalah(&[]);
    check::paths_are(&plain, &plain.start(), &[6, 35, 185, 942, 4690, 23233, 114_430]);
    let banked = kalah(&["empty_capture=true"]);
    check::paths_are(&banked, &banked.start(), &[6, 35, 185, 942, 4685, 23169, 113_959]);
}

/// Plays moves from a position text and returns the session.
fn after(settings: &[&str], position: &str, moves: &str) -> Session<Kalah<u64>> {
    let game = kalah(settings);
    let position = crate::games::notation::parse(&game, position, false).expect("position");
    let mut session = Session::new(Arc::new(game), position);
    for text in moves.split_whitespace() {
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

#[test]
fn case_31_last_seed_in_store_and_an_empty_row_ends_the_game() {
    let session = after(&[], "0,0,0,0,0,1/2,0,0,1,0,3 20-21 S", "F");
    let result = session.result().expect("over");
    assert_eq!((result.south, result.north), (21.0, 27.0));
    assert_eq!(session.position().on_board(), 0);
}

#[test]
fn case_33_the_lap_skips_the_other_store_and_captures_in_the_first_pit() {
    let session = after(&[], "0,3,0,0,0,8/3,0,1,0,0,0 10-23 S", "F");
    let after = session.position();
    assert_eq!(after.pits, [vec![0, 3, 0, 0, 0, 0], vec![4, 1, 2, 1, 1, 0]]);
    assert_eq!(after.stores, [13, 23]);
}

#[test]
fn twins_agree_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        let rules = check::random_rules::<KalahRules>(&mut rng);
        let games = 3;
        if rules.pits_per_row.0 <= 8 {
            let game = Arc::new(Kalah::<u64>::new(rules));
            check::random_games(&game, &game.initial(), games, 5_000, &mut rng, check::ranked);
        }
        let game = Arc::new(Kalah::<u128>::new(rules));
        check::random_games(&game, &game.initial(), games, 5_000, &mut rng, check::ranked);
    }
}

/// The final score of a line of play, South's then North's.
fn totals(settings: &[&str], position: &str, moves: &str) -> (f64, f64) {
    let session = after(settings, position, moves);
    let result = session.result().expect("over");
    (result.south, result.north)
}

#[test]
fn every_option_with_two_values_changes_an_outcome() {
    // empty_capture: KA4 of rules.md.
    let ka4 = "0,0,1,0,0,0/0,4,0,0,0,0 0-0 S";
    assert_eq!(after(&[], ka4, "C").position().stores, [0, 0]);
    assert_eq!(after(&["empty_capture=true"], ka4, "C").position().stores, [1, 4]);
    // skip_origin: 13 seeds end in the pit lifted (and capture there), or one further.
    let round = "13,1,0,0,0,0/0,0,0,0,0,1 0-0 S";
    assert_eq!(after(&[], round, "A").position().stores[0], 1 + 1 + 2);
    assert_eq!(after(&["skip_origin=true"], round, "A").position().stores[0], 1);
    // remaining_to: case 31.
    let last = "0,0,0,0,0,1/2,0,0,1,0,3 20-21 S";
    assert_eq!(totals(&["remaining_to=other"], last, "F"), (27.0, 21.0));
    assert_eq!(totals(&["remaining_to=nobody"], last, "F"), (21.0, 21.0));
    // ply_limit: one ply and the game stops.
    assert_eq!(totals(&["ply_limit=1"], "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "C"), (1.0, 0.0));
    // pie_rule: North may swap after South's turn, of two moves here.
    let swapped = after(&["pie_rule=true"], "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S pie=1", "C A swap");
    assert_eq!(swapped.position().side, crate::play::Side::North);
    let mut plain = after(&[], "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "C A");
    assert!(plain.play("swap").is_err());
    // Sizes: a smaller board has fewer first moves.
    assert_eq!(kalah(&["pits_per_row=3"]).count(&kalah(&["pits_per_row=3"]).start()), 3);
    assert_eq!(kalah(&["seeds_per_pit=3"]).initial().total(), 36);
}

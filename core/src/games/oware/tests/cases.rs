//! The cases of cases.md that concern Oware, and endings with their words.

use super::{board, legal, result};
use crate::games::check;
use crate::games::oware::OwareRules;

const NOTHING: &[&str] = &[];

#[test]
fn case_01_no_legal_move_ends_the_game_and_says_why() {
    let position = "1,0,0,0,1,0/0,0,0,0,0,0 24-22 S";
    assert_eq!(legal(&[], position), "");
    let result = result(&[], position, "");
    assert_eq!((result.south, result.north), (26.0, 22.0));
    assert_eq!(result.winner.side(), Some(crate::play::Side::South));
    let why =
        "North has no seeds and South cannot bring him one: the game is over. South takes the 2 seeds left.";
    assert_eq!(result.reason, why);
}

#[test]
fn case_03_grand_slam_is_forfeited() {
    let after = board(&[], "1,0,0,0,2,3/2,1,2,0,0,0 20-17 S", "F");
    assert_eq!(after, "1,0,0,0,2,0/3,2,3,0,0,0 20-17 N");
}

#[test]
fn case_05_a_slam_of_one_pit_is_forfeited_too() {
    let after = board(&[], "1,0,0,0,0,1/1,0,0,0,0,0 22-23 S", "F");
    assert_eq!(after, "1,0,0,0,0,0/2,0,0,0,0,0 22-23 N");
    assert_ne!(legal(&[], &after), "");
}

#[test]
fn case_07_each_repetition_rule_divides_in_its_own_way() {
    let (position, moves) = ("1,0,0/1,0,0 3-1 S", "A a B b C c");
    let end = |value: &str| {
        let result = result(&["pits_per_row=3", "seeds_per_pit=1", "win_at=none", value], position, moves);
        (result.south, result.north, result.winner.side().is_some())
    };
    assert_eq!(end("repetition=own_side"), (4.0, 2.0, true));
    assert_eq!(end("repetition=split"), (4.0, 2.0, true));
    assert_eq!(end("repetition=own_side_if_both"), (4.0, 2.0, true));
    assert_eq!(end("repetition=draw"), (3.0, 1.0, false));
}

#[test]
fn case_07_all_seeds_in_one_row_at_the_recurrence() {
    // F feeds North, his seed goes all along his row and back to A while South's other seed goes from A to F.
    let (position, moves) = ("1,0,0,0,0,1/0,0,0,0,0,0 23-23 S", "F a A b B c C d D e E f");
    let end = |value: &str, moves: &str| {
        let result = result(&[value], position, moves);
        (result.south, result.north)
    };
    assert_eq!(end("repetition=own_side", moves), (25.0, 23.0));
    assert_eq!(end("repetition=split", moves), (24.0, 24.0));
    // Play goes on, and the next position recurs with a seed in each row.
    assert!(super::after(&["repetition=own_side_if_both"], position, moves).result().is_none());
    assert_eq!(end("repetition=own_side_if_both", &format!("{moves} F")), (24.0, 24.0));
}

#[test]
fn case_09_forfeit_then_north_cannot_feed() {
    let result = result(&[], "0,0,0,0,0,2/1,1,0,0,0,0 22-22 S", "F");
    assert_eq!((result.south, result.north), (22.0, 26.0));
    assert_eq!(result.rule, "no_move");
    assert!(result.reason.contains("North takes the 4 seeds left"), "{}", result.reason);
}

#[test]
fn case_09_one_pit_a_row() {
    let one = ["pits_per_row=1", "seeds_per_pit=1"];
    assert_eq!(board(&one, "1/1 0-0 S", "A"), "0/2 0-0 N");
    assert_eq!(
        board(&["pits_per_row=1", "seeds_per_pit=1", "grand_slam=allowed"], "1/1 0-0 S", "A"),
        "0/0 2-0 N"
    );
    // One seed in all: it goes to and fro and the position recurs.
    let result = result(&one, "1/0 0-0 S", "A a");
    assert_eq!((result.south, result.north, result.rule), (1.0, 0.0, "repetition"));
}

#[test]
fn case_11_a_lap_of_23() {
    let after = board(&[], "0,0,0,0,0,23/0,0,0,0,0,0 12-13 S", "F");
    assert_eq!(after, "2,2,2,2,2,0/0,2,2,2,2,2 15-13 N");
}

#[test]
fn case_13_all_seeds_in_one_pit() {
    let start = "48,0,0,0,0,0/0,0,0,0,0,0 0-0 S";
    assert_eq!(board(&[], start, "A"), "0,5,5,5,5,4/4,4,4,4,4,4 0-0 N");
    let start = "0,0,0,0,0,36/0,0,0,0,0,0 0-0 S";
    assert_eq!(board(&[], start, "F"), "3,3,3,3,3,0/4,4,4,3,3,3 0-0 N");
    // A pit of 47: eleven pits get four each and B to D one more.
    let start = "47,0,0,0,0,1/0,0,0,0,0,0 0-0 S";
    assert_eq!(board(&[], start, "A"), "0,5,5,5,4,5/4,4,4,4,4,4 0-0 N");
}

#[test]
fn case_15_a_four_breaks_the_chain() {
    let after = board(&[], "0,0,0,0,0,3/1,3,1,0,0,5 0-0 S", "F");
    assert_eq!(after, "0,0,0,0,0,0/2,4,0,0,0,5 2-0 N");
}

#[test]
fn case_17_only_moves_that_feed_are_legal() {
    assert_eq!(legal(&[], "1,0,0,0,0,1/0,0,0,0,0,0 0-0 S"), "F");
    assert_eq!(legal(&[], "1,0,9,0,0,1/1,0,0,0,0,0 0-0 S"), "ACF");
}

#[test]
fn case_23_first_values_written_out_change_nothing() {
    let written = check::rules::<OwareRules>(&[
        "grand_slam=forfeit",
        "feeding=must_feed",
        "no_move=opponent_sweeps",
        "repetition=own_side",
        "must_leave_opponent_a_move=false",
        "singletons_only_if_all_single=false",
        "max_in_pit=none",
    ]);
    assert_eq!(written, OwareRules::default());
    let slam = ("1,1,1,1,1,0/0,0,8,0,0,1 0-0 N", "c");
    assert_eq!(board(&["grand_slam=forfeit"], slam.0, slam.1), board(&[], slam.0, slam.1));
}

#[test]
fn case_29_a_long_cycle_is_found_exactly() {
    // Quiet moves only: three seeds chase each other for as long as the players keep them apart; the end comes at the
    // first recurrence, which a set of all positions since the last capture finds again.
    let opened = super::super::open(OwareRules::default());
    let position = opened.play.parse("1,1,0,0,0,0/1,0,0,0,0,0 22-23 S", false).expect("position");
    for seed in 0..50 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut session = opened.play.session(&position);
        let mut seen = std::collections::HashSet::new();
        seen.insert((position.pits.clone(), position.side));
        while session.result().is_none() {
            let moves = session.moves();
            let trace = session.play(&moves[rng.usize(..moves.len())].text).expect("legal");
            if !trace.quiet {
                seen.clear();
            }
            let fresh = seen.insert((trace.after.pits.clone(), trace.after.side));
            let repeated = session.result().is_some_and(|result| result.rule == "repetition");
            assert_eq!(fresh, !repeated);
        }
    }
}

#[test]
fn case_27_and_35_random_games_by_the_slow_twin() {
    let games = if std::env::var_os("SOWBASE_LONG").is_some() { 10_000 } else { 100 };
    for settings in [NOTHING, super::ACADEMIC] {
        let game = std::sync::Arc::new(super::oware(settings));
        let from = crate::games::Rulebook::initial(&*game);
        let plies =
            check::random_games(&game, &from, games, 3_000, &mut fastrand::Rng::with_seed(27), check::ranked);
        assert!(plies > 20 * games);
    }
}

#[test]
fn case_37_wrong_moves_name_the_pit_and_the_reason() {
    let start = "0,4,4,4,4,4/4,4,4,4,4,4 0-0 S";
    for (text, why) in [
        ("A", "pit A is empty"),
        ("a", "pit a is North's"),
        ("G", "is no pit"),
        ("-1", "is no pit"),
        ("7", "is no pit"),
        ("", "is no pit"),
    ] {
        let mut session = super::after(&[], start, "");
        let error = session.play(text).expect_err("illegal").to_string();
        assert!(error.contains(why), "{text:?}: {error}");
        assert_eq!(session.position().pits[0], [0, 4, 4, 4, 4, 4]);
    }
    let mut session = super::after(&[], "1,0,0,0,0,1/0,0,0,0,0,0 0-0 S", "");
    let error = session.play("A").expect_err("starves").to_string();
    assert!(
        error.contains("pit A may not be played: it brings no seed to an opponent who has none"),
        "{error}"
    );
}

#[test]
fn case_45_a_cycle_that_leaves_25_wins_and_24_draws() {
    let moves = "A a B b C c D d E e F f";
    for (stores, totals, drawn) in [("24-22", (25.0, 23.0), false), ("23-23", (24.0, 24.0), true)] {
        let result = result(&[], &format!("1,0,0,0,0,0/1,0,0,0,0,0 {stores} S"), moves);
        assert_eq!((result.south, result.north, result.winner.side().is_none()), (totals.0, totals.1, drawn));
        assert!(result.reason.starts_with("By repetition"), "{}", result.reason);
    }
}

#[test]
fn a_majority_ends_the_game_and_the_board_counts_for_nobody() {
    let result = result(&[], "0,0,0,0,0,1/1,5,0,0,0,0 23-18 S", "F");
    assert_eq!((result.south, result.north, result.rule), (25.0, 18.0, "majority"));
    let why = "South has 25 of 48 seeds, more than half: the game is over. The 5 seeds on the board count for nobody.";
    assert_eq!(result.reason, why);
}

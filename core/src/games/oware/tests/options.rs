//! Every option with two or more values changes an outcome, and what the options leave alone.

use super::{after, board, legal, oware, result};
use crate::games::check;
use crate::games::options::RuleSet;
use crate::games::oware::OwareRules;
use crate::games::{Rulebook, options};
use crate::play::Side;

const SLAM: &str = "1,1,1,1,1,0/0,0,8,0,0,1 0-0 N";

#[test]
fn sizes_change_the_board() {
    assert_eq!(oware(&["pits_per_row=8"]).initial().pits[0].len(), 8);
    assert_eq!(oware(&["seeds_per_pit=3"]).initial().total(), 36);
    // rules.md 12: the majority scales, 19 of 36 and 22 of 42.
    for (settings, win) in
        [(vec!["seeds_per_pit=3"], 19), (vec!["seeds_per_pit=3", "pits_per_row=7"], 22), (vec![], 25)]
    {
        let rules = check::rules::<OwareRules>(&settings);
        assert_eq!(super::SingleLapRules::terms(&rules).winning(), win);
    }
}

#[test]
fn grand_slam_forced_ends_the_game_and_takes_the_own_row() {
    // North's only move is c, a slam of one pit: South's A holds 1, c reaches it with its last seed of 4.
    let position = "1,0,0,0,0,0/0,0,4,0,0,0 0-0 N";
    let forced = result(&["grand_slam=illegal_unless_forced"], position, "c");
    assert_eq!((forced.south, forced.north, forced.rule), (0.0, 5.0, "grand_slam"));
    assert!(forced.reason.contains("North takes the 3 seeds left"), "{}", forced.reason);
    // Forbidden without exception: no move, each keeps his own row.
    let none = result(&["grand_slam=illegal"], position, "");
    assert_eq!((none.south, none.north, none.rule), (1.0, 4.0, "no_move"));
}

#[test]
fn grand_slam_allowed_if_wins_asks_the_store() {
    let wins = ["grand_slam=allowed_if_wins"];
    let with = |stores: &str| SLAM.replace("0-0", stores);
    // 10 seeds from 15 make 25: captured. From 14: forfeited.
    let won = result(&wins, &with("9-15"), "c");
    assert_eq!((won.rule, won.north), ("majority", 25.0));
    assert_eq!(board(&wins, &with("10-14"), "c"), "2,2,2,2,2,0/0,0,0,1,1,2 10-14 S");
    // The same on a board of 16 pits a row, whose rows have no lane to spare.
    let wide = ["grand_slam=allowed_if_wins", "pits_per_row=16", "seeds_per_pit=1"];
    let zeros = ",0".repeat(14);
    let position = |north| format!("1,0{zeros}/0,0{},1,1 11-{north} N", ",0".repeat(12));
    // 17 of 32 win.
    assert_eq!(after(&wide, &position(15), "p").position().stores, [11, 17]);
    assert_eq!(after(&wide, &position(14), "p").position().stores, [11, 14]);
}

#[test]
fn grand_slam_allowed_move_again_is_a_new_ply_that_must_feed() {
    let again = ["grand_slam=allowed_move_again"];
    assert_eq!(board(&again, SLAM, "c"), "0,0,0,0,0,0/0,0,0,1,1,2 0-10 N");
    assert_eq!(legal(&again, "0,0,0,0,0,0/0,0,0,1,1,2 0-10 N"), "f");
    assert_eq!(board(&again, SLAM, "c f"), "1,1,0,0,0,0/0,0,0,1,1,0 0-10 S");
    // If the extra move cannot feed, the game ends as in O9.
    let end = result(&again, "1,0,0,0,0,0/1,0,0,0,0,1 0-0 N", "f");
    assert_eq!((end.south, end.north, end.rule), (0.0, 3.0, "no_move"));
}

#[test]
fn grand_slam_opponent_takes_rest_even_from_a_winner() {
    let rest = result(&["grand_slam=opponent_takes_rest"], &SLAM.replace("0-0", "14-20"), "c");
    assert_eq!((rest.south, rest.north, rest.rule), (18.0, 30.0, "grand_slam"));
    assert!(rest.reason.contains("South takes the 4 seeds left"), "{}", rest.reason);
}

#[test]
fn grand_slam_keep_captures_a_single_pit() {
    for rule in ["grand_slam=keep_first", "grand_slam=keep_last"] {
        assert_eq!(after(&[rule], "1,0,0,0,0,0/0,0,4,0,0,1 0-0 N", "c").position().stores, [0, 2 + 4]);
    }
}

#[test]
fn feeding_none_lets_an_opponent_starve() {
    let position = "1,0,0,0,0,1/0,0,0,0,0,0 0-0 S";
    assert_eq!(legal(&[], position), "F");
    assert_eq!(legal(&["feeding=none"], position), "AF");
    let end = result(&["feeding=none"], position, "A");
    assert_eq!((end.south, end.north), (2.0, 0.0));
    assert!(end.reason.starts_with("North has no seed to move"), "{}", end.reason);
}

#[test]
fn must_leave_opponent_a_move_keeps_a_row_alive() {
    let slam = ["grand_slam=allowed", "must_leave_opponent_a_move=true"];
    // c would leave South nothing; f leaves him everything.
    assert_eq!(legal(&slam, SLAM), "f");
    assert_eq!(legal(&["grand_slam=allowed"], SLAM), "cf");
}

#[test]
fn win_at_none_plays_on() {
    let position = "0,0,0,0,0,1/1,5,0,0,0,0 23-18 S";
    for rule in ["win_at=majority", "win_at=25"] {
        let won = result(&[rule], position, "F");
        assert_eq!((won.rule, won.south), ("majority", 25.0));
    }
    // Played on: South has no seed, and North must feed him.
    let on = after(&["win_at=none"], position, "F");
    assert_eq!((on.result(), on.moves().len()), (None, 1));
    let mut rules = OwareRules::default();
    rules.set("win_at", "24").expect("a number");
    assert!(rules.check().is_err());
}

#[test]
fn max_in_pit_passes_over_full_pits() {
    // F of 3: a holds 12 and is passed over.
    let position = "0,0,0,0,0,3/12,0,0,0,0,0 0-0 S";
    assert_eq!(board(&[], position, "F"), "0,0,0,0,0,0/13,1,1,0,0,0 0-0 N");
    assert_eq!(board(&["max_in_pit=12"], position, "F"), "0,0,0,0,0,0/12,1,1,1,0,0 0-0 N");
    // Every other pit of 2 × 5 holds 12: twelve seeds go round until they are all in A.
    let five = ["max_in_pit=12", "pits_per_row=5"];
    let full = "12,12,12,12/12,12,12,12,12 0-0 S";
    assert_eq!(legal(&five, &format!("0,{full}")), "BCDE");
    assert!(board(&five, &format!("0,{full}"), "C").starts_with("12,12,0,12,12/"));
    // With a seed in A the last seed finds no room: no move is legal, each keeps his own row.
    let end = result(&five, &format!("1,{full}"), "");
    assert_eq!((end.south, end.north, end.rule), (49.0, 60.0, "no_move"));
    assert_eq!(
        end.reason,
        "South has seeds, but the rules allow none of his moves: the game is over. \
                            Each takes the seeds of his own row: South 49, North 60."
    );
}

#[test]
fn singletons_only_if_all_single_filters_after_feeding() {
    let ouri = ["singletons_only_if_all_single=true"];
    assert_eq!(legal(&ouri, "1,2,0,1,0,1/1,0,0,0,0,0 0-0 S"), "B");
    assert_eq!(legal(&ouri, "1,0,0,1,0,1/1,0,0,0,0,0 0-0 S"), "ADF");
    // Only F feeds, so B is no choice and F may be moved though it is single.
    assert_eq!(legal(&ouri, "1,2,0,1,0,1/0,0,0,0,0,0 0-0 S"), "F");
}

#[test]
fn repetition_values_divide_in_their_own_ways() {
    // Seeds of the recurring position lie 1 to 1; stores 24-22.
    let moves = "A a B b C c D d E e F f";
    let position = "1,0,0,0,0,0/1,0,0,0,0,0 24-22 S";
    let end = |settings: &[&str]| {
        let end = result(settings, position, moves);
        (end.south, end.north, end.winner.side())
    };
    assert_eq!(end(&["repetition=own_side"]), (25.0, 23.0, Some(Side::South)));
    assert_eq!(end(&["repetition=draw"]), (24.0, 22.0, None));
    for ignored in ["repetition=ignore", "repetition_count=3"] {
        assert!(after(&[ignored], position, moves).result().is_none());
    }
    assert_eq!(result(&["repetition_count=3"], position, &[moves, moves].join(" ")).rule, "repetition");
    // Limits: with no repetition rule no_capture_limit divides by own side.
    let end = result(&["repetition=ignore", "no_capture_limit=12"], position, moves);
    assert_eq!((end.south, end.north, end.rule), (25.0, 23.0, "no_capture_limit"));
    let end = result(&["repetition=split", "no_capture_limit=3"], position, "A a B");
    assert_eq!((end.south, end.north, end.rule), (25.0, 23.0, "no_capture_limit"));
    let end = result(&["ply_limit=3"], position, "A a B");
    assert_eq!((end.south, end.north, end.rule), (24.0, 22.0, "ply_limit"));
}

#[test]
fn options_that_leave_stored_numbers_alone_leave_the_database_fingerprint_alone() {
    let fingerprints = |settings: &[&str]| {
        let rules = check::rules::<OwareRules>(settings);
        [rules.canonical(), rules.database_canonical()].map(|text| options::fingerprint(&text))
    };
    let [rules, database] = fingerprints(&[]);
    for same in [
        "repetition=split",
        "repetition_count=3",
        "win_at=none",
        "seeds_per_pit=3",
        "no_capture_limit=50",
        "ply_limit=200",
    ] {
        let other = fingerprints(&[same]);
        assert_ne!(other[0], rules, "{same}");
        assert_eq!(other[1], database, "{same}");
    }
    for different in ["grand_slam=allowed", "feeding=none", "max_in_pit=12", "pits_per_row=5"] {
        assert_ne!(fingerprints(&[different])[1], database, "{different}");
    }
}

#[test]
fn rules_that_no_database_can_hold_say_why() {
    for settings in ["grand_slam=allowed_if_wins", "repetition=draw", "ply_limit=200", "no_capture_limit=50"]
    {
        let why = check::rules::<OwareRules>(&[settings]).not_tabled();
        assert!(why.is_some_and(|why| why.starts_with(settings)), "{settings}");
    }
    for settings in ["grand_slam=allowed", "repetition=split", "repetition=own_side", "win_at=none"] {
        assert_eq!(check::rules::<OwareRules>(&[settings]).not_tabled(), None);
    }
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    for (settings, why) in [
        (vec![("pits_per_row", "16"), ("seeds_per_pit", "4")], "at most 3 a pit"),
        (vec![("max_in_pit", "3")], "less than seeds_per_pit=4"),
        (vec![("win_at", "49")], "more than half"),
    ] {
        let mut rules = OwareRules::default();
        for (key, value) in settings {
            rules.set(key, value).expect("a value by itself");
        }
        let error = rules.check().expect_err("cannot be");
        assert!(error.contains(why), "{error}");
    }
}

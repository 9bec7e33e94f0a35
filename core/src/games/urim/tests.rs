//! Urim against rules.md, cases.md and its own slow twin.

use sowbase_solver::{Game, perft};

use super::{Urim, UrimRules};
use crate::games::oware::{Brava, Chosen, SingleLapRules, twin_checks};
use crate::games::{Rulebook, check, notation, options, options::RuleSet};
use crate::play::{GameResult, InProgress, Next, Side};

fn chosen(rules: UrimRules) -> Urim<Chosen> {
    Urim::with_facts(rules, rules.terms().plan.into())
}

/// A game from a position text after some moves, opened as the door opens it.
fn after(settings: &[&str], position: &str, moves: &str) -> Box<dyn InProgress> {
    let opened = super::open(check::rules::<UrimRules>(settings));
    let position = opened.play.parse(position, true).expect("position");
    let mut session = opened.play.session(&position);
    for text in moves.split_whitespace() {
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

fn board(settings: &[&str], position: &str, moves: &str) -> String {
    let mut position = after(settings, position, moves).position().clone();
    (position.quiet, position.plies) = (0, 0);
    notation::format(&position)
}

fn result(settings: &[&str], position: &str, moves: &str) -> GameResult {
    let session = after(settings, position, moves);
    session.result().cloned().unwrap_or_else(|| panic!("{settings:?}: {moves} does not end {position}"))
}

fn legal(settings: &[&str], position: &str) -> String {
    after(settings, position, "").moves().iter().map(|trace| trace.text.clone()).collect()
}

#[test]
fn ur1_to_ur6_and_u3_worked_examples() {
    for example in Urim::<Chosen>::examples() {
        check::example_holds::<Urim<Chosen>>(example, chosen);
        match example.rules {
            [] => check::example_holds::<Urim>(example, |rules| Urim::with_facts(rules, Brava::<6>)),
            ["pits_per_row=7"] => {
                check::example_holds::<Urim<Brava<7>>>(example, |rules| Urim::with_facts(rules, Brava::<7>));
            }
            _ => {}
        }
    }
}

#[test]
fn u3_both_pits_feed_when_a_full_pit_is_passed_over() {
    assert_eq!(legal(&[], "0,0,0,0,1,17/0,0,0,0,0,0 0-0 S"), "EF");
    assert_eq!(legal(&["pit_limit=none"], "0,0,0,0,1,17/0,0,0,0,0,0 0-0 S"), "F");
}

#[test]
fn ur5_forfeit_keeps_the_board_and_allowed_takes_eleven() {
    let moves = after(&["grand_slam=allowed"], "2,0,0,0,1,4/1,3,2,1,0,0 0-0 S", "").moves();
    let slam = moves.iter().find(|trace| trace.text == "F").expect("legal");
    assert_eq!((slam.gain, slam.after.row_seeds(Side::North)), ([11, 0], 0));
}

#[test]
fn path_counts_of_rules_md_8_2() {
    let six: Urim = Urim::with_facts(UrimRules::default(), Brava::<6>);
    check::paths_are(&six, &six.start(), &[6, 36, 186, 971, 4756, 23555, 112_420]);
    let rules = check::rules::<UrimRules>(&["pits_per_row=7"]);
    let seven: Urim<Brava<7>> = Urim::with_facts(rules, Brava::<7>);
    check::paths_are(&seven, &seven.start(), &[7, 49, 300, 1848, 10600, 61388]);
    for depth in 8..=9 {
        let start = six.start();
        assert_eq!(perft::perft(&six, &start, depth), perft::walk(&six, &start, depth), "depth {depth}");
    }
    assert_eq!(perft::perft(&seven, &seven.start(), 7), perft::walk(&seven, &seven.start(), 7));
}

#[test]
fn right_most_pits_reach_the_limit_of_17() {
    // rules.md 2.2: both sides always play their right-most legal pit.
    let mut session = after(&[], "3,3,3,3,3,3/3,3,3,3,3,3 0-0 S", "");
    let mut at = |ply: u32| {
        let mut last = String::new();
        while (session.played().len() as u32) < ply {
            let moves = session.moves();
            last.clone_from(&moves.last().expect("not over").text);
            session.play(&last).expect("legal");
        }
        let mut bare = session.position().clone();
        (bare.quiet, bare.plies) = (0, 0);
        (notation::format(&bare), last, session.result().cloned())
    };
    assert_eq!(at(42).0, "17,0,1,0,0,0/17,0,1,0,0,0 0-0 S");
    let before = at(48).0;
    let (board, mv, _) = at(49);
    assert_eq!(mv, "F");
    assert!(before.contains("/17,0,"), "{before}");
    assert!(board.contains("/17,1,"), "{board}");
    let end = at(52).2.expect("over by repetition");
    assert_eq!((end.south, end.north, end.rule, end.points), (18.0, 18.0, "repetition", Some(0)));
}

#[test]
fn case_21_and_ur4_the_landing_pit_is_the_last_that_got_a_seed() {
    // With the limit the last seed makes 3 in b, which holds 2: a is full and gets none.
    let position = "0,0,0,0,0,1/17,2,0,0,0,1 0-0 S";
    assert_eq!(board(&[], position, "F"), "0,0,0,0,0,0/17,0,0,0,0,1 3-0 N");
    assert_eq!(board(&["pit_limit=none"], position, "F"), "0,0,0,0,0,0/18,2,0,0,0,1 0-0 N");
}

#[test]
fn points_are_two_for_three_quarters_and_one_for_more_than_half() {
    let six = chosen(UrimRules::default());
    let seven = chosen(check::rules(&["pits_per_row=7"]));
    // rules.md U9.
    for (game, south, north, points) in [
        (&six, 27.0, 9.0, 2),
        (&six, 26.0, 10.0, 1),
        (&six, 19.0, 17.0, 1),
        (&six, 18.0, 18.0, 0),
        (&six, 10.0, 26.0, 1),
        (&six, 0.0, 27.0, 2),
        (&seven, 32.0, 10.0, 2),
        (&seven, 31.0, 11.0, 1),
        (&seven, 22.0, 20.0, 1),
        (&seven, 21.0, 21.0, 0),
    ] {
        assert_eq!(game.points([south, north]), Some(points), "{south}-{north}");
    }
    // A draw by rule gives none, whatever the stores.
    let moves = "A a B b C c D d E e F f";
    let drawn = result(&["repetition=draw"], "1,0,0,0,0,0/1,0,0,0,0,0 28-6 S", moves);
    assert_eq!((drawn.winner.side(), drawn.points), (None, Some(0)));
    let won = result(&[], "1,0,0,0,0,0/1,0,0,0,0,0 28-6 S", moves);
    assert_eq!((won.south, won.points), (29.0, Some(2)));
}

#[test]
fn match_target_counts_points_and_the_players_begin_in_turn() {
    let won = "0,0,0,0,0,0/1,0,0,0,0,0 28-7 S";
    let mut session = after(&["match_target=3"], won, "");
    let (standing, next) = session.match_standing().expect("over");
    assert_eq!(standing.points, [2, 0]);
    let Next::Round(first) = next else { panic!("the match goes on") };
    assert_eq!((first.side, first.on_board(), first.total()), (Side::North, 36, 36));
    session.play("a").expect("North begins the second game");
    assert!(session.result().is_none());
    let session = after(&["match_target=2"], won, "");
    let Some((_, Next::Over { winner, reason })) = session.match_standing() else { panic!("decided") };
    assert_eq!(winner.side(), Some(Side::South));
    assert!(reason.contains("2 points"), "{reason}");
    assert_eq!(after(&[], won, "").match_standing().expect("over").1, Next::Single);
}

#[test]
fn options_change_outcomes() {
    // early_stop and win_at: 27 of 36 and 19 of 36.
    let position = "1,0,0,0,0,1/1,2,0,0,0,0 25-6 S";
    assert!(after(&[], position, "F").result().is_none());
    let end = result(&["early_stop=at_three_quarters"], position, "F");
    assert_eq!((end.south, end.north, end.rule, end.points), (27.0, 6.0, "three_quarters", Some(2)));
    let why = "South has 27 of 36 seeds, three quarters: the game is over. The 3 seeds on the board count for nobody.";
    assert_eq!(end.reason, why);
    let end = result(&["win_at=majority"], &position.replace("25-6", "17-14"), "F");
    assert_eq!((end.south, end.rule, end.points), (19.0, "majority", Some(1)));
    // chain_set and trigger_set: UR2 and UR3.
    let ur2 = "0,1,0,0,0,4/1,3,3,2,5,1 0-0 S";
    assert_eq!(after(&["chain_set=2,3"], ur2, "F").position().stores, [3, 0]);
    let ur3 = "0,0,2,0,0,3/1,2,3,1,1,4 0-0 S";
    assert_eq!(after(&["trigger_set=2,3,4"], ur3, "F").position().stores, [9, 0]);
    // pit_limit_rule: UR4 with the others.
    let ur4 = "0,0,0,0,2,4/17,0,1,2,5,5 0-0 S";
    let four = "0,0,0,1,2,4/17,0,1,2,5,5 0-0 S";
    assert_eq!(legal(&["pit_limit_rule=illegal"], four), "D");
    assert_eq!(legal(&[], four), "DEF");
    assert_eq!(board(&["pit_limit_rule=to_store"], ur4, "F"), "0,0,0,0,2,0/17,1,0,0,5,5 6-0 N");
    // to_store: a last seed that goes to the store captures nothing, though the pit before it holds 2.
    let last = "0,0,0,0,0,3/1,1,17,0,0,1 0-0 S";
    assert_eq!(board(&["pit_limit_rule=to_store"], last, "F"), "0,0,0,0,0,0/2,2,17,0,0,1 1-0 N");
    // Sizes.
    assert_eq!(chosen(check::rules(&["seeds_per_pit=4"])).initial().total(), 48);
    // What Oware has too.
    assert_eq!(legal(&["grand_slam=illegal"], "2,0,0,0,1,4/1,3,2,1,0,0 0-0 S"), "AE");
    assert_eq!(legal(&["feeding=none"], "1,0,0,0,0,1/0,0,0,0,0,0 0-0 S"), "AF");
    assert_eq!(legal(&["singletons_only_if_all_single=true"], "1,2,0,0,0,0/1,0,0,0,0,0 0-0 S"), "B");
    let leave = ["grand_slam=allowed", "must_leave_opponent_a_move=true"];
    assert_eq!(legal(&leave, "2,0,0,0,1,4/1,3,2,1,0,0 0-0 S"), "AE");
}

#[test]
fn repetition_and_limits_change_outcomes() {
    let (position, moves) = ("1,0,0,0,0,0/1,0,0,0,0,0 17-17 S", "A a B b C c D d E e F f");
    assert_eq!(result(&[], position, moves).rule, "repetition");
    let split = result(&["repetition=split"], position, moves);
    assert_eq!((split.south, split.north), (18.0, 18.0));
    assert!(after(&["repetition=ignore"], position, moves).result().is_none());
    assert!(after(&["repetition_count=3"], position, moves).result().is_none());
    assert_eq!(result(&["no_capture_limit=2"], position, "A a").rule, "no_capture_limit");
    let stopped = result(&["ply_limit=2"], position, "A a");
    assert_eq!((stopped.south, stopped.north, stopped.rule), (17.0, 17.0, "ply_limit"));
}

#[test]
fn more_than_the_limit_in_a_pit_is_refused_unless_meant() {
    let opened = super::open(UrimRules::default());
    let error = opened.play.parse("18,0,0,0,0,1/0,0,0,0,0,1 0-0 S", false).expect_err("too many").to_string();
    assert!(error.contains("pit A holds 18") && error.contains("17"), "{error}");
    assert!(opened.play.parse("18,0,0,0,0,1/0,0,0,0,0,1 0-0 S", true).is_ok());
    assert!(opened.play.parse("17,0,0,0,0,1/0,0,0,0,0,1 0-0 S", false).is_ok());
}

#[test]
fn options_that_leave_stored_numbers_alone_leave_the_database_fingerprint_alone() {
    let database =
        |settings: &[&str]| options::fingerprint(&check::rules::<UrimRules>(settings).database_canonical());
    for same in [
        "match_target=10",
        "early_stop=at_three_quarters",
        "win_at=majority",
        "repetition=split",
        "seeds_per_pit=4",
    ] {
        assert_eq!(database(&[same]), database(&[]), "{same}");
    }
    for different in ["pit_limit=none", "pit_limit_rule=illegal", "chain_set=2,3", "trigger_set=2,3,4"] {
        assert_ne!(database(&[different]), database(&[]), "{different}");
    }
    assert!(check::rules::<UrimRules>(&["grand_slam=allowed_if_wins"]).not_tabled().is_some());
}

#[test]
fn twins_agree_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..700 * twin_checks::long() {
        let rules = twin_checks::random_rules::<UrimRules>(&mut rng);
        twin_checks::check_rules(rules, 8, &mut rng);
    }
    for settings in [&[][..], &["pits_per_row=7"]] {
        twin_checks::check_rules(check::rules::<UrimRules>(settings), 800 * twin_checks::long(), &mut rng);
    }
}

#[test]
fn constants_and_values_play_the_same_games() {
    let mut rng = fastrand::Rng::with_seed(13);
    let six: Urim = Urim::with_facts(UrimRules::default(), Brava::<6>);
    twin_checks::same_games(&six, &chosen(UrimRules::default()), 200 * twin_checks::long(), &mut rng);
    let rules = check::rules(&["pits_per_row=7"]);
    let seven: Urim<Brava<7>> = Urim::with_facts(rules, Brava::<7>);
    twin_checks::same_games(&seven, &chosen(rules), 200 * twin_checks::long(), &mut rng);
}

#[test]
fn case_27_and_35_ten_thousand_games_end_in_a_million_moves() {
    let mut rng = fastrand::Rng::with_seed(28);
    let six: Urim = Urim::with_facts(UrimRules::default(), Brava::<6>);
    assert!(twin_checks::whole_games(&six, 10_000, &mut rng) > 1_000_000);
    let seven: Urim<Brava<7>> = Urim::with_facts(check::rules(&["pits_per_row=7"]), Brava::<7>);
    assert!(twin_checks::whole_games(&seven, 10_000, &mut rng) > 1_000_000);
}

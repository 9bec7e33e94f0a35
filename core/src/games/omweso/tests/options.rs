//! Every option with two or more values changes an outcome; the match; placing; repetition.

use std::sync::Arc;

use sowbase_solver::{Child, Game, Layer, Layered, Line, Reason, Score, Turn, Verdict};

use super::{Omweso, after, omweso, result, session, sparse, texts};
use crate::games::notation;
use crate::games::options::{Opt, RuleSet};
use crate::games::rulebook::Rulebook;
use crate::play::{GameResult, InProgress, Next, Session, Side, Standing, Winner};

const CLOSED: fn(&str) -> String = |extras| sparse("7:3 10:1", "0:2 2:2 13:3", extras);
const OM4: (&str, &str) = ("0:3 13:1", "0:2 5:1 10:1");
const OM5: (&str, &str) = ("0:3 13:1 14:1", "0:2 5:1 6:1 9:2 10:1");
const OM9: (&str, &str) = ("1:2 7:1 15:1", "0:2 7:1 8:1");
const OM10: (&str, &str) = ("5:1 6:2 8:1 9:1 11:1 13:1 15:1", "0:1 7:1 8:1 13:2 15:1");
const OM11: (&str, &str) = ("1:2 4:1 6:1 8:1 15:1", "0:1 7:1 8:2 15:1");

fn of((south, north): (&str, &str)) -> String {
    sparse(south, north, "")
}

fn south(session: &Session<Omweso>) -> Vec<u8> {
    session.position().pits[0].clone()
}

fn pits(text: &str) -> Vec<u8> {
    notation::parse(&omweso(&[]), &sparse(text, "", ""), true).expect("position").pits[0].clone()
}

#[test]
fn options_of_sowing_and_capture_change_an_outcome() {
    // reentry_pit, by hand: the five seeds of OM2 go to 7, 8, 9, 10, 11.
    assert_eq!(south(&after(&["reentry_pit=same"], &CLOSED(""), "H+")), pits("7:1 8:2 9:2 10:3 11:1"));
    // capture_mandatory: the landing of OM2 as a relay is OM2f.
    assert_eq!(texts(&["capture_mandatory=false"], &CLOSED("")), ["H+", "H+r"]);
    assert_eq!(south(&after(&["capture_mandatory=false"], &CLOSED(""), "H+r")), pits("8:1 9:1 11:1 12:1"));
    assert_eq!(
        south(&after(&["capture_mandatory=false"], &CLOSED(""), "H+")),
        south(&after(&[], &CLOSED(""), "H+"))
    );
    // first_turn_capture: OM2f plays as OM2.
    let allowed = after(&["first_turn_capture=allowed"], &CLOSED("first=S"), "H+");
    assert_eq!(south(&allowed), pits("8:2 9:2 10:3 11:1 12:1"));
    // Sizes and set-ups.
    assert_eq!(omweso(&["pits_per_row=3"]).count(&omweso(&["pits_per_row=3"]).start()), 3);
    for (setup, first, last) in [("outer4", 4, 0), ("two_each", 2, 2), ("inner4", 0, 4)] {
        let start = omweso(&[&format!("setup={setup}")]).initial();
        assert_eq!((start.pits[0][0], start.pits[1][15], start.total()), (first, last, 64));
    }
}

#[test]
fn options_of_reverse_change_an_outcome() {
    assert!(texts(&[], &of(OM4)).contains(&"A-".into()));
    assert!(!texts(&["reverse=off"], &of(OM4)).contains(&"A-".into()));
    assert_eq!(texts(&[], &of(OM5)), ["A+", "A-+", "A--"]);
    assert_eq!(texts(&["reverse=start_only"], &of(OM5)), ["A+", "A-"]);
    assert_eq!(texts(&[], &of(OM9)), ["B+", "B-"]);
    assert_eq!(texts(&["reverse_pits=0,14"], &of(OM9)), ["B+"]);
    assert!(texts(&["reverse_pits=0,14"], &of(OM4)).contains(&"A-".into()));
    // By hand: eight seeds from 0 capture two at 8; sown back from 0 they end on 14 and capture two.
    let forward = sparse("0:8 8:1 14:1", "0:1 6:1 9:1 15:1", "");
    assert_eq!(texts(&[], &forward), ["A+", "A-+", "A--"]);
    assert_eq!(texts(&["reverse_after_forward_capture=true"], &forward), ["A++", "A+-", "A-+", "A--"]);
    let robbed = after(&["reverse_after_forward_capture=true"], &forward, "A+-");
    assert_eq!(robbed.position().row_seeds(Side::North), 0);
}

#[test]
fn options_of_okukoneeza_change_an_outcome() {
    let three = sparse("3:3", "0:2", "captured=none");
    assert_eq!(texts(&[], &three), ["D+", "Dk"]);
    assert_eq!(texts(&["okukoneeza=off"], &three), ["D+"]);
    let theirs = sparse("3:3", "0:2", "captured=N");
    assert_eq!(texts(&[], &theirs), ["D+"]);
    assert_eq!(texts(&["okukoneeza_until=own_capture"], &theirs), ["D+", "Dk"]);
    // It counts as the first turn and as a turn without capture (rules.md 12).
    let played = after(&[], &sparse("3:3", "0:2", "captured=none first=SN quiet=7"), "Dk");
    assert_eq!((played.position().extra("first"), played.position().quiet), (Some("N"), 8));
}

#[test]
fn options_of_winning_change_an_outcome() {
    assert_eq!(result(&[], &of(OM9), "B-").points, Some(2));
    assert!(after(&["front_row_rule=off"], &of(OM9), "B-").result().is_none());
    assert!(after(&["emitwe_ebiri=off"], &of(OM10), "G+").result().is_none());
    assert_eq!(result(&["akawumbi_points=6"], &of(OM11), "B-").points, Some(6));
    // win_timing: OM10 captures at 8 in its first lap, at 15 in its fifth, and runs on for two laps.
    assert_eq!(result(&["lap_limit=6"], &of(OM10), "G+").winner, Winner::None);
    let now = result(&["lap_limit=6", "win_timing=immediate"], &of(OM10), "G+");
    assert_eq!((now.rule, now.points), ("emitwe_ebiri", Some(2)));
    // Every seed lost, but not to an end column: 2 points, 1 without the front-row rule (rules.md 12).
    let stripped = sparse("7:3 10:1", "2:2 13:3", "");
    assert_eq!(result(&[], &stripped, "H+").points, Some(2));
    assert_eq!(result(&["front_row_rule=off"], &stripped, "H+").points, Some(1));
}

#[test]
fn akakyala_and_its_scope_change_an_outcome() {
    let second = sparse("7:3 10:1", "0:2 2:2 12:2 13:3", "captured=S");
    assert!(after(&[], &second, "H+").result().is_none());
    let won = result(&["akakyala=on"], &second, "H+");
    assert_eq!((won.rule, won.points, won.winner), ("akakyala", Some(2), Winner::South));
    for captured in ["captured=N", "captured=none", ""] {
        let not_now = sparse("7:3 10:1", "0:2 2:2 12:2 13:3", captured);
        assert!(after(&["akakyala=on"], &not_now, "H+").result().is_none(), "{captured}");
    }
    let twice = sparse(OM10.0, OM10.1, "captured=none");
    let rules = ["akakyala=on", "emitwe_ebiri=off"];
    assert!(after(&rules, &twice, "G+").result().is_none());
    let scope = [rules[0], rules[1], "akakyala_scope=two_captures"];
    assert_eq!(result(&scope, &twice, "G+").rule, "akakyala");
}

#[test]
fn options_of_limits_change_an_outcome() {
    let endless =
        "3,0,4,1,2,1,0,3,4,0,2,4,5,0,1,2/4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0 0-0 S captured=none first=SN";
    assert_eq!(result(&[], endless, "I+").winner, Winner::None);
    assert!(!texts(&["endless_turn=illegal"], endless).contains(&"I+".into()));
    let lost = result(&["endless_turn=opponent_wins"], endless, "I+");
    assert_eq!((lost.winner, lost.points, lost.north), (Winner::North, Some(1), 1.0));
    let start = notation::format(&omweso(&[]).initial());
    let annulled = result(&["no_capture_limit=1"], &start, "A+");
    assert_eq!((annulled.winner, annulled.rule), (Winner::None, "no_capture_limit"));
    assert!(after(&["no_capture_limit=none"], &format!("{start} quiet=600"), "A+").result().is_none());
    assert!(after(&[], &format!("{start} quiet=499"), "A+").result().is_some());
    let stopped = result(&["ply_limit=1"], &start, "A+");
    assert_eq!((stopped.winner, stopped.points, stopped.rule), (Winner::Draw, Some(0), "ply_limit"));
    assert_ne!(omweso(&["clock=blitz"]).words(), omweso(&[]).words());
}

#[test]
fn repetition_annuls_at_the_third_time() {
    // By hand, on a board of one column: 2,1 -> 1,2 -> 2,1, every move forced.
    let position = "2,1/2,1 0-0 S";
    let rules = ["pits_per_row=1"];
    let mut session = session(&rules, position);
    for text in "A+ a+ B+ b+ A+ a+ B+".split(' ') {
        session.play(text).expect("legal");
        assert!(session.result().is_none());
    }
    session.play("b+").expect("legal");
    let result = session.result().expect("over");
    assert_eq!((result.winner, result.rule), (Winner::None, "repetition"));
    let on = after(&["pits_per_row=1", "repetition=ignore"], position, "A+ a+ B+ b+ A+ a+ B+ b+ A+");
    assert!(on.result().is_none());
}

#[test]
fn case_29_repetition_has_no_window() {
    // Hundreds of other states, some after captures, lie between one time and the next; the set is never cleared.
    let game = omweso(&["no_capture_limit=none"]);
    let layer = Layer { seeds: 64, shape: 0 };
    let state = |index: u128| game.wide_unrank(layer, game.layer_len(layer) / 2 + index * 1_000_003);
    let mut line = Line::new(state(0), 64, Score(0));
    let mut now = state(0);
    for round in 0..2 {
        for index in (1..402).chain([0]) {
            assert_eq!(game.cut(&line, &now), None);
            now = state(round * 500 * index + index);
            let quiet = index % 100 != 50;
            let child = Child { state: now, gain: Score(0), turn: Turn::Pass, quiet };
            line.push(&child, game.captures_are_final());
        }
    }
    let ending = game.cut(&line, &state(0)).expect("the third time");
    assert_eq!((ending.reason, ending.verdict), (Reason::REPETITION, Verdict::Nobody));
}

#[test]
fn free_set_ups_are_placed_by_the_players() {
    let first = "free_first_then_second";
    let rules = ["setup=free_first_then_second"];
    let mut game = Session::new(Arc::new(omweso(&rules)), omweso(&rules).initial());
    assert_eq!(game.moves().len(), 1);
    let refused = |game: &mut Session<Omweso>, text: &str, part: &str| {
        let error = game.play(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
    };
    refused(&mut game, "A+", "to be placed");
    refused(&mut game, "place:17,15,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "more than 10");
    refused(&mut game, "place:1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "places 2 seeds");
    refused(&mut game, "place:32", "16 whole numbers");
    refused(&mut game, "place:300,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "16 whole numbers");
    game.play("place:10,10,10,2,0,0,0,0,0,0,0,0,0,0,0,0").expect("legal");
    assert_eq!((game.position().side, game.position().extra("place")), (Side::North, Some("1")));
    game.play("keep").expect("legal");
    assert_eq!(
        (game.position().side, game.position().extra("place"), game.position().quiet),
        (Side::South, None, 0)
    );
    game.play("A+").expect("legal");
    // setup_max: the seventeen opening needs none.
    let none = ["setup=free_first_then_second", "setup_max=none"];
    let open =
        after(&none, &notation::format(&omweso(&none).initial()), "place:17,15,0,0,0,0,0,0,0,0,0,0,0,0,0,0");
    assert_eq!(open.position().pits[0][0], 17);
    assert_eq!(omweso(&["setup=free_secret", "setup_max=3"]).initial().pits[0], vec![2; 16]);
    // free_secret: one move for both, and the same player begins.
    let secret = ["setup=free_secret"];
    let both = "place:8,8,8,8,0,0,0,0,0,0,0,0,0,0,0,0:0,0,0,0,8,8,8,8,0,0,0,0,0,0,0,0";
    let shown = after(&secret, &notation::format(&omweso(&secret).initial()), both);
    assert_eq!((shown.position().side, shown.position().pits[1][4]), (Side::South, 8));
    assert!(shown.moves().len() >= 4);
    assert_ne!(omweso(&secret).words(), omweso(&[&format!("setup={first}")]).words());
}

fn standing(first: Side, winner: Winner, points: [u32; 2]) -> Standing {
    let first = omweso(&[]).fresh_position(first);
    let result = GameResult {
        south: 0.0,
        north: 0.0,
        winner,
        points: Some(1),
        rule: "no_move",
        reason: String::new(),
    };
    Standing { first, result, points, rounds: 1, plies: 0 }
}

#[test]
fn the_match_goes_to_twelve_points_and_annulled_games_are_played_again() {
    let starter =
        |settings: &[&str], winner| match omweso(settings).next_round(&standing(Side::North, winner, [1, 0]))
        {
            Next::Round(position) => position.side,
            other => panic!("{other:?}"),
        };
    assert_eq!(starter(&[], Winner::South), Side::South);
    assert_eq!(starter(&["next_starter=winner"], Winner::North), Side::North);
    assert_eq!(starter(&["next_starter=loser"], Winner::North), Side::South);
    assert_eq!(starter(&["next_starter=loser"], Winner::Draw), Side::South);
    assert_eq!(starter(&[], Winner::None), Side::North);
    assert_eq!(starter(&["next_starter=winner"], Winner::None), Side::North);
    let over = |settings: &[&str], points| {
        let next = omweso(settings).next_round(&standing(Side::South, Winner::South, points));
        matches!(next, Next::Over { winner: Winner::South, .. })
    };
    assert!(over(&[], [12, 0]) && !over(&[], [11, 11]));
    assert!(over(&["match_points=5"], [6, 4]) && !over(&["match_points=20"], [12, 0]));
}

#[test]
fn a_match_is_played_through_a_session() {
    // Akawumbi wins it at once; else the next game begins with the other player.
    let won = after(&[], &of(OM11), "B-");
    let (standing, next) = won.match_standing().expect("over");
    assert_eq!(standing.points, [12, 0]);
    assert!(matches!(next, Next::Over { winner: Winner::South, .. }));
    let mut first = after(&[], &of(OM9), "B-");
    first.play("a+").expect("North begins the next game");
    assert_eq!(first.position().extra("first"), Some("S"));
    assert!(first.undo());
    assert_eq!(first.result().map(|result| result.points), Some(Some(2)));
}

#[test]
fn points_never_move_seeds() {
    // Two points with two seeds on the board are no seeds handed out.
    let last = sparse("0:2 13:1", "5:1 10:1", "");
    let game = after(&["front_row_rule=on"], &sparse("0:3 13:1", "5:1 10:1", ""), "A-");
    assert_eq!(game.position().stores, [0, 0]);
    assert_eq!(game.position().on_board(), 6);
    assert!(session(&[], &last).result().is_none());
}

#[test]
fn limits_refuse_databases_but_the_default_does_not() {
    let why = |settings: &[&str]| omweso(settings).rules().not_tabled();
    assert_eq!(why(&[]), None);
    assert_eq!(why(&["no_capture_limit=none", "repetition=ignore"]), None);
    assert!(why(&["ply_limit=100"]).is_some_and(|why| why.contains("ply_limit=100")));
    assert!(why(&["no_capture_limit=20"]).is_some());
    assert!(why(&["setup=free_secret"]).is_some());
}

#[test]
fn every_option_is_named_once_and_has_its_default() {
    let options: &[Opt<super::OmwesoRules>] = super::OmwesoRules::options();
    let keys: std::collections::HashSet<&str> = options.iter().map(|option| option.key).collect();
    assert_eq!((keys.len(), options.len()), (25, 25));
}

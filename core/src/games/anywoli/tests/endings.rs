//! The last seeds, recurrences and limits.

use sowbase_solver::{Layered, Reason};

use super::*;
use crate::games::{RuleSet, Step};
use crate::play::{Side, Winner};

/// rules.md AN6: South's lap-ending four leaves four seeds in North's row.
fn an6(tail: &str) -> String {
    sparse(12, "11:1 12:3 20:1 21:1 22:1 23:1", &format!("44-44 S {tail}"))
}

/// rules.md AN8: North's four in mid-lap leaves two seeds on the board and two in hand.
fn an8(tail: &str) -> String {
    sparse(12, "11:3 12:3 13:1 20:1", &format!("44-44 S {tail}"))
}

fn reason(settings: &[&str], position: &str, moves: &str) -> String {
    after(settings, position, moves).result().expect("over").reason.clone()
}

#[test]
fn case_19_the_last_four_go_to_the_last_captor() {
    assert_eq!(totals(&[], &an6(""), "L"), (52.0, 44.0));
    assert_eq!(totals(&[], &an8(""), "L"), (44.0, 52.0));
    assert_eq!(reason(&[], &an8(""), "L"), "4 seeds are left: North, who took the four before, takes them.");
    let result = after(&[], &an6(""), "L").result().cloned().expect("over");
    assert_eq!((result.winner, result.rule), (Winner::South, Reason::LAST_SEEDS.0));
}

#[test]
fn case_19_the_last_four_go_by_lot() {
    let rules = ["last_four=lottery"];
    let mut south = 0;
    for lot in 0..400 {
        let position = an6(&format!("lot={lot}"));
        let result = totals(&rules, &position, "L");
        assert_eq!(result, totals(&rules, &position, "L"), "the record decides, not the day");
        assert!(result == (52.0, 44.0) || result == (48.0, 48.0), "{result:?}");
        south += u32::from(result.0 > 50.0);
    }
    // Even odds: 200 expected, deviation 10.
    assert!((150..=250).contains(&south), "{south} of 400 to South");
    assert!(reason(&rules, &an6(""), "L").contains("whom the lot favours"));
    assert!(check::rules::<AnywoliRules>(&rules).not_tabled().is_some());
}

#[test]
fn case_19_the_last_four_go_to_the_first_final_captor() {
    let rules = ["last_four=first_final_capture"];
    // South's own lap-ending four is the first.
    assert_eq!(totals(&rules, &an6(""), "L"), (52.0, 44.0));
    assert_eq!(totals(&rules, &an6("first4=N"), "L"), (48.0, 48.0));
    assert_eq!(totals(&rules, &an8("first4=S"), "L"), (48.0, 48.0));
    // Nobody yet, and this four is made in mid-lap: the last captor.
    assert_eq!(totals(&rules, &an8(""), "L"), (44.0, 52.0));
    // The state remembers who was first.
    let an3 = sparse(12, "0:3 11:2 13:3 20:4", "0-0 S");
    assert_eq!(after(&rules, &an3, "L").position().extra("first4"), Some("S"));
    assert_eq!(after(&[], &an3, "L").position().extras.len(), 0);
}

#[test]
fn case_19_the_last_four_go_to_the_mover() {
    let rules = ["last_four=current_mover"];
    assert_eq!(totals(&rules, &an6(""), "L"), (52.0, 44.0));
    assert_eq!(totals(&rules, &an8(""), "L"), (48.0, 48.0));
}

#[test]
fn case_19_the_last_eight_go_to_the_starter() {
    let rules = ["last_four=starter_takes_8"];
    let twelve = |tail: &str| sparse(12, "11:1 12:3 20:2 21:2 22:2 23:2", &format!("42-42 S {tail}"));
    assert_eq!(totals(&rules, &twelve(""), "L"), (54.0, 42.0));
    assert_eq!(totals(&rules, &twelve("starter=N"), "L"), (46.0, 50.0));
    assert!(reason(&rules, &twelve("starter=N"), "L").contains("8 seeds are left: North, who began"));
    assert!(after(&[], &twelve(""), "L").result().is_none());
}

#[test]
fn case_19_play_can_go_on_to_the_last_seed() {
    let session = after(&["last_four=play_on"], &an6(""), "L");
    assert!(session.result().is_none());
    assert_eq!((session.position().stores, session.position().on_board()), ([48, 44], 4));
    // One four left, and it is taken: nothing is left.
    let four = sparse(12, "11:1 12:3", "48-44 S");
    assert_eq!(totals(&["last_four=play_on"], &four, "L"), (52.0, 44.0));
    assert_eq!(reason(&["last_four=play_on"], &four, "L"), "All seeds are captured.");
}

#[test]
fn end_check_decides_when_the_seeds_left_are_counted() {
    // South's two seeds make four in pit 12 (North's, in mid-lap, four are left) and then in pit 13 (South's).
    let lap = sparse(12, "11:2 12:3 13:3", "44-44 S");
    assert_eq!(totals(&[], &lap, "L"), (44.0, 52.0));
    assert_eq!(totals(&["end_check=end_of_lap"], &lap, "L"), (48.0, 48.0));
    assert_eq!(totals(&["end_check=end_of_turn"], &lap, "L"), (48.0, 48.0));
    // North's four in mid-lap leaves eight; the lap ends on 13 and relays to a four in pit 15.
    let turn = sparse(12, "11:2 12:3 13:1 15:3 20:3", "42-42 S starter=N");
    let eight = |check| totals(&["last_four=starter_takes_8", check], &turn, "L");
    assert_eq!(eight("end_check=immediate"), (42.0, 54.0));
    assert_eq!(eight("end_check=end_of_lap"), (42.0, 54.0));
    assert_eq!(eight("end_check=end_of_turn"), (46.0, 50.0));
}

#[test]
fn a_position_that_is_over_pays_each_his_own_row() {
    // rules.md 12: any total allowed; nobody captured yet.
    assert_eq!(totals(&[], "1,0,0,0,0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0,0,0,0,0 5-7 S", ""), (6.0, 9.0));
    assert!(reason(&[], "1,0,0,0,0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0,0,0,0,0 5-7 S", "").contains("nobody has"));
    // Six seeds: a four leaves two, which go to its captor.
    let six = sparse(12, "11:1 12:3 20:2", "0-0 S");
    assert_eq!(totals(&[], &six, "L"), (6.0, 0.0));
    // The options that know who gets them say so at once.
    let few = sparse(12, "0:1 12:2", "5-7 S");
    assert_eq!(totals(&["last_four=current_mover"], &few, ""), (8.0, 7.0));
    assert_eq!(totals(&["last_four=starter_takes_8"], &format!("{few} starter=N"), ""), (5.0, 10.0));
    assert_eq!(totals(&["last_four=first_final_capture"], &format!("{few} first4=N"), ""), (5.0, 10.0));
    assert_eq!(totals(&[], &sparse(12, "", "50-46 S"), ""), (50.0, 46.0));
    assert_eq!(reason(&[], &sparse(12, "", "50-46 S"), ""), "All seeds are captured.");
}

#[test]
fn unusual_totals_are_refused_unless_allowed() {
    let refused = |settings: &[&str], text: &str| {
        notation::parse(&anywoli(settings), text, false).expect_err(text).to_string()
    };
    assert!(refused(&[], &sparse(12, "0:6", "0-0 S")).contains("multiple of four"));
    assert!(refused(&[], &sparse(12, "0:4", "0-0 S")).contains("as soon as 4 are left"));
    assert!(refused(&["last_four=starter_takes_8"], &sparse(12, "0:8", "0-0 S")).contains("8 are left"));
    assert!(notation::parse(&anywoli(&["last_four=play_on"]), &sparse(12, "0:4", "0-0 S"), false).is_ok());
    assert!(notation::parse(&anywoli(&[]), &sparse(12, "", "52-44 S"), false).is_ok());
    assert!(refused(&[], &sparse(12, "0:8", "0-0 S first4=S")).contains("no extra"));
    assert!(
        refused(&["last_four=first_final_capture"], &sparse(12, "0:8", "0-0 S first4=X"))
            .contains("first4=X")
    );
    assert!(refused(&["last_four=lottery"], &sparse(12, "0:8", "0-0 S lot=70000")).contains("65535"));
}

/// One seed a side on 2 × 2 pits goes round: after A a B b the start is back.
const CAROUSEL: &str = "1,0/1,0 5-2 S";
/// One seed: South moves it, North passes, and the other way round.
const LONELY: &str = "1,0/0,0 5-2 S";

fn small<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["pits_per_row=2", "last_four=play_on"], more].concat()
}

#[test]
fn repetition_divides_by_each_of_its_values() {
    let moves = "A a B b";
    let alone = "A pass B a pass b";
    assert_eq!(totals(&small(&[]), CAROUSEL, moves), (6.0, 3.0));
    assert_eq!(totals(&small(&[]), LONELY, alone), (6.0, 2.0));
    assert_eq!(totals(&small(&["repetition=split"]), LONELY, alone), (5.5, 2.5));
    assert_eq!(totals(&small(&["repetition=own_side_if_both"]), CAROUSEL, moves), (6.0, 3.0));
    assert!(after(&small(&["repetition=own_side_if_both"]), LONELY, alone).result().is_none());
    assert!(after(&small(&["repetition=ignore"]), CAROUSEL, moves).result().is_none());
    let drawn = after(&small(&["repetition=draw"]), CAROUSEL, moves);
    assert_eq!(drawn.result().map(|result| result.winner), Some(Winner::Draw));
    assert!(reason(&small(&[]), CAROUSEL, moves).contains("come up before"));
    // One ply earlier nothing has recurred.
    assert!(after(&small(&[]), CAROUSEL, "A a B").result().is_none());
}

#[test]
fn an_extra_move_declined_is_no_new_position() {
    // South captures and may move again; whether he may is not part of the repetition key (pits and side).
    let rules = small(&["extra_move_optional=true"]);
    let start = "1,0/1,0 5-2 S again=1";
    assert_eq!(totals(&rules, start, "A a B b"), (6.0, 3.0));
}

#[test]
fn limits_stop_the_game() {
    let rules = small(&["repetition=ignore", "no_capture_limit=2"]);
    assert_eq!(totals(&rules, CAROUSEL, "A a"), (6.0, 3.0));
    assert!(reason(&rules, CAROUSEL, "A a").contains("without a capture"));
    assert!(after(&small(&["no_capture_limit=3"]), CAROUSEL, "A a").result().is_none());
    let split = small(&["repetition=split", "no_capture_limit=1"]);
    assert_eq!(totals(&split, LONELY, "A"), (5.5, 2.5));
    assert_eq!(totals(&small(&["ply_limit=1"]), CAROUSEL, "A"), (5.0, 2.0));
    // Passes are plies.
    assert_eq!(totals(&small(&["ply_limit=2"]), LONELY, "A pass"), (5.0, 2.0));
    assert_eq!(AnywoliRules::default().no_capture_limit.0, Some(5_000));
}

#[test]
fn case_29_repetition_is_exact_over_hundreds_of_plies() {
    let game = Arc::new(anywoli(&[]));
    let mut rng = fastrand::Rng::with_seed(29);
    let mut longest = 0;
    for _ in 0..12 {
        let start = sparse(12, "0:1 2:1 5:2 11:1 13:1 17:1 22:1", "44-44 S");
        let start = notation::parse(&*game, &start, false).expect("position");
        let mut session = Session::new(Arc::clone(&game), start.clone());
        let mut since_capture = vec![(start.pits, start.side)];
        while session.result().is_none() {
            let moves = session.moves();
            let trace = session.play(&moves[rng.usize(..moves.len())].text.clone()).expect("legal");
            let now = (trace.after.pits.clone(), trace.after.side);
            if !trace.quiet {
                since_capture.clear();
            }
            let again = since_capture.contains(&now);
            let by_repetition = session.result().is_some_and(|result| result.rule == Reason::REPETITION.0);
            assert_eq!(again, by_repetition, "after {} plies", session.played().len());
            since_capture.push(now);
            longest = longest.max(since_capture.len());
        }
    }
    assert!(longest > 300, "{longest} plies without capture");
}

#[test]
fn case_39_owner_captor_and_mover() {
    // AN2: mid-lap, to the owner. AN3: last seed, to the mover. AN4: mid-lap in his own pit.
    let captures = |pits: &str, moves: &str| {
        let position = notation::parse(&anywoli(&[]), &sparse(12, pits, "0-0 S"), false).expect("position");
        let trace = anywoli(&[]).trace(&position, moves).expect("legal");
        let all: Vec<(Side, Side)> = trace
            .steps
            .iter()
            .filter_map(
                |step| if let Step::Capture { side, to, .. } = step { Some((*side, *to)) } else { None },
            )
            .collect();
        (all, trace.gain, trace.quiet)
    };
    let (south, north) = (Side::South, Side::North);
    assert_eq!(captures("0:1 11:3 12:3 13:1 20:4", "L"), (vec![(north, north)], [0, 4], false));
    assert_eq!(captures("0:3 11:2 13:3 20:4", "L"), (vec![(north, south)], [4, 0], false));
    assert_eq!(captures("2:4 3:3 4:1 6:2 20:2", "C"), (vec![(south, south)], [4, 0], false));
    // AN7: both sides capture in one turn, net 0, and the turn is not quiet.
    let (_, gain, quiet) = captures("0:26 1:3 14:3", "A");
    assert_eq!((gain, quiet), ([4, 4], false));
}

#[test]
fn case_37_wrong_moves_are_named_and_change_nothing() {
    let mut session = after(&[], &sparse(12, "0:1 11:3 12:3 13:1 20:4", "0-0 S"), "");
    let before = session.position().clone();
    for (text, part) in [
        ("B", "pit B is empty"),
        ("a", "pit a is North's"),
        ("M", "no pit"),
        ("-1", "no pit"),
        ("7", "no pit"),
        ("", "no pit"),
        ("pass", "must play it"),
    ] {
        let why = session.play(text).expect_err(text).to_string();
        assert!(why.contains(part), "{text:?}: {why}");
        assert_eq!(session.position(), &before);
    }
    let mut empty = after(&[], &sparse(12, "12:4 13:4", "0-0 S"), "");
    assert!(empty.play("A").expect_err("no seeds").to_string().contains("must pass"));
    let mut over = after(&[], &an6(""), "L");
    assert!(over.play("a").expect_err("over").to_string().contains("the game is over"));
}

#[test]
fn flags_count_in_the_numbering_only_where_rules_need_them() {
    let len = |settings: &[&str]| anywoli(settings).layer_len(sowbase_solver::Layer { seeds: 12, shape: 0 });
    let plain = len(&[]);
    // anywoli.md: base boards of 2 × 12 with 12 seeds.
    assert_eq!(plain, 649_964_176);
    assert_eq!(len(&["last_four=first_final_capture"]), 3 * plain);
    assert_eq!(len(&["last_four=starter_takes_8"]), 2 * plain);
    assert_eq!(len(&["extra_move_optional=true"]), 2 * plain);
    assert_eq!(len(&["extra_move_optional=true", "extra_move=false"]), plain);
    // The largest layer there is, with every flag.
    let most = ["pits_per_row=16", "seeds_per_pit=3", "last_four=lottery", "extra_move_optional=true"];
    let game: Anywoli<4> = Anywoli::new(check::rules(&[&most[..], &["endless_turn=void_game"]].concat()));
    for (pit, seeds) in [(0, 3), (15, 2), (16, 1), (31, 3), (31, 4), (0, 99)] {
        let text = sparse(16, &format!("{pit}:{seeds} 7:3 20:2"), "0-0 S lot=65535 again=1");
        let position = notation::parse(&game, &text, true).expect("position");
        let state = game.encode(&position);
        assert_eq!(game.tabled(&state), seeds <= 3);
        sowbase_solver::contract::check_rank(&game, &state);
    }
}

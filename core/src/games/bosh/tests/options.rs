//! Every option with two or more values changes an outcome.

use sowbase_solver::Game;

use super::{after, bosh, result, session, shown};
use crate::games::options::{RuleSet, fingerprint};
use crate::games::rulebook::Rulebook;
use crate::play::{InProgress, Next, Side, Winner};

#[test]
fn captures_follow_the_options_of_bo7() {
    let bo7 = "1,0,0,2,0/3,0,0,1,0 0-0 S";
    let stores = |settings| after(settings, bo7, "A").position().stores;
    assert_eq!(stores(&[]), [2, 0]);
    assert_eq!(stores(&["capture_chain=true"]), [5, 0]);
    assert_eq!(stores(&["capture_side=opponent"]), [0, 0]);
    assert_eq!(stores(&["capture_side=opponent", "capture_chain=true"]), [0, 0]);
}

#[test]
fn a_chain_stops_at_an_own_hole_or_comes_round_to_the_last_stone() {
    // South's A falls in B; C empty, D taken, E empty, a taken, b empty, c, d empty, e, and then A is empty: B itself.
    let all = "1,0,0,2,0/3,0,4,0,5 0-0 S";
    assert_eq!(shown(&after(&["capture_chain=true"], all, "A")), "0,0,0,0,0/0,0,0,0,0 15-0 N");
    // The opponent's holes only: E falls in a; b empty, c taken, d empty, e taken, A empty, B is South's.
    let own = "0,6,0,0,1/0,0,3,0,4 0-0 S";
    let opponent = ["capture_chain=true", "capture_side=opponent"];
    assert_eq!(shown(&after(&opponent, own, "E")), "0,6,0,0,0/1,0,0,0,0 7-0 N");
    assert_eq!(shown(&after(&["capture_chain=true"], own, "E")), "0,0,0,0,0/1,0,0,0,0 13-0 N");
}

#[test]
fn skip_origin_sows_past_the_hole_lifted() {
    // BO5 of rules.md, and the same hand with the origin passed over: it ends one hole further.
    let bo5 = "0,0,0,0,11/0,0,1,0,0 0-0 S";
    assert_eq!(shown(&after(&[], bo5, "E")), "0,2,0,2,0/3,0,0,0,2 3-0 N");
    // Eleven stones without E: a to e, A to D, then a and b again; the next hole c holds two and goes on: d, e; A holds
    // one: B; C holds one: D; E is empty: a is taken (2).
    assert_eq!(shown(&after(&["skip_origin=true"], bo5, "E")), "0,2,0,2,0/0,2,0,2,2 2-0 N");
}

#[test]
fn round_end_any_row_empty_replaces_ceding() {
    // South's last stone goes over to a, and North has more: nothing is ceded, the round stops after the move.
    let position = "0,0,0,0,1/0,0,3,0,2 20-14 S";
    let moves = "E";
    let stuck = after(&["rounds=single"], position, moves);
    assert!(stuck.result().is_none(), "North can move");
    let any = after(&["rounds=single", "round_end=any_row_empty"], position, moves);
    // a holds 1, b is empty, c (3) is taken; North keeps 1 + 2.
    assert_eq!(result(&any), (23.0, 17.0, "row_empty"));
    // A row that is empty already: no move.
    let empty = "0,0,0,0,0/1,0,2,0,0 0-0 S";
    assert_eq!(result(&session(&["round_end=any_row_empty"], empty)), (0.0, 3.0, "row_empty"));
    let other = "1,0,2,0,0/0,0,0,0,0 0-0 S";
    assert!(session(&[], other).result().is_none());
    assert_eq!(result(&session(&["round_end=any_row_empty"], other)), (3.0, 0.0, "row_empty"));
}

/// The round after one that ends at once: South stuck, North receives the board.
fn next(settings: &[&str], position: &str) -> Next {
    session(settings, position).match_standing().expect("over").1
}

fn next_text(settings: &[&str], position: &str) -> String {
    match next(settings, position) {
        Next::Round(position) => crate::games::notation::format(&position),
        other => panic!("{other:?}"),
    }
}

#[test]
fn fill_side_says_which_holes_are_closed() {
    // South owns 14: three holes and two over; North 26: five holes and six over. North begins (South began).
    let over = "0,0,0,0,0/1,0,2,0,0 14-23 S";
    assert_eq!(next_text(&[], over), "-,-,4,4,4/4,4,4,4,4 2-6 N round=2");
    assert_eq!(next_text(&["fill_side=left"], over), "4,4,4,-,-/4,4,4,4,4 2-6 N round=2");
    assert_eq!(next_text(&["fill_side=choice"], over), "-,-,4,4,4/4,4,4,4,4 2-6 S fill=N round=2");
}

#[test]
fn fill_side_choice_lets_the_owner_pick() {
    let mut session = session(&["fill_side=choice"], "0,0,0,0,0/1,0,2,0,0 14-23 S");
    let error = session.play("A").expect_err("a pick is due").to_string();
    assert!(error.contains("picks which 3 of his 5 holes"), "{error}");
    session.play("fill:ACE").expect("a pick");
    assert_eq!(shown(&session), "4,-,4,-,4/4,4,4,4,4 2-6 N round=2");
    assert!(session.play("fill:abc").is_err());
    session.play("a").expect("a turn");
    assert!(session.undo() && session.undo());
    assert!(session.result().is_some(), "back in the first round");
    // Ten ways to pick three of five holes.
    let begins = super::session(&["fill_side=choice"], "-,-,4,4,4/4,4,4,4,4 2-6 S fill=S round=2");
    assert_eq!(begins.moves().len(), 10);
    // The one who picks and begins goes on at once; where both have to pick, the one who begins picks last.
    let picked = after(&["fill_side=choice"], "-,-,4,4,4/4,4,4,4,4 2-6 S fill=S round=2", "fill:BCD");
    assert_eq!(shown(&picked), "-,4,4,4,-/4,4,4,4,4 2-6 S round=2");
    let both = after(&["fill_side=choice"], "-,-,4,4,4/-,4,4,4,4 0-0 S fill=N round=2", "fill:ABC fill:abce");
    assert_eq!(shown(&both), "4,4,4,-,-/4,4,4,-,4 0-0 N round=2");
}

#[test]
fn next_starter_alternates_or_looks_at_the_stones() {
    let side = |settings: &[&str], position: &str| match next(settings, position) {
        Next::Round(position) => position.side,
        other => panic!("{other:?}"),
    };
    let north_leads = "0,0,0,0,0/1,0,2,0,0 14-23 S";
    let north_began = "1,0,2,0,0/0,0,0,0,0 14-23 N";
    assert_eq!(side(&[], north_leads), Side::North);
    assert_eq!(side(&[], north_began), Side::South);
    assert_eq!(side(&["next_starter=loser"], north_leads), Side::South);
    assert_eq!(side(&["next_starter=winner"], north_leads), Side::North);
    // South receives the board and owns 17 to 23.
    assert_eq!(side(&["next_starter=loser"], north_began), Side::South);
    assert_eq!(side(&["next_starter=winner"], north_began), Side::North);
    let tie = "0,0,0,0,0/1,0,2,0,0 20-17 S";
    for rule in ["loser", "winner", "alternate"] {
        assert_eq!(side(&[&format!("next_starter={rule}")], tie), Side::North, "{rule}");
    }
}

/// Four stones that circle: D e E a A b B c C d, until a position recurs.
fn circle(settings: &[&str]) -> super::Session<super::Bosh<super::Packed>> {
    let mut session = session(settings, CIRCLE);
    let mut moves = 0;
    while session.result().is_none() && moves < 2_000 {
        let quiet = session.moves().into_iter().find(|trace| trace.quiet).expect("a turn without capture");
        session.play(&quiet.text).expect("legal");
        moves += 1;
    }
    session
}

/// From here the first quiet turn, played over and over, leads round in a circle (the test fails if not).
const CIRCLE: &str = "1,0,0,1,1/0,0,0,0,1 20-16 S";

#[test]
fn repetition_pays_by_its_option() {
    let single = |rule: &str| circle(&["rounds=single", &format!("repetition={rule}")]);
    let own = single("own_side");
    assert_eq!(own.played().concat(), "DeEaAbBcCd");
    assert_eq!(result(&own), (23.0, 17.0, "repetition"));
    let (south, north, _) = result(&single("split"));
    assert_eq!((south, north), (22.0, 18.0));
    let void = single("void_round");
    assert_eq!(void.result().expect("over").winner, Winner::None);
    assert_eq!(result(&void).2, "repetition");
    assert_eq!(void.match_standing().expect("over").1, Next::Single);
    let ignored = single("ignore");
    assert_eq!(result(&ignored).2, "no_capture_limit");
    let short = circle(&["rounds=single", "repetition=ignore", "no_capture_limit=7"]);
    assert_eq!((result(&short).2, short.position().quiet), ("no_capture_limit", 7));
}

#[test]
fn repetition_may_ask_for_stones_in_both_rows() {
    // After ten plies the first position is back, with North's row empty; one ply more, and the next recurs.
    let (position, circle) = ("1,0,0,0,1/0,0,0,0,0 20-18 S", "E a A b B c C d D e");
    let own = after(&["rounds=single"], position, circle);
    assert_eq!(result(&own), (22.0, 18.0, "repetition"));
    let mut both = after(&["rounds=single", "repetition=own_side_if_both"], position, circle);
    assert!(both.result().is_none());
    both.play("E").expect("play goes on");
    assert_eq!(result(&both), (21.0, 19.0, "repetition"));
}

#[test]
fn a_void_round_is_played_again_by_the_other_starter() {
    let void = circle(&["repetition=void_round"]);
    let Some((_, Next::Round(next))) = void.match_standing() else { panic!("played again") };
    // South owned 23, North 17 before the round.
    assert_eq!(crate::games::notation::format(&next), "4,4,4,4,4/-,4,4,4,4 3-1 N round=2");
    let last = circle(&["repetition=void_round", "max_rounds=1"]);
    let Some((_, Next::Over { winner, reason })) = last.match_standing() else { panic!("over") };
    assert_eq!(winner, Winner::South, "{reason}");
}

#[test]
fn the_match_ends_below_win_below_and_at_max_rounds() {
    let over = |settings: &[&str], position: &str| match next(settings, position) {
        Next::Over { winner, reason } => (winner, reason),
        other => panic!("{other:?}"),
    };
    let (winner, reason) = over(&[], "0,0,0,0,0/1,0,2,0,0 3-34 S");
    assert_eq!(winner, Winner::North);
    assert!(reason.contains("South owns 3 stones, fewer than 4"), "{reason}");
    assert!(matches!(next(&[], "0,0,0,0,0/1,0,2,0,0 4-33 S"), Next::Round(_)));
    assert_eq!(over(&["win_below=8"], "0,0,0,0,0/1,0,2,0,0 4-33 S").0, Winner::North);
    // It scales with the stones of a hole.
    assert_eq!(over(&["seeds_per_pit=3"], "0,0,0,0,0/1,0,1,0,0 2-26 S").0, Winner::North);
    assert!(matches!(next(&["seeds_per_pit=3"], "0,0,0,0,0/1,0,1,0,0 3-25 S"), Next::Round(_)));
    // max_rounds: more stones win, equal is a draw.
    let last = "0,0,0,0,0/1,0,2,0,0 14-23 S round=3";
    assert_eq!(over(&["max_rounds=3"], last).0, Winner::North);
    assert!(matches!(next(&["max_rounds=4"], last), Next::Round(_)));
    assert_eq!(over(&["max_rounds=3"], "0,0,0,0,0/1,0,2,0,0 20-17 S round=3").0, Winner::Draw);
    // rounds: one only.
    assert_eq!(next(&["rounds=single"], "0,0,0,0,0/1,0,2,0,0 14-23 S"), Next::Single);
    let error = crate::games::check::rules::<crate::games::bosh::BoshRules>;
    let refused = std::panic::catch_unwind(|| error(&["win_below=3"]));
    assert!(refused.is_err(), "nobody can fill a hole with three stones");
}

#[test]
fn ply_limit_stops_the_game_and_counts_through_rounds() {
    let session = after(&["ply_limit=1"], "4,4,4,4,4/4,4,4,4,4 0-0 S", "E");
    assert_eq!(result(&session), (5.0, 0.0, "ply_limit"));
    let Some((_, Next::Over { winner, .. })) = session.match_standing() else { panic!("over") };
    assert_eq!(winner, Winner::South);
    // South's move leaves North stuck; the next round goes on counting and stops after its first ply.
    let mut session = after(&["ply_limit=8"], "0,0,1,0,0/1,0,0,0,0 20-18 S plies=6", "C");
    assert_eq!(result(&session), (22.0, 18.0, "no_move"));
    session.play("b").expect("the next round");
    assert_eq!(result(&session).2, "ply_limit");
    let session = after(&["ply_limit=7"], "0,0,1,0,0/1,0,0,0,0 20-18 S plies=6", "C");
    assert!(matches!(session.match_standing(), Some((_, Next::Over { winner: Winner::South, .. }))));
}

#[test]
fn sizes_change_the_board() {
    assert_eq!(bosh(&["pits_per_row=3"]).count(&bosh(&["pits_per_row=3"]).start()), 3);
    assert_eq!(bosh(&["seeds_per_pit=3"]).initial().total(), 30);
}

#[test]
fn database_fingerprints_know_what_changes_numbers() {
    let print = |settings: &[&str]| fingerprint(&bosh(settings).rules().database_canonical());
    let plain = print(&[]);
    for same in [
        "repetition=split",
        "win_below=9",
        "seeds_per_pit=3",
        "fill_side=left",
        "next_starter=loser",
        "rounds=single",
        "max_rounds=9",
    ] {
        assert_eq!(print(&[same]), plain, "{same}");
        assert_eq!(bosh(&[same]).rules().not_tabled(), None, "{same}");
    }
    for other in [
        "capture_side=opponent",
        "capture_chain=true",
        "skip_origin=true",
        "round_end=any_row_empty",
        "pits_per_row=4",
    ] {
        assert_ne!(print(&[other]), plain, "{other}");
        assert_eq!(bosh(&[other]).rules().not_tabled(), None, "{other}");
    }
    for never in ["ply_limit=9", "no_capture_limit=9", "endless_turn=void_round", "repetition=void_round"] {
        assert!(bosh(&[never]).rules().not_tabled().is_some(), "{never}");
    }
    for endless in ["repetition=split", "repetition=ignore", "repetition=own_side_if_both"] {
        assert_eq!(bosh(&[endless]).rules().not_tabled(), None, "{endless}");
    }
}

#[test]
fn the_no_capture_limit_shows_what_is_in_force() {
    let shown = |settings: &[&str]| {
        let game = bosh(settings);
        let option =
            crate::games::bosh::BoshRules::options().iter().find(|option| option.key == "no_capture_limit");
        (option.expect("known").get)(game.rules())
    };
    assert_eq!(shown(&[]), "none");
    assert_eq!(shown(&["repetition=ignore"]), "500");
    assert_eq!(shown(&["repetition=ignore", "no_capture_limit=none"]), "none");
    assert_eq!(shown(&["repetition=own_side_if_both", "no_capture_limit=9"]), "9");
}

//! Worked examples, path counts, cases.

use sowbase_solver::{Game, playout};

use super::{after, bosh, result, session, shown, soak};
use crate::games::bosh::{Bosh, Packed, Wide};
use crate::games::check;
use crate::games::rulebook::Rulebook;
use crate::play::InProgress;

#[test]
fn bo1_to_bo8_worked_examples() {
    for example in Bosh::<Packed>::examples() {
        check::example_holds::<Bosh<Packed>>(example, Bosh::new);
        check::example_holds::<Bosh<Wide>>(example, Bosh::new);
    }
}

#[test]
fn bo8_the_stuck_player_cedes_the_board_and_says_why() {
    let session = session(&["rounds=single"], "0,0,0,0,0/1,0,2,0,0 0-0 S");
    assert_eq!(result(&session), (0.0, 3.0, "no_move"));
    let reason = &session.result().expect("over").reason;
    assert!(reason.contains("South") && reason.contains("3 left go to North"), "{reason}");
    assert!(session.moves().is_empty());
}

#[test]
fn path_counts_of_rules_md_8_2() {
    let counts: [(&[&str], [u64; 7]); 3] = [
        (&[], [5, 19, 79, 266, 864, 2881, 9280]),
        (&["capture_side=opponent"], [5, 19, 73, 243, 839, 2788, 9300]),
        (&["capture_chain=true"], [5, 19, 77, 252, 803, 2619, 7915]),
    ];
    for (settings, expected) in counts {
        let game = bosh(settings);
        check::paths_are(&game, &game.start(), &expected);
        let game = Bosh::<Wide>::new(*game.rules());
        check::paths_are(&game, &game.start(), &expected);
    }
}

#[test]
fn path_counts_know_no_history() {
    let plain = bosh(&[]);
    for settings in [
        &["repetition=void_round", "ply_limit=1", "no_capture_limit=1"][..],
        &["rounds=single", "repetition=ignore", "fill_side=choice", "max_rounds=1", "win_below=40"],
    ] {
        let game = bosh(settings);
        assert_eq!(sowbase_solver::perft::perft(&game, &game.start(), 5), 864);
        assert_eq!(sowbase_solver::perft::perft(&plain, &plain.start(), 5), 864);
    }
}

#[test]
fn a_move_that_ends_the_round_counts_on_the_last_ply_only() {
    // South's only turn captures the last stone, so North has no move: one path of one ply, none of two.
    let session = session(&[], "0,0,1,0,0/1,0,0,0,0 0-0 S");
    for settings in [&[][..], &["round_end=any_row_empty"]] {
        let game = bosh(settings);
        let state = game.encode(session.position());
        assert_eq!(sowbase_solver::perft::perft(&game, &state, 1), 1);
        assert_eq!(sowbase_solver::perft::perft(&game, &state, 2), 0);
    }
}

#[test]
fn an_empty_board_ends_the_round_and_nothing_is_ceded() {
    let session = after(&["rounds=single"], "0,0,1,0,0/1,0,0,0,0 20-18 S", "C");
    // The stone falls in D, E is empty, the stone of a is taken; D is South's, so North cedes it.
    assert_eq!(result(&session), (22.0, 18.0, "no_move"));
    let session = super::session(&["rounds=single"], "0,0,0,0,0/0,0,0,0,0 22-18 N");
    assert_eq!(result(&session), (22.0, 18.0, "no_move"));
}

#[test]
fn case_27_random_games_end() {
    let mut rng = fastrand::Rng::with_seed(27);
    let variants: [&[&str]; 4] =
        [&[], &["capture_side=opponent"], &["capture_chain=true"], &["round_end=any_row_empty"]];
    for settings in variants {
        let game = bosh(settings);
        let mut longest = 0;
        for _ in 0..10_000 * soak() {
            let line = sowbase_solver::Line::new(game.start(), 40, sowbase_solver::Score(0));
            longest = longest.max(playout::play_out(&game, game.start(), line, |n| rng.u64(..n)).plies);
        }
        // rules.md 7: rounds are short, and no cap is needed; 100,000 plies would be a circle nobody noticed.
        assert!(longest < 100_000);
    }
}

#[test]
fn case_37_what_is_no_move_is_refused_by_name_and_changes_nothing() {
    let position = "4,0,4,4,4/4,4,-,4,4 0-0 S";
    let refused = [
        ("B", "pit B is empty"),
        ("a", "pit a is North's"),
        ("G", "is no pit"),
        ("-1", "is no pit"),
        ("7", "is no pit"),
        ("", "is no pit"),
        ("pass", "is no pit"),
        ("fill:AB", "nothing to pick"),
        (
            "\u{7f}\u{fffd}AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "is no pit",
        ),
    ];
    let mut session = session(&[], position);
    for (text, why) in refused {
        let error = session.play(text).expect_err(text).to_string();
        assert!(error.contains(why) && error.contains("move 1"), "{text:?}: {error}");
        assert_eq!(shown(&session), position);
    }
    let mut north = super::session(&[], "4,0,4,4,4/4,4,-,4,4 0-0 N");
    let error = north.play("c").expect_err("closed").to_string();
    assert!(error.contains("pit c is closed"), "{error}");
}

#[test]
fn positions_that_cannot_be_are_refused_with_the_reason() {
    let game = bosh(&[]);
    let refused = [
        ("-,-,-,-,-/4,4,4,4,4 0-0 S", "South has no open hole"),
        ("4,4,4,4,4/4,4,4,4,4 0-0 S round=201", "1 to 200"),
        ("4,4,4,4,4/4,4,4,4,4 0-0 S round=x", "1 to 200"),
        ("4,4,4,4,4/4,4,4,4,4 0-0 S void=1", "endless_turn=void_round"),
        ("4,4,4,4,4/4,4,4,-,- 8-0 N fill=S", "fill_side=choice"),
        ("4,4,4,4,4/4,4,4,4,4 4-0 S", "44 seeds in all"),
        ("4,4,4,4/4,4,4,4,4 0-0 S", "4 pits"),
    ];
    for (text, why) in refused {
        let error = crate::games::notation::parse(&game, text, false).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    let choice = bosh(&["fill_side=choice"]);
    let refused = [
        ("4,4,4,4,4/4,4,4,4,4 0-0 S fill=S", "no closed hole"),
        ("4,4,4,4,4/4,4,4,-,- 8-0 N fill=X", "S or N"),
        ("4,4,4,4,4/4,4,3,-,- 9-0 N fill=S", "pit c does not hold 4"),
    ];
    for (text, why) in refused {
        let error = crate::games::notation::parse(&choice, text, false).expect_err(text).to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    let first = crate::games::notation::parse(&game, "4,4,4,4,4/4,4,4,4,4 0-0 S round=01", false);
    assert_eq!(first.expect("round 1"), game.initial());
}

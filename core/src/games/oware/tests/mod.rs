//! Oware against rules.md, cases.md and its own slow twin.

mod cases;
mod options;
mod rows;
pub(crate) mod twins;
mod unmoves;
mod values;

use std::sync::Arc;

use sowbase_solver::{Game, perft};

use super::{Abapa, Academic, Chosen, Oware, OwareRules, SingleLapRules};
use crate::games::Rulebook;
use crate::games::check;
use crate::games::notation;
use crate::play::{GameResult, InProgress, Session};

/// Oware under some options, on the rules as values.
fn oware(settings: &[&str]) -> Oware<Chosen> {
    let rules = check::rules::<OwareRules>(settings);
    Oware::with_facts(rules, rules.terms().plan.into())
}

/// A game from a position text after some moves, opened as the door opens it.
fn after(settings: &[&str], position: &str, moves: &str) -> Box<dyn InProgress> {
    let opened = super::open(check::rules::<OwareRules>(settings));
    let position = opened.play.parse(position, true).expect("position");
    let mut session = opened.play.session(&position);
    for text in moves.split_whitespace() {
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

/// The position after some moves, as text.
fn board(settings: &[&str], position: &str, moves: &str) -> String {
    let mut position = after(settings, position, moves).position().clone();
    (position.quiet, position.plies) = (0, 0);
    notation::format(&position)
}

/// The result after some moves.
fn result(settings: &[&str], position: &str, moves: &str) -> GameResult {
    let session = after(settings, position, moves);
    session.result().cloned().unwrap_or_else(|| panic!("{settings:?}: {moves} does not end {position}"))
}

/// The legal moves of a position, one letter each.
fn legal(settings: &[&str], position: &str) -> String {
    after(settings, position, "").moves().iter().map(|trace| trace.text.clone()).collect()
}

#[test]
fn ow1_to_ow7_worked_examples() {
    for example in Oware::<Chosen>::examples() {
        check::example_holds::<Oware<Chosen>>(example, |rules| {
            Oware::with_facts(rules, rules.terms().plan.into())
        });
        if example.rules.is_empty() {
            check::example_holds::<Oware>(example, |rules| Oware::with_facts(rules, Abapa));
        }
    }
}

#[test]
fn ow3_illegal_leaves_only_pit_11() {
    assert_eq!(legal(&["grand_slam=illegal"], "1,1,1,1,1,0/0,0,8,0,0,1 0-0 N"), "f");
    assert_eq!(legal(&[], "1,1,1,1,1,0/0,0,8,0,0,1 0-0 N"), "cf");
    assert_eq!(legal(&["grand_slam=illegal_unless_forced"], "1,1,1,1,1,0/0,0,8,0,0,1 0-0 N"), "f");
}

#[test]
fn ow7_is_a_draw_by_repetition() {
    let result = result(&[], "1,0,0,0,0,0/1,0,0,0,0,0 23-23 S", "A a B b C c D d E e F f");
    assert_eq!((result.south, result.north, result.rule), (24.0, 24.0, "repetition"));
    assert!(result.reason.contains("repetition"), "{}", result.reason);
}

#[test]
fn path_counts_of_rules_md_8_2() {
    let counts = [6, 36, 190, 1014, 5219, 27332, 139_157];
    let rules = OwareRules::default();
    let game: Oware = Oware::with_facts(rules, Abapa);
    check::paths_are(&game, &game.start(), &counts);
    let chosen = oware(&[]);
    check::paths_are(&chosen, &chosen.start(), &counts);
}

#[test]
fn paths_agree_with_the_plain_count_at_depth_8_and_beyond() {
    let game: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    let start = game.start();
    for depth in 8..=9 {
        assert_eq!(perft::perft(&game, &start, depth), perft::walk(&game, &start, depth), "depth {depth}");
    }
    let rules = check::rules::<OwareRules>(ACADEMIC);
    let academic: Oware<Academic> = Oware::with_facts(rules, Academic);
    assert_eq!(perft::perft(&academic, &start, 8), perft::walk(&academic, &start, 8));
}

/// The options of the published databases, rules.md 1.2 and 12.
const ACADEMIC: &[&str] = &[
    "grand_slam=illegal_unless_forced",
    "repetition=split",
    "must_leave_opponent_a_move=true",
    "win_at=none",
];

#[test]
fn presets_open_on_constants_and_wide_boards_on_wide_rows() {
    let session = Session::new(Arc::new(oware(&[])), super::open(OwareRules::default()).play.start());
    assert_eq!(session.moves().len(), 6);
    let wide = super::open(check::rules(&["pits_per_row=16", "seeds_per_pit=3"]));
    assert_eq!(wide.paths.perft(&wide.play.start(), 2), 256);
    assert!(wide.tables.is_some());
    assert!(super::open(check::rules(&["grand_slam=allowed_if_wins"])).tables.is_none());
    assert!(super::open(check::rules(ACADEMIC)).tables.is_some());
}

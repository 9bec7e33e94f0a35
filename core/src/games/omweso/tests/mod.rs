//! Omweso against rules.md and its own slow twin.

mod endless;
mod options;
mod paths;
mod random;

use std::sync::Arc;

use super::{Omweso, OmwesoRules};
use crate::games::check;
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::play::{GameResult, InProgress, Session};

fn omweso(settings: &[&str]) -> Omweso {
    Omweso::new(check::rules::<OmwesoRules>(settings))
}

/// A session from a position text.
fn session(settings: &[&str], position: &str) -> Session<Omweso> {
    let game = omweso(settings);
    let position = notation::parse(&game, position, true).unwrap_or_else(|error| panic!("{error}"));
    check::twins_agree(&game, &position);
    Session::new(Arc::new(game), position)
}

/// A session after some moves.
fn after(settings: &[&str], position: &str, moves: &str) -> Session<Omweso> {
    let mut session = session(settings, position);
    for text in moves.split_whitespace() {
        check::twins_agree(&omweso(settings), session.position());
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

/// The result after some moves.
fn result(settings: &[&str], position: &str, moves: &str) -> GameResult {
    after(settings, position, moves).result().expect("over").clone()
}

/// The moves of a position.
fn texts(settings: &[&str], position: &str) -> Vec<String> {
    session(settings, position).moves().into_iter().map(|trace| trace.text).collect()
}

/// A position text with South to move from pits written as `pit:seeds`, 16 a side.
fn sparse(south: &str, north: &str, extras: &str) -> String {
    let row = |text: &str| {
        let mut pits = [0u8; 16];
        for word in text.split_whitespace() {
            let (pit, seeds) = word.split_once(':').expect("pit:seeds");
            pits[pit.parse::<usize>().expect("pit")] = seeds.parse().expect("seeds");
        }
        pits.map(|seeds| seeds.to_string()).join(",")
    };
    format!("{}/{} 0-0 S {extras}", row(south), row(north))
}

#[test]
fn om1_to_om11_worked_examples() {
    for example in Omweso::examples() {
        check::example_holds::<Omweso>(example, Omweso::new);
    }
}

#[test]
fn the_examples_pay_what_rules_md_says() {
    // rules.md 5.5 and 12 (OM2, OM4 `0-`, OM5 `0--` clear the front row; both OM6 lines are bulijo).
    let paid = [
        ("OM2", "front_row", 2),
        ("OM4", "front_row", 2),
        ("OM5", "front_row", 2),
        ("OM6", "no_move", 1),
        ("OM6 forward", "no_move", 1),
        ("OM8", "no_move", 1),
        ("OM9", "front_row", 2),
        ("OM10", "emitwe_ebiri", 2),
        ("OM11", "akawumbi", 12),
    ];
    for (id, rule, points) in paid {
        let example = Omweso::examples().iter().find(|example| example.id == id).expect("example");
        let result = result(&[], example.position, example.moves);
        assert_eq!(
            (result.rule, result.points, result.south),
            (rule, Some(points), f64::from(points)),
            "{id}"
        );
    }
}

#[test]
fn case_37_wrong_moves_say_why_and_change_nothing() {
    let mut session = session(&[], &sparse("0:3 2:1 5:2 13:1", "0:2 5:1 10:1", ""));
    let before = session.position().clone();
    for (text, part) in [
        ("", "names no pit"),
        ("B+", "is empty"),
        ("C+", "single seed"),
        ("a+", "North's"),
        ("Q+", "names no pit"),
        ("-1", "names no pit"),
        ("7", "names no pit"),
        ("A", "does not say how"),
        ("A*", "does not say how"),
        ("A+-", "is not how"),
        ("F-", "does not capture"),
        ("Ak", "okukoneeza is over"),
        ("Fk", "exactly three"),
        ("A+++++++++++++++++++++", "is not how"),
        ("Ä+", "names no pit"),
    ] {
        let error = session.play(text).expect_err(text).to_string();
        assert!(error.contains(part), "{text}: {error}");
        assert_eq!(session.position(), &before);
    }
    assert!(session.play("A-").is_ok());
}

#[test]
fn extras_round_trip_and_stores_are_refused() {
    let game = omweso(&[]);
    for first in ["", " first=S", " first=N", " first=SN"] {
        for captured in ["", " captured=N", " captured=S", " captured=none"] {
            let text = format!("{}{captured}{first}", sparse("0:3", "1:2", "").trim_end());
            let position = notation::parse(&game, &text, true).expect("position");
            assert_eq!(notation::format(&position), text);
            assert_eq!(game.decode(&game.encode(&position), position.side), position);
        }
    }
    let spelled =
        notation::parse(&game, &sparse("0:3", "1:2", "captured=SN first=none"), true).expect("position");
    assert!(spelled.extras.is_empty());
    for (extras, part) in [
        ("captured=x", "write none"),
        ("first=", "write none"),
        ("1-0", "no stores"),
        ("place=2", "no extra"),
    ] {
        let text = sparse("0:3", "1:2", extras).replace("0-0 S 1-0", "1-0 S");
        let error = notation::parse(&game, &text, true).expect_err(extras).to_string();
        assert!(error.contains(part), "{extras}: {error}");
    }
}

#[test]
fn a_fresh_game_prints_its_flags() {
    let mut session = Session::new(Arc::new(omweso(&[])), omweso(&[]).initial());
    let start =
        "4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0 0-0 S captured=none first=SN";
    assert_eq!(notation::format(session.position()), start);
    session.play("A+").expect("legal");
    assert_eq!(session.position().extra("first"), Some("N"));
    session.play("a+").expect("legal");
    assert_eq!(session.position().extra("first"), None);
    assert_eq!(session.position().extra("captured"), Some("none"));
}

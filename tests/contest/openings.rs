//! Openings: different, balanced, swapped; and those of a file.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::atomic::AtomicBool;

use sowbase::contest::{Contest, JUDGE_NODES, OpeningSource, Played, read_openings};
use sowbase::engine::{EngineOptions, Limits, Question};
use sowbase::games::Opened;
use sowbase::play::Side;

use super::{contest, open, random, run, small};

fn position(opened: &Opened, game: &Played) -> String {
    let mut session = opened.play.session(&game.opening.start);
    for text in &game.opening.moves {
        session.play(text).expect("legal");
    }
    assert!(session.result().is_none());
    opened.play.format(session.position())
}

#[test]
fn openings_are_different_balanced_and_played_from_both_sides() {
    let opened = open("oware", &[]);
    let wanted = Contest { openings: random((3, 6), 1.5, 5), ..contest(&opened, "random", "random", 60) };
    let (tally, games) = run(&wanted);
    let mut seen = BTreeSet::new();
    let options = EngineOptions { hash: 1 << 20, ..EngineOptions::default() };
    let mut judge = opened.search.engine(&options).expect("memory");
    for pair in games.chunks(2) {
        let [first, second] = pair else { panic!("a pair") };
        assert_eq!((first.a, second.a), (Side::South, Side::North));
        assert_eq!(first.opening, second.opening);
        let opening = &first.opening;
        assert!((3..=6).contains(&opening.moves.len()), "{opening:?}");
        assert!(seen.insert(position(&opened, first)), "{opening:?} came before");
        // The judge once more, from outside.
        judge.forget();
        let limits = Limits { nodes: Some(JUDGE_NODES), ..Limits::default() };
        let question = Question { position: &opening.start, moves: &opening.moves, limits, lines: 1 };
        let answer = judge.search(&question, &AtomicBool::new(false), &mut |_| {}).expect("searches");
        let mut session = opened.play.session(&opening.start);
        opening.moves.iter().for_each(|text| drop(session.play(text)));
        let expected = answer.best().expect("a move").hundredths + 100 * session.position().banked();
        assert!(expected.abs() <= 150, "{opening:?}: {expected}");
        assert_eq!(opening.judged, Some(expected));
    }
    assert_eq!((tally.openings, tally.repeated), (30, 0));
}

#[test]
fn openings_that_are_used_up_come_again_and_are_counted() {
    // Three first moves, so three openings of a ply; of them the extra move leaves South to move.
    let opened = small();
    let (tally, games) =
        run(&Contest { openings: random((1, 1), 0.0, 1), ..contest(&opened, "random", "random", 16) });
    assert_eq!((tally.openings, tally.repeated), (8, 5));
    let different: BTreeSet<String> = games.iter().map(|game| position(&opened, game)).collect();
    assert_eq!(different.len(), 3);
}

#[test]
fn an_opening_that_cannot_be_is_an_error_with_the_way_out() {
    let opened = open("kalah", &[]);
    // After a single ply somebody has captured or moves again in every line of so few nodes; nothing is within 0.01.
    let wanted = Contest { openings: random((1, 1), 0.01, 1), ..contest(&opened, "random", "random", 2) };
    let error = wanted.run(&AtomicBool::new(false), &mut |_, _| Ok(())).expect_err("nothing so even");
    assert!(error.to_string().contains("--balance"), "{error}");
}

#[test]
fn openings_come_from_a_file() {
    let opened = open("oware", &[]);
    let mut file = tempfile::NamedTempFile::new().expect("file");
    let text = "# three ways\nC d\n\n0,0,1,0,2,1/1,0,0,2,0,1 20-20 S\nstartpos moves A f  # a comment\n";
    file.write_all(text.as_bytes()).expect("writes");
    let list = read_openings(&opened, file.path()).expect("openings");
    assert_eq!(list.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 0, 2]);
    assert_eq!(list[1].start.stores, [20, 20]);
    let wanted = Contest { openings: OpeningSource::Listed(list), ..contest(&opened, "own", "greedy", 8) };
    let (tally, games) = run(&wanted);
    assert_eq!((tally.openings, tally.repeated), (4, 1));
    assert_eq!(games[2].opening.start.stores, [20, 20]);
    for (wrong, place) in [
        ("C d\nC Z\n", "line 2"),
        ("4,4/4,4\n", "line 1"),
        ("\n# nothing\n", "no opening"),
        ("0,0,0,0,0,0/0,0,0,0,0,0 24-24 S\n", "over"),
    ] {
        std::fs::write(file.path(), wrong).expect("writes");
        let error = read_openings(&opened, file.path()).expect_err("wrong").to_string();
        assert!(error.contains(place) && error.contains("POSITION moves MOVES"), "{error}");
    }
}

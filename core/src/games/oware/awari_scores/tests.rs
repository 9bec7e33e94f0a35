//! Files written from solved layers, looked up and read back.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use sowbase_solver::retrograde::{Plan, Planes, SolveError, Solved, general, solve};
use sowbase_solver::{Game, Layer, Layered, Metric, Unwatched};

use super::order::{count, index};
use super::{AwariScores, academic, pits_of};
use crate::games::foreign::{Foreign, Shelf};
use crate::games::options::{RuleSet, fingerprint};
use crate::games::oware::{Abapa, Academic, Oware, OwareRules};
use crate::games::{Variant, entry};

type Awari = Oware<Academic>;

fn layer(seeds: u8) -> Layer {
    Layer { seeds, shape: 0 }
}

fn solved(game: &Awari, seeds: u8) -> Solved {
    let (layers, mut solved) = (game.needed(layer(seeds)), Solved::default());
    solve(game, &layers, &[Metric::Score], &mut solved, Plan::any(&general()), &Unwatched).expect("small");
    solved
}

fn shelf(dir: &Path) -> Box<dyn Shelf<Awari>> {
    AwariScores.shelf(dir)
}

/// The game, its layers up to `seeds` seeds, and a folder with their files.
fn written(seeds: u8) -> (Awari, Solved, tempfile::TempDir) {
    let game = Oware::with_facts(academic(), Academic);
    let (solved, dir) = (solved(&game, seeds), tempfile::tempdir().expect("a folder"));
    for seeds in 0..=seeds {
        let scores = solved.scores(layer(seeds)).expect("solved");
        let bytes = shelf(dir.path()).write(&game, layer(seeds), scores, &Unwatched).expect("written");
        assert_eq!(bytes, count(u32::from(seeds)));
    }
    (game, solved, dir)
}

#[test]
fn the_rules_are_those_of_the_preset() {
    let preset = Variant::find("awari_academic", Some("oware")).expect("shipped").settings;
    let preset = entry("oware").and_then(|entry| entry.open(&preset)).expect("opens");
    assert_eq!(preset.rules.database_fingerprint(), fingerprint(&academic().database_canonical()));
    let refused = |rules: OwareRules| AwariScores.refusal(&Oware::with_facts(rules, Academic)).is_some();
    assert!(!refused(academic()));
    let abapa = Oware::with_facts(OwareRules::default(), Abapa);
    assert!(AwariScores.refusal(&abapa).is_some());
}

#[test]
fn every_move_leads_to_a_board_with_a_number() {
    let game = Oware::with_facts(academic(), Academic);
    for seeds in 0..=8 {
        for number in 0..game.layer_len(layer(seeds)) as u64 {
            let board = game.unrank(layer(seeds), number);
            let _ = game.children::<()>(&board, |_, child| {
                assert!(index(&pits_of(child.state)).is_some(), "{board:?} to {:?}", child.state);
                ControlFlow::Continue(())
            });
        }
    }
}

#[test]
fn what_is_written_is_found_again_left_out_boards_too() {
    let (game, solved, dir) = written(8);
    let shelf = shelf(dir.path());
    let mut below = Solved::default();
    for seeds in 0..=8 {
        let layer = layer(seeds);
        let expected = solved.scores(layer).expect("solved");
        let (mut left_out, mut listed) = (0, 0);
        for (number, &score) in (0..).zip(expected) {
            let board = game.unrank(layer, number);
            let found = shelf.score(&game, &board).map(|score| score.0);
            assert_eq!(found, Some(i16::from(score)), "{board:?}");
            *if index(&pits_of(board)).is_some() { &mut listed } else { &mut left_out } += 1;
        }
        assert_eq!((listed, left_out > 0), (count(u32::from(seeds)), seeds >= 6));
        let Planes::Score(read) = shelf.read(&game, layer, &below, &Unwatched).expect("read") else {
            panic!("scores were asked for")
        };
        assert_eq!(&read[..], expected);
        below.insert(layer, Planes::Score(read));
    }
    assert!(shelf.troubles().is_empty() && shelf.missing().is_empty());
    assert_eq!(shelf.layers().expect("a folder"), (0..=8).map(layer).collect::<Vec<_>>());
}

#[test]
fn three_seeds_have_the_published_distribution() {
    let (_, _, dir) = written(3);
    let bytes = fs::read(dir.path().join("scores.3")).expect("written");
    let with = |score: i8| bytes.iter().filter(|&&byte| byte as i8 == score).count();
    // rules.md 8.1 (Lincke, table B.1): -3:177 -1:1 0:63 1:7 3:116; with three seeds no board is left out.
    assert_eq!([-3, -1, 0, 1, 3].map(with), [177, 1, 63, 7, 116]);
}

#[test]
fn files_that_are_not_right_are_refused_with_what_was_expected_and_found() {
    let (game, solved, dir) = written(7);
    let file = dir.path().join("scores.7");
    let good = fs::read(&file).expect("written");
    let full = game.unrank(layer(7), game.layer_len(layer(7)) as u64 - 1);
    for (bytes, expected, found) in [
        (&good[1..], "expected 31812 bytes", "found 31811"),
        (&[][..], "expected 31812 bytes", "found 0"),
        (&[&good[..], &[0]].concat(), "expected 31812 bytes", "found 31813"),
        (&vec![8; good.len()], "expected scores from -7 to 7", "at byte 0"),
    ] {
        fs::write(&file, bytes).expect("written");
        let shelf = shelf(dir.path());
        let error = shelf.read(&game, layer(7), &solved, &Unwatched).expect_err("refused");
        let SolveError::Unreadable(text) = error else { panic!("{error}") };
        assert!(text.contains(expected) && text.contains(found) && text.contains("scores.7"), "{text}");
        assert_eq!(shelf.score(&game, &full), None);
        let troubles = shelf.troubles().concat();
        assert!(troubles.contains(expected), "{troubles}");
    }
    fs::remove_file(&file).expect("removed");
    let shelf = shelf(dir.path());
    assert!(!shelf.knows(layer(7)) && shelf.knows(layer(6)));
    assert!(shelf.missing()[0].contains("scores.7") && shelf.troubles().is_empty());
    fs::create_dir(&file).expect("made");
    fs::write(dir.path().join("scores.07"), []).expect("written");
    fs::write(dir.path().join("scores.47x"), []).expect("written");
    let shelf = self::shelf(dir.path());
    assert!(!shelf.knows(layer(7)) && !shelf.troubles().is_empty());
    assert_eq!(shelf.layers().expect("a folder").len(), 8);
    assert!(self::shelf(&dir.path().join("nowhere")).layers().is_err());
}

#[test]
fn more_than_48_seeds_have_no_file() {
    let (game, _, dir) = written(1);
    let error = shelf(dir.path()).write(&game, layer(49), &[], &Unwatched).expect_err("refused");
    assert!(error.to_string().contains("48"), "{error}");
    assert!(!shelf(dir.path()).knows(layer(49)));
    let board = game.unrank(layer(60), 0);
    assert_eq!(shelf(dir.path()).score(&game, &board), None);
}

#[test]
fn the_example_of_the_published_reader() {
    if std::env::var_os("SOWBASE_LONG").is_none() {
        return;
    }
    // keesverstoep/Awari, README: 1 1 1 1 1 2 4 2 3 0 0 0 scores 0, its moves -1 -1 -2 -2 -2 0.
    let (game, _, dir) = written(16);
    let shelf = shelf(dir.path());
    let board = crate::board::Board::from_pits(&[1, 1, 1, 1, 1, 2], &[4, 2, 3, 0, 0, 0]);
    let mut moves = Vec::new();
    let _ = game.children::<()>(&board, |_, child| {
        moves.push(child.backup(shelf.score(&game, &child.state).expect("listed")).0);
        ControlFlow::Continue(())
    });
    assert_eq!(
        (shelf.score(&game, &board).map(|score| score.0), moves),
        (Some(0), vec![-1, -1, -2, -2, -2, 0])
    );
}

//! Reasons: a golden position for every kind in every game where it was found, and the truth of every claim on random
//! positions.
//!
//! The table `golden.tsv` has a position a line: game, rules, position, how its moves are judged, the best move, and the
//! reason as JSON. `cargo run --profile quick --example find_reasons > tests/reasons/golden.tsv` finds it again by random
//! play. What a line claims is found out once more here by other means (`check.rs`), so no number of the table is believed.

mod check;
mod judge;

use std::collections::{BTreeMap, BTreeSet};

use check::Claimed;
use judge::{By, given, measure, open, searched, solved};
use serde_json::Value;
use sowbase::engine::EngineOptions;
use sowbase::games::{CATALOGUE, Opened};
use sowbase::play::Position;
use sowbase::reasons::{Explanation, Judged, Reason, explain};

const GOLDEN: &str = include_str!("golden.tsv");
const DOCUMENT: &str = include_str!("../../docs/reasons.md");

fn judged_by(text: &str) -> By {
    match text.split_once(' ') {
        Some(("line", moves)) => By::Line(moves.split(' ').map(str::to_owned).collect()),
        _ if text == "solved" => By::Solved,
        _ => By::Measured,
    }
}

fn kind(reason: &Reason) -> String {
    serde_json::to_value(reason).expect("JSON")["kind"].as_str().expect("a kind").to_owned()
}

/// Explains a position and holds everything that is claimed.
fn held(opened: &Opened, position: &Position, judged: &[Judged]) -> Explanation {
    let explanation = explain(opened, position, &[], judged).expect("no moves to play");
    Claimed { opened, position, judged, explanation: &explanation }.hold();
    explanation
}

#[test]
fn golden_positions_have_their_reasons() {
    let folder = tempfile::tempdir().expect("folder");
    let mut measured = BTreeSet::new();
    let mut kinds: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in GOLDEN.lines() {
        let [game, rules, position, by, best, reason] =
            line.split('\t').collect::<Vec<_>>().try_into().unwrap_or_else(|_| panic!("six cells: {line}"));
        let opened = open(game, rules);
        let position = opened.play.parse(position, true).unwrap_or_else(|error| panic!("{line}: {error}"));
        let judged = match judged_by(by) {
            By::Line(moves) => given(&opened, &position, &moves),
            By::Solved => solved(&opened, &position, &[]).unwrap_or_else(|| panic!("not solved: {line}")),
            By::Measured => {
                if measured.insert(format!("{game} {rules}")) {
                    assert!(measure(&opened, folder.path()), "{line}");
                }
                solved(&opened, &position, &[folder.path().to_owned()]).expect("solved")
            }
        };
        let explanation = held(&opened, &position, &judged);
        assert_eq!(explanation.best.as_deref(), Some(best), "{line}");
        let reason: Value = serde_json::from_str(reason).expect("JSON");
        let found: Vec<Value> =
            explanation.reasons.iter().map(|reason| serde_json::to_value(reason).expect("JSON")).collect();
        assert!(found.contains(&reason), "{line}\n{found:#?}");
        let kind = reason["kind"].as_str().expect("a kind").to_owned();
        kinds.entry(kind).or_default().insert(game.to_owned());
    }
    // The document says of every kind in which games it has a golden position.
    for (kind, games) in &kinds {
        let row = DOCUMENT.lines().find(|line| line.starts_with(&format!("| `{kind}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/reasons.md does not have {kind}"));
        let cell = row.rsplit('|').nth(1).expect("the games").trim();
        let expected = CATALOGUE.iter().map(|entry| entry.name).filter(|name| games.contains(*name));
        assert_eq!(cell, expected.collect::<Vec<_>>().join(", "), "{kind}");
    }
    assert!(kinds.len() >= 30, "{:?}", kinds.keys());
}

/// Every claim holds where a search says what is best, and where any legal move is said to be best with any legal line.
#[test]
fn every_claim_holds_on_random_positions() {
    for entry in CATALOGUE {
        let positions = if entry.name == "omweso" { 300 } else { 2_000 };
        let opened = open(entry.name, "-");
        let mut engine = opened
            .search
            .engine(&EngineOptions { hash: 1 << 20, ..EngineOptions::default() })
            .expect("memory");
        let mut rng = fastrand::Rng::with_seed(7);
        let mut kinds = BTreeSet::new();
        let mut game = opened.play.session(&opened.play.start());
        for number in 0..positions {
            let moves = game.moves();
            let Some(chosen) = rng.choice(&moves) else {
                game = opened.play.session(&opened.play.start());
                continue;
            };
            // Reasons may rest on the way to a position; here every position begins a game.
            let position = opened.play.parse(&opened.play.format(game.position()), true).expect("a position");
            let fresh = opened.play.session(&position);
            if fresh.result().is_none() {
                let judged = if number % 2 == 0 {
                    searched(&mut *engine, &position, 2)
                } else {
                    given(&opened, &position, &random_line(&opened, &position, &mut rng))
                };
                kinds.extend(held(&opened, &position, &judged).reasons.iter().map(kind));
            }
            game.play(&chosen.text.clone()).expect("legal");
        }
        assert!(kinds.len() >= 8, "{}: {kinds:?}", entry.name);
    }
}

/// Up to seven random moves.
fn random_line(opened: &Opened, position: &Position, rng: &mut fastrand::Rng) -> Vec<String> {
    let mut game = opened.play.session(position);
    let mut line = Vec::new();
    for _ in 0..7 {
        let moves = game.moves();
        let Some(chosen) = rng.choice(&moves) else { break };
        line.push(chosen.text.clone());
        game.play(&chosen.text).expect("legal");
    }
    line
}

#[test]
fn a_game_that_is_over_and_moves_that_nobody_knows_are_said_to_be_so() {
    let opened = open("oware", "-");
    let over = opened.play.parse("1,0,0,0,1,0/0,0,0,0,0,0 24-22 S", false).expect("a position");
    let explanation = explain(&opened, &over, &[], &[]).expect("nothing to play");
    assert!(explanation.sentence.ends_with("South wins 26-22.") && explanation.reasons.is_empty());
    let start = opened.play.start();
    let explanation = explain(&opened, &start, &[], &[]).expect("nothing to play");
    assert_eq!((explanation.reasons, explanation.best), (vec![Reason::Unknown], None));
    assert_eq!(explanation.sentence, "Who stands better is not known here.");
    let error = explain(&opened, &start, &["G".to_owned()], &[]).expect_err("no such pit").to_string();
    assert!(error.contains('G'), "{error}");
    // Values that are no values of legal moves are not believed.
    let judged = Judged { r#move: "x".into(), ..given(&opened, &start, &["A".to_owned()])[0].clone() };
    assert_eq!(explain(&opened, &start, &[], &[judged]).expect("explained").best, None);
}

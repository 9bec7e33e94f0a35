//! The JSON schema as documented: every field that a command writes is named in docs/json.md, and the fields that the
//! document promises are there.

use std::collections::BTreeSet;

use assert_cmd::Command;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../docs/json.md");

fn answer(args: &[&str]) -> Value {
    let output =
        Command::cargo_bin("sowbase").expect("built").args(args).arg("--json").output().expect("runs");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{args:?}: {error}\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// All keys in a value, objects with keys of their own making (option names, settings, scores) left out.
fn keys(value: &Value, all: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                all.insert(key.clone());
                if key != "settings" && key != "histogram" {
                    keys(value, all);
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| keys(value, all)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented() {
    let folder = tempfile::tempdir().expect("folder");
    let db = folder.path().join("db");
    let sample = folder.path().join("sample");
    let [db, sample] = [&db, &sample].map(|path| path.to_str().expect("path"));
    let ending = "0,0,1,0,2,1/1,0,0,2,0,1 20-20 S";
    let moves = folder.path().join("moves.jsonl");
    let lines = "{\"move\":\"A\",\"id\":1,\"player\":\"x\"}\n{\"move\":\"a\"}\n";
    std::fs::write(&moves, lines).expect("write");
    let moves = moves.to_str().expect("path");
    let pack = folder.path().join("pack.json").display().to_string();
    let book = folder.path().join("book.html").display().to_string();
    let [pack, book] = [pack.as_str(), book.as_str()];
    let certificate = folder.path().join("a.cert").display().to_string();
    for args in [
        &["games"][..],
        &["rules", "bosh"],
        &["show", "oware"],
        &["draw", "oware", "start", "A"],
        &["moves", "omweso", "--trace", "--rule", "setup=two_each"],
        &["replay", "urim", "start", "A", "c"],
        &["replay", "bosh", "0 0 0 0 0 / 1 0 2 0 0 20-17"],
        &["grade", "oware", moves, "--nodes", "200"],
        &["perft", "kalah", "--depth", "2", "--divide"],
        &["db", "build", "oware", "--seeds", "3", "--db", db],
        &["db", "probe", "oware", "0,0,1,0,0,0/1,0,0,0,0,1 23-22 S", "--db", db],
        &["db", "build", "oware", "--variant", "awari_academic", "--seeds", "2", "--db", db],
        &[
            "db",
            "export",
            "oware",
            "--variant",
            "awari_academic",
            "--format",
            "awari-scores",
            "--seeds",
            "0..2",
            "--out",
            db,
            "--db",
            db,
        ],
        &[
            "db",
            "import",
            "oware",
            "--variant",
            "awari_academic",
            "--format",
            "awari-scores",
            "--from",
            db,
            "--db",
            db,
        ],
        &["db", "build", "oware", "--seeds", "3", "--metric", "score,bounds,distance", "--db", db],
        &["db", "stats", "oware", "--db", db],
        &["db", "info", "--db", db],
        &["db", "line", "oware", "0,0,1,0,0,0/1,0,0,0,0,1 23-22 S", "--db", db],
        &["db", "verify", "oware", "--db", db],
        &["db", "compare", db, db, "--db", db],
        &["db", "pack", "oware", "--db", db],
        &["db", "sample", "oware", "--seeds", "3", "--count", "2", "--db", db, "-o", sample],
        &["db", "export", "oware", "--seeds", "3", "--format", "raw", "--db", db, "-o", sample],
        &["analyze", "oware", ending],
        &["analyze", "oware", "start", "--depth", "4"],
        &["bestmove", "oware", "--depth", "4"],
        &["bestmove", "oware", "1,0,0,0,1,0/0,0,0,0,0,0 24-22 S"],
        &["eval", "oware", "start", "A"],
        &["bench", "--nodes", "100"],
        &["solve", "urim", "--rule", "pits_per_row=2", "--moves", "--certificate", &certificate],
        &["solve", "urim", "--rule", "pits_per_row=2", "--at-least", "1"],
        &["solve", "urim", "--check", &certificate],
        &["solve", "bosh", "--match", "--rule", "pits_per_row=2"],
        &["puzzle", "themes", "omweso"],
        &["puzzle", "generate", "kalah", "--theme", "steal", "--count", "2", "-o", pack],
        &["puzzle", "check", pack],
        &["puzzle", "show", pack],
        &["puzzle", "filter", pack, "-o", pack],
        &["puzzle", "export", pack, "-o", book],
        &["puzzle", "prove", "oware", "0,0,1,0,2,1/1,0,0,2,0,1", "--goal", "gain 2 in 2 turns"],
        &["match", "kalah", "own,depth=1", "greedy", "--games", "3", "--opening", "2", "--sprt", "0,10"],
        &["match", "kalah", "cmd:false", "random", "--games", "1"],
        &["report", "urim", "--rule", "pits_per_row=2", "--games", "4", "--depth", "1", "--opening", "1"],
        &["rules", "diff", "oware", "oware:codingame"],
        &["config", "show"],
        &["selftest"],
        &["convert", "oware", "--to", "aalina", "4,4,4,4,4,4/4,4,4,4,4,4"],
    ] {
        let mut all = BTreeSet::new();
        keys(&answer(args), &mut all);
        for key in all {
            assert!(
                DOCUMENT.contains(&format!("`{key}`")) || DOCUMENT.contains(&format!("\"{key}\"")),
                "{args:?}: {key}"
            );
        }
    }
}

#[test]
fn analyze_answers_as_documented() {
    let json = answer(&["analyze", "oware", "0,0,1,0,2,1/1,0,0,2,0,1 20-20 S"]);
    for key in [
        "schema",
        "game",
        "variant",
        "fingerprint",
        "position",
        "over",
        "score",
        "bound",
        "depth",
        "distance",
        "source",
        "endless",
        "depends_on_endless",
        "final",
        "moves",
        "warnings",
    ] {
        assert!(json.get(key).is_some(), "{key}");
    }
    let moves = json["moves"].as_array().expect("list");
    let scores: Vec<i64> = moves.iter().map(|mv| mv["score"].as_i64().expect("solved")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "best first: {scores:?}");
    assert_eq!(json["score"].as_i64(), scores.first().copied());
    for key in ["move", "score", "bound", "depth", "distance", "pv", "pv_stops", "why"] {
        assert!(moves[0].get(key).is_some(), "{key}");
    }
    // Totals are all the seeds there are.
    let total = |side: &str| json["final"][side].as_i64().expect("whole");
    assert_eq!(total("south") + total("north"), 48);
}

#[test]
fn what_no_database_knows_is_null_or_searched_and_says_what_to_build() {
    // 14 seeds: more states than are solved for one answer.
    let nowhere = tempfile::tempdir().expect("folder");
    let db = nowhere.path().to_str().expect("path");
    let position = "2,2,1,0,2,1/1,1,0,2,1,1 17-17 S";
    let json = answer(&["db", "probe", "oware", position, "--db", db]);
    assert!(json["score"].is_null() && json["source"].is_null());
    assert!(json["warnings"].to_string().contains("db build"), "{}", json["warnings"]);
    let json = answer(&["analyze", "oware", position, "--db", db, "--depth", "6"]);
    assert!(json["score"].is_number() && json["source"] == "search" && json["depth"] == 6, "{json}");
    assert_eq!(json["endless"], "own_side");
    assert_eq!(json["moves"].as_array().expect("list").len(), 5);
    assert!(json["warnings"].to_string().contains("db build"), "{}", json["warnings"]);
}

#[test]
fn the_rule_for_endless_play_is_named_and_said_to_matter_or_not() {
    // rules.md OW7: every move is forced and the position comes back, so only the rule for endless play decides.
    let cycle = answer(&["analyze", "oware", "1,0,0,0,0,0/1,0,0,0,0,0 23-23 S"]);
    assert_eq!(
        (cycle["endless"].as_str(), cycle["depends_on_endless"].as_bool()),
        (Some("split"), Some(true))
    );
    assert_eq!(cycle["moves"][0]["pv_stops"], "repetition");
    // Here South wins by captures whatever endless play is worth.
    let decided = answer(&["analyze", "oware", "0,0,1,0,2,1/1,0,0,2,0,1 20-20 S"]);
    assert_eq!(
        (decided["endless"].as_str(), decided["depends_on_endless"].as_bool()),
        (Some("split"), Some(false))
    );
}

//! Looking values up without any set-up: what is inside the program, and what is solved at first use and kept.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// Runs a command of a user who has no folder of ours and no setting, and keeps things in `cache`.
fn run_with(args: &[&str], cache: &Path, input: &str) -> Output {
    let home = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
    command.args(args).env("HOME", home.path()).env("SOWBASE_CACHE", cache);
    for key in ["SOWBASE_DB", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(key);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let text = input.to_owned();
    let feed = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("ended");
    // A program that reads nothing closes the pipe.
    let _ = feed.join().expect("no panic");
    assert!(!words(&output).contains("panicked"), "{args:?}: {}", words(&output));
    let left: Vec<_> = fs::read_dir(home.path()).expect("a folder").collect();
    assert!(left.is_empty(), "{args:?} wrote into the home folder");
    output
}

fn run(args: &[&str]) -> Output {
    run_with(args, Path::new("off"), "")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn words(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {}", words(output)))
}

/// Small endings of the games inside the program, at most nine seeds on the board.
const ENDINGS: [(&str, &str); 4] = [
    ("oware", "0,0,1,0,2,1/1,0,0,2,0,1"),
    ("urim", "0,0,1,0,2,1/1,0,0,2,0,1"),
    ("kalah", "0,0,1,0,2,1/1,0,0,2,0,1"),
    ("bosh", "0,1,0,2,1/1,0,3,0,1"),
];

#[test]
fn every_command_that_looks_values_up_knows_small_endings() {
    for (game, position) in ENDINGS {
        let probe = run(&["db", "probe", game, position, "--allow-any-total", "--json"]);
        assert_eq!((code(&probe), words(&probe)), (0, String::new()), "{game}");
        let known = document(&probe);
        assert_eq!(known["source"], "database");
        let score = &known["score"];
        let analysis = document(&run(&["analyze", game, position, "--allow-any-total", "--json"]));
        assert_eq!(&analysis["score"], score, "{game}");
        // What is solved at once is solved with its bounds.
        assert!(analysis["depends_on_endless"].is_boolean(), "{game}");
        let stream = ["db", "probe", game, "--stdin", "--moves", "--allow-any-total"];
        let stream = run_with(&stream, Path::new("off"), &format!("{position}\n"));
        assert_eq!((code(&stream), words(&stream)), (0, String::new()), "{game}");
        let stream = document(&stream);
        assert_eq!(&stream["score"], score, "{game}");
        assert_eq!(stream["moves"][0]["score"], known["moves"][0]["score"], "{game}");
        let line = run(&["db", "line", game, position, "--allow-any-total", "--json"]);
        assert_eq!(code(&line), 0, "{game}: {}", words(&line));
        let line = document(&line);
        assert_eq!(&line["score"], score, "{game}");
        assert_eq!(&line["moves"][0]["score"], score, "{game}");
        let sample = run(&["db", "sample", game, "--seeds", "7", "--count", "50", "--format", "csv"]);
        assert_eq!((code(&sample), text(&sample).lines().count()), (0, 51), "{game}: {}", words(&sample));
        // Every row's score is what the stream says of its position.
        let rows = text(&sample);
        let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split('"').collect()).collect();
        let positions: String = rows.iter().map(|row| format!("{}\n", row[1])).collect();
        let scores = ["db", "probe", game, "--stdin", "--fields", "score", "--allow-any-total"];
        let scores = text(&run_with(&scores, Path::new("off"), &positions));
        for (row, score) in rows.iter().zip(scores.lines()) {
            let score: Value = serde_json::from_str(score).expect("JSON");
            let fields: Vec<&str> = row[2].split(',').collect();
            assert_eq!(fields[fields.len() - 2], score["score"].to_string(), "{game}: {row:?}");
        }
        let stats = run(&["db", "stats", game, "--seeds", "5..6"]);
        assert!(text(&stats).contains("5-6 seeds are from inside the program"), "{}", text(&stats));
        let stats = document(&run(&["db", "stats", game, "--json"]));
        let layers = stats["layers"].as_array().expect("a list").len();
        assert_eq!(layers, if game == "bosh" { 11 } else { 10 });
        let info = text(&run(&["db", "info", game]));
        assert!(info.contains("inside the program") && info.contains("db build"), "{info}");
        let export = run(&["db", "export", game, "--seeds", "3", "--format", "csv"]);
        assert_eq!(code(&export), 0, "{game}: {}", words(&export));
    }
    let info = document(&run(&["db", "info", "--json"]));
    let all = info["databases"].as_array().expect("a list");
    assert!(all.len() == 4 && all.iter().all(|one| one["folder"].is_null()), "{info}");
    // Other rules have other numbers.
    let other =
        run(&["db", "probe", "kalah", ENDINGS[2].1, "--allow-any-total", "--rule", "empty_capture=true"]);
    assert_eq!(code(&other), 3);
}

#[test]
fn what_nothing_knows_is_answered_with_the_command_that_makes_it_known() {
    let position = "4,4,4,4,4,4/4,4,4,4,4,4";
    let twelve = "1,0,2,0,1,2/2,0,0,1,0,3";
    let command = |seeds| format!("sowbase db build oware --seeds {seeds}");
    let dir = tempfile::tempdir().expect("a folder");
    let large = run(&["analyze", "oware", position, "--depth", "4"]);
    assert_eq!(code(&large), 0);
    assert!(words(&large).contains("48 seeds"), "{}", words(&large));
    let place = dir.path().to_str().expect("a path");
    let any = "--allow-any-total";
    for args in [
        &["db", "probe", "oware", twelve, any, "--db", place][..],
        &["db", "line", "oware", twelve, any, "--db", place],
        &["db", "probe", "oware", "-", any, "--db", place],
        &["db", "sample", "oware", "--seeds", "12", "--count", "3", "--format", "csv", "--db", place],
    ] {
        let output = run_with(args, Path::new("off"), &format!("{twelve}\n{}\n", ENDINGS[0].1));
        assert_ne!(code(&output), 0, "{args:?}");
        assert!(words(&output).contains(&command(12)), "{args:?}: {}", words(&output));
    }
    // What the command makes is found, and what is inside the program goes on beside it.
    let build = run(&["db", "build", "oware", "--seeds", "12", "--db", place, "--quiet"]);
    assert_eq!(code(&build), 0);
    for args in [["db", "probe", "oware", twelve, any], ["db", "line", "oware", twelve, any]] {
        assert_eq!(code(&run(&[&args[..], &["--db", place]].concat())), 0, "{args:?}");
    }
}

#[test]
fn a_database_of_ones_own_comes_first() {
    let dir = tempfile::tempdir().expect("a folder");
    let place = dir.path().to_str().expect("a path");
    let build = ["db", "build", "kalah", "--seeds", "4", "--metric", "bounds", "--db", place, "--quiet"];
    assert_eq!(code(&run(&build)), 0);
    let probe = |position: &str| {
        let args = ["db", "probe", "kalah", position, "--allow-any-total", "--json", "--db", place];
        document(&run(&args))
    };
    let (four, seven) = (probe("0,0,1,0,0,1/1,0,0,0,0,1"), probe(ENDINGS[2].1));
    assert_eq!((&four["source"], &seven["source"]), (&"database".into(), &"database".into()));
    assert_eq!(
        (&four["depends_on_endless"], &seven["depends_on_endless"]),
        (&Value::Bool(false), &Value::Null)
    );
    let stats = document(&run(&["db", "stats", "kalah", "--db", place, "--json"]));
    let dependent = |seeds: usize| &stats["layers"][seeds]["depends_on_endless"];
    assert!(dependent(4).is_u64() && dependent(5).is_null(), "{stats}");
    // Scores of four seeds are inside the program.
    assert!(stats["layers"][4]["won"].is_u64());
}

/// A small relative of Anywoli and a board of eight seeds without untouched pits.
const SMALL: [&str; 7] =
    ["db", "probe", "anywoli", "1,2,0,1/0,2,1,1", "--rule", "pits_per_row=4", "--allow-any-total"];

/// The layer files under a cache folder.
fn kept(cache: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let folders = fs::read_dir(cache).into_iter().flatten().map(|entry| entry.expect("an entry").path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let paths = files.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "sow"));
    paths.map(|path| (path.clone(), fs::read(&path).expect("bytes"))).collect()
}

fn cache() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn a_layer_is_solved_at_first_use_and_found_at_the_next() {
    let cache = cache();
    let first = run_with(&SMALL, cache.path(), "");
    assert_eq!(code(&first), 0, "{}", words(&first));
    assert!(words(&first).contains("built once, kept in"), "{}", words(&first));
    let files = kept(cache.path());
    // Scores and bounds of 0, 4 and 8 seeds: captures take four.
    assert_eq!(files.len(), 6);
    let next = run_with(&SMALL, cache.path(), "");
    assert_eq!((text(&next), words(&next)), (text(&first), String::new()));
    let json = run_with(&[&SMALL[..], &["--json"]].concat(), cache.path(), "");
    assert_eq!(document(&json)["source"], "database");
    // Damaged, cut, empty, of another format, and one that is gone: made again, the same bytes, the same answer.
    let changes: [fn(&mut Vec<u8>); 4] = [
        |bytes| {
            let middle = bytes.len() - 1;
            bytes[middle] ^= 1;
        },
        |bytes| bytes.truncate(bytes.len() / 2),
        Vec::clear,
        |bytes| bytes[8] = bytes[8].wrapping_add(1),
    ];
    for (path, bytes) in &files {
        for change in changes {
            let mut bad = bytes.clone();
            change(&mut bad);
            fs::write(path, bad).expect("written");
            let again = run_with(&SMALL, cache.path(), "");
            assert_eq!(text(&again), text(&first), "{}", path.display());
            assert!(words(&again).contains("built once"), "{}", words(&again));
            assert_eq!(kept(cache.path()), files, "{}", path.display());
        }
    }
    fs::remove_file(files.keys().next().expect("a file")).expect("removed");
    assert_eq!(text(&run_with(&SMALL, cache.path(), "")), text(&first));
    assert_eq!(kept(cache.path()), files);
    // With --json or --quiet, standard output holds the document alone, whatever is said beside it.
    for flag in ["--json", "--quiet"] {
        let other = self::cache();
        let output = run_with(&[&SMALL[..], &[flag]].concat(), other.path(), "");
        assert_eq!(kept(other.path()).len(), 6);
        assert!(flag != "--json" || document(&output)["score"].is_i64());
        assert!(flag != "--quiet" || words(&output).is_empty(), "{}", words(&output));
    }
    let info = text(&run_with(&["db", "info", "anywoli", "--rule", "pits_per_row=4"], cache.path(), ""));
    assert!(info.contains(&cache.path().display().to_string()), "{info}");
}

#[test]
fn where_nothing_can_be_kept_memory_serves() {
    let cache = cache();
    let good = text(&run_with(&SMALL, cache.path(), ""));
    // A file stands where the folder would be.
    let other = self::cache();
    let file = other.path().join("a-file");
    fs::write(&file, b"x").expect("written");
    for _ in 0..2 {
        let output = run_with(&SMALL, &file, "");
        assert_eq!((code(&output), text(&output)), (0, good.clone()));
        assert!(words(&output).contains("nothing is kept this time"), "{}", words(&output));
    }
    // Somebody else builds there.
    let path = kept(cache.path()).into_keys().next().expect("a file");
    fs::remove_file(&path).expect("removed");
    let lock = File::create(path.with_file_name("lock")).expect("made");
    lock.try_lock().expect("nobody holds it");
    let output = run_with(&SMALL, cache.path(), "");
    assert_eq!((code(&output), text(&output)), (0, good.clone()));
    assert!(words(&output).contains("lock is locked: somebody else builds"), "{}", words(&output));
    assert!(!path.exists());
    drop(lock);
    // Switched off, nothing is solved beside what analyses solve anyway, and the way out is named.
    let off = run_with(&SMALL, Path::new("off"), "");
    assert_eq!(code(&off), 3);
    assert!(words(&off).contains("sowbase db build anywoli --seeds 8"), "{}", words(&off));
    let analyze = [&["analyze"], &SMALL[2..]].concat();
    let [with, without] = [cache.path(), Path::new("off")].map(|cache| run_with(&analyze, cache, ""));
    assert_eq!(text(&with), text(&without));
}

#[test]
fn many_threads_that_ask_first_wait_for_one_that_solves() {
    let cache = cache();
    let positions = format!("{}\n", SMALL[3]).repeat(5_000);
    let stream = ["db", "probe", "anywoli", "--stdin", "--rule", "pits_per_row=4", "--allow-any-total"];
    let output = run_with(&stream, cache.path(), &positions);
    assert_eq!(code(&output), 0, "{}", words(&output));
    assert_eq!(words(&output).matches("built once").count(), 1, "{}", words(&output));
    let all = text(&output);
    let lines: Vec<&str> = all.lines().collect();
    assert!(lines.len() == 5_000 && lines.iter().all(|line| *line == lines[0]));
    for args in [
        &["db", "line", "anywoli", SMALL[3], "--rule", "pits_per_row=4", "--allow-any-total"][..],
        &[
            "db",
            "sample",
            "anywoli",
            "--rule",
            "pits_per_row=4",
            "--seeds",
            "8",
            "--count",
            "9",
            "--format",
            "csv",
        ],
    ] {
        let other = self::cache();
        let first = run_with(args, other.path(), "");
        assert_eq!(code(&first), 0, "{args:?}: {}", words(&first));
        assert!(words(&first).contains("built once"), "{args:?}: {}", words(&first));
        assert_eq!(text(&run_with(args, cache.path(), "")), text(&first), "{args:?}");
    }
}

#[test]
fn the_layer_of_the_whole_board_is_kept() {
    // Issue 3: 7,467,801 boards of eight seeds on 2×12.
    let cache = cache();
    let position = "0,1,0,0,2,0,0,0,0,1,0,0/0,0,1,0,0,1,0,0,2,0,0,0";
    let args = ["db", "probe", "anywoli", position, "--allow-any-total", "--json"];
    let first = run_with(&args, cache.path(), "");
    assert_eq!(document(&first)["source"], "database");
    assert!(document(&first)["depends_on_endless"].is_boolean());
    let next = run_with(&args, cache.path(), "");
    assert_eq!((text(&next), words(&next)), (text(&first), String::new()));
    let info = document(&run_with(&["db", "info", "anywoli", "--json"], cache.path(), ""));
    assert_eq!(info["databases"][0]["layers"][2]["states"], 7_467_801);
}

#[test]
fn the_folder_is_a_setting_with_its_origin() {
    let cache = cache();
    let show = |args: &[&str]| {
        document(&run_with(&[&["config", "show", "--json"], args].concat(), cache.path(), ""))
    };
    let setting = show(&[])["settings"]["cache"].clone();
    assert_eq!(setting["origin"], "environment");
    assert_eq!(setting["value"], cache.path().display().to_string());
    assert_eq!(show(&["--cache", "off"])["settings"]["cache"]["value"], "off");
    assert_eq!(show(&["--cache", "off"])["settings"]["cache"]["origin"], "flag");
}

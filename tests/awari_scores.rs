//! The published Awari scores by the command line: export, import, and looking up where the files lie.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use sowbase::games::CATALOGUE;
use sowbase::games::foreign::FORMATS;

fn run(words: &[&str], db: &str) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
    let output =
        command.args(words).args(["--db", db]).env("SOWBASE_COLOR", "never").env_remove("SOWBASE_DB");
    let output = output.output().expect("runs");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{words:?}");
    output
}

fn text(dir: &Path) -> &str {
    dir.to_str().expect("a path")
}

const AWARI: [&str; 3] = ["oware", "--variant", "awari_academic"];
/// Boards of seven seeds: in the files, left out, left out with a capture, and without a move.
const BOARDS: [&str; 4] = [
    "0,1,0,2,0,1/1,0,0,2,0,0 20-21 S",
    "0,0,0,0,0,1/1,1,1,1,1,1 20-21 S",
    "0,0,0,1,0,0/1,1,1,1,1,1 20-21 N",
    "0,0,0,0,0,0/2,1,1,1,1,1 20-21 S",
];

fn probe(board: &str, db: &str) -> (Option<i32>, Value) {
    let words = [&["db", "probe"][..], &AWARI, &[board, "--json"]].concat();
    let output = run(&words, db);
    (output.status.code(), serde_json::from_slice(&output.stdout).expect("JSON"))
}

/// Names and bytes of the files of the one database under a folder.
fn files(dir: &Path) -> BTreeSet<(String, Vec<u8>)> {
    let folder = fs::read_dir(dir).expect("a folder").next().expect("a database").expect("an entry").path();
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    entries.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

#[test]
fn formats_are_those_that_games_bring() {
    for (name, game) in FORMATS {
        let entry = CATALOGUE.iter().find(|entry| entry.name == *game).expect("a game");
        let setting = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
        let academic = [("grand_slam", "illegal_unless_forced"), ("must_leave_opponent_a_move", "true")];
        let opened = entry.open(&academic.map(setting)).expect("opens");
        assert!(opened.tables.expect("a numbering").formats().contains(name));
    }
    for entry in CATALOGUE {
        let formats = entry.open(&[]).expect("opens").tables.expect("a numbering").formats();
        assert!(formats.is_empty(), "{}: {formats:?} under the defaults", entry.name);
    }
}

#[test]
fn export_look_up_and_import_agree_with_our_own_database() {
    let [own, out, again] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let own_db = text(own.path());
    assert!(run(&[&["db", "build"][..], &AWARI, &["--seeds", "7"]].concat(), own_db).status.success());
    let export = ["--seeds", "0..7", "--format", "awari-scores", "-o", text(out.path()), "--json"];
    let exported = run(&[&["db", "export"][..], &AWARI, &export].concat(), own_db);
    let json: Value = serde_json::from_slice(&exported.stdout).expect("JSON");
    // Issue 3: 364 boards for 3 seeds, 4,368 for 5, 12,375 for 6, 31,812 for 7.
    for (seeds, boards) in [(3, 364), (5, 4_368), (6, 12_375), (7, 31_812)] {
        assert_eq!(json["layers"][seeds]["bytes"], boards);
        assert_eq!(fs::metadata(out.path().join(format!("scores.{seeds}"))).expect("a file").len(), boards);
    }
    let as_it_lies = format!("awari-scores:{}", text(out.path()));
    for board in BOARDS {
        let ((code, mut found), (_, mut expected)) = (probe(board, &as_it_lies), probe(board, own_db));
        assert_eq!(code, Some(0), "{board}: {found}");
        for value in [&mut found, &mut expected] {
            // The files hold no bounds, so nothing is said of endless play, in words neither.
            let moves = value["moves"].as_array().expect("a list").iter();
            let moves: Vec<_> = moves.map(|mv| (mv["move"].clone(), mv["score"].clone())).collect();
            *value =
                serde_json::json!({"score": value["score"], "moves": moves, "warnings": value["warnings"]});
        }
        assert_eq!(found, expected, "{board}");
    }
    let import = ["--format", "awari-scores", "--from", text(out.path()), "--json"];
    let imported = run(&[&["db", "import"][..], &AWARI, &import].concat(), text(again.path()));
    let json: Value = serde_json::from_slice(&imported.stdout).expect("JSON");
    assert_eq!((&json["layers_made"], &json["layers_kept"]), (&8.into(), &0.into()));
    assert_eq!(files(again.path()), files(own.path()));
    let imported = run(&[&["db", "import"][..], &AWARI, &import].concat(), text(again.path()));
    let json: Value = serde_json::from_slice(&imported.stdout).expect("JSON");
    assert_eq!((&json["layers_made"], &json["layers_kept"]), (&0.into(), &8.into()));
}

#[test]
fn other_rules_do_not_ask_the_files_and_say_so() {
    let dir = tempfile::tempdir().expect("a folder");
    let source = format!("awari-scores:{}", text(dir.path()));
    for game in [&["oware"][..], &["urim"], &["kalah"], &["oware", "--rule", "ply_limit=9"]] {
        // More seeds than the databases inside the program know.
        let board = "0,0,1,0,0,1/1,0,0,2,5,5";
        let output = run(&[&["db", "probe"][..], game, &[board, "--allow-any-total"]].concat(), &source);
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(3) && words.contains("is not asked: awari-scores"), "{words}");
    }
    // Options that change no number do not matter.
    fs::write(dir.path().join("scores.0"), [0]).expect("written");
    let win = [&["db", "probe"][..], &AWARI, &["--rule", "win_at=majority", BOARDS[0]]].concat();
    let words = String::from_utf8_lossy(&run(&win, &source).stderr).into_owned();
    assert!(!words.contains("is not asked") && words.contains("7 seeds"), "{words}");
}

#[test]
fn what_cannot_be_done_is_refused_with_the_reason() {
    let dir = tempfile::tempdir().expect("a folder");
    let (folder, nowhere) = (text(dir.path()), dir.path().join("nowhere"));
    fs::write(dir.path().join("scores.3"), [0; 363]).expect("written");
    let source = format!("awari-scores:{folder}");
    let words = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let import = |more: &[&str]| run(&[&["db", "import", "--format"][..], more].concat(), folder);
    let cut = import(&[&["awari-scores", "--from", folder][..], &AWARI].concat());
    assert_eq!(cut.status.code(), Some(1));
    assert!(
        words(&cut).contains("expected 364 bytes") && words(&cut).contains("found 363"),
        "{}",
        words(&cut)
    );
    let gap = import(&[&["awari-scores", "--seeds", "2..3", "--from", folder][..], &AWARI].concat());
    assert!(gap.status.code() == Some(1) && words(&gap).contains("2 seeds"), "{}", words(&gap));
    let none = import(&[&["awari-scores", "--from", text(&nowhere)][..], &AWARI].concat());
    assert!(none.status.code() == Some(1) && words(&none).contains("nowhere"), "{}", words(&none));
    let other = import(&["awari-scores", "--from", folder, "oware"]);
    assert!(other.status.code() == Some(2) && words(&other).contains("awari_academic"), "{}", words(&other));
    let unknown = import(&[&["awari-score", "--from", folder][..], &AWARI].concat());
    assert!(
        unknown.status.code() == Some(2) && words(&unknown).contains("mean awari-scores"),
        "{}",
        words(&unknown)
    );
    let export = ["--format", "awari-scores", "-o", folder, "--seeds", "3..3"];
    let unbuilt = run(&[&["db", "export"][..], &AWARI, &export].concat(), folder);
    assert!(unbuilt.status.code() == Some(1) && words(&unbuilt).contains("3 seeds"), "{}", words(&unbuilt));
    let build = run(&[&["db", "build", "--seeds", "2"][..], &AWARI].concat(), &source);
    assert!(build.status.code() == Some(2) && words(&build).contains("--db DIR"), "{}", words(&build));
    // A damaged file is warned of, and the answer is that nothing is known.
    let damaged =
        run(&[&["db", "probe"][..], &AWARI, &["0,0,1,0,0,1/1,0,0,0,0,0 20-25 S"]].concat(), &source);
    assert!(damaged.status.code() == Some(3) && words(&damaged).contains("found 363"), "{}", words(&damaged));
}

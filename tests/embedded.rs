//! The small databases inside the program: made again by the tool, byte for byte, small, and answering without any set-up.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str], dir: &Path) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
    let output = command.args(args).arg("--db").arg(dir).output().expect("runs");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The layer files of all folders, by folder and name.
fn files(dir: &Path) -> BTreeMap<(String, String), Vec<u8>> {
    let mut all = BTreeMap::new();
    for folder in fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path()) {
        for file in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if file.extension().is_some_and(|extension| extension == "sow") {
                let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
                all.insert((name(&folder), name(&file)), fs::read(&file).expect("bytes"));
            }
        }
    }
    all
}

#[test]
fn what_ships_is_what_the_tool_makes() {
    let dir = tempfile::tempdir().expect("a folder");
    // Issue 3: Oware, Urim and Kalah to 9 seeds, Bosh to 10.
    for (game, seeds) in [("oware", "9"), ("urim", "9"), ("kalah", "9"), ("bosh", "10")] {
        run(&["db", "build", game, "--seeds", seeds], dir.path());
        run(&["db", "pack", game], dir.path());
    }
    let shipped = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("data/embedded"));
    let made = files(dir.path());
    assert_eq!(made.len(), 3 * 10 + 11);
    assert!(shipped.values().map(Vec::len).sum::<usize>() <= 500 * 1024);
    assert!(shipped.keys().eq(made.keys()), "other layers");
    for (name, bytes) in &made {
        assert!(shipped[name] == *bytes, "{name:?} has other bytes: build data/embedded again");
    }
}

#[test]
fn small_endings_are_known_without_a_database() {
    let empty = tempfile::tempdir().expect("a folder");
    for (game, position) in [
        ("oware", "0,0,1,0,2,1/1,0,0,2,0,1"),
        ("urim", "0,0,1,0,2,1/1,0,0,2,0,1"),
        ("kalah", "0,0,1,0,2,1/1,0,0,2,0,1"),
        ("bosh", "0,1,0,2,1/1,0,3,0,1"),
    ] {
        let output = run(&["db", "probe", game, position, "--allow-any-total", "--json"], empty.path());
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(
            (json["bound"].as_str(), json["source"].as_str()),
            (Some("exact"), Some("database")),
            "{json}"
        );
    }
}

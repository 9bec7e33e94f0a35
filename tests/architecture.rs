//! The import rules of ARCHITECTURE.md, kept by reading the sources.

use std::fs;
use std::path::{Path, PathBuf};

const GAMES: &[&str] = &["oware", "urim", "anywoli", "bosh", "omweso", "kalah"];

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("source");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "no sources in {folder}");
    found
}

/// Lines of code that hold a word, without comments.
fn offenders(folder: &str, wrong: impl Fn(&str) -> bool) -> Vec<String> {
    let mut all = Vec::new();
    for (path, text) in sources(folder) {
        for (number, line) in (1..).zip(text.lines()) {
            let code = line.split("//").next().unwrap_or_default();
            if wrong(code) {
                all.push(format!("{}:{number}: {line}", path.display()));
            }
        }
    }
    all
}

#[test]
fn the_solver_names_no_game_and_prints_nothing() {
    let wrong = offenders("solver/src", |code| {
        let lower = code.to_lowercase();
        GAMES.iter().any(|game| lower.contains(game)) || code.contains("println!") || code.contains("eprint")
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn files_are_touched_only_in_the_solvers_db_and_mapped_only_in_its_memory() {
    let wrong: Vec<_> = offenders("solver/src", |code| code.contains("std::fs") || code.contains("File::"))
        .into_iter()
        .filter(|line| !line.contains("/solver/src/db/") && !line.contains("/solver/src/mem/"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_board_knows_no_rule_and_no_solver() {
    let wrong = offenders("core/src/board", |code| {
        code.contains("sowbase_solver") || code.contains("crate::games") || code.contains("crate::play")
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn faces_name_no_game() {
    for face in [
        "src/cli",
        "src/protocol",
        "src/book",
        "src/review",
        "src/contest",
        "src/reasons",
        "core/src/words",
        "core/src/draw",
        "core/src/play",
        "core/src/engine",
    ] {
        let wrong = offenders(face, |code| {
            GAMES
                .iter()
                .any(|game| code.contains(&format!("games::{game}")) || code.contains(&format!("{game}::")))
        });
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn games_never_import_solvers_inner_rooms_or_faces() {
    let wrong = offenders("core/src/games", |code| {
        ["sowbase_solver::search", "sowbase_solver::db", "crate::cli", "crate::web", "crate::engine::Engine"]
            .iter()
            .any(|room| code.contains(room))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unsafe_code_is_allowed_only_for_memory_and_wide_instructions() {
    let wrong: Vec<_> = ["src", "core/src", "solver/src", "tests", "benches", "examples"]
        .into_iter()
        .flat_map(|folder| {
            offenders(folder, |code| code.contains("unsafe_code") || code.contains("unsafe {"))
        })
        .filter(|line| {
            let allowed = ["/solver/src/mem/", "/solver/src/simd/", "tests/architecture.rs"];
            !allowed.iter().any(|place| line.contains(place))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<_> = ["src", "core/src", "solver/src", "tests", "benches", "examples"]
        .into_iter()
        .flat_map(sources)
        .filter(|(_, text)| text.lines().count() > 400)
        .map(|(path, text)| format!("{}: {} lines", path.display(), text.lines().count()))
        .collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

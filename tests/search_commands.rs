//! `analyze` by search, `bestmove`, `eval`, `bench` as people call them.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn run(args: &[&str]) -> Output {
    Command::cargo_bin("sowbase").expect("built").args(args).output().expect("runs")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn every_move_of_a_searched_position_has_a_value() {
    for game in ["oware", "urim", "anywoli", "bosh", "omweso", "kalah"] {
        let answer = document(&run(&["analyze", game, "--nodes", "20000", "--threads", "1", "--json"]));
        assert_eq!(answer["source"], "search", "{game}");
        let moves = answer["moves"].as_array().expect("moves");
        let legal = document(&run(&["moves", game, "--json"]));
        assert_eq!(moves.len(), legal["moves"].as_array().expect("moves").len());
        let scores: Vec<f64> = moves.iter().map(|mv| mv["score"].as_f64().expect("a value")).collect();
        assert!(scores.is_sorted_by(|a, b| a >= b), "{game}: best first");
        for mv in moves {
            assert!(mv["depth"].as_u64() >= Some(1) && mv["pv"][0] == mv["move"], "{mv}");
            let (least, most) =
                (mv["at_least"].as_f64().expect("bound"), mv["at_most"].as_f64().expect("bound"));
            let score = mv["score"].as_f64().expect("a value");
            assert!(least <= score && score <= most, "{mv}");
            assert_eq!(mv["bound"] == "exact", least >= most);
        }
    }
}

#[test]
fn iterations_come_as_lines_and_the_last_is_the_answer() {
    let args = ["analyze", "oware", "--depth", "7", "--threads", "1"];
    let lines = text(&run(&[&args[..], &["--jsonl"]].concat()));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let depths: Vec<_> = lines.iter().map(|line| line["depth"].as_u64().expect("depth")).collect();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6, 7]);
    let whole = document(&run(&[&args[..], &["--json"]].concat()));
    assert_eq!(lines.last().expect("lines")["moves"], whole["moves"]);
    let words = text(&run(&args));
    assert!(words.contains("7 plies deep") && words.contains("an estimate"), "{words}");
}

#[test]
fn lines_give_a_value_to_so_many_moves() {
    let one = text(&run(&["analyze", "oware", "--depth", "8", "--lines", "1", "--threads", "1"]));
    assert_eq!((one.matches(" depth 8").count(), one.matches(" no more").count()), (1, 5), "{one}");
}

#[test]
fn bestmove_is_a_move_or_says_why_not() {
    let best = run(&["bestmove", "kalah", "start", "--depth", "8", "--threads", "1"]);
    assert_eq!((best.status.code(), text(&best).trim().len()), (Some(0), 1));
    let over = run(&["bestmove", "oware", "1,0,0,0,1,0/0,0,0,0,0,0 24-22 S"]);
    assert_eq!((over.status.code(), text(&over).as_str()), (Some(3), ""));
    assert!(String::from_utf8_lossy(&over.stderr).contains("no move: the game is over"));
    let over = document(&run(&["bestmove", "oware", "1,0,0,0,1,0/0,0,0,0,0,0 24-22 S", "--json"]));
    assert!(over["move"].is_null() && over["reason"].as_str().is_some_and(|why| why.contains("over")));
    for wrong in
        [&["--time", "0"][..], &["--time", "soon"], &["--depth", "0"], &["--depth", "128"], &["--hash", "x"]]
    {
        assert_eq!(run(&[&["bestmove", "oware"], wrong].concat()).status.code(), Some(2), "{wrong:?}");
    }
}

/// Case 59: among moves of equal value the winner takes the shortest, the loser the longest, where distances are known.
#[test]
fn case_59_the_winner_hurries_and_the_loser_does_not() {
    let folder = tempfile::tempdir().expect("folder");
    let db = folder.path().to_str().expect("path");
    run(&["db", "build", "oware", "--seeds", "5", "--metric", "score,bounds,distance", "--db", db]);
    assert!(Path::new(db).read_dir().expect("built").next().is_some());
    let mut compared = 0;
    for position in [
        "1,0,1,0,1,0/0,1,0,0,0,1 20-23 S",
        "0,0,2,0,0,1/1,0,0,1,0,0 20-23 S",
        "1,1,0,0,1,0/0,0,0,1,1,0 23-20 N",
        "0,1,0,1,0,1/1,0,1,0,0,0 21-22 N",
        "2,0,0,0,1,1/0,0,1,0,0,0 21-22 S",
    ] {
        let all = document(&run(&["analyze", "oware", position, "--db", db, "--json"]));
        let best = document(&run(&["bestmove", "oware", position, "--db", db, "--json"]));
        assert_eq!((&best["source"], &best["score"]), (&Value::from("database"), &all["score"]));
        let equal = all["moves"].as_array().expect("moves").iter().filter(|mv| mv["score"] == all["score"]);
        let plies: Vec<u64> = equal.map(|mv| mv["distance"].as_u64().expect("distances")).collect();
        let wins = all["score"].as_i64() >= Some(0);
        let expected = if wins { plies.iter().min() } else { plies.iter().max() };
        assert_eq!(best["distance"].as_u64().as_ref(), expected, "{position}");
        compared += usize::from(plies.len() > 1);
    }
    assert!(compared > 0);
}

/// Case 57: value and distance of the position itself at the top.
#[test]
fn eval_says_what_is_known_and_else_guesses() {
    let known = text(&run(&["eval", "kalah", "1,0,2,0,1,1/2,0,0,1,0,3 18-19 S"]));
    assert!(known.contains("exact"), "{known}");
    let guessed = run(&["eval", "oware"]);
    assert!(text(&guessed).trim().ends_with("estimate"));
    let guessed = document(&run(&["eval", "oware", "--json"]));
    assert_eq!((&guessed["bound"], &guessed["score"]), (&Value::from("estimate"), &guessed["estimate"]));
}

#[test]
fn the_signature_of_the_search_is_the_same_each_time() {
    let [one, other] = [(); 2].map(|()| document(&run(&["bench", "--nodes", "3000", "--json"])));
    assert_eq!(one["nodes"], other["nodes"]);
    assert_eq!(one["games"].as_array().map(Vec::len), Some(6));
}

/// The same fields from a database and from a search; the sentence is what people read, too.
#[test]
fn analyze_says_who_stands_better_and_why_the_best_move_is_best() {
    let position = "0,0,1,0,2,1/1,0,0,2,0,1 20-20 S";
    let solved = document(&run(&["analyze", "oware", position, "--json"]));
    let sentence = "South stands better and should end 8 seeds ahead (proven). E is best: it captures 2 seeds from a. \
                    After it North's best reply is f.";
    assert_eq!(solved["sentence"], sentence);
    assert_eq!(
        (&solved["reasons"][0]["kind"], &solved["reasons"][0]["seeds"]),
        (&"captures".into(), &2.into())
    );
    assert!(text(&run(&["analyze", "oware", position])).contains(sentence));
    let args = ["analyze", "bosh", "--depth", "8", "--threads", "1"];
    let lines = text(&run(&[&args[..], &["--jsonl"]].concat()));
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, updates) = lines.split_last().expect("lines");
    assert!(
        updates
            .iter()
            .all(|update| update["sentence"].is_null() && update["reasons"] == Value::Array(vec![]))
    );
    let searched = last["sentence"].as_str().expect("a sentence");
    let best = last["moves"][0]["move"].as_str().expect("a move");
    assert!(searched.contains(&format!("{best} is best")) && searched.contains("8 plies deep"), "{searched}");
    assert!(text(&run(&args)).contains(searched));
    let over = document(&run(&["analyze", "oware", "1,0,0,0,1,0/0,0,0,0,0,0 24-22 S", "--json"]));
    assert!(over["sentence"].as_str().is_some_and(|text| text.ends_with("South wins 26-22.")), "{over}");
}

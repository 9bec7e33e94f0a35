//! The commands: `match`, `report`, `rules diff`.

use assert_cmd::Command;
use serde_json::Value;
use sowbase::play::Record;

fn sowbase(args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::cargo_bin("sowbase").expect("built").args(args).output().expect("runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn json(args: &[&str]) -> Value {
    let (_, out, error) = sowbase(&[args, &["--json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|why| panic!("{args:?}: {why}\n{error}"))
}

#[test]
fn a_match_writes_its_games_as_records_and_in_ogn() {
    let folder = tempfile::tempdir().expect("folder");
    let [records, ogn] =
        ["games.jsonl", "games.ogn"].map(|name| folder.path().join(name).display().to_string());
    let args = [
        "match",
        "oware",
        "own",
        "greedy",
        "--games",
        "4",
        "--nodes",
        "300",
        "--opening",
        "2-4",
        "--records",
        &records,
        "--ogn",
        &ogn,
    ];
    let said = json(&args);
    assert_eq!(
        (&said["games"], &said["openings"], &said["repeatable"]),
        (&4.into(), &2.into(), &true.into())
    );
    let won: u64 = ["won", "drawn", "lost"].iter().filter_map(|key| said[*key].as_u64()).sum();
    assert_eq!(won, 4);
    assert_eq!(said["players"][0]["name"], "own");
    let lines = std::fs::read_to_string(&records).expect("records");
    let games: Vec<Record> = lines.lines().map(|line| Record::read(line).expect("a record")).collect();
    assert_eq!(games.len(), 4);
    assert_eq!(games[3].tags["round"], "4");
    let written = std::fs::read_to_string(&ogn).expect("OGN");
    let read: Vec<_> = written.split("[Variant ").skip(1).map(ogn_game).collect();
    assert_eq!(read.len(), 4);
    for (record, (tags, moves)) in games.iter().zip(&read) {
        let main: Vec<String> = record.main_line().map(str::to_owned).collect();
        assert_eq!(moves, &main);
        let result = record.result.as_ref().expect("an end");
        assert!(tags.contains(&format!("[Result \"{}-{}\"]", result.south, result.north)), "{tags}");
        assert!(tags.contains(&format!("[South \"{}\"]", record.tags["south"])), "{tags}");
        assert!(
            tags.starts_with(
                "\"Oware Abapa\"]\n[Event \"sowbase match\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round "
            ),
            "{tags}"
        );
    }
    assert!(written.lines().all(|line| line.starts_with('[') || line.chars().count() < 80));
    let (code, _, error) = sowbase(&args);
    assert_eq!(code, Some(1));
    assert!(error.contains("--force"), "{error}");
    let (code, _, error) = sowbase(&["match", "kalah", "own", "plain", "--ogn", &ogn, "--force"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--records"), "{error}");
}

/// Tags and moves of a game, read as Aualé reads them: every letter from A to f outside tags and braces is a move.
fn ogn_game(text: &str) -> (String, Vec<String>) {
    let (tags, body) = text.split_once("\n\n").expect("an empty line after the tags");
    let (mut moves, mut inside) = (Vec::new(), false);
    for letter in body.chars() {
        match letter {
            '{' => inside = true,
            '}' => inside = false,
            'A'..='F' | 'a'..='f' if !inside => moves.push(letter.to_string()),
            _ => {}
        }
    }
    (tags.to_owned(), moves)
}

#[test]
fn a_match_is_shown_as_a_table_and_a_test_that_fails_is_a_no() {
    let small =
        ["--rule", "pits_per_row=3", "--rule", "seeds_per_pit=2", "--nodes", "100", "--opening", "1-3"];
    let args =
        [&["match", "kalah", "random", "own", "--games", "200", "--sprt", "0,200"][..], &small].concat();
    let (code, out, error) = sowbase(&args);
    assert_eq!(code, Some(3), "{out}{error}");
    for part in [
        "random against own",
        "pairs with",
        "accepted: no more than 0 Elo",
        "nodes/move",
        "forfeits",
        "South, who",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    for (args, part) in [
        (&["match", "kalah", "own", "onw"][..], "alphabeta"),
        (&["match", "kalah", "own", "plain", "--sprt", "5,0"], "smaller first"),
        (&["match", "kalah", "own", "plain", "--opening", "9-4"], "smaller number first"),
        (&["match", "kalah", "own", "plain", "--opening", "no-such-file"], "no-such-file"),
        (&["report", "kalah", "--player", "cmd:x"], "match"),
    ] {
        let (code, _, error) = sowbase(args);
        assert!(code == Some(2) || code == Some(1), "{args:?}");
        assert!(error.contains(part), "{args:?}: {error}");
    }
}

#[test]
fn a_report_says_what_the_first_player_gets_and_what_is_proven() {
    // rules.md 8.1, our own values of Kalah(3,n) with empty_capture=true: 0 4 2 2 6 -10, so 3(2) = +4.
    let rules = ["--rule", "pits_per_row=3", "--rule", "seeds_per_pit=2", "--rule", "empty_capture=true"];
    let said = json(&[&["report", "kalah", "--games", "30", "--nodes", "200"][..], &rules].concat());
    assert_eq!(said["exact"]["score"], 4, "{said}");
    assert_eq!(said["games"], 30);
    let share = |key: &str| said[key]["share"].as_f64().expect("a share");
    assert!((share("first_wins") + share("second_wins") + share("draws") - 1.0).abs() < 1e-9);
    assert!((share("decisive") + share("draws") - 1.0).abs() < 1e-9);
    assert!(said["first_wins"]["low"].as_f64() <= said["first_wins"]["share"].as_f64());
    let length = &said["length"];
    assert!(length["shortest"].as_u64() <= length["median"].as_u64(), "{length}");
    assert!(length["mean_error"].as_f64().is_some());
}

#[test]
fn two_rule_sets_are_compared() {
    let said = json(&["rules", "diff", "oware", "oware:awari_academic"]);
    let rows = said["differing_options"].as_array().expect("rows");
    assert!(!rows.is_empty() && rows.iter().all(|row| row["a"] != row["b"]), "{said}");
    // The defaults are the first rule set here.
    assert!(rows.iter().all(|row| row["a"] == row["default"]), "{said}");
    assert_eq!(said["reports"], Value::Null);
    let same = json(&["rules", "diff", "urim", "urim"]);
    assert_eq!(same["differing_options"].as_array().map(Vec::len), Some(0));
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("tiny.toml");
    let text = "format = 1\nname = \"tiny\"\ngame = \"kalah\"\nabout = \"a small board\"\n\n[rules]\npits_per_row = 2\nseeds_per_pit = 2\n";
    std::fs::write(&file, text).expect("writes");
    let (code, out, error) = sowbase(&[
        "rules",
        "diff",
        "kalah",
        &file.display().to_string(),
        "--play",
        "--games",
        "6",
        "--nodes",
        "50",
        "--proof-nodes",
        "0",
        "--opening",
        "2",
    ]);
    assert_eq!(code, Some(0), "{error}");
    for part in ["pits_per_row", "6 (default)", "kalah:tiny", "First player wins", "Length", "against itself"]
    {
        assert!(out.contains(part), "{part}: {out}");
    }
    let (code, _, error) = sowbase(&["rules", "diff", "oware", "oware:nothing"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("awari_academic"), "{error}");
    let (code, out, _) = sowbase(&["rules", "urim"]);
    assert!(code == Some(0) && out.contains("Options"), "{out}");
}

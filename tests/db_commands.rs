//! `db stats`, `probe --stdin`, `line`, `info`, `verify`, `compare`, `sample`, `export` and `pack` as a black box.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use serde_json::{Value, json};
use tempfile::TempDir;

/// A folder with small databases, built once for all tests: three metrics, two rule sets.
static TABLES: LazyLock<TempDir> = LazyLock::new(|| {
    let dir = tempfile::tempdir().expect("a folder");
    for variant in ["awari_academic", "abapa"] {
        let metrics = if variant == "abapa" { "score" } else { "score,bounds,distance" };
        let build = ["db", "build", "oware", "--variant", variant, "--seeds", "6", "--metric", metrics];
        assert_eq!(code(&run(&build, dir.path())), 0, "{variant}");
    }
    dir
});

const AWARI: [&str; 3] = ["oware", "--variant", "awari_academic"];

fn command(args: &[&str], dir: &Path) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("sowbase"));
    command.args(args).arg("--db").arg(dir).env("SOWBASE_COLOR", "never").env_remove("SOWBASE_DB");
    command.env("SOWBASE_CACHE", "off");
    command
}

fn run(args: &[&str], dir: &Path) -> Output {
    let output = command(args, dir).output().expect("runs");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{args:?}");
    output
}

fn awari(action: &str, more: &[&str]) -> Output {
    run(&[&["db", action], &AWARI[..], more].concat(), TABLES.path())
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("no signal")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn document(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The two databases of [`TABLES`], the one with bounds first.
fn folders() -> [PathBuf; 2] {
    let all = fs::read_dir(TABLES.path()).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = all.collect();
    let bounds = |folder: &PathBuf| fs::read_dir(folder).expect("a folder").count();
    all.sort_by_key(|folder| std::cmp::Reverse(bounds(folder)));
    all.try_into().expect("two databases")
}

/// A copy of one database in a folder of its own.
fn copy(of: &Path) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().expect("a folder");
    let to = dir.path().join(of.file_name().expect("a name"));
    fs::create_dir(&to).expect("made");
    for entry in fs::read_dir(of).expect("a folder") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, to.join(path.file_name().expect("a name"))).expect("copied");
    }
    (dir, to)
}

#[test]
fn statistics_are_the_published_ones() {
    let output = awari("stats", &["--json"]);
    let json = document(&output);
    assert_eq!((&json["game"], &json["schema"]), (&json!("oware"), &json!(1)));
    let layers = json["layers"].as_array().expect("layers");
    assert_eq!(layers.len(), 7);
    // rules.md 8.1, Lincke's thesis, table B.1: how many boards of each layer have each value.
    for (seeds, counts) in [
        (1, json!({"-1": 7, "1": 5})),
        (2, json!({"-2": 40, "0": 13, "2": 25})),
        (3, json!({"-3": 177, "-1": 1, "0": 63, "1": 7, "3": 116})),
        (4, json!({"-4": 532, "-2": 110, "0": 143, "2": 165, "4": 415})),
    ] {
        let layer = &layers[seeds];
        assert_eq!((&layer["seeds"], &layer["shape"]), (&json!(seeds), &json!(0)));
        assert_eq!(layer["histogram"], counts, "{seeds}");
        let sum = |of: fn(i64) -> bool| -> u64 {
            let counts = counts.as_object().expect("an object").iter();
            let chosen = counts.filter(|(value, _)| of(value.parse().expect("a number")));
            chosen.map(|(_, count)| count.as_u64().expect("a count")).sum()
        };
        assert_eq!(layer["won"], sum(|value| value > 0));
        assert_eq!(layer["even"], sum(|value| value == 0));
        assert_eq!(layer["lost"], sum(|value| value < 0));
        assert_eq!(layer["states"], sum(|_| true));
        let longest = &layer["longest"];
        assert!(longest["end"]["plies"].as_u64() >= longest["next"]["plies"].as_u64(), "{longest}");
    }
    // rules.md OW7: the board on which play goes round has two seeds.
    assert!(layers[2]["depends_on_endless"].as_u64() > Some(0));
    // Without bounds and distances both are open.
    let plain = run(&["db", "stats", "oware", "--variant", "abapa", "--json", "--seeds", "4"], TABLES.path());
    let plain = document(&plain);
    let layer = &plain["layers"][0];
    assert!(layer["depends_on_endless"].is_null() && layer["longest"].is_null());
    // Under the plain rules, same table.
    assert_eq!(layer["states"], 1365);
}

#[test]
fn statistics_as_text_csv_and_chart_say_the_same() {
    let words = text(&awari("stats", &["--seeds", "3"]));
    for part in ["364", "177", "116", "won"] {
        assert!(words.contains(part), "{part} in {words}");
    }
    let csv = text(&awari("stats", &["--format", "csv", "--seeds", "2..3"]));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("seeds,shape,states,won,even,lost,depends_on_endless,longest_end,"));
    assert!(lines[0].ends_with("score_-3,score_-2,score_-1,score_0,score_1,score_2,score_3"));
    assert!(
        lines[2].starts_with("3,0,364,123,63,178,") && lines[2].ends_with(",177,0,1,63,7,0,116"),
        "{csv}"
    );
    let file = tempfile::tempdir().expect("a folder");
    let file = file.path().join("chart.svg");
    let output = awari("stats", &["--format", "svg", "-o", file.to_str().expect("a path")]);
    assert_eq!((code(&output), output.stdout.len()), (0, 0));
    let svg = fs::read_to_string(&file).expect("written");
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let tips = document.descendants().filter(|node| node.tag_name().name() == "title");
    assert!(tips.filter_map(|node| node.text()).any(|tip| tip == "3 seeds, value -3: 177 boards, 48.6 %"));
}

#[test]
fn a_stream_of_positions_is_answered_line_by_line() {
    let ask = |args: &[&str], input: &[u8]| -> Output {
        let mut child = command(&[&["db", "probe"], &AWARI[..], args].concat(), TABLES.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("runs");
        child.stdin.take().expect("a pipe").write_all(input).expect("taken");
        child.wait_with_output().expect("ended")
    };
    let good = b"0,0,1,0,0,0/1,0,0,0,0,1 23-22 S\r\n\n1,0,0,0,0,0/1,0,0,0,0,0 23-23 S";
    let output = ask(&["--stdin", "--moves"], good);
    assert_eq!(code(&output), 0);
    let lines: Vec<Value> =
        text(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    // rules.md OW7: endless play, worth 0; both can force nothing, so one seed each way is open.
    assert_eq!(lines[1]["score"], 0);
    assert_eq!(lines[1]["distance"], json!({"next": 0, "end": 0}));
    assert_eq!(lines[1]["moves"], json!([{"move": "A", "score": 0}]));
    for (line, position) in lines.iter().zip([0, 2]) {
        let position =
            String::from_utf8_lossy(good.split(|&byte| byte == b'\n').nth(position).expect("a line"));
        let one = document(&awari("probe", &[position.trim(), "--json"]));
        assert_eq!((&line["position"], &line["score"]), (&one["position"], &one["score"]));
        let mut moves = BTreeMap::new();
        for mv in one["moves"].as_array().expect("a list") {
            moves.insert(mv["move"].to_string(), mv["score"].clone());
        }
        for mv in line["moves"].as_array().expect("a list") {
            assert_eq!(moves.get(&mv["move"].to_string()), Some(&mv["score"]));
        }
    }
    let output =
        ask(&["-", "--fields", "score"], b"0,0,1,0,0,0/1,0,0,0,0,1\nnonsense\n4,4,4,4,4,4/4,4,4,4,4,4\n");
    assert_eq!(code(&output), 1);
    let lines: Vec<Value> =
        text(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), lines[0].as_object().expect("an object").len()), (3, 1));
    assert_eq!(lines[1]["line"], 2);
    assert!(lines[1]["error"].as_str().expect("words").contains("nonsense"));
    assert!(lines[2]["score"].is_null());
    assert_eq!(code(&ask(&["--stdin"], b"4,4,4,4,4,4/4,4,4,4,4,4\n")), 3);
    assert_eq!(code(&ask(&["--stdin"], b"")), 0);
}

#[test]
fn lines_of_best_play_keep_their_promise() {
    // rules.md OW7: every move is forced and the position comes back.
    let cycle = document(&awari("line", &["1,0,0,0,0,0/1,0,0,0,0,0 23-23 S", "--json"]));
    assert_eq!(cycle["stops"], "repetition");
    assert!(text(&awari("line", &["1,0,0,0,0,0/1,0,0,0,0,0 23-23 S"])).contains("1,0,0,0,0,0/1,0,0,0,0,0"));
    // From the longest line of each layer: as many plies as its distance says, and the gains are the score.
    let stats = document(&awari("stats", &["--json", "--seeds", "1.."]));
    for layer in stats["layers"].as_array().expect("layers") {
        let far = &layer["longest"]["end"];
        let position = far["position"].as_str().expect("text");
        let line = document(&awari("line", &[position, "--json", "--allow-any-total"]));
        assert_eq!(line["score"], far["score"], "{position}");
        assert_eq!(line["distance"]["end"], far["plies"], "{position}");
        let moves = line["moves"].as_array().expect("a list");
        assert!(moves.len() as u64 >= far["plies"].as_u64().expect("a number"), "{line}");
        // While there is something to gain, the end is one ply nearer at each move.
        for pair in moves.windows(2) {
            let [before, after] = [0, 1].map(|at| pair[at]["distance"]["end"].as_u64().expect("known"));
            assert!(before == 0 || after + 1 == before || after == 0, "{line}");
        }
    }
    let nothing = awari("line", &["4,4,4,4,4,4/4,4,4,4,4,4", "--json"]);
    assert_eq!((code(&nothing), document(&nothing)["stops"].as_str()), (3, Some("unknown")));
}

#[test]
fn info_names_what_is_there_and_how_to_quote_it() {
    let all = document(&run(&["db", "info", "--json"], TABLES.path()));
    // Those inside the program have no folder.
    let on_disk = |all: &Value| {
        all["databases"].as_array().expect("a list").iter().filter(|one| one["folder"].is_string()).count()
    };
    assert_eq!(on_disk(&all), 2);
    let one = document(&run(&[&["db", "info"], &AWARI[..], &["--json"]].concat(), TABLES.path()));
    let one = &one["databases"][0];
    let quote = one["quote"].as_str().expect("text");
    assert!(quote.contains("score of 0-6, bounds of 0-6, distance of 0-6"), "{quote}");
    assert!(quote.contains(one["database_fingerprint"].as_str().expect("text")), "{quote}");
    // Boards of n seeds in 12 pits: (n + 11) over 11; all to 6 seeds: 18 over 12.
    assert_eq!((&one["layers"][6]["states"], &one["states"]), (&json!(12_376), &json!(18_564)));
    let bytes = fs::metadata(folders()[0].join("layer-06-0000.score.sow")).expect("a file").len();
    assert_eq!(one["layers"][6]["files"]["score"]["bytes"], bytes);
    let words = text(&run(&[&["db", "info"], &AWARI[..]].concat(), TABLES.path()));
    assert!(words.contains("To quote it:") && words.contains("12376"), "{words}");
    let empty = tempfile::tempdir().expect("a folder");
    assert!(text(&run(&["db", "info"], empty.path())).contains("db build"));
}

#[test]
fn equal_databases_are_equal_and_others_are_told_apart() {
    let [academic, abapa] = folders();
    let (dir, _) = copy(&academic);
    let path = |path: &Path| path.to_str().expect("a path").to_owned();
    let compare = |a: &Path, b: &Path| {
        let output = run(&["db", "compare", &path(a), &path(b), "--json"], TABLES.path());
        (code(&output), document(&output))
    };
    let (exit, same) = compare(dir.path(), &academic);
    assert_eq!(
        (exit, &same["equal"], &same["comparisons"][0]["same_rules"]),
        (0, &json!(true), &json!(true))
    );
    assert_eq!(same["comparisons"][0]["compared"].as_array().expect("a list").len(), 21);
    // Different rules: the two tables of rules.md 8.1 differ at 2 seeds in one board at least.
    let (exit, other) = compare(&academic, &abapa);
    let other = &other["comparisons"][0];
    assert_eq!((exit, &other["same_rules"]), (3, &json!(false)));
    assert!(!other["rules_only_a"].as_array().expect("a list").is_empty());
    assert_eq!(other["only_a"].as_array().expect("a list").len(), 14);
    let file = other["compared"].as_array().expect("a list").iter().find(|file| file["differing"] != 0);
    let first = &file.expect("a difference")["first"][0];
    let position = first["position"].as_str().expect("shown");
    for (variant, says) in [("awari_academic", &first["a"][0]), ("abapa", &first["b"][0])] {
        let probed = run(
            &["db", "probe", "oware", "--variant", variant, position, "--allow-any-total", "--json"],
            TABLES.path(),
        );
        assert_eq!(&document(&probed)["score"], says, "{variant} {position}");
    }
    let nowhere = run(&["db", "compare", &path(dir.path()), "/nowhere"], TABLES.path());
    assert!(code(&nowhere) == 1 && String::from_utf8_lossy(&nowhere.stderr).contains("/nowhere"));
}

#[test]
fn samples_are_repeatable_and_labelled_right() {
    let ask = ["--seeds", "5", "--count", "300", "--seed", "9"];
    let csv = text(&awari("sample", &ask));
    assert_eq!(csv, text(&awari("sample", &[&ask[..], &["--threads", "1"]].concat())));
    assert_ne!(csv, text(&awari("sample", &["--seeds", "5", "--count", "300", "--seed", "10"])));
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "position,A,B,C,D,E,F,a,b,c,d,e,f,score,lo,hi,next,end,best");
    assert_eq!(lines.len(), 301);
    for line in &lines[1..6] {
        let (position, rest) = line[1..].split_once("\",").expect("a quoted position");
        let numbers: Vec<i64> = rest.split(',').map(|field| field.parse().expect("a number")).collect();
        assert_eq!(numbers[..12].iter().sum::<i64>(), 5);
        let probed = document(&awari("probe", &[position, "--allow-any-total", "--json"]));
        if probed["over"] == json!(true) {
            assert_eq!(numbers[17], 0);
            continue;
        }
        assert_eq!(probed["score"], numbers[12], "{line}");
        let mut best = 0;
        for mv in
            probed["moves"].as_array().expect("a list").iter().filter(|mv| mv["score"] == probed["score"])
        {
            best |= 1 << (mv["move"].as_str().expect("a pit").as_bytes()[0] - b'A');
        }
        assert_eq!(numbers[17], best, "{line}");
    }
    let file = tempfile::tempdir().expect("a folder");
    let file = file.path().join("sample.npy");
    let written =
        awari("sample", &[&ask[..], &["--format", "npy", "-o", file.to_str().expect("a path")]].concat());
    assert_eq!(code(&written), 0);
    let npy = fs::read(&file).expect("written");
    let head = 10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]));
    // 12 pits, score, two bounds: a byte each; two distances of two bytes; four bytes of best moves.
    assert_eq!(npy.len(), head + 300 * (12 + 1 + 2 + 4 + 4));
    let pits = npy[head..head + 12].iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    assert!(lines[1].contains(&format!("\",{pits},")), "{pits} in {}", lines[1]);
}

#[test]
fn exported_values_are_those_of_the_statistics() {
    let raw = awari("export", &["--seeds", "3", "--format", "raw"]);
    assert_eq!((code(&raw), raw.stdout.len()), (0, 364));
    // rules.md 8.1: 177 of the 364 boards are worth -3.
    assert_eq!(raw.stdout.iter().filter(|&&byte| byte as i8 == -3).count(), 177);
    let missing = run(
        &[
            "db",
            "export",
            "oware",
            "--variant",
            "abapa",
            "--seeds",
            "3",
            "--metric",
            "bounds",
            "--format",
            "raw",
        ],
        TABLES.path(),
    );
    let message = String::from_utf8_lossy(&missing.stderr);
    assert!(code(&missing) == 1 && message.contains("bounds") && message.contains("score"), "{message}");
}

#[test]
fn verify_proves_a_sound_database_and_finds_a_flipped_byte() {
    let sound = awari("verify", &["--json"]);
    let json = document(&sound);
    assert_eq!((code(&sound), &json["clean"], &json["proven"]), (0, &json!(true), &json!(true)), "{json}");
    assert_eq!(json["files"].as_array().expect("a list").len(), 21);
    for part in [&["--local-only"][..], &["--sample", "50"]] {
        let json = document(&awari("verify", &[part, &["--json"]].concat()));
        assert_eq!((&json["clean"], &json["proven"]), (&json!(true), &json!(false)), "{part:?}");
    }
    let (dir, folder) = copy(&folders()[0]);
    let path = folder.join("layer-05-0000.score.sow");
    let mut bytes = fs::read(&path).expect("a file");
    let last = bytes.len() - 3;
    bytes[last] ^= 4;
    fs::write(&path, bytes).expect("written");
    let found = run(&[&["db", "verify"], &AWARI[..], &["--json"]].concat(), dir.path());
    let json = document(&found);
    assert_eq!((code(&found), &json["clean"]), (3, &json!(false)));
    let damaged = json["damaged"].to_string();
    assert!(damaged.contains("layer-05-0000.score.sow") && damaged.contains("CRC-32"), "{damaged}");
    let nothing = run(&["db", "verify", "oware"], dir.path());
    assert!(code(&nothing) == 1 && String::from_utf8_lossy(&nothing.stderr).contains("db build"));
}

#[test]
fn packed_files_are_no_larger_and_hold_the_same_values() {
    let (dir, _) = copy(&folders()[0]);
    let packed = document(&run(&[&["db", "pack"], &AWARI[..], &["--json"]].concat(), dir.path()));
    assert!(packed["bytes_after"].as_u64() <= packed["bytes_before"].as_u64(), "{packed}");
    assert_eq!(packed["packed"].as_u64().zip(packed["kept"].as_u64()).map(|(a, b)| a + b), Some(21));
    let path = |path: &Path| path.to_str().expect("a path").to_owned();
    let same = run(&["db", "compare", &path(dir.path()), &path(&folders()[0])], dir.path());
    assert_eq!(code(&same), 0, "{}", text(&same));
}

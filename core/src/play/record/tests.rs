//! Records: written, read, written again; and every way to be wrong.

use super::*;
use crate::games::CATALOGUE;

fn fresh(game: &str) -> (Opened, Position) {
    let opened = entry(game).expect("game").open(&[]).expect("defaults");
    let start = opened.play.start();
    (opened, start)
}

/// A random line of at most `most` moves from where `session` stands, which is left as it was.
fn random_line(
    session: &mut dyn InProgress,
    most: usize,
    depth: usize,
    rng: &mut fastrand::Rng,
) -> Vec<RecordedMove> {
    let mut line: Vec<RecordedMove> = Vec::new();
    while line.len() < most {
        let moves = session.moves();
        if moves.is_empty() {
            break;
        }
        let mut played = RecordedMove::plain(moves[rng.usize(..moves.len())].text.clone());
        if rng.u8(..8) == 0 {
            let words = ["", "good", "\"quoted\" \\ \u{1} ü 漢", "two\nlines"];
            played.comment = Some(words[rng.usize(..words.len())].to_owned());
        }
        while depth > 0 && rng.u8(..6) == 0 {
            let variation = random_line(session, 1 + rng.usize(..5), depth - 1, rng);
            played.variations.push(variation);
        }
        session.play(&played.text).expect("legal");
        line.push(played);
    }
    for _ in &line {
        session.undo();
    }
    line
}

#[test]
fn case_65_random_games_with_variations_and_comments_round_trip() {
    let mut rng = fastrand::Rng::with_seed(65);
    for game in CATALOGUE {
        let (opened, start) = fresh(game.name);
        for round in 0..20 {
            let mut session = opened.play.session(&start);
            let line = random_line(&mut *session, rng.usize(..120), 3, &mut rng);
            for played in &line {
                session.play(&played.text).expect("legal");
            }
            let mut record = Record::from_session(&opened, Some("x"), &start, &*session);
            assert!(record.main_line().eq(line.iter().map(|played| played.text.as_str())));
            record.moves = line;
            if round % 2 == 1 {
                record.variant = None;
                record.tags.insert("south".into(), "Ama".into());
                record.tags.insert("date".into(), "2026-11-30".into());
            }
            let written = record.to_json();
            let read = Record::read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
            assert_eq!(read, record);
            assert_eq!(read.to_json(), written, "byte for byte");
            let opened = read.open().expect("opens");
            let again = read.replay(&opened).expect("replays");
            assert_eq!(again.position(), session.position());
            assert_eq!(again.result(), session.result());
        }
    }
}

fn kalah_record() -> Record {
    let (opened, start) = fresh("kalah");
    let mut session = opened.play.session(&start);
    for text in ["C", "A", "b"] {
        session.play(text).expect("legal");
    }
    Record::from_session(&opened, Some("kalah"), &start, &*session)
}

fn complaint(record: &Record) -> String {
    Record::read(&record.to_json()).expect_err("to be refused").to_string()
}

#[test]
fn the_written_text_is_as_documented() {
    let text = kalah_record().to_json();
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let keys: Vec<&String> = value.as_object().expect("object").keys().collect();
    assert_eq!(
        keys,
        ["schema", "program", "game", "variant", "rules", "fingerprint", "start", "moves", "result", "tags"]
    );
    assert_eq!(value["moves"], serde_json::json!(["C", "A", "b"]));
    assert_eq!(value["start"], "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S");
    assert_eq!(value["rules"]["empty_capture"], "false");
    assert!(value["result"].is_null() && text.ends_with("}\n"));
}

#[test]
fn an_illegal_move_is_named_with_number_text_and_reason() {
    let mut record = kalah_record();
    record.moves[1].text = "C".into();
    let said = complaint(&record);
    assert!(said.contains("move 2 (\"C\"): pit C is empty"), "{said}");
    let mut record = kalah_record();
    record.moves[2].variations = vec![vec![RecordedMove::plain("c"), RecordedMove::plain("z")]];
    let said = complaint(&record);
    assert!(said.contains("variation 1 of move 3: move 4 (\"z\")"), "{said}");
    let mut record = kalah_record();
    record.start = "4,4,4/4,4,4".into();
    assert!(complaint(&record).contains("South has 3 pits here, but 6"));
}

#[test]
fn a_wrong_fingerprint_is_refused_with_both() {
    let mut record = kalah_record();
    let right = std::mem::replace(&mut record.fingerprint, "0123456789abcdef".into());
    let said = complaint(&record);
    assert!(said.contains("0123456789abcdef") && said.contains(&right), "{said}");
    let mut record = kalah_record();
    let option = record.rules.iter_mut().find(|(key, _)| key == "empty_capture").expect("option");
    option.1 = "true".into();
    let said = complaint(&record);
    assert!(said.contains(&right) && said.contains("rules have"), "{said}");
    let other = entry("kalah").expect("game").open(&[("pie_rule".into(), "true".into())]).expect("opens");
    assert!(kalah_record().replay(&other).is_err());
}

#[test]
fn a_wrong_result_is_refused_with_both() {
    let mut record = kalah_record();
    record.result = Some(RecordedResult {
        south: 30.0,
        north: 18.0,
        winner: Winner::South,
        points: None,
        rule: "row_empty".into(),
        reason: String::new(),
    });
    let said = complaint(&record);
    assert!(said.contains("30-18 (winner south") && said.contains("no end yet"), "{said}");
}

#[test]
fn damaged_texts_are_refused_with_the_place() {
    let text = kalah_record().to_json();
    for (from, to, parts) in [
        ("\"schema\": 1", "\"schema\": 2", &["schema 2; this program reads schema 1"][..]),
        ("\"schema\": 1,", "", &["no schema"]),
        ("\"start\"", "\"strat\"", &["no key \"strat\"", "mean start", "line"]),
        ("\"tags\": {}", "\"tags\": {\"a\": \"1\", \"a\": \"2\"}", &["\"a\" is given twice", "line"]),
        ("\"tags\": {}", "\"tags\": {\"a\": 1}", &["expected a string", "line"]),
        ("\"C\"", "7", &["a move: a text", "line"]),
        ("\"C\"", "{\"mvoe\": \"C\"}", &["mean move"]),
        ("\"C\"", "{\"comment\": \"x\"}", &["no key \"move\""]),
        ("\"C\"", "{\"move\": \"C\", \"variations\": [[]]}", &["variation without a move"]),
        ("\"kalah\"", "\"kalha\"", &["no game \"kalha\"", "mean kalah"]),
        ("\"result\": null", "\"result\": {\"south\": 1}", &["no key \"north\""]),
        ("\"tags\": {}\n}\n", "", &["EOF"]),
        ("\"tags\": {}\n}\n", "\"tags\": {}\n} x", &["trailing"]),
    ] {
        assert!(text.contains(from), "{from}");
        let damaged = text.replacen(from, to, 1);
        let said = Record::read(&damaged).expect_err(to).to_string();
        for part in parts {
            assert!(said.contains(part), "{to:?} gave {said:?}, without {part:?}");
        }
    }
    for junk in ["", "null", "[]", "{}", "\u{0}", "{\"schema\":1}", "schema"] {
        assert!(matches!(Record::read(junk), Err(Error::Record(_))), "{junk:?}");
    }
}

#[test]
fn limits_are_named() {
    assert!(
        Record::read(&" ".repeat(MAX_BYTES + 1)).expect_err("large").to_string().contains("16777216 bytes")
    );
    let text = kalah_record().to_json();
    let many = text.replacen("\"C\"", "\"C\",".repeat(MAX_MOVES).trim_end_matches(','), 1);
    assert!(Record::read(&many).expect_err("many").to_string().contains("more than 1000000 moves"));
    // Each variation lies inside the one before; the innermost has one move.
    let nested = |depth: usize| {
        let open = "{\"move\": \"C\", \"variations\": [[";
        let deep = format!("{}\"C\"{}", open.repeat(depth), "]]}".repeat(depth));
        Record::read(&text.replacen("\"C\"", &deep, 1))
    };
    assert!(nested(MAX_DEPTH).is_ok());
    assert!(nested(MAX_DEPTH + 1).expect_err("deep").to_string().contains("more than 32 deep"));
    assert!(nested(100_000).expect_err("deep").to_string().contains("more than 32 deep"));
}

#[test]
fn files_are_written_whole_and_errors_name_them() {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("game.json");
    let record = kalah_record();
    record.save(&path).expect("saves");
    record.save(&path).expect("saves over");
    assert_eq!(Record::load(&path), Ok(record.clone()));
    assert_eq!(std::fs::read_dir(folder.path()).expect("folder").count(), 1, "nothing left beside it");
    let said = record.save(&folder.path().join("no/such/game.json")).expect_err("no folder").to_string();
    assert!(said.contains("game.json") || said.contains("no/such"), "{said}");
    std::fs::write(&path, [b'{', 0xff]).expect("write");
    assert!(Record::load(&path).expect_err("binary").to_string().contains("byte 2 is no UTF-8"));
    #[cfg(target_os = "linux")]
    {
        let full = record.save(std::path::Path::new("/dev/full")).expect_err("full").to_string();
        assert!(full.contains("/dev/full") && full.contains("No space"), "{full}");
    }
}

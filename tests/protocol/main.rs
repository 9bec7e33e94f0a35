//! The engine protocol, spoken to the program as other programs speak it.
//!
//! The transcripts were read line by line against docs/protocol.md when they were written down; what they pin is the order
//! and the form of what is said. That moves and values are right is tested elsewhere.

mod talk;
mod transcripts;

use std::io::Write;
use std::time::Duration;

use sowbase::games::{CATALOGUE, entry};
use talk::{Talk, spoken};

#[test]
fn whole_games_are_played_by_the_engine_against_itself() {
    for game in CATALOGUE {
        let opened = game.open(&[]).expect("opens");
        let mut session = opened.play.session(&opened.play.start());
        let mut talk = Talk::with(&["engine", game.name]);
        talk.say("uci");
        talk.until("uciok");
        while session.result().is_none() && session.played().len() < 300 {
            talk.say(&format!("position startpos moves {}", session.played().join(" ")));
            talk.say("go nodes 300");
            let best = talk.until("bestmove").pop().expect("an answer");
            let best = best.split_whitespace().nth(1).expect("a move").to_owned();
            session.play(&best).unwrap_or_else(|error| panic!("{}: {error}", game.name));
        }
        talk.say(&format!("position startpos moves {}", session.played().join(" ")));
        talk.say("query gameover");
        let over = session.result().is_some();
        assert_eq!(talk.until("response").pop(), Some(format!("response {over}")), "{}", game.name);
        if over {
            talk.say("go nodes 300");
            let answer = talk.until("bestmove");
            assert!(answer.iter().any(|line| line.contains("no move: the game is over")), "{answer:?}");
            assert_eq!(answer.last().map(String::as_str), Some("bestmove 0000"));
        }
        talk.quit();
    }
}

#[test]
fn stop_ends_what_would_never_end_and_readiness_is_answered_meanwhile() {
    let mut talk = Talk::with(&["engine", "oware"]);
    talk.say("go infinite");
    talk.until("info");
    talk.say("isready");
    talk.until("readyok");
    talk.say("go depth 1");
    talk.until("info string a search goes on");
    talk.say("stop");
    talk.until("bestmove");
    // An infinite search says nothing before it is told to, even where nothing is left to find out.
    talk.say("position 1,0,0,0,0,0/1,0,0,0,0,0 23-23 S");
    talk.say("go infinite");
    while let Some(line) = talk.hear(Duration::from_millis(300)) {
        assert!(line.starts_with("info"), "{line}");
    }
    talk.say("stop");
    talk.until("bestmove");
    talk.say("go perft 40");
    talk.say("stop");
    talk.until("info string stopped");
    talk.say("go nodes 100");
    talk.until("bestmove");
    talk.quit();
}

#[test]
fn an_engine_may_be_asked_again_at_once() {
    // The next question is there before the answer to the last one is read.
    let mut talk = Talk::with(&["engine", "kalah"]);
    for round in 0..200 {
        talk.say(if round % 3 == 0 { "go perft 2" } else { "go nodes 10" });
        talk.until(if round % 3 == 0 { "nodes" } else { "bestmove" });
    }
    talk.quit();
    let asked = "go depth 3\n".repeat(5);
    let answers = spoken(&["engine", "kalah"], asked.as_bytes());
    assert_eq!(answers.lines().filter(|line| line.starts_with("bestmove")).count(), 5, "{answers}");
}

#[test]
fn junk_half_lines_and_early_ends_do_no_harm() {
    let mut junk = b"\0\xff\xfe go\nposition\nposition moves\nposition startpos moves Z\ngo depth\nsetoption\nsetoption name\n".to_vec();
    junk.extend(b"setoption name Hash value -1\nsetoption name Hash value 99999999999\nsetoption name Threads value 0\n");
    junk.extend(b"setoption name Level value 11\nsetoption name Book value /no/such/file\nquery\nquery x\n");
    junk.extend(vec![b'A'; 3 << 20]);
    junk.extend(b"\nposition startpos\ngo depth 2\nposition startpos mov");
    let answers = spoken(&["engine", "oware"], &junk);
    assert!(answers.contains("bestmove 0000"), "a position that cannot be:\n{answers}");
    for part in
        ["option Hash: \"-1\"", "option Threads", "option Level", "/no/such/file", "there is no option"]
    {
        assert!(answers.contains(part) || part.starts_with("there"), "no {part:?} in:\n{answers}");
    }
    let last = answers.lines().rfind(|line| line.starts_with("bestmove")).expect("an answer");
    assert_ne!(last, "bestmove 0000");
    // Whoever listened has gone.
    let mut talk = Talk::with(&["engine", "oware"]);
    talk.say("go infinite");
    talk.until("info");
    talk.stop_listening();
    let _ = writeln!(talk.input(), "isready\nisready\nisready");
    talk.say("isready");
    talk.wait();
}

#[test]
fn what_the_protocol_counts_is_what_perft_counts() {
    for (game, depth) in [("oware", 6), ("urim", 6), ("anywoli", 5), ("bosh", 7), ("omweso", 5), ("kalah", 6)]
    {
        let opened = entry(game).and_then(|entry| entry.open(&[])).expect("opens");
        let expected = opened.paths.divide(&opened.play.start(), depth);
        let answers = spoken(&["engine", game], format!("go perft {depth}\n").as_bytes());
        let lines: Vec<String> = expected.iter().map(|(mv, paths)| format!("{mv}: {paths}")).collect();
        let heard: Vec<&str> = answers.lines().filter(|line| line.contains(": ")).collect();
        assert_eq!(heard, lines, "{game}");
        let total = expected.iter().map(|(_, paths)| paths).sum::<u64>();
        assert_eq!(total, opened.paths.perft(&opened.play.start(), depth));
        assert_eq!(answers.lines().last(), Some(format!("nodes {total}").as_str()));
    }
}

#[test]
fn a_book_is_played_from_and_a_wrong_one_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("book.json");
    let opened = entry("oware").and_then(|entry| entry.open(&[])).expect("opens");
    let (print, start) = (opened.rules.fingerprint(), opened.play.format(&opened.play.start()));
    let book = format!(
        r#"{{"schema":1,"game":"oware","fingerprint":"{print}","positions":[{{"position":"{start}","moves":[{{"move":"B","weight":1}}]}}]}}"#
    );
    std::fs::write(&file, &book).expect("write");
    let path = file.to_str().expect("UTF-8");
    let answers = spoken(&["engine", "oware", "--book", path], b"go depth 1\n");
    assert_eq!(answers, "info string from the book\nbestmove B\n");
    let answers =
        spoken(&["engine", "oware", "--book", path], b"setoption name OwnBook value false\ngo depth 1\n");
    assert!(!answers.contains("from the book"), "{answers}");
    let later = format!("setoption name Book value {path}\ngo depth 1\n");
    assert!(spoken(&["engine", "oware"], later.as_bytes()).ends_with("bestmove B\n"));
    let wrong = assert_cmd::Command::cargo_bin("sowbase")
        .expect("built")
        .args(["engine", "urim", "--book", path])
        .output();
    let wrong = wrong.expect("runs");
    assert_eq!(wrong.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("the book is for oware"));
}

#[test]
fn codingame_follows_a_game_and_survives_what_is_no_board() {
    // A game against the first legal move: the bot must always name a pit that can be played.
    let opened = sowbase::games::Variant::find("codingame", None).expect("shipped");
    let opened = entry("oware").and_then(|entry| entry.open(&opened.settings)).expect("opens");
    for seat in 0..2 {
        let mut session = opened.play.session(&opened.play.start());
        let mut talk = Talk::with(&["engine", "oware", "--dialect", "codingame"]);
        while session.result().is_none() && session.played().len() < 30 {
            let position = session.position().clone();
            if session.played().len() % 2 == seat {
                let (own, other) = (position.row(position.side), position.row(position.side.other()));
                let board: Vec<String> = own.iter().chain(other).map(u8::to_string).collect();
                talk.say("nonsense");
                talk.say(&board.join(" "));
                let pit: u8 = talk.until("").pop().expect("a line").parse().expect("a number");
                let base = if seat == 0 { b'A' } else { b'a' };
                session.play(&char::from(base + pit).to_string()).expect("a legal move");
            } else {
                let first = session.moves()[0].text.clone();
                session.play(&first).expect("legal");
            }
        }
        talk.end();
    }
}

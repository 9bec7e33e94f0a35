//! Games at the table, typed and read.

use std::path::Path;
use std::time::Duration;

use fastrand::Rng;

use super::*;
use crate::cli::game::Chosen;
use crate::contest::Tempo;
use crate::games::entry;
use crate::play::Record;

/// Plays with typed lines; returns what was said and the record.
fn session(typed: &str, players: [Player; 2], position: Option<&str>) -> (String, Record) {
    let opened = entry("kalah").expect("game").open(&[]).expect("opens");
    let chosen = Chosen { opened, variant: "kalah".into() };
    let start = chosen.position(position, false).expect("position");
    let session = chosen.opened.play.session(&start);
    let keep = Keep::new(&chosen, &start, None, None, &*session);
    let mut said = String::new();
    let mut say = |text: &str| {
        said += text;
        Ok(())
    };
    let mut table = table(&chosen.opened, &start, (session, players), &keep, &mut say);
    table.play(&mut typed.as_bytes(), false).expect("plays");
    drop(table);
    let record = keep.record();
    (said, record)
}

fn table<'a>(
    opened: &'a Opened,
    start: &Position,
    (session, players): (Box<dyn InProgress>, [Player<'a>; 2]),
    keep: &'a Keep,
    say: &'a mut dyn FnMut(&str) -> Result<(), Error>,
) -> Table<'a> {
    Table {
        opened,
        start: start.clone(),
        session,
        players,
        keep,
        clock: None,
        options: EngineOptions::default(),
        adviser: None,
        seen: None,
        say,
    }
}

const PEOPLE: [Player; 2] = [Player::Human, Player::Human];

fn moves(record: &Record) -> String {
    record.main_line().collect::<Vec<_>>().join(" ")
}

#[test]
fn moves_are_played_and_bad_ones_explained_and_asked_again() {
    let (said, record) = session("C\nC\nc\n\nxyzzy\nA\nb\nquit\nd\n", PEOPLE, None);
    assert_eq!(moves(&record), "C A b");
    for part in [
        "South plays C.",
        "move again",
        "\"C\" cannot be played: pit C is empty",
        "\"c\" cannot be played: pit c is North's",
        "\"xyzzy\" cannot be played",
        "North plays b.",
    ] {
        assert!(said.contains(part), "no {part:?} in:\n{said}");
    }
    let (said, _) = session("a\n", PEOPLE, None);
    assert!(said.contains("Did you mean A?"), "{said}");
}

#[test]
fn case_77_a_capture_says_what_was_captured_where_and_why() {
    // KA2 of rules.md.
    let (said, _) = session("A\n", PEOPLE, Some("5,5,1,5,5,0/5,5,5,5,4,0 2-1 S"));
    assert!(said.contains("South captures 5 from a (K4: the last seed fell in an own empty pit)"), "{said}");
}

#[test]
fn undo_takes_back_to_a_persons_move() {
    let (said, record) = session("C\nA\nundo\nundo\nundo\nF\n", PEOPLE, None);
    assert_eq!(moves(&record), "F");
    assert!(said.contains("no move of yours"), "{said}");
    let greedy = || Player::Simple("greedy", Simple::Greedy(Rng::with_seed(1)));
    let (_, record) = session("A\nundo\nB\n", [Player::Human, greedy()], None);
    assert_eq!(record.moves[0].text, "B");
    // North's person cannot take the first move of South's simple player back.
    let (said, record) = session("undo\n", [greedy(), Player::Human], None);
    assert!(said.contains("no move of yours") && !record.moves.is_empty(), "{said}");
}

#[test]
fn simple_players_play_to_the_end_and_the_same_seed_plays_the_same_game() {
    let game = |seed: u64| {
        let mut rng = Rng::with_seed(seed);
        let random = Player::Simple("random", Simple::Random(rng.fork()));
        let greedy = Player::Simple("greedy", Simple::Greedy(rng.fork()));
        session("", [random, greedy], None)
    };
    let (said, record) = game(3);
    assert!(record.result.is_some());
    assert!(said.contains("South (random) plays") && said.contains("North (greedy) plays"), "{said}");
    assert!(said.contains("row is empty") && (said.contains("wins.") || said.contains("a draw.")), "{said}");
    assert_eq!(record, game(3).1);
    assert_ne!(record.moves, game(4).1.moves);
    assert_eq!(Record::read(&record.to_json()), Ok(record));
}

#[test]
fn a_game_that_is_over_says_so_at_once() {
    let (said, record) = session("A\n", PEOPLE, Some("0,0,0,0,0,0/1,0,0,0,0,0 20-20 S"));
    assert!(said.contains("South's row is empty") && record.moves.is_empty(), "{said}");
}

#[test]
fn commands_answer() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("game.json");
    let file = file.to_str().expect("UTF-8");
    std::fs::write(file, "another game").expect("write");
    let saves = format!("save\nsave {file}\nsave! {file}\nsave {file}\nsave /no/such/dir/x\n");
    let typed = format!("help\nmoves\nrules\nC\n{saves}");
    let (said, record) = session(&typed, PEOPLE, None);
    for part in [
        "take the last move back",
        "  C  South +1  moves again",
        "counter-clockwise",
        "which file?",
        "Saved to",
        "exists;",
    ] {
        assert!(said.contains(part), "no {part:?} in:\n{said}");
    }
    assert!(said.contains("/no/such/dir/x"), "{said}");
    assert_eq!(Record::load(Path::new(file)), Ok(record));
}

#[test]
fn a_resumed_record_keeps_its_comments_until_its_moves_are_taken_back() {
    let (_, mut record) = session("C\nA\n", PEOPLE, None);
    record.moves[0].comment = Some("bold".into());
    record.moves[1].comment = Some("why not B".into());
    record.tags.insert("south".into(), "Ama".into());
    let opened = record.open().expect("opens");
    let game = record.replay(&opened).expect("replays");
    let start = record.start_position(&opened).expect("start");
    let chosen = Chosen { opened, variant: "kalah".into() };
    let keep = Keep::new(&chosen, &start, Some(record), None, &*game);
    let mut say = |_: &str| Ok(());
    let mut table = table(&chosen.opened, &start, (game, PEOPLE), &keep, &mut say);
    table.play(&mut &b"undo\nB\na\n"[..], false).expect("plays");
    let record = keep.record();
    assert_eq!(moves(&record), "C B a");
    assert_eq!(record.moves[0].comment.as_deref(), Some("bold"));
    assert_eq!(record.moves[1].comment, None);
    assert_eq!(record.tags["south"], "Ama");
    assert_eq!(Record::read(&record.to_json()), Ok(record));
}

#[test]
fn a_level_plays_and_people_are_advised_and_told_why() {
    let opened = entry("kalah").expect("game").open(&[]).expect("opens");
    let start = opened.play.start();
    let thinker =
        Thinker::new(&opened, &EngineOptions::default(), Some(2), Duration::from_secs(1), Rng::with_seed(5));
    let engine = Player::Engine("sowbase level 2".into(), Box::new(thinker.expect("memory")));
    let session = opened.play.session(&start);
    let chosen =
        Chosen { opened: entry("kalah").expect("game").open(&[]).expect("opens"), variant: "kalah".into() };
    let keep = Keep::new(&chosen, &start, None, None, &*session);
    let mut said = String::new();
    let mut say = |text: &str| {
        said += text;
        Ok(())
    };
    let mut table = table(&opened, &start, (session, [Player::Human, engine]), &keep, &mut say);
    table.play(&mut &b"hint\nwhy\nC\nF\nwhy\nundo\nquit\n"[..], false).expect("plays");
    drop(table);
    for part in ["The engine would play", "is best", "was chosen for", "North (sowbase level 2) plays"] {
        assert!(said.contains(part), "no {part:?} in:\n{said}");
    }
    // C moves again, then F; undo took F and the level's answer back.
    assert_eq!(moves(&keep.record()), "C");
}

#[test]
fn giving_up_and_agreeing_are_written_down_and_no_result_of_moves_is_claimed() {
    let (said, record) = session("C\nresign\nF\n", PEOPLE, None);
    assert!(said.contains("South resigns: North wins."), "{said}");
    assert_eq!(record.tags["termination"], "resignation");
    assert_eq!((moves(&record), &record.result), ("C".into(), &None));
    let (said, record) = session("A\nstop\nno\nstop\nyes\n", PEOPLE, None);
    assert!(said.contains("wants to play on"), "{said}");
    // Kalah has no repetition: each takes the seeds of his own row. After A, South has 5 × 4 + 3 - … = the whole board is
    // 48 and no seed has reached a store.
    assert!(said.contains("The players agreed to stop."), "{said}");
    assert_eq!(record.tags["termination"], "agreement");
    assert!(record.tags["outcome"].contains("24-24"), "{:?}", record.tags);
    assert_eq!(Record::read(&record.to_json()), Ok(record));
}

#[test]
fn the_engine_agrees_to_stop_only_when_it_sees_no_more() {
    let opened = entry("oware").expect("game").open(&[]).expect("opens");
    let answer = |position: &str| {
        let chosen = Chosen {
            opened: entry("oware").expect("game").open(&[]).expect("opens"),
            variant: "oware".into(),
        };
        let start = chosen.position(Some(position), false).expect("position");
        let thinker = Thinker::new(
            &opened,
            &EngineOptions::default(),
            None,
            Duration::from_millis(200),
            Rng::with_seed(5),
        );
        let engine = Player::Engine("sowbase".into(), Box::new(thinker.expect("memory")));
        let session = opened.play.session(&start);
        let keep = Keep::new(&chosen, &start, None, None, &*session);
        let mut say = |_: &str| Ok(());
        let mut table = table(&opened, &start, (session, [Player::Human, engine]), &keep, &mut say);
        table.play(&mut &b"stop\nquit\n"[..], false).expect("plays");
        keep.record().tags.contains_key("termination")
    };
    // Each side has one seed that the other can never catch up with: nothing is left to gain.
    assert!(answer("1,0,0,0,0,0/1,0,0,0,0,0 23-23 S"));
    // South must play A, and f then captures four (two of them South's) for North's three: more than its own row.
    assert!(!answer("2,0,0,0,0,0/0,0,0,0,0,3 20-23 S"));
}

#[test]
fn a_clock_that_has_run_out_loses() {
    let (said, record) = {
        let opened = entry("kalah").expect("game").open(&[]).expect("opens");
        let start = opened.play.start();
        let session = opened.play.session(&start);
        let chosen = Chosen {
            opened: entry("kalah").expect("game").open(&[]).expect("opens"),
            variant: "kalah".into(),
        };
        let keep = Keep::new(&chosen, &start, None, None, &*session);
        let mut said = String::new();
        let mut say = |text: &str| {
            said += text;
            Ok(())
        };
        let mut table = table(&opened, &start, (session, PEOPLE), &keep, &mut say);
        table.clock = Some(Clock::new(Tempo::parse("0.05").expect("time")));
        table.play(&mut Slow(false), false).expect("plays");
        drop(table);
        (said, keep.record())
    };
    assert!(
        said.contains("Time left: South 0:00") && said.contains("North's time is up: South wins."),
        "{said}"
    );
    assert_eq!((record.tags["termination"].as_str(), moves(&record).as_str()), ("time", "A"));
}

/// Plays A at once and then nothing.
struct Slow(bool);

impl Typed for Slow {
    fn next(&mut self, patience: Option<Duration>) -> Result<Heard, Error> {
        if std::mem::replace(&mut self.0, true) {
            std::thread::sleep(patience.expect("a clock runs") + Duration::from_millis(5));
            return Ok(Heard::TimeUp);
        }
        Ok(Heard::Line("A".into()))
    }
}

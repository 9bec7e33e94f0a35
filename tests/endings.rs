//! Endings that databases hold, played by the engine: what it is sure of it gets, whoever sits opposite.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use sowbase::engine::{Engine, EngineOptions, Limits, Question};
use sowbase::games::{Opened, entry};
use sowbase::play::{InProgress, Position, Side, Simple};

/// Plies after which a game is given up; none should come near.
const LONGEST: usize = 1000;

fn open(game: &str, rules: &[(&str, &str)]) -> Opened {
    let settings: Vec<_> = rules.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
    entry(game).and_then(|entry| entry.open(&settings)).expect("opens")
}

/// A random board of at most `most` seeds on which somebody can move; the rest lies in the stores.
fn random_ending(opened: &Opened, most: u32, rng: &mut Rng) -> Position {
    loop {
        let mut position = opened.play.start();
        let total = position.total();
        position.pits.iter_mut().for_each(|row| row.fill(0));
        let seeds = rng.u32(2..=most);
        for _ in 0..seeds {
            let row = &mut position.pits[usize::from(rng.bool())];
            let pit = rng.usize(..row.len());
            row[pit] += 1;
        }
        let south = (total - seeds) / 2;
        position.stores = [south, total - seeds - south].map(|store| store as u16);
        position.side = Side::BOTH[usize::from(rng.bool())];
        // As a person would write it: what cannot be is refused.
        let Ok(position) = opened.play.parse(&opened.play.format(&position), false) else { continue };
        if opened.play.session(&position).result().is_none() {
            return position;
        }
    }
}

fn best(engine: &mut dyn Engine, start: &Position, session: &dyn InProgress) -> (String, i16) {
    let moves = session.played();
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let question = Question { position: start, moves: &moves, limits, lines: 1 };
    let answer = engine.search(&question, &AtomicBool::new(false), &mut |_| {}).expect("searches");
    let best = answer.best().expect("a move");
    (best.r#move.clone(), best.at_least)
}

/// Plays on for the side to move by the engine, against `opposite`; what it was sure of when it began, and what it got.
fn played_out(
    engine: &mut dyn Engine,
    start: &Position,
    session: &mut dyn InProgress,
    mut opposite: Option<Simple>,
) -> (f64, f64) {
    let side = session.position().side;
    let banked = f64::from(session.position().banked());
    let mut sure = None;
    while session.result().is_none() {
        assert!(session.played().len() < LONGEST, "{:?}", session.position());
        let mover = session.position().side;
        let text = match &mut opposite {
            Some(simple) if mover != side => {
                simple.choose(&session.moves(), mover).expect("a move").text.clone()
            }
            _ => {
                let (text, least) = best(engine, start, session);
                sure.get_or_insert(f64::from(least));
                text
            }
        };
        session.play(&text).expect("legal");
    }
    (sure.expect("a move") + banked, session.result().expect("over").ahead(side))
}

#[test]
fn from_an_empty_repetition_set_on_nothing_sure_is_let_go() {
    let mut won = 0;
    for (game, rules, most) in [
        ("oware", &[][..], 8),
        ("oware", &[("grand_slam", "allowed"), ("repetition", "split")], 8),
        ("oware", &[("repetition", "split")], 8),
        ("urim", &[], 8),
        ("bosh", &[], 8),
        ("kalah", &[], 8),
        ("anywoli", &[("pits_per_row", "4")], 8),
    ] {
        let opened = open(game, rules);
        let mut engine = opened.search.engine(&EngineOptions::default()).expect("memory");
        let mut rng = Rng::with_seed(7);
        for round in 0..60 {
            let position = random_ending(&opened, most, &mut rng);
            let opposite = (round % 2 == 0).then(|| Simple::Random(rng.fork()));
            let mut session = opened.play.session(&position);
            let (sure, got) = played_out(&mut *engine, &position, &mut *session, opposite);
            assert!(got >= sure, "{game} {rules:?}: {got} of {sure} from {}", opened.play.format(&position));
            won += u32::from(sure > f64::from(position.banked()));
        }
    }
    assert!(won > 60, "in {won} endings there was something to win");
}

#[test]
#[expect(clippy::print_stderr, reason = "the count is the report")]
fn what_the_game_so_far_costs_is_counted() {
    // The repetition set is not empty: positions that were met before may end the game when they come again.
    let opened = open("oware", &[("repetition", "split")]);
    let mut engine = opened.search.engine(&EngineOptions::default()).expect("memory");
    let mut rng = Rng::with_seed(8);
    let (mut games, mut lost) = (0, 0);
    for _ in 0..100 {
        let start = random_ending(&opened, 8, &mut rng);
        let mut session = opened.play.session(&start);
        for _ in 0..6 {
            let moves = session.moves();
            if let Some(mv) = rng.choice(&moves) {
                session.play(&mv.text.clone()).expect("legal");
            }
        }
        if session.result().is_some() {
            continue;
        }
        let opposite = Some(Simple::Random(rng.fork()));
        let (sure, got) = played_out(&mut *engine, &start, &mut *session, opposite);
        games += 1;
        lost += u32::from(got < sure);
    }
    eprintln!("{lost} of {games} endings cost something because of the game before them");
    assert!(games > 20);
}

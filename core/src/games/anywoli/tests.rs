//! Anywoli against rules.md and its own slow twin.

mod above;
mod endings;
mod endless;
mod options;

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Game, Score, Turn};

use super::{Anywoli, AnywoliRules, AnywoliState};
use crate::games::check;
use crate::games::history::Repetition;
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::play::{InProgress, Position, Session};

fn anywoli(settings: &[&str]) -> Anywoli<5> {
    Anywoli::new(check::rules::<AnywoliRules>(settings))
}

/// A position of the default board in which only some pits hold seeds: `0:1 11:3`, as rules.md 3.3 lists them.
fn sparse(n: usize, pits: &str, tail: &str) -> String {
    let mut all = vec![0; 2 * n];
    for word in pits.split_whitespace() {
        let (pit, seeds) = word.split_once(':').expect("pit:seeds");
        all[pit.parse::<usize>().expect("pit")] = seeds.parse().expect("seeds");
    }
    let row = |pits: &[u32]| pits.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    format!("{}/{} {tail}", row(&all[..n]), row(&all[n..]))
}

/// Plays moves from a position text and returns the session. Any total is allowed.
fn after(settings: &[&str], position: &str, moves: &str) -> Session<Anywoli<5>> {
    let game = anywoli(settings);
    let position = notation::parse(&game, position, true).expect("position");
    let mut session = Session::new(Arc::new(game), position);
    for text in moves.split_whitespace() {
        check::twins_agree(&anywoli(settings), session.position());
        session.play(text).unwrap_or_else(|error| panic!("{error}"));
    }
    session
}

/// The final score of a line of play, South's then North's.
fn totals(settings: &[&str], position: &str, moves: &str) -> (f64, f64) {
    let session = after(settings, position, moves);
    let result = session.result().unwrap_or_else(|| panic!("not over: {:?}", session.position()));
    (result.south, result.north)
}

#[test]
fn an1_to_an8_and_p1_p2_worked_examples() {
    for example in Anywoli::<5>::examples() {
        check::example_holds::<Anywoli<5>>(example, Anywoli::new);
        // The other lanes play the same.
        check::example_holds::<Anywoli<4>>(example, Anywoli::new);
    }
}

#[test]
fn an1_every_first_move_is_the_same_shifted() {
    let game = anywoli(&[]);
    let traces = game.traces(&game.initial());
    assert_eq!(traces.len(), 12);
    for trace in traces {
        let laps = trace.steps.iter().filter(|step| matches!(step, crate::games::Step::Lift { .. })).count();
        assert_eq!((laps, trace.quiet), (5, true), "rules.md AN1: five laps, no capture");
    }
}

/// Ways in which the side to move takes everything on the board without handing over.
fn sweeps(
    game: &Anywoli<5>,
    state: &AnywoliState<5>,
    left: i16,
    line: &mut Vec<u32>,
    found: &mut Vec<Vec<u32>>,
) {
    let _ = game.children::<()>(state, |mv, child| {
        line.push(mv.0);
        match child.turn {
            Turn::Over if child.gain == Score(left) => found.push(line.clone()),
            Turn::Again => sweeps(game, &child.state, left - child.gain.0, line, found),
            _ => {}
        }
        line.pop();
        ControlFlow::Continue(())
    });
}

#[test]
fn p1_and_p2_have_one_solution_each() {
    let game = anywoli(&[]);
    let problems = [
        // rules.md 3.4
        ("4:1 5:1 6:2 7:2 8:6 9:1 10:2 11:1 12:3 13:1 14:1 15:2 16:3 17:2", 28, vec![10, 5, 8, 7, 8, 10]),
        ("6:3 8:1 9:5 10:2 12:3 14:1 15:3 16:2 17:3 19:1", 24, vec![10, 6, 7, 9, 11]),
    ];
    for (pits, seeds, solution) in problems {
        let position = notation::parse(&game, &sparse(12, pits, "0-0 S"), false).expect("position");
        assert_eq!(position.on_board(), seeds);
        let mut found = vec![];
        sweeps(&game, &game.encode(&position), seeds as i16, &mut vec![], &mut found);
        assert_eq!(found, [solution]);
    }
}

#[test]
fn path_counts_of_rules_md_8_2() {
    let game = anywoli(&[]);
    // Depth 5 by a plain array program.
    check::paths_are(&game, &game.start(), &[12, 116, 1214, 12377, 120_458]);
    let plain = anywoli(&["extra_move=false"]);
    check::paths_are(&plain, &plain.start(), &[12, 116, 1223, 12429]);
    let other: Anywoli<4> = Anywoli::new(AnywoliRules::default());
    check::paths_are(&other, &other.start(), &[12, 116, 1214, 12377]);
}

/// A random rule set with a random board.
fn random_rules(rng: &mut fastrand::Rng) -> AnywoliRules {
    use crate::games::RuleSet;
    loop {
        let mut rules: AnywoliRules = check::random_rules(rng);
        let _ = rules.set("pits_per_row", &rng.u32(1..=16).to_string());
        let _ = rules.set("seeds_per_pit", &rng.u32(1..=8).to_string());
        if rng.u32(..3) > 0 {
            let _ = rules.set("no_capture_limit", &rng.u32(1..=60).to_string());
        }
        // Without a limit and with recurrences ignored nothing need ever end a game.
        let endless = matches!(rules.repetition, Repetition::Ignore | Repetition::OwnSideIfBoth);
        if endless && rules.no_capture_limit.0.is_none() {
            rules.no_capture_limit = AnywoliRules::default().no_capture_limit;
        }
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// A random position: a few seeds or many, any total, thrown one by one or by handfuls.
fn random_position(n: usize, rng: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(vec![0; n], vec![0; n]);
    let total = rng.u8(1..=127);
    let most = rng.u8(1..=40);
    let mut left = total;
    while left > 0 {
        let seeds = rng.u8(1..=most.min(left));
        position.pits[rng.usize(..2)][rng.usize(..n)] += seeds;
        left -= seeds;
    }
    if rng.bool() {
        position.side = crate::play::Side::North;
    }
    position
}

fn games_under_random_rules<const W: u32>(
    rules: AnywoliRules,
    rng: &mut fastrand::Rng,
    games: usize,
) -> usize {
    let game = Arc::new(Anywoli::<W>::new(rules));
    let cap = if rules.no_capture_limit.0.is_some_and(|limit| limit < 100) { 2_000 } else { 40_000 };
    let mut plies = check::random_games(&game, &game.initial(), games, cap, rng, check::ranked);
    let mut position = random_position(game.n(), rng);
    if rules.last_four == super::LastFour::Lottery {
        position.extras.insert("lot".into(), rng.u16(1..).to_string());
    }
    if !game.traces(&position).is_empty() {
        plies += check::random_games(&game, &position, games, cap, rng, check::ranked);
    }
    plies
}

/// How many times as many games a long run plays.
fn long() -> usize {
    if std::env::var_os("SOWBASE_LONG").is_some() { 30 } else { 1 }
}

#[test]
fn case_27_twins_agree_and_games_end_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut plies = 0;
    for _ in 0..80 * long() {
        let rules = random_rules(&mut rng);
        if rules.pits_per_row.0 <= 12 {
            plies += games_under_random_rules::<5>(rules, &mut rng, 1);
        }
        plies += games_under_random_rules::<4>(rules, &mut rng, 1);
    }
    assert!(plies > 10_000, "{plies} plies");
}

#[test]
fn case_35_twins_agree_on_random_boards() {
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..400 * long() {
        let rules = random_rules(&mut rng);
        let n = rules.pits_per_row.0 as usize;
        for _ in 0..10 {
            let position = random_position(n, &mut rng);
            if n <= 12 {
                check::twins_agree(&Anywoli::<5>::new(rules), &position);
            }
            check::twins_agree(&Anywoli::<4>::new(rules), &position);
        }
    }
}

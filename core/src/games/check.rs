//! Checks that every game's tests call: the fast twin against the slow one, laws of the traits, worked examples.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Layered, Move, Turn, contract, perft};

use super::notation;
use super::options::RuleSet;
use super::rulebook::{Example, Rulebook};
use crate::play::{InProgress, Position, Session};

/// A rule set with some options set; panics when they are not allowed.
pub(crate) fn rules<R: RuleSet>(settings: &[&str]) -> R {
    let mut rules = R::default();
    for setting in settings {
        let (key, value) = setting.split_once('=').expect("key=value");
        rules.set(key, value).unwrap_or_else(|error| panic!("{error}"));
    }
    rules.check().unwrap_or_else(|why| panic!("{settings:?}: {why}"));
    rules
}

/// A random rule set from the options' samples that passes its check.
pub(crate) fn random_rules<R: RuleSet>(rng: &mut fastrand::Rng) -> R {
    loop {
        let mut rules = R::default();
        for option in R::options() {
            let samples = (option.samples)();
            if rng.bool() {
                let _ = rules.set(option.key, &samples[rng.usize(..samples.len())]);
            }
        }
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// The fast moves of a position equal the slow ones: texts, boards, gains, turns.
pub(crate) fn twins_agree<G: Rulebook>(game: &G, position: &Position) {
    let state = game.encode(position);
    let shown = || format!("{} under {:?}", notation::format(position), game.rules());
    let slow = game.traces(position);
    let mut fast = Vec::new();
    let _ = game.children::<()>(&state, |mv, child| {
        fast.push((mv, child));
        ControlFlow::Continue(())
    });
    let texts: Vec<String> = fast.iter().map(|(mv, _)| game.move_text(&state, *mv, position.side)).collect();
    let slow_texts: Vec<String> = slow.iter().map(|trace| trace.text.clone()).collect();
    assert_eq!(texts, slow_texts, "moves of {}", shown());
    let mover = position.side;
    for (trace, (mv, child)) in slow.iter().zip(&fast) {
        let at = || format!("{} in {}", trace.text, shown());
        assert_eq!(trace.mv, *mv, "number of {}", at());
        assert_eq!(trace.turn, child.turn, "turn of {}", at());
        assert_eq!(trace.quiet, child.quiet, "quiet of {}", at());
        let ending = trace.ending.map_or(0, |ending| {
            // The side to move after the move is the opponent's, unless the game says otherwise.
            let worth = ending.score(sowbase_solver::Score(trace.after.banked() as i16)).0;
            if trace.after.side == mover { worth } else { -worth }
        });
        let banked = if trace.after.side == mover { trace.after.banked() } else { -trace.after.banked() };
        let mut gain = (banked - position.banked()) as i16;
        if trace.steps.contains(&super::trace::Step::Swap) {
            gain = -2 * position.banked() as i16;
        }
        assert_eq!(gain + ending, child.gain.0, "gain of {}", at());
        if child.turn != Turn::Over {
            assert_eq!(game.encode(&trace.after), child.state, "state after {}", at());
            let mut bare = trace.after.clone();
            bare.stores = [0; 2];
            bare.quiet = 0;
            bare.plies = 0;
            // The number of a round is kept by the match, as the counters are by the game.
            bare.extras.remove("round");
            assert_eq!(game.decode(&child.state, trace.after.side), bare, "position after {}", at());
        }
    }
}

/// Plays `games` random games from a position; at every ply the twins agree, the laws hold, text round-trips, seeds
/// are conserved; every game ends within `cap` plies, and undo restores the start. Returns the plies played.
pub(crate) fn random_games<G: Rulebook>(
    game: &Arc<G>,
    from: &Position,
    games: usize,
    cap: usize,
    rng: &mut fastrand::Rng,
    law: impl Fn(&G, &G::State),
) -> usize {
    let mut plies = 0;
    for _ in 0..games {
        let mut session = Session::new(Arc::clone(game), from.clone());
        let total = from.total();
        let mut trail = vec![];
        while session.result().is_none() {
            let position = session.position().clone();
            twins_agree(&**game, &position);
            let state = game.encode(&position);
            contract::check_state(&**game, &state);
            law(game, &state);
            let text = notation::format(&position);
            assert_eq!(notation::parse(&**game, &text, true).as_ref(), Ok(&position), "round trip of {text}");
            let moves = session.moves();
            let pick = moves[rng.usize(..moves.len())].text.clone();
            trail.push(position);
            session.play(&pick).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(session.position().total(), total, "seeds after {pick} in {text}");
            plies += 1;
            assert!(trail.len() < cap, "no end within {cap} plies from {}", notation::format(from));
        }
        while let Some(before) = trail.pop() {
            assert!(session.undo());
            assert_eq!(session.position(), &before, "undo");
        }
        assert!(!session.undo());
        assert_eq!(session.position(), from);
    }
    plies
}

/// The law of games with layers, for [`random_games`].
pub(crate) fn ranked<G: Layered>(game: &G, state: &G::State) {
    contract::check_rank(game, state);
}

/// Plays a worked example and compares the position after it. `open` makes the game.
pub(crate) fn example_holds<G: Rulebook>(example: &Example, open: impl Fn(G::Rules) -> G) {
    let game = Arc::new(open(rules::<G::Rules>(example.rules)));
    let position = notation::parse(&*game, example.position, true)
        .unwrap_or_else(|error| panic!("{}: {error}", example.id));
    let mut session = Session::new(Arc::clone(&game), position);
    for text in example.moves.split_whitespace() {
        twins_agree(&*game, session.position());
        session.play(text).unwrap_or_else(|error| panic!("{}: {error}", example.id));
    }
    let mut after = session.position().clone();
    (after.quiet, after.plies) = (0, 0);
    assert_eq!(notation::format(&after), example.after, "{}: {}", example.id, example.shows);
}

/// Path counts for depths 1, 2, 3, … ; the shortcut count equals the plain one as far as the plain one is cheap.
pub(crate) fn paths_are<G: Rulebook>(game: &G, state: &G::State, expected: &[u64]) {
    for (depth, &paths) in (1..).zip(expected) {
        assert_eq!(perft::perft(game, state, depth), paths, "depth {depth} under {:?}", game.rules());
        assert_eq!(perft::perft_parallel(game, state, depth), paths, "parallel, depth {depth}");
        if paths < 200_000 {
            assert_eq!(perft::walk(&game.for_paths(), state, depth), paths, "plain count, depth {depth}");
            let divided: u64 = perft::divide(game, state, depth).iter().map(|(_, paths)| paths).sum();
            assert_eq!(divided, paths, "sum of divide, depth {depth}");
        }
    }
}

/// The move number of the mover's pit, for short tests.
#[allow(dead_code)]
pub(crate) fn pit(pit: u32) -> Move {
    Move(pit)
}

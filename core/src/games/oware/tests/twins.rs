//! The fast twin against the slow one, the constants against the values, the shortcut count against the plain one:
//! under random rules, on random positions and in random games.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Child, Game, Layered, Line, Move, Score, Turn, contract, perft, playout};

use crate::board::Board;
use crate::games::history::Repetition;
use crate::games::oware::{
    Abapa, Academic, Chosen, Facts, GrandSlam, Lanes, Oware, OwareRules, Seat, SingleLap, SingleLapRules,
    Stocked,
};
use crate::games::{Rulebook, check};
use crate::play::{Position, Side};

/// How much more to do when a long check is wanted.
pub(crate) fn long() -> usize {
    if std::env::var_os("SOWBASE_LONG").is_some() { 50 } else { 1 }
}

/// Random rules on a board of random size.
pub(crate) fn random_rules<V: SingleLapRules>(rng: &mut fastrand::Rng) -> V {
    loop {
        let mut rules = check::random_rules::<V>(rng);
        for (key, most) in [("pits_per_row", 16), ("seeds_per_pit", 7)] {
            if rng.bool() {
                rules.set(key, &rng.u32(1..=most).to_string()).expect("in range");
            }
        }
        // Without a rule against repetition a game need not end; nor where one pit a row is empty after every ply.
        let repetition = rules.terms().ends.history.repetition;
        if matches!(repetition, Repetition::Ignore | Repetition::OwnSideIfBoth) {
            rules.set("no_capture_limit", "100").expect("a limit");
        }
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// A random position: few seeds or many, rows empty, pits full.
pub(crate) fn random_position(n: usize, rng: &mut fastrand::Rng) -> Position {
    let mut position = Position::new(vec![0; n], vec![0; n]);
    let mut left = if rng.bool() { rng.u8(0..12) } else { rng.u8(0..=127) };
    let share = [1, 2, 3, 20, 60][rng.usize(..5)];
    let sides = [rng.u8(0..8), rng.u8(0..8)];
    let pits: Vec<usize> = (0..rng.usize(1..=n)).map(|_| rng.usize(..n)).collect();
    for _ in 0..200 {
        let side = usize::from(rng.bool());
        if sides[side] == 0 {
            continue;
        }
        let seeds = rng.u8(0..=share).min(left);
        position.pits[side][pits[rng.usize(..pits.len())]] += seeds;
        left -= seeds;
    }
    position.stores = [rng.u16(0..60), rng.u16(0..60)];
    position.side = if rng.bool() { Side::South } else { Side::North };
    position
}

/// Twins, laws and path counts of one game on random positions, and random games from the start.
fn check_game<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>>(
    game: SingleLap<R, F, V, S>,
    positions: usize,
    rng: &mut fastrand::Rng,
    law: impl Fn(&SingleLap<R, F, V, S>, &S),
) {
    let game = Arc::new(game);
    let n = usize::from(game.rules().terms().plan.pits);
    for i in 0..=positions {
        let position = if i == 0 { game.initial() } else { random_position(n, rng) };
        check::twins_agree(&*game, &position);
        let state = game.encode(&position);
        contract::check_state(&*game, &state);
        law(&game, &state);
        let paths = game.for_paths();
        for depth in 1..=3 {
            let plain = perft::walk(&paths, &state, depth);
            assert_eq!(
                perft::perft(&*game, &state, depth),
                plain,
                "{depth} plies, {position:?}, {:?}",
                game.rules()
            );
        }
    }
    // Odd rules leave some small boards without a first move.
    if !game.moves(&game.start()).is_empty() {
        check::random_games(&game, &game.initial(), 1, 5_000, rng, law);
    }
}

/// Checks every row width and state that can play the rules.
pub(crate) fn check_rules<V: SingleLapRules>(rules: V, positions: usize, rng: &mut fastrand::Rng) {
    let plan = rules.terms().plan;
    let facts = Chosen::from(plan);
    let narrow = plan.pits <= 8;
    if plan.grand_slam == GrandSlam::AllowedIfWins {
        if narrow {
            let game = SingleLap::<u64, _, V, Stocked<u64>>::with_facts(rules, facts);
            check_game(game, positions, rng, |_, _| ());
        }
        let game = SingleLap::<u128, _, V, Stocked<u128>>::with_facts(rules, facts);
        check_game(game, positions, rng, |_, _| ());
    } else {
        if narrow {
            let game = SingleLap::<u64, _, V, Board<u64>>::with_facts(rules, facts);
            check_game(game, positions, rng, check::ranked);
        }
        let game = SingleLap::<u128, _, V, Board<u128>>::with_facts(rules, facts);
        check_game(game, positions, rng, check::ranked);
    }
}

#[test]
fn twins_agree_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..700 * long() {
        let rules = random_rules::<OwareRules>(&mut rng);
        check_rules(rules, 8, &mut rng);
    }
}

#[test]
fn presets_agree_with_the_slow_twin() {
    let mut rng = fastrand::Rng::with_seed(6);
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    check_game(abapa, 1_500 * long(), &mut rng, check::ranked);
    let rules = check::rules(super::ACADEMIC);
    check_game(Oware::with_facts(rules, Academic), 1_500 * long(), &mut rng, check::ranked);
}

/// Every move of a state with its child.
fn listed<G: Game>(game: &G, state: &G::State) -> Vec<(Move, Child<G::State>)> {
    let mut all = Vec::new();
    let _ = game.children::<()>(state, |mv, child| {
        all.push((mv, child));
        ControlFlow::Continue(())
    });
    all
}

/// Two games on other facts offer the same moves with the same children.
pub(crate) fn same_moves<A: Layered, B: Layered<State = A::State>>(a: &A, b: &B, state: &A::State) {
    assert_eq!(listed(a, state), listed(b, state));
    assert_eq!(a.count(state), b.count(state));
    assert_eq!(a.settle(state), b.settle(state));
    assert_eq!(a.paths(state, 2), b.paths(state, 2));
}

/// Constants and values agree all along random games.
pub(crate) fn same_games<A, B>(a: &A, b: &B, games: usize, rng: &mut fastrand::Rng)
where
    A: Layered,
    B: Layered<State = A::State>,
{
    for _ in 0..games {
        let mut state = a.start();
        for _ in 0..200 {
            same_moves(a, b, &state);
            let moves = a.moves(&state);
            if moves.is_empty() {
                break;
            }
            let child = a.play(&state, moves[rng.usize(..moves.len())]).expect("legal");
            if child.turn == Turn::Over {
                break;
            }
            state = child.state;
        }
    }
}

#[test]
fn constants_and_values_play_the_same_games() {
    let mut rng = fastrand::Rng::with_seed(7);
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    same_games(&abapa, &super::oware(&[]), 300 * long(), &mut rng);
    let academic = Oware::with_facts(check::rules(super::ACADEMIC), Academic);
    same_games(&academic, &super::oware(super::ACADEMIC), 300 * long(), &mut rng);
}

/// Random games by the fast rules: every game ends, by the rule against repetition if by nothing else, and seeds on
/// the board and in the stores stay as many as they were. Returns the plies.
pub(crate) fn whole_games<R: Lanes, F: Facts, V: SingleLapRules>(
    game: &SingleLap<R, F, V, Board<R>>,
    games: usize,
    rng: &mut fastrand::Rng,
) -> usize {
    let total = game.seeds(&game.start());
    let mut plies = 0;
    for _ in 0..games {
        let mut state = game.start();
        let (mut line, mut stored) = (Line::new(state, total as i16, Score(0)), 0);
        while game.cut(&line, &state).is_none() {
            let count = game.count(&state);
            if count == 0 {
                let ending = game.settle(&state);
                assert_eq!((ending.own + ending.opposite) as u32, game.seeds(&state));
                break;
            }
            let child = game.nth(&state, rng.u64(..count)).expect("a legal move");
            line.push(&child, true);
            plies += 1;
            if child.turn == Turn::Over {
                break;
            }
            assert!(child.gain.0 >= 0 && child.quiet == (child.gain.0 == 0));
            stored += child.gain.0 as u32;
            state = child.state;
            assert_eq!(game.seeds(&state) + stored, total);
            assert!(line.plies() < 20_000, "no end of a game under {:?}", game.rules());
        }
    }
    plies
}

#[test]
fn a_lent_line_plays_the_same_game_as_a_new_one() {
    let game: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    let start = game.start();
    let mut lent = Line::new(start, 48, Score(0));
    for seed in 0..200 {
        let play = |line: &mut Line<Board<u64>>| {
            let mut rng = fastrand::Rng::with_seed(seed);
            playout::play_out(&game, start, line, |moves| rng.u64(..moves))
        };
        lent.restart(start, 48, Score(0));
        assert_eq!(play(&mut lent), play(&mut Line::new(start, 48, Score(0))));
    }
}

#[test]
fn case_27_and_35_ten_thousand_games_end_in_a_million_moves() {
    let mut rng = fastrand::Rng::with_seed(28);
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    assert!(whole_games(&abapa, 10_000, &mut rng) > 1_000_000);
    let academic = Oware::with_facts(check::rules(super::ACADEMIC), Academic);
    assert!(whole_games(&academic, 10_000, &mut rng) > 500_000);
    let ouri = ["grand_slam=allowed_move_again", "singletons_only_if_all_single=true"];
    assert!(whole_games(&super::oware(&ouri), 10_000, &mut rng) > 500_000);
}

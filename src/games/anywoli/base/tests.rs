//! The fast builder against the rules, the slow oracle and the general methods.

use std::collections::HashMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use sowbase_solver::retrograde::{Job, Method, Plan, Planes, Solved, general, solve};
use sowbase_solver::{Child, Game, Layer, Layered, Metric, Move, Score, Turn, Unwatched, contract};

use super::backs::Backs;
use super::ring::{self, Ring};
use super::turns::{End, Turns};
use super::{Boards, Work};
use crate::board::Board;
use crate::games::anywoli::{Anywoli, AnywoliRules, AnywoliState};
use crate::games::check;
use crate::games::rulebook::Rulebook;

/// Options that the automaton serves, beside the default.
const SERVED: &[&[&str]] = &[
    &[],
    &["extra_move=false"],
    &["final_four_to=owner"],
    &["last_four=current_mover"],
    &["last_four=play_on"],
    &["end_check=end_of_lap"],
    &["end_check=end_of_turn", "last_four=current_mover"],
    &["end_check=end_of_turn", "extra_move=false", "final_four_to=owner"],
    &["skip_origin=true", "last_four=play_on", "final_four_to=owner"],
];

fn game<const W: u32>(n: usize, settings: &[&str]) -> Anywoli<W> {
    let mut rules: AnywoliRules = check::rules(settings);
    rules.pits_per_row.0 = n as u32;
    Anywoli::new(rules)
}

fn state<const W: u32>(ring: &Ring, code: u64) -> AnywoliState<W> {
    let board = Board::from_base_rows((code & ring.own()) as u32, (code >> ring.bits()) as u32);
    AnywoliState { board, ..AnywoliState::default() }
}

fn code<const W: u32>(ring: &Ring, state: &AnywoliState<W>) -> u64 {
    let (own, opposite) = state.board.base_rows().expect("a base board");
    u64::from(opposite) << ring.bits() | u64::from(own)
}

/// The slow turn (seed by seed on lists), in the words of the automaton.
fn slow_turn<const W: u32>(
    game: &Anywoli<W>,
    ring: &Ring,
    board: u64,
    pit: usize,
) -> Option<(u64, i32, End)> {
    let state = state::<W>(ring, board);
    let position = game.decode(&state, crate::play::Side::South);
    let trace = game.traces(&position).into_iter().find(|trace| trace.mv == Move(pit as u32))?;
    let end = match trace.turn {
        Turn::Over => End::Over,
        Turn::Again => End::Again,
        Turn::Pass if trace.quiet => End::Quiet,
        Turn::Pass => End::Pass,
    };
    let after = code(ring, &game.encode(&trace.after));
    // The automaton keeps the mover's view, and no board when the game is over.
    let after = match end {
        End::Over => 0,
        End::Again => after,
        End::Pass | End::Quiet => ring.flipped(after),
    };
    Some((after, i32::from(trace.gain[0]) - i32::from(trace.gain[1]), end))
}

fn automaton_equals_the_slow_turn<const W: u32>(n: usize, settings: &[&str], board: u64) {
    let game = game::<W>(n, settings);
    let Some(turns) = Turns::new(&game.rules) else { return };
    let (ring, left) = (&turns.ring, ring::seeds(board));
    if left <= turns.last_seeds() {
        return;
    }
    for pit in (0..n).filter(|pit| board >> (2 * pit) & 3 > 0) {
        // None: not the automaton's business; the survey then asks the rules themselves.
        let Some(played) = turns.play(board, pit, left) else { continue };
        let slow = slow_turn(&game, ring, board, pit);
        assert_eq!(
            Some((played.code, played.gain, played.end)),
            slow,
            "pit {pit} of {board:x}, {settings:?}"
        );
        let captured = ring::seeds(played.code);
        assert_eq!(played.left, if played.end == End::Over { 0 } else { captured });
    }
}

/// The inner moves of a board, by the rules.
fn inner<const W: u32>(game: &Anywoli<W>, ring: &Ring, board: u64) -> Vec<u64> {
    let (state, mut all) = (state::<W>(ring, board), Vec::new());
    let _ = game.children::<()>(&state, |_, child| {
        if child.turn == Turn::Pass && child.quiet {
            all.push(code(ring, &child.state));
        }
        ControlFlow::Continue(())
    });
    all
}

/// Boards of the layer whose every turn is endless.
fn stuck<const W: u32>(game: &Anywoli<W>, ring: &Ring, board: u64) -> bool {
    let state = state::<W>(ring, board);
    game.moves(&state) == [Move::PASS] && board & ring.own() != 0
}

fn taken_back_equals_the_moves<const W: u32>(n: usize, board: u64) {
    let game = game::<W>(n, &["last_four=play_on"]);
    let ring = Ring::new(n);
    let backs = |board| Backs::new(&ring, if stuck(&game, &ring, board) { vec![board] } else { vec![] });
    let count = |list: &[u64], one: u64| list.iter().filter(|&&other| other == one).count();
    if board == 0 {
        return;
    }
    let children = inner(&game, &ring, board);
    for &child in &children {
        let mut parents = Vec::new();
        backs(board).parents(child, |parent| parents.push(parent));
        assert_eq!(count(&parents, board), count(&children, child), "{board:x} to {child:x}");
    }
    // A board that is stuck is no parent unless it is said to be.
    let mut parents = Vec::new();
    backs(ring.flipped(board)).parents(board, |parent| parents.push(parent));
    for &parent in &parents {
        assert_eq!(
            count(&inner(&game, &ring, parent), board),
            count(&parents, parent),
            "{parent:x} to {board:x}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn the_automaton_equals_the_slow_turn(n in 1..=16usize, full: u64, thin: u64, rules in 0..SERVED.len()) {
        let mask = u64::MAX >> (64 - 4 * n);
        for board in [full & mask, full & thin & mask] {
            automaton_equals_the_slow_turn::<4>(n, SERVED[rules], board);
            if n <= 12 {
                automaton_equals_the_slow_turn::<5>(n, SERVED[rules], board);
            }
        }
    }

    #[test]
    fn quiet_turns_are_taken_back(n in 2..=16usize, full: u64, thin: u64, thinner: u64) {
        let mask = u64::MAX >> (64 - 4 * n);
        for board in [full & mask, full & thin & mask, full & thin & thinner & mask] {
            taken_back_equals_the_moves::<4>(n, board);
        }
    }
}

#[test]
fn every_quiet_turn_of_a_small_board_is_taken_back() {
    for n in 1..=3 {
        (0..1 << (4 * n)).for_each(|board| taken_back_equals_the_moves::<5>(n, board));
    }
}

/// Every metric of all layers up to `seeds`, by one method.
fn solved<const W: u32>(game: &Anywoli<W>, seeds: u8, methods: &[Box<dyn Method<Anywoli<W>>>]) -> Solved {
    let mut solved = Solved::default();
    let layers = game.needed(Layer { seeds, shape: 0 });
    let metrics = [Metric::Score, Metric::Bounds];
    solve(game, &layers, &metrics, &mut solved, Plan::any(methods), &Unwatched).expect("solved");
    solved
}

fn layers_agree<const W: u32>(n: usize, seeds: u8, settings: &[&str]) {
    let game = game::<W>(n, settings);
    let own: Vec<Box<dyn Method<_>>> = vec![Box::new(Boards)];
    let (fast, slow) = (solved(&game, seeds, &own), solved(&game, seeds, &general()));
    for layer in game.needed(Layer { seeds, shape: 0 }) {
        let at = format!("2 x {n}, {} seeds, {settings:?}", layer.seeds);
        assert!(fast.scores(layer) == slow.scores(layer), "scores of {at}");
        assert!(fast.bounds(layer) == slow.bounds(layer), "bounds of {at}");
    }
}

#[test]
fn small_layers_equal_the_slow_oracle() {
    for settings in SERVED {
        for n in 2..=3 {
            let game = game::<5>(n, settings);
            let methods: Vec<Box<dyn Method<_>>> = game.methods().into_iter().chain(general()).collect();
            contract::check_layer(&game, Layer { seeds: 6 * n as u8 / 4 * 4, shape: 0 }, &methods);
        }
    }
    let game = game::<5>(4, &[]);
    contract::check_layer(&game, Layer { seeds: 24, shape: 0 }, &game.methods());
}

#[test]
fn layers_equal_the_general_methods() {
    for settings in SERVED {
        if Turns::new(&game::<5>(1, settings).rules).is_some() {
            layers_agree::<5>(1, 4, settings);
        }
        layers_agree::<5>(4, 24, settings);
    }
    layers_agree::<4>(5, 28, &[]);
    layers_agree::<5>(6, 16, &[]);
    // Cut unevenly: chunks of four and three, and of three and two in both halves of a row.
    layers_agree::<5>(7, 8, &[]);
    layers_agree::<5>(10, 8, &["last_four=play_on"]);
}

#[test]
fn rules_that_need_more_than_the_board_are_left_to_others() {
    let serves = |n, settings: &[&str], seeds| {
        Boards.memory(&game::<5>(n, settings), Layer { seeds, shape: 0 }, Metric::Score).is_some()
    };
    assert!(serves(12, &[], 8));
    assert!(!serves(12, &[], 9), "not a multiple of four");
    for other in [
        "last_four=first_final_capture",
        "last_four=starter_takes_8",
        "last_four=lottery",
        "extra_move_optional=true",
        "endless_turn=stop_at_cap",
        "endless_turn=void_game",
    ] {
        assert!(!serves(12, &[other], 8), "{other}");
    }
    assert!(serves(2, &["skip_origin=true"], 8) && !serves(1, &["skip_origin=true"], 4));
    let bounds = Boards.memory(&game::<5>(12, &[]), Layer { seeds: 12, shape: 0 }, Metric::Bounds);
    assert!(bounds.expect("served") < 3 << 30, "the task: 12 seeds of 2 x 12 within 3 GiB");
}

/// One metric of the topmost layer in a pool of so many threads, and the work.
fn in_pool(
    game: &Anywoli<5>,
    threads: usize,
    layer: Layer,
    metric: Metric,
    below: &Solved,
) -> (Planes, Work) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let job = Job { memory: u64::MAX, watch: &Unwatched };
    pool.install(|| Boards.solve_counting(game, layer, metric, below, job)).expect("solved")
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let game = game::<5>(6, &[]);
    let below = solved(&game, 12, &game.methods());
    for metric in [Metric::Score, Metric::Bounds] {
        let layer = Layer { seeds: 16, shape: 0 };
        let (one, work) = in_pool(&game, 1, layer, metric, &below);
        let (two, other) = in_pool(&game, 2, layer, metric, &below);
        assert!(one == two, "{metric}");
        assert_eq!(work, other, "each board is taken back once, whoever does it");
        let ends = if metric == Metric::Bounds { 2 } else { 1 };
        assert!(work.taken_back <= ends * work.boards);
    }
}

#[test]
fn counts_of_anywoli_md() {
    let game = game::<5>(12, &[]);
    let layer = Layer { seeds: 8, shape: 0 };
    let below = solved(&game, 4, &game.methods());
    let (_, work) = in_pool(&game, 2, layer, Metric::Score, &below);
    // anywoli.md: boards of 2 × 12 with 8 seeds; no endless turns there.
    assert_eq!((work.boards, work.endless), (7_467_801, 0));

    // 2 × 6: all boards of 8 to 36 seeds; endless turns as in tests/endless.rs, 60 of them on all boards.
    let game = self::game::<5>(6, &[]);
    let (mut solved, mut all) = (Solved::default(), Work::default());
    for layer in game.needed(Layer { seeds: 36, shape: 0 }) {
        let (planes, work) = in_pool(&game, 2, layer, Metric::Score, &solved);
        solved.insert(layer, planes);
        if layer.seeds >= 8 {
            all.boards += work.boards;
            all.endless += work.endless;
        }
    }
    assert_eq!((all.boards, all.endless), (4_192_950, 60));
}

#[test]
fn a_layer_without_the_ones_below_is_refused() {
    let game = game::<5>(4, &[]);
    let job = Job { memory: u64::MAX, watch: &Unwatched };
    let layer = Layer { seeds: 12, shape: 0 };
    let error = Boards.solve(&game, layer, Metric::Score, &Solved::default(), job).expect_err("8 is missing");
    assert!(error.to_string().contains("needs layer 8"), "{error}");
    let little = Job { memory: 1 << 10, watch: &Unwatched };
    let error =
        Boards.solve(&game, layer, Metric::Score, &Solved::default(), little).expect_err("too little");
    assert!(error.to_string().contains("bytes of memory"), "{error}");
}

#[test]
fn base_boards_lead_to_base_boards_under_all_rules() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut met: HashMap<bool, u32> = HashMap::new();
    for _ in 0..400 {
        let rules = loop {
            let mut rules: AnywoliRules = check::random_rules(&mut rng);
            rules.pits_per_row.0 = rng.u32(1..=16);
            rules.seeds_per_pit.0 = 4;
            if crate::games::RuleSet::check(&rules).is_ok() {
                break rules;
            }
        };
        let game = Anywoli::<4>::new(rules);
        let ring = Ring::new(rules.pits_per_row.0 as usize);
        let board = rng.u64(..) & rng.u64(..) & u64::MAX >> (64 - 2 * ring.bits());
        let _ = game.children::<()>(&state(&ring, board), |_, child: Child<_>| {
            assert!(game.tabled(&child.state), "{board:x} under {rules:?}");
            *met.entry(child.gain == Score::ZERO).or_default() += 1;
            ControlFlow::Continue(())
        });
    }
    assert!(met[&true] > 300 && met[&false] > 100, "{met:?}");
}

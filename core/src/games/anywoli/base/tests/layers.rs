//! Whole layers against the slow oracle and the general methods.

use sowbase_solver::contract;
use sowbase_solver::retrograde::general;

use super::*;

fn layers_agree<const W: u32>(n: usize, seeds: u8, settings: &[&str]) {
    let game = game::<W>(n, settings);
    let own: Vec<Box<dyn Method<_>>> = vec![Box::new(Boards)];
    let (fast, slow) = (solved(&game, seeds, &own), solved(&game, seeds, &general()));
    for layer in game.needed(Layer { seeds, shape: 0 }) {
        let at = format!("2 x {n}, {} seeds, {settings:?}", layer.seeds);
        assert!(fast.scores(layer) == slow.scores(layer), "scores of {at}");
        assert!(fast.bounds(layer) == slow.bounds(layer), "bounds of {at}");
        assert!(fast.distances(layer) == slow.distances(layer), "distances of {at}");
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
    // All of 2 × 4, and more, take the oracle minutes.
    let larger: &[(usize, u8)] = if long() { &[(4, 24), (5, 8), (6, 8)] } else { &[(4, 8)] };
    for &(n, seeds) in larger {
        let game = game::<5>(n, &[]);
        contract::check_layer(&game, Layer { seeds, shape: 0 }, &game.methods());
    }
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

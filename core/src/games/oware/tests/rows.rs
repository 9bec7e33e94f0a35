//! Row sweeps against the slow oracle: every state of small layers, under every option, on every path of instructions.

use sowbase_solver::retrograde::{Method, Plan, Rows, Solved, general, solve};
use sowbase_solver::simd::Path;
use sowbase_solver::{Layer, Metric, Rowed, Unwatched, contract};

use crate::board::Board;
use crate::games::check;
use crate::games::oware::{Abapa, Academic, Chosen, Lanes, Oware, OwareRules, SingleLap, SingleLapRules};
use crate::games::urim::UrimRules;

type Choice<R, V> = SingleLap<R, Chosen, V, Board<R>>;

fn game<R: Lanes, V: SingleLapRules>(rules: V) -> Choice<R, V> {
    SingleLap::with_facts(rules, rules.terms().plan.into())
}

fn layer(seeds: u8) -> Layer {
    Layer { seeds, shape: 0 }
}

/// All metrics of the layers up to `seeds` equal those of the slow oracle, on every path.
fn holds<G: Rowed>(game: &G, seeds: u8) {
    for path in Path::known() {
        let methods: [Box<dyn Method<G>>; 1] = [Box::new(Rows::on(path))];
        contract::check_layer(game, layer(seeds), &methods);
    }
}

/// All metrics of the layers up to `seeds` equal those of the methods for every game.
fn agrees<G: Rowed>(game: &G, seeds: u8) {
    let layers: Vec<Layer> = (0..=seeds).map(layer).collect();
    let solved = |methods: &[Box<dyn Method<G>>]| {
        let mut solved = Solved::default();
        solve(game, &layers, &Metric::ALL, &mut solved, Plan::any(methods), &Unwatched).expect("solved");
        solved
    };
    let wanted = solved(&general());
    for path in Path::known() {
        let found = solved(&[Box::new(Rows::on(path))]);
        for &layer in &layers {
            assert!(wanted.scores(layer) == found.scores(layer), "{path:?}: scores of {layer:?}");
            assert!(wanted.bounds(layer) == found.bounds(layer), "{path:?}: bounds of {layer:?}");
            assert!(wanted.distances(layer) == found.distances(layer), "{path:?}: distances of {layer:?}");
        }
    }
}

#[test]
fn the_defaults_and_the_published_rules_equal_the_slow_oracle() {
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    holds(&abapa, 5);
    agrees(&abapa, 8);
    let academic: Oware<Academic> = Oware::with_facts(check::rules::<OwareRules>(super::ACADEMIC), Academic);
    holds(&academic, 5);
    agrees(&academic, 8);
}

#[test]
fn every_grand_slam_with_every_duty_equals_the_slow_oracle() {
    let slams = [
        "forfeit",
        "illegal",
        "illegal_unless_forced",
        "allowed",
        "allowed_move_again",
        "opponent_takes_rest",
        "keep_last",
        "keep_first",
    ];
    let (mut split, mut refused) = (0, 0);
    for slam in slams {
        for duties in 0..8u32 {
            let flag = |bit: u32| duties >> bit & 1 == 1;
            let settings = [
                format!("grand_slam={slam}"),
                format!("feeding={}", if flag(0) { "none" } else { "must_feed" }),
                format!("must_leave_opponent_a_move={}", flag(1)),
                format!("singletons_only_if_all_single={}", flag(2)),
            ];
            for pits in [2, 3, 4] {
                let pits = format!("pits_per_row={pits}");
                let mut all: Vec<&str> = settings.iter().map(String::as_str).collect();
                all.push(&pits);
                let game = game::<u64, _>(check::rules::<OwareRules>(&all));
                if game.splits() {
                    split += 1;
                    holds(&game, 5);
                    agrees(&game, 9);
                } else {
                    refused += 1;
                    let rows: Rows<_> = Rows::default();
                    assert_eq!(rows.memory(&game, layer(4), Metric::Score), None);
                }
            }
        }
    }
    // Refused: singles that come last after slams that do (2 slams, 4 duties), and a move to be left where the other
    // side's slams are forbidden (2 feeding duties more).
    assert_eq!((split, refused), (3 * (64 - 10), 3 * 10));
}

#[test]
fn full_pits_equal_the_slow_oracle() {
    for rule in ["skip", "illegal", "to_store"] {
        for (pits, limit) in [(2, 5), (3, 3), (2, 12)] {
            let settings = [
                format!("pits_per_row={pits}"),
                format!("pit_limit={limit}"),
                format!("pit_limit_rule={rule}"),
                "seeds_per_pit=1".into(),
            ];
            let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
            let game = game::<u64, _>(check::rules::<UrimRules>(&settings));
            assert!(game.splits());
            agrees(&game, if pits == 2 { 16 } else { 9 });
        }
    }
}

#[test]
fn random_options_on_boards_of_all_widths_equal_the_methods_for_every_game() {
    let mut rng = fastrand::Rng::with_seed(28);
    let mut split = 0;
    for _ in 0..60 {
        let mut rules = check::random_rules::<UrimRules>(&mut rng);
        rules.pits_per_row.0 = rng.u32(1..=8);
        rules.seeds_per_pit.0 = 1;
        let seeds = [20, 20, 12, 9, 7, 6, 5, 5, 5][rules.pits_per_row.0 as usize];
        let narrow = game::<u64, _>(rules);
        if narrow.splits() {
            split += 1;
            agrees(&narrow, seeds);
            agrees(&game::<u128, _>(rules), seeds.min(6));
        }
    }
    assert!(split > 20, "{split} rule sets that split");
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    let layers: Vec<Layer> = (0..=11).map(layer).collect();
    let solved = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("pool");
        pool.install(|| {
            let methods: [Box<dyn Method<Oware>>; 1] = [Box::new(Rows::default())];
            let mut solved = Solved::default();
            solve(&abapa, &layers, &Metric::ALL, &mut solved, Plan::any(&methods), &Unwatched)
                .expect("solved");
            solved
        })
    };
    let (one, three) = (solved(1), solved(3));
    for &layer in &layers {
        assert!(one.scores(layer) == three.scores(layer), "{layer:?}");
        assert!(one.bounds(layer) == three.bounds(layer), "{layer:?}");
        assert!(one.distances(layer) == three.distances(layer), "{layer:?}");
    }
}

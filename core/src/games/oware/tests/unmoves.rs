//! Moves taken back, and the method that does it, against the rules and the general solver.

use std::ops::ControlFlow;

use sowbase_solver::retrograde::{Method, Plan, Room, Solved, Unmoves, general, solve};
use sowbase_solver::{Layer, Metric, Reversible, Score, Turn, Unwatched, contract};

use super::twins;
use crate::board::Board;
use crate::games::options::Value as _;
use crate::games::oware::{Abapa, Chosen, Facts, GrandSlam, Oware, OwareRules, SingleLap, SingleLapRules};
use crate::games::urim::UrimRules;
use crate::games::{Rulebook, check};

type Small<V> = SingleLap<u64, Chosen, V, Board<u64>>;

/// Room so scarce that batches are sent half way, lists are cut short, and every layer has many blocks.
const TIGHT: Room = Room { block: 6, batch: 50, listed: 20 };

fn game<V: SingleLapRules>(rules: V) -> Small<V> {
    SingleLap::with_facts(rules, rules.terms().plan.into())
}

/// Random rules on a small board, full pits and forbidden moves more often than chance has them.
fn small_rules<V: SingleLapRules>(pits: u32, rng: &mut fastrand::Rng) -> V {
    loop {
        let mut rules = twins::random_rules::<V>(rng);
        let limit = rng.u32(1..6).to_string();
        for (key, value) in [("pits_per_row", pits.to_string().as_str()), ("seeds_per_pit", "1")] {
            rules.set(key, value).expect("in range");
        }
        if rng.bool() {
            let _ = rules.set("pit_limit", &limit);
            let _ = rules.set("max_in_pit", &limit);
        }
        let stores = rules.terms().plan.grand_slam == GrandSlam::AllowedIfWins;
        if !stores && rules.check().is_ok() {
            return rules;
        }
    }
}

/// For every state of a layer its parents, by playing and by taking back.
fn check_parents<G: Reversible + Rulebook>(game: &G, layer: Layer) {
    let states = game.layer_len(layer) as u64;
    let mut played: Vec<Vec<u64>> = vec![Vec::new(); states as usize];
    for index in 0..states {
        let _ = game.children::<()>(&game.unrank(layer, index), |_, child| {
            if child.turn != Turn::Over && game.layer(&child.state) == layer {
                assert!(child.quiet && child.turn == Turn::Pass && child.gain == Score::ZERO);
                played[game.rank(&child.state) as usize].push(index);
            }
            ControlFlow::Continue(())
        });
    }
    for (index, mut played) in (0..).zip(played) {
        let mut taken_back = Vec::new();
        game.unmoves(&game.unrank(layer, index), |parent| taken_back.push(game.rank(&parent)));
        played.sort_unstable();
        taken_back.sort_unstable();
        let state = game.unrank(layer, index);
        assert_eq!(taken_back, played, "parents of {state:?} under {:?}", game.rules());
    }
}

fn check_layers<G: Reversible + Rulebook>(game: &G, seeds: u8) {
    (0..=seeds).for_each(|seeds| check_parents(game, Layer { seeds, shape: 0 }));
}

#[test]
fn unmoves_are_the_inverse_of_quiet_moves() {
    let mut rng = fastrand::Rng::with_seed(21);
    for (pits, seeds) in [(1, 12), (2, 10), (3, 7), (4, 5)] {
        for _ in 0..25 {
            check_layers(&game(small_rules::<UrimRules>(pits, &mut rng)), seeds);
            check_layers(&game(small_rules::<OwareRules>(pits, &mut rng)), seeds);
        }
    }
    for slam in GrandSlam::samples().iter().filter(|slam| *slam != "allowed_if_wins") {
        let slam = format!("grand_slam={slam}");
        for more in ["feeding=must_feed", "feeding=none", "must_leave_opponent_a_move=true"] {
            check_layers(&game(check::rules::<OwareRules>(&["pits_per_row=3", &slam, more])), 7);
        }
    }
    for rule in ["skip", "illegal", "to_store"] {
        // 17 seeds in a pit, and more than that, need a board of few pits.
        let rule = format!("pit_limit_rule={rule}");
        let rules = check::rules::<UrimRules>(&["pits_per_row=1", "pit_limit=17", &rule]);
        check_layers(&game(rules), 60);
        let rules = check::rules::<UrimRules>(&["pits_per_row=2", "pit_limit=17", &rule]);
        (17..=21).for_each(|seeds| check_parents(&game(rules), Layer { seeds, shape: 0 }));
    }
    let abapa: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    check_layers(&abapa, 5);
}

#[test]
fn unmoves_equal_the_slow_oracle_and_the_general_solver() {
    let mut rng = fastrand::Rng::with_seed(22);
    for (pits, seeds) in [(1, 9), (2, 6), (3, 4)] {
        for _ in 0..6 {
            let game = game(small_rules::<UrimRules>(pits, &mut rng));
            let methods: Vec<Box<dyn Method<_>>> =
                vec![Box::new(Unmoves::default()), Box::new(Tight(Unmoves { room: TIGHT }))];
            contract::check_layer(&game, Layer { seeds, shape: 0 }, &methods);
        }
    }
    for (pits, seeds) in [(2, 14), (3, 10), (4, 8), (6, 6)] {
        for _ in 0..4 {
            same_as_general(&game(small_rules::<UrimRules>(pits, &mut rng)), seeds);
            same_as_general(&game(small_rules::<OwareRules>(pits, &mut rng)), seeds);
        }
    }
    same_as_general(&Oware::with_facts(OwareRules::default(), Abapa), 8);
}

/// The method under another name, so that both can be asked for.
struct Tight(Unmoves);

impl<G: Reversible> Method<G> for Tight {
    fn name(&self) -> &'static str {
        "tight"
    }
    fn memory(&self, game: &G, layer: Layer, metric: Metric) -> Option<u128> {
        self.0.memory(game, layer, metric)
    }
    fn solve(
        &self,
        game: &G,
        layer: Layer,
        metric: Metric,
        solved: &Solved,
        job: sowbase_solver::retrograde::Job<'_>,
    ) -> Result<sowbase_solver::retrograde::Planes, sowbase_solver::retrograde::SolveError> {
        self.0.solve(game, layer, metric, solved, job)
    }
}

fn solved<G: Reversible>(game: &G, seeds: u8, method: &str) -> Solved {
    let layers: Vec<Layer> = (0..=seeds).map(|seeds| Layer { seeds, shape: 0 }).collect();
    let mut methods: Vec<Box<dyn Method<G>>> =
        vec![Box::new(Unmoves::default()), Box::new(Tight(Unmoves { room: TIGHT }))];
    methods.extend(general());
    let (mut solved, metrics) = (Solved::default(), [Metric::Score, Metric::Bounds]);
    let plan = Plan { method: Some(method), ..Plan::any(&methods) };
    solve(game, &layers, &metrics, &mut solved, plan, &Unwatched).expect("small layers");
    solved
}

fn assert_same<G: Reversible + Rulebook>(game: &G, seeds: u8, one: &Solved, other: &Solved) {
    for layer in (0..=seeds).map(|seeds| Layer { seeds, shape: 0 }) {
        assert!(
            one.scores(layer).is_some() && one.scores(layer) == other.scores(layer),
            "{:?}",
            game.rules()
        );
        assert!(
            one.bounds(layer).is_some() && one.bounds(layer) == other.bounds(layer),
            "{:?}",
            game.rules()
        );
    }
}

fn same_as_general<G: Reversible + Rulebook>(game: &G, seeds: u8) {
    assert_same(game, seeds, &solved(game, seeds, "unmoves"), &solved(game, seeds, "edges"));
}

#[test]
fn any_number_of_parties_and_any_room_give_the_same_bytes() {
    let game: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    let by = |threads, method: &str| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| solved(&game, 6, method))
    };
    let one = by(1, "unmoves");
    for (threads, method) in [(2, "unmoves"), (3, "unmoves"), (1, "tight"), (2, "tight"), (3, "tight")] {
        assert_same(&game, 6, &one, &by(threads, method));
    }
}

#[test]
fn rules_that_ask_for_stores_are_not_served() {
    let rules = check::rules::<OwareRules>(&["grand_slam=allowed_if_wins"]);
    let game = game(rules);
    assert_eq!(game.facts.plan().grand_slam, GrandSlam::AllowedIfWins);
    let layer = Layer { seeds: 3, shape: 0 };
    assert_eq!(Method::memory(&Unmoves::default(), &game, layer, Metric::Score), None);
}

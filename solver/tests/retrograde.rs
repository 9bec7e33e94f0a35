//! The solvers against the slow oracle, on a toy game with cycles.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use sowbase_solver::retrograde::{
    Lines, Method, Plan, SolveError, Solved, Stop, Value, Values, general, solve, solve_layer,
};
use sowbase_solver::{Game, Layered, Metric, Score, Stopped, Turn, Unwatched, Watch, contract};

mod toy;
use toy::{Pits, Toy, layer, layers};

const METRICS: [Metric; 2] = [Metric::Score, Metric::Bounds];

fn methods() -> Vec<Box<dyn Method<Toy>>> {
    general()
}

/// Scores and bounds of all layers, by one method or by the best.
fn solved(toy: &Toy, seeds: u8, method: Option<&str>) -> Solved {
    let (mut solved, methods) = (Solved::default(), methods());
    let plan = Plan { method, ..Plan::any(&methods) };
    solve(toy, &layers(seeds), &METRICS, &mut solved, plan, &Unwatched).expect("small layers");
    solved
}

/// All numbers of all layers.
fn numbers(solved: &Solved, seeds: u8) -> Vec<Vec<i8>> {
    let of = |seeds| {
        let [lo, hi] = solved.bounds(layer(seeds)).expect("bounds");
        [solved.scores(layer(seeds)).expect("scores"), lo, hi].map(<[i8]>::to_vec)
    };
    (0..=seeds).flat_map(of).collect()
}

fn every_toy() -> impl Iterator<Item = Toy> {
    (0..16).map(|bits| Toy {
        n: 2 + (bits & 1),
        pass: bits & 8 > 0,
        again: bits & 2 > 0,
        meaningless: bits & 4 > 0,
        over: bits & 1 > 0,
    })
}

#[test]
fn sweeps_and_stored_edges_equal_the_slow_oracle() {
    for toy in every_toy() {
        contract::check_layer(&toy, layer(if toy.n == 2 { 6 } else { 4 }), &methods());
    }
}

#[test]
fn the_toy_keeps_the_laws() {
    for toy in every_toy() {
        for seeds in 0..5 {
            for index in 0..toy.layer_len(layer(seeds)) {
                let state = toy.wide_unrank(layer(seeds), index);
                contract::check_state(&toy, &state);
                contract::check_rank(&toy, &state);
            }
        }
    }
}

#[test]
fn some_values_depend_on_endless_play_and_scores_are_not_clamped_bounds() {
    let toy = Toy::new(3);
    let solved = solved(&toy, 5, None);
    let values: Vec<_> = (0..=5)
        .flat_map(|seeds| {
            let known = solved.layer(layer(seeds)).expect("built").clone();
            (0..toy.layer_len(layer(seeds)) as usize)
                .filter_map(move |index| known.value(index))
                .collect::<Vec<_>>()
        })
        .collect();
    let open = values.iter().filter(|value| value.depends_on_endless() == Some(true)).count();
    let clamped = |value: &Value| value.bounds.map(|bounds| bounds.with_endless(Score::ZERO));
    let differ = values.iter().filter(|value| value.score != clamped(value)).count();
    assert!(open > 0 && open < values.len(), "{open} of {} values depend on endless play", values.len());
    assert!(differ > 0, "a score is not 0 clamped into the bounds");
}

#[test]
fn one_and_two_threads_give_the_same_bytes() {
    let toy = Toy { again: true, ..Toy::new(3) };
    for method in ["edges", "sweeps"] {
        let build = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            numbers(&pool.install(|| solved(&toy, 4, Some(method))), 4)
        };
        assert_eq!(build(1), build(2));
    }
}

/// Best play for the mover, looked for without tables: does he reach `k` within `plies`?
fn reaches(toy: &Toy, state: Pits, k: Score, plies: u32) -> bool {
    if toy.count(&state) == 0 {
        return toy.settle(&state).score(Score::ZERO) >= k;
    }
    if -toy.ceiling(&state) >= k {
        // He cannot lose more seeds than there are.
        return true;
    }
    plies > 0
        && toy
            .children(&state, |_, child| {
                let good = match child.turn {
                    Turn::Over => child.gain >= k,
                    Turn::Again => reaches(toy, child.state, k - child.gain, plies - 1),
                    Turn::Pass => holds(toy, child.state, child.gain - k, plies - 1),
                };
                if good { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .is_break()
}

/// Is the mover held to at most `k` within `plies`, whatever he does?
fn holds(toy: &Toy, state: Pits, k: Score, plies: u32) -> bool {
    if toy.count(&state) == 0 {
        return toy.settle(&state).score(Score::ZERO) <= k;
    }
    if toy.ceiling(&state) <= k {
        return true;
    }
    plies > 0
        && toy
            .children(&state, |_, child| {
                let good = match child.turn {
                    Turn::Over => child.gain <= k,
                    Turn::Again => holds(toy, child.state, k - child.gain, plies - 1),
                    Turn::Pass => reaches(toy, child.state, child.gain - k, plies - 1),
                };
                if good { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
            .is_continue()
}

#[test]
fn a_plain_search_never_reaches_beyond_the_bounds_and_mostly_meets_them() {
    let toy = Toy::new(2);
    let solved = solved(&toy, 4, None);
    let (mut met, mut all) = (0, 0);
    for index in 0..toy.layer_len(layer(4)) as u64 {
        let state = toy.unrank(layer(4), index);
        let bounds = solved.value(&toy, &state).expect("built").bounds.expect("bounds");
        let found = (-4..=4).rev().map(Score).find(|&k| reaches(&toy, state, k, 12)).unwrap_or(Score(-4));
        assert!(found <= bounds.lo, "{state:?}: reached {found:?} of {bounds:?}");
        met += u32::from(found == bounds.lo);
        all += 1;
    }
    assert!(met * 10 >= all * 9, "{met} of {all} lower bounds met within 12 plies");
}

#[test]
fn a_missing_layer_and_too_little_memory_are_refused_with_the_numbers() {
    let toy = Toy::new(2);
    let mut some = solved(&toy, 1, None);
    let methods = methods();
    let plan = Plan::any(&methods);
    let error = solve_layer(&toy, layer(4), Metric::Score, &some, plan, &Unwatched).expect_err("no layer 2");
    assert_eq!(error, SolveError::Missing { layer: layer(4), needs: layer(2) });
    let tight = Plan { memory: 100, ..plan };
    let error = solve(&toy, &layers(4), &METRICS, &mut some, tight, &Unwatched).expect_err("100 bytes");
    assert!(matches!(error, SolveError::TooLarge { states: 10 | 20, has: 100, .. }), "{error}");
    let other = Plan { method: Some("magic"), ..plan };
    let error =
        solve_layer(&toy, layer(1), Metric::Score, &some, other, &Unwatched).expect_err("no such method");
    assert!(error.to_string().contains("no method \"magic\"") && error.to_string().contains("edges, sweeps"));
}

#[test]
fn edges_that_do_not_fit_are_replaced_by_sweeps() {
    let toy = Toy::new(3);
    let methods = methods();
    // Enough for the values of all layers, too little for edges.
    let needs = Plan::any(&methods).needs(&toy, &layers(4), &METRICS).expect("served").all as u64;
    let (mut tight, plan) = (Solved::default(), Plan { memory: needs, ..Plan::any(&methods) });
    solve(&toy, &layers(4), &METRICS, &mut tight, plan, &Unwatched).expect("fits");
    assert_eq!(numbers(&tight, 4), numbers(&solved(&toy, 4, None), 4));
}

/// Says stop after some questions.
struct Impatient(AtomicU32);
impl Watch for Impatient {
    fn stop(&self) -> bool {
        self.0.fetch_add(1, Relaxed) >= 5
    }
}

#[test]
fn a_stopped_build_keeps_the_finished_layers() {
    let toy = Toy::new(3);
    let mut some = Solved::default();
    let watch = Impatient(AtomicU32::new(0));
    let (methods, scores) = (methods(), [Metric::Score]);
    let plan = Plan::any(&methods);
    let stopped = solve(&toy, &layers(4), &scores, &mut some, plan, &watch);
    assert_eq!(stopped, Err(SolveError::Stopped(Stopped)));
    let done = (0..=4).filter(|seeds| some.has(layer(*seeds), Metric::Score)).count();
    assert!(done > 0 && done < 5, "{done} layers");
    solve(&toy, &layers(4), &METRICS, &mut some, plan, &Unwatched).expect("goes on");
    assert_eq!(numbers(&some, 4), numbers(&solved(&toy, 4, None), 4));
}

#[test]
fn best_play_gains_what_the_score_says_or_repeats_at_zero() {
    let mut stops = HashMap::new();
    for toy in every_toy().filter(|toy| !toy.meaningless) {
        let solved = solved(&toy, 5, None);
        let mut lines = Lines::new(&toy, &solved);
        for index in 0..toy.layer_len(layer(5)) as u64 {
            let state = toy.unrank(layer(5), index);
            let line = lines.best(&state, &[]);
            let (mut ahead, mut sign, mut now) = (0, 1, state);
            for (at, mv) in &line.moves {
                assert_eq!(*at, now);
                let child = toy.play(&now, *mv).expect("legal");
                ahead += sign * child.gain.0;
                sign = if child.turn == Turn::Pass { -sign } else { sign };
                now = child.state;
            }
            let over_by_move = line
                .moves
                .last()
                .is_some_and(|(at, mv)| toy.play(at, *mv).is_some_and(|c| c.turn == Turn::Over));
            if line.stop == Stop::End && !over_by_move {
                ahead += sign * toy.settle(&now).score(Score::ZERO).0;
            }
            let score = solved.value(&toy, &state).expect("built").score.expect("scores");
            assert_eq!(Score(ahead), score, "{state:?}: {:?}", line.stop);
            *stops.entry(format!("{:?}", line.stop)).or_insert(0) += 1;
        }
    }
    assert!(stops.contains_key("End") && stops.contains_key("Repetition"), "{stops:?}");
}

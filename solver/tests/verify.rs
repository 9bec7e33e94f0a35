//! Checks of solved layers: right ones pass, every changed byte is found, and values that only a cycle holds up are
//! refused.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sowbase_solver::retrograde::verify::{Ground, Sample, Says, Scope, Verified, VerifyError, Wrong, verify};
use sowbase_solver::retrograde::{Plan, Planes, Solved, general, solve};
use sowbase_solver::{Layered, Metric, Stopped, Unwatched, Watch, contract};

mod toy;
use toy::{Toy, layer, layers};

fn solved(toy: &Toy, seeds: u8) -> Solved {
    let mut solved = Solved::default();
    solve(toy, &layers(seeds), &Metric::ALL, &mut solved, Plan::any(&general()), &Unwatched).expect("small");
    solved
}

const LOCAL: Scope = Scope { faults: 3, sample: None, local_only: true, plain: false };
const PLAIN: Scope = Scope { faults: 10, sample: None, local_only: false, plain: true };

fn check(toy: &Toy, seeds: u8, metric: Metric, solved: &Solved, scope: Scope) -> Verified {
    verify(toy, layer(seeds), metric, solved, scope, &Unwatched).expect("all is there")
}

/// The numbers of a layer, a plane after the other.
fn numbers(solved: &Solved, seeds: u8, metric: Metric) -> Vec<Vec<u16>> {
    let layer = layer(seeds);
    let bytes = |plane: &[i8]| plane.iter().map(|&x| x as u8 as u16).collect();
    match metric {
        Metric::Score => vec![bytes(solved.scores(layer).expect("scores"))],
        Metric::Bounds => solved.bounds(layer).expect("bounds").map(bytes).to_vec(),
        Metric::Distance => solved.distances(layer).expect("distances").map(<[u16]>::to_vec).to_vec(),
    }
}

fn planes(numbers: &[Vec<u16>], metric: Metric) -> Planes {
    let bytes = |at: usize| numbers[at].iter().map(|&x| x as u8 as i8).collect::<Vec<i8>>().into();
    match metric {
        Metric::Score => Planes::Score(bytes(0)),
        Metric::Bounds => Planes::Bounds([bytes(0), bytes(1)]),
        Metric::Distance => Planes::Distance([numbers[0].clone().into(), numbers[1].clone().into()]),
    }
}

#[test]
fn every_changed_bit_of_every_metric_is_found_and_named() {
    for toy in [Toy { again: true, over: true, ..Toy::new(2) }, Toy::new(2)] {
        let right = solved(&toy, 4);
        for (seeds, metric) in (1..=4).flat_map(|seeds| Metric::ALL.map(|metric| (seeds, metric))) {
            let stored = numbers(&right, seeds, metric);
            let bits = if metric == Metric::Distance { 16 } else { 8 };
            for (plane, index) in (0..stored.len()).flat_map(|p| (0..stored[p].len()).map(move |i| (p, i))) {
                for bit in 0..bits {
                    let mut changed = stored.clone();
                    changed[plane][index] ^= 1 << bit;
                    let mut wrong = right.clone();
                    wrong.insert(layer(seeds), planes(&changed, metric));
                    let many = Scope { faults: 100, ..LOCAL };
                    let seen = check(&toy, seeds, metric, &wrong, many);
                    assert!(
                        seen.faults.iter().any(|fault| fault.index == index as u64),
                        "{metric} of {seeds} seeds, plane {plane}, state {index}, bit {bit}: {seen:?}"
                    );
                    assert_eq!(seen.wrong, seen.faults.len() as u64);
                }
            }
        }
    }
}

/// A table of scores in which every state is the best of its moves, by sweeping from some other start than 0; the one
/// with the most wrong values of many starts.
fn held_up<G: Layered>(game: &G, seeds: u8, right: &Solved) -> (Vec<i8>, usize) {
    let scores = right.scores(layer(seeds)).expect("scores");
    let top = game.top_score(layer(seeds)).0 as i8;
    let mut worst = (scores.to_vec(), 0);
    for start in 1..60u64 {
        let random = |index: usize| (start.wrapping_mul(0x9E37_79B9) ^ (index as u64 * start)) % 7;
        let mut table: Vec<i8> =
            (0..scores.len()).map(|index| if random(index) < start % 7 { top } else { -top }).collect();
        let stable = (0..100).any(|_| {
            let mut changed = false;
            for index in 0..table.len() {
                let best = contract::best_by_table(game, layer(seeds), index, right, &table);
                changed |= best != table[index];
                table[index] = best;
            }
            !changed
        });
        let wrong = table.iter().zip(scores).filter(|(found, right)| found != right).count();
        if stable && wrong > worst.1 {
            worst = (table, wrong);
        }
    }
    worst
}

#[test]
fn values_that_a_cycle_holds_up_agree_with_their_moves_and_are_refused() {
    let (mut tables, mut bounds) = (0, 0);
    for again in [false, true] {
        let toy = Toy { again, ..Toy::new(3) };
        let right = solved(&toy, 4);
        for seeds in 2..=4 {
            let (table, wrong) = held_up(&toy, seeds, &right);
            if wrong == 0 {
                continue;
            }
            tables += 1;
            let mut lying = right.clone();
            lying.insert(layer(seeds), Planes::Score(table.clone().into()));
            let local = check(&toy, seeds, Metric::Score, &lying, LOCAL);
            assert!(local.is_clean() && local.ground == Ground::Unchecked);
            // The distances of the right scores do not fit, and without any it is found as well.
            let by_distances = check(&toy, seeds, Metric::Score, &lying, Scope::default());
            assert_eq!(by_distances.ground, Ground::Distances);
            assert!(!by_distances.is_clean());
            lying.forget(layer(seeds), Metric::Distance);
            let by_passes = check(&toy, seeds, Metric::Score, &lying, Scope::default());
            assert!(matches!(by_passes.ground, Ground::Passes(_)));
            assert!(by_passes.faults.iter().all(|fault| fault.wrong == Wrong::Baseless));
            assert!(by_passes.wrong > 0 && by_passes.faults.len() <= 10, "{by_passes:?}");
            let plain = check(&toy, seeds, Metric::Score, &lying, PLAIN);
            assert_eq!((plain.wrong, &plain.faults), (by_passes.wrong, &by_passes.faults));
            // No numbers of plies fit such scores.
            let plan = general();
            let plies =
                solve(&toy, &[layer(seeds)], &[Metric::Distance], &mut lying, Plan::any(&plan), &Unwatched);
            assert!(plies.is_err(), "{plies:?}");

            // The same table as bounds of one value each: local again, 0 is not for nothing either.
            let top = toy.top_score(layer(seeds)).0 as i8;
            let mut exact = Solved::default();
            for below in layers(seeds) {
                let scores =
                    if below == layer(seeds) { &table[..] } else { right.scores(below).expect("solved") };
                exact.insert(below, Planes::Bounds([scores.to_vec().into(), scores.to_vec().into()]));
            }
            let seen = check(&toy, seeds, Metric::Bounds, &exact, LOCAL);
            if seen.is_clean() {
                bounds += 1;
                let seen = check(&toy, seeds, Metric::Bounds, &exact, Scope::default());
                let zeros = |says: &Says| matches!(says, Says::Bounds { lo, hi } if *lo > i32::from(-top) || *hi < i32::from(top));
                assert!(!seen.is_clean() && seen.faults.iter().all(|fault| zeros(&fault.stored)));
                let plain = check(&toy, seeds, Metric::Bounds, &exact, PLAIN);
                assert_eq!((plain.wrong, plain.faults), (seen.wrong, seen.faults));
            }
        }
    }
    assert!(tables >= 2 && bounds >= 1, "{tables} tables, {bounds} as bounds");
}

#[test]
fn scores_taken_for_bounds_are_refused_where_endless_play_decides() {
    // A score of 0 that nobody has to work for is no bound that somebody can force.
    let toy = Toy::new(3);
    let mut all = Solved::default();
    let right = solved(&toy, 3);
    let open = |at: u8| {
        let [lo, hi] = right.bounds(layer(at)).expect("bounds");
        (0..lo.len()).filter(|&index| lo[index] < hi[index]).count()
    };
    // Lower layers whose bounds meet, so that scores are bounds there.
    let first = (0..=3).find(|&at| open(at) > 0).expect("endless play somewhere");
    for at in 0..=first {
        let scores = right.scores(layer(at)).expect("scores");
        all.insert(layer(at), Planes::Bounds([scores.to_vec().into(), scores.to_vec().into()]));
    }
    assert!(check(&toy, first, Metric::Bounds, &all, LOCAL).is_clean());
    let seen = check(&toy, first, Metric::Bounds, &all, Scope::default());
    assert_eq!(seen.wrong, open(first) as u64, "every state whose bounds are open, and no other");
}

#[test]
fn a_sample_is_the_same_for_its_seed_and_finds_what_is_wrong_everywhere() {
    let toy = Toy::new(2);
    let mut solved = solved(&toy, 4);
    let scope = |seed| Scope { sample: Some(Sample { count: 50, seed }), ..Scope::default() };
    let clean = check(&toy, 4, Metric::Score, &solved, scope(1));
    assert!(clean.is_clean() && clean.states == 50 && clean.ground == Ground::Unchecked);
    solved.insert(layer(4), Planes::Score(vec![3; 35].into()));
    let one = check(&toy, 4, Metric::Score, &solved, scope(1));
    assert!(one.wrong > 10);
    assert_eq!(one, check(&toy, 4, Metric::Score, &solved, scope(1)));
    assert_ne!(one.faults, check(&toy, 4, Metric::Score, &solved, scope(2)).faults);
    let text = one.faults[0].to_string();
    assert!(
        text.starts_with("layer 4, state ") && text.contains("stored score 3; its moves say score "),
        "{text}"
    );
}

/// Says stop after some questions, and counts the steps.
struct Counted(AtomicU64, u64);
impl Watch for Counted {
    fn advance(&self, steps: u64) {
        self.0.fetch_add(steps, Relaxed);
    }
    fn stop(&self) -> bool {
        self.0.load(Relaxed) >= self.1
    }
}

#[test]
fn what_is_missing_too_short_or_stopped_is_an_error() {
    let toy = Toy::new(2);
    let right = solved(&toy, 3);
    let ask = |solved: &Solved, metric| verify(&toy, layer(3), metric, solved, Scope::default(), &Unwatched);
    let mut less = right.clone();
    less.forget(layer(1), Metric::Score);
    assert_eq!(ask(&less, Metric::Score), Err(VerifyError::Missing { layer: layer(3), needs: layer(1) }));
    assert!(ask(&less, Metric::Bounds).is_ok());
    less.insert(layer(3), Planes::Bounds([vec![0; 19].into(), vec![0; 20].into()]));
    let short = VerifyError::Length { layer: layer(3), states: 20, found: 19 };
    assert_eq!(ask(&less, Metric::Bounds), Err(short));
    let watch = Counted(AtomicU64::new(0), 0);
    let stopped = verify(&toy, layer(3), Metric::Score, &right, Scope::default(), &watch);
    assert_eq!(stopped, Err(VerifyError::Stopped(Stopped)));
    let watch = Counted(AtomicU64::new(0), u64::MAX);
    assert!(verify(&toy, layer(3), Metric::Score, &right, LOCAL, &watch).is_ok());
    assert_eq!(watch.0.load(Relaxed), 20, "every state is reported");
}

#[test]
fn distances_without_room_for_edges_are_the_same() {
    let toy = Toy { again: true, ..Toy::new(3) };
    let right = solved(&toy, 4);
    let methods = general();
    let plan = Plan { method: Some("plain"), memory: right.bytes() + 4 * 126, ..Plan::any(&methods) };
    let tight =
        sowbase_solver::retrograde::solve_layer(&toy, layer(4), Metric::Distance, &right, plan, &Unwatched);
    let Ok(Planes::Distance([next, end])) = tight else { panic!("{tight:?}") };
    let known = right.distances(layer(4)).expect("distances");
    assert_eq!([&next[..], &end[..]], known);
    assert!(known[1].iter().any(|&plies| plies > 3), "lines of some length");
}

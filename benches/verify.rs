//! Checking solved layers of Oware and Kalah, and counting their plies; processor time of one thread. Each run checks
//! that the layer is clean.

use std::time::Duration;

use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::kalah::{Kalah, KalahRules};
use sowbase::games::oware::{Abapa, Oware, OwareRules};
use sowbase_solver::retrograde::verify::{Scope, verify};
use sowbase_solver::retrograde::{Plan, Solved, general, solve, solve_layer};
use sowbase_solver::{Layer, Layered, Metric, Unwatched};

mod cpu_time;
use cpu_time::CpuTime;

const SEEDS: u8 = 11;

fn all<G: Layered>(group: &mut BenchmarkGroup<'_, CpuTime>, name: &str, game: &G) {
    let mut solved = Solved::default();
    let layers: Vec<Layer> = (0..=SEEDS).map(|seeds| Layer { seeds, shape: 0 }).collect();
    solve(game, &layers, &Metric::ALL, &mut solved, Plan::any(&general()), &Unwatched).expect("small layers");
    let layer = Layer { seeds: SEEDS, shape: 0 };
    let mut blind = solved.clone();
    blind.forget(layer, Metric::Distance);
    group.throughput(Throughput::Elements(game.layer_len(layer) as u64));
    let local = Scope { local_only: true, ..Scope::default() };
    for (what, metric, solved, scope) in [
        ("score, local", Metric::Score, &solved, local),
        ("score, by distances", Metric::Score, &solved, Scope::default()),
        ("score, by passes", Metric::Score, &blind, Scope::default()),
        ("bounds, local", Metric::Bounds, &solved, local),
        ("bounds, by passes", Metric::Bounds, &solved, Scope::default()),
        ("distance", Metric::Distance, &solved, Scope::default()),
    ] {
        group.bench_function(format!("check {name}, {what}"), |b| {
            b.iter(|| {
                let seen = verify(game, layer, metric, solved, scope, &Unwatched).expect("all is there");
                assert!(seen.is_clean());
            });
        });
    }
    group.bench_function(format!("solve {name}, distance"), |b| {
        b.iter(|| {
            solve_layer(game, layer, Metric::Distance, &solved, Plan::any(&general()), &Unwatched)
                .expect("solved")
        });
    });
}

fn checks(c: &mut Criterion<CpuTime>) {
    // The pool's one thread is this one, whose time is measured.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global();
    let mut group = c.benchmark_group(format!("{SEEDS} seeds"));
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    all(&mut group, "oware", &Oware::with_facts(OwareRules::default(), Abapa));
    all(&mut group, "kalah", &Kalah::<u64>::new(KalahRules::default()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = checks
}
criterion_main!(benches);

//! Row sweeps, one layer at a time: states a second by metric. The lower layers are built before the clock starts.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::oware::{Abapa, Oware, OwareRules};
use sowbase_solver::retrograde::{Method, Plan, Planes, Rows, Solved, solve, solve_layer};
use sowbase_solver::{Layer, Layered, Metric, Unwatched};

const SEEDS: u8 = 13;

fn metrics(c: &mut Criterion) {
    let game: Oware = Oware::with_facts(OwareRules::default(), Abapa);
    let methods: [Box<dyn Method<Oware>>; 1] = [Box::new(Rows::default())];
    let plan = Plan::any(&methods);
    let layers: Vec<Layer> = (0..=SEEDS).map(|seeds| Layer { seeds, shape: 0 }).collect();
    let (top, lower) = (layers[usize::from(SEEDS)], &layers[..usize::from(SEEDS)]);
    let mut solved = Solved::default();
    solve(&game, lower, &Metric::ALL, &mut solved, plan, &Unwatched).expect("lower layers");
    solve(&game, &[top], &[Metric::Score], &mut solved, plan, &Unwatched).expect("scores");
    let mut group = c.benchmark_group("rows");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(game.layer_len(top) as u64));
    for metric in Metric::ALL {
        group.bench_function(format!("oware {SEEDS} seeds, {metric}"), |b| {
            b.iter(|| -> Planes {
                solve_layer(&game, black_box(top), metric, &solved, plan, &Unwatched).expect("solved")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, metrics);
criterion_main!(benches);

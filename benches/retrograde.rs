//! Solving one layer in memory, by game and metric, by the best method, on one thread and by its processor time; criterion
//! reports states a second. The layers below are solved before. Each run checks how many states it solved.
//!
//! `cargo bench --bench retrograde`; one game or metric: `cargo bench --bench retrograde -- oware/distance`.

mod cpu_time;

use std::time::Duration;

use cpu_time::CpuTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::entry;
use sowbase_solver::Metric;

/// Game, options, and seeds of the layer with its states, for scores, bounds and distances.
type Job = (&'static str, &'static [(&'static str, &'static str)], [(u32, u64); 3]);

/// States: boards of n seeds in p pits are n + p − 1 over n; Anywoli numbers those without four in a pit.
const JOBS: &[Job] = &[
    ("oware", &[], [(14, 4_457_400); 3]),
    ("urim", &[], [(14, 4_457_400); 3]),
    ("kalah", &[], [(14, 4_457_400); 3]),
    // Bosh has no distances of its own yet: the general method counts them.
    ("bosh", &[], [(16, 2_042_975), (16, 2_042_975), (10, 92_378)]),
    ("anywoli", &[], [(8, 7_467_801); 3]),
    // 4×2: 50,388 boards, times eight for what else a state holds. Seeds never leave the board.
    ("omweso", &[("pits_per_row", "2"), ("setup", "outer4")], [(12, 403_104); 3]),
];

fn layers(criterion: &mut Criterion<CpuTime>) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a thread");
    for (game, options, layers) in JOBS {
        let settings: Vec<_> =
            options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let opened = entry(game).and_then(|entry| entry.open(&settings)).expect("opens");
        let tables = opened.tables.as_ref().expect("a numbering");
        for (metric, (seeds, states)) in Metric::ALL.into_iter().zip(layers) {
            let mut group = criterion.benchmark_group(format!("{game}/{metric}"));
            group.sample_size(10).warm_up_time(Duration::from_millis(500));
            group.measurement_time(Duration::from_secs(4)).throughput(Throughput::Elements(*states));
            // What lies below is solved only for a group that is run.
            let mut prepared = None;
            group.bench_function(format!("{seeds} seeds"), |b| {
                let layer =
                    prepared.get_or_insert_with(|| tables.prepare(*seeds, metric).expect("the layers below"));
                b.iter(|| assert_eq!(one.install(|| layer.solve()).expect("solved"), *states));
            });
            group.finish();
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = layers
}
criterion_main!(benches);

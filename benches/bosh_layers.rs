//! How fast layers of Bosh are built, on one thread and by its processor time; criterion reports boards a second.

mod cpu_time;

use std::hint::black_box;
use std::time::Duration;

use cpu_time::CpuTime;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::bosh::{Bosh, BoshRules, Necklaces, Packed};
use sowbase_solver::retrograde::{Job, Method, Solved};
use sowbase_solver::simd::ring::Path;
use sowbase_solver::{Layer, Metric, Unwatched};

/// Boards of all layers up to 13 stones: 23 over 10.
const SEEDS: u8 = 13;
const BOARDS: u64 = 1_144_066;

fn build(game: &Bosh<Packed>, method: &Necklaces, metric: Metric) -> u64 {
    let mut solved = Solved::default();
    let mut boards = 0;
    for seeds in 0..=SEEDS {
        let layer = Layer { seeds, shape: 0 };
        let job = Job { memory: u64::MAX, watch: &Unwatched };
        let planes = method.solve(game, layer, metric, &solved, job).expect("all lower layers are there");
        boards += planes.len() as u64;
        solved.insert(layer, planes);
    }
    boards
}

fn layers(criterion: &mut Criterion<CpuTime>) {
    let game = Bosh::<Packed>::new(BoshRules::default());
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a thread");
    let mut group = criterion.benchmark_group("bosh layers");
    group.sample_size(10).measurement_time(Duration::from_secs(5)).throughput(Throughput::Elements(BOARDS));
    for (path, name) in [(Path::best(), "best path"), (Path::portable(), "portable path")] {
        for metric in [Metric::Score, Metric::Bounds] {
            let method = Necklaces::new(path);
            group.bench_function(format!("{metric}, {name}"), |bencher| {
                bencher.iter(|| assert_eq!(one.install(|| build(black_box(&game), &method, metric)), BOARDS));
            });
        }
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = layers
}
criterion_main!(benches);

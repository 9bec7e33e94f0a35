//! Kalah: path counts from the start. The count is asserted, so a faster wrong answer fails.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::entry;

fn paths(c: &mut Criterion) {
    let game = entry("kalah").and_then(|entry| entry.open(&[])).expect("opens");
    let start = game.play.start();
    let mut group = c.benchmark_group("kalah");
    // rules.md 8.2: depth 7.
    group.throughput(Throughput::Elements(114_430));
    group.bench_function("paths_depth_7", |b| b.iter(|| assert_eq!(game.paths.perft(&start, 7), 114_430)));
    group.finish();
}

criterion_group!(benches, paths);
criterion_main!(benches);

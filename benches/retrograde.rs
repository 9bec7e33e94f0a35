//! Building layers in memory, by game; criterion reports states a second. Each run checks how many states it solved.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::{CATALOGUE, entry};
use sowbase::tables::BuildJob;
use sowbase_solver::Unwatched;

/// Game, options, seeds, and the states of all layers up to there: seeds + 12 over 12 on twelve pits.
type Job = (&'static str, &'static [(&'static str, &'static str)], u32, u128);

const JOBS: &[Job] = &[
    ("kalah", &[], 10, 646_646),
    ("oware", &[], 10, 646_646),
    (
        "oware",
        &[("grand_slam", "illegal_unless_forced"), ("must_leave_opponent_a_move", "true")],
        10,
        646_646,
    ),
    ("urim", &[], 10, 646_646),
];

fn layers(c: &mut Criterion) {
    let mut group = c.benchmark_group("layers");
    group.sample_size(10).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(5));
    for (game, rules, seeds, states) in
        JOBS.iter().filter(|job| CATALOGUE.iter().any(|entry| entry.name == job.0))
    {
        let settings: Vec<_> =
            rules.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let opened = entry(game).and_then(|entry| entry.open(&settings)).expect("opens");
        let tables = opened.tables.as_ref().expect("a numbering");
        group.throughput(Throughput::Elements(*states as u64));
        group.bench_function(format!("{game} {seeds} seeds, {} options", rules.len()), |b| {
            b.iter(|| {
                let dir = tempfile::tempdir().expect("a folder");
                let job = BuildJob::new(dir.path(), *seeds);
                let built = tables.build(black_box(&job), &Unwatched).expect("built");
                assert_eq!(built.states, *states);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, layers);
criterion_main!(benches);

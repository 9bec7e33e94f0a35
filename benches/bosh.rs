//! How fast Bosh turns are played: path counts with every leaf played, and the turns of random boards.
//!
//! Measured is the CPU time of this thread, so that others on the machine do not count.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::bosh::{Bosh, BoshRules, BoshState, Packed};
use sowbase_solver::{Game, Layer, Layered, perft};

/// CPU time of this thread where the system tells it (Linux, exact to some milliseconds), else time on the clock.
struct CpuTime;

/// When a measurement began: on the clock and in CPU time.
type Began = (Instant, Option<Duration>);

fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

impl Measurement for CpuTime {
    type Intermediate = Began;
    type Value = Duration;

    fn start(&self) -> Began {
        (Instant::now(), cpu_time())
    }
    fn end(&self, (clock, cpu): Began) -> Duration {
        match (cpu, cpu_time()) {
            // The system counts in ticks: never nothing, for rates are made of it.
            (Some(before), Some(after)) => after.saturating_sub(before).max(Duration::from_nanos(1)),
            _ => clock.elapsed(),
        }
    }
    fn add(&self, a: &Duration, b: &Duration) -> Duration {
        *a + *b
    }
    fn zero(&self) -> Duration {
        Duration::ZERO
    }
    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }
    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// Paths of so many plies from the start.
const DEPTH: u32 = 12;

/// Boards of some stones, every board equally likely.
fn boards(game: &Bosh<Packed>, seeds: u8) -> Vec<BoshState<Packed>> {
    let layer = Layer { seeds, shape: 0 };
    let len = u64::try_from(game.layer_len(layer)).expect("a layer that can be stored");
    let mut rng = fastrand::Rng::with_seed(u64::from(seeds));
    (0..4_096).map(|_| game.unrank(layer, rng.u64(..len))).collect()
}

/// Plays every turn of every board; the children are looked at.
fn play_all(game: &Bosh<Packed>, boards: &[BoshState<Packed>]) -> u64 {
    let mut turns = 0;
    for board in boards {
        let _ = game.children::<()>(black_box(board), |_, child| {
            turns += 1;
            black_box(&child);
            ControlFlow::Continue(())
        });
    }
    turns
}

/// Turns played on the way to all paths of so many plies.
fn turns(game: &Bosh<Packed>, depth: u32) -> u64 {
    (1..=depth).map(|depth| perft::perft(game, &game.start(), depth)).sum()
}

fn bosh(criterion: &mut Criterion<CpuTime>) {
    let game = Bosh::<Packed>::new(BoshRules::default());
    // rules.md 8.2.
    assert_eq!(perft::perft(&game, &game.start(), 7), 9_280);
    let mut group = criterion.benchmark_group("bosh");
    // Few long samples all of one length, because of the ticks.
    group.sampling_mode(criterion::SamplingMode::Flat);
    group.sample_size(12).measurement_time(Duration::from_secs(5));
    let leaves = perft::walk(&game, &game.start(), DEPTH);
    group.throughput(Throughput::Elements(turns(&game, DEPTH)));
    group.bench_function("paths", |bencher| {
        bencher.iter(|| assert_eq!(perft::walk(&game, black_box(&game.start()), DEPTH), leaves));
    });
    for seeds in [12, 20, 30, 40] {
        let boards = boards(&game, seeds);
        let turns = play_all(&game, &boards);
        // Stones lie in most of the five holes; turns that never stop are not counted.
        assert!(turns > 2 * 4_096 && turns <= 5 * 4_096);
        group.throughput(Throughput::Elements(turns));
        group.bench_function(format!("boards of {seeds}"), |bencher| {
            bencher.iter(|| assert_eq!(play_all(&game, black_box(&boards)), turns));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = bosh
}
criterion_main!(benches);

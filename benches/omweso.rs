//! Complete turns of Omweso: every turn of random positions of 32 seeds a side, and path counts.
//!
//! Times are CPU time of this thread where the system tells it, so that a busy machine does not spoil them.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::omweso::{Facts, Omweso, OmwesoRules, OmwesoState};
use sowbase_solver::{Game, perft};

const POSITIONS: usize = 2_000;

/// Positions with 32 seeds thrown into each circuit, no first turn, okukoneeza over.
fn positions(game: &Omweso) -> Vec<OmwesoState> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut circuit = || {
        let mut pits = [0u8; 16];
        for _ in 0..32 {
            pits[rng.usize(..16)] += 1;
        }
        pits
    };
    (0..POSITIONS).map(|_| game.state(&circuit(), &circuit(), Facts::LATER)).collect()
}

/// Turns of all positions, and a sum of their boards so that none is left unplayed.
fn turns(game: &Omweso, states: &[OmwesoState]) -> (u64, u64) {
    let (mut count, mut sum) = (0, 0u64);
    for state in states {
        let _ = game.children::<()>(state, |_, child| {
            count += 1;
            sum = sum.wrapping_add(child.state.board.opposite as u64);
            ControlFlow::Continue(())
        });
    }
    (count, sum)
}

/// Time this thread has spent on a processor (Linux), else [`None`].
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// CPU time of `iterations` runs; wall time where there is no CPU time.
fn timed<T>(iterations: u64, mut run: impl FnMut() -> T) -> Duration {
    let (clock, cpu) = (Instant::now(), cpu_time());
    for _ in 0..iterations {
        black_box(run());
    }
    match (cpu, cpu_time()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => clock.elapsed(),
    }
}

fn bench(c: &mut Criterion) {
    let game = Omweso::new(OmwesoRules::default());
    let states = positions(&game);
    let (count, _) = turns(&game, &states);
    // rules.md 5.5: about 19 complete turns a position.
    assert!((17..=21).contains(&(count as usize / POSITIONS)), "{count} turns");
    let mut group = c.benchmark_group("omweso");
    group.throughput(Throughput::Elements(count));
    group.bench_function("turns of random positions", |b| {
        b.iter_custom(|n| timed(n, || turns(black_box(&game), black_box(&states))));
    });
    let rules = OmwesoRules { setup: sowbase::games::omweso::Setup::TwoEach, ..OmwesoRules::default() };
    let game = Omweso::new(rules);
    // rules.md 8.2: two_each, reverse full, okukoneeza on, depth 4.
    let paths = 78_723;
    assert_eq!(perft::perft(&game, &game.start(), 4), paths);
    group.throughput(Throughput::Elements(paths));
    group.bench_function("paths, two_each, depth 4", |b| {
        b.iter_custom(|n| timed(n, || perft::perft(black_box(&game), &game.start(), black_box(4))));
    });
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = bench }
criterion_main!(benches);

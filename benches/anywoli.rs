//! Turns of Anywoli a second of processor time: path counting with every turn played, positions of random play, and
//! whole random games.
//!
//! The machine is shared, so the clock is the processor's: what the thread got, not what passed. `cargo bench --bench
//! anywoli`; docs/speed/anywoli.md has the figures.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use sowbase::games::anywoli::{Anywoli, AnywoliRules, AnywoliState};
use sowbase_solver::{Game, Line, Score, Turn, perft, playout};

/// Nanoseconds that this thread has run, by the scheduler's own count (Linux); elsewhere the time of day.
struct Processor(Instant);

impl Processor {
    fn now(&self) -> u64 {
        let count = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let ran = count.and_then(|text| text.split_whitespace().next().and_then(|word| word.parse().ok()));
        ran.unwrap_or_else(|| self.0.elapsed().as_nanos() as u64)
    }
}

impl Measurement for Processor {
    type Intermediate = u64;
    type Value = u64;

    fn start(&self) -> u64 {
        self.now()
    }
    fn end(&self, start: u64) -> u64 {
        // The count moves in steps: never less than one, so that a rate can be made of it.
        (self.now() - start).max(1)
    }
    fn add(&self, one: &u64, other: &u64) -> u64 {
        one + other
    }
    fn zero(&self) -> u64 {
        0
    }
    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }
    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

/// What the mover gains over all children, so that none is left unplayed, and how many there are.
fn turns(game: &Anywoli<5>, states: &[AnywoliState<5>]) -> (u64, i64) {
    let (mut count, mut sum) = (0, 0);
    for state in states {
        let _ = game.children::<()>(state, |_, child| {
            count += 1;
            sum += i64::from(child.gain.0) + (child.state.board.own.low & 31) as i64;
            ControlFlow::Continue(())
        });
    }
    (count, sum)
}

/// Every position of the first `plies` plies of random games.
fn positions(game: &Anywoli<5>, games: u64, plies: u32) -> Vec<AnywoliState<5>> {
    let mut all = vec![];
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut state = game.start();
        for _ in 0..plies {
            let moves = game.moves(&state);
            all.push(state);
            let Some(child) = game.play(&state, moves[rng.usize(..moves.len())]) else { break };
            if child.turn == Turn::Over {
                break;
            }
            state = child.state;
        }
    }
    all
}

/// Turns that `positions` must have: one an occupied pit (2 × 12 knows no endless turn here), or a pass.
fn expected(states: &[AnywoliState<5>]) -> u64 {
    states.iter().map(|state| u64::from(state.board.own.lanes_occupied().count_ones().max(1))).sum()
}

fn bench(c: &mut Criterion<Processor>) {
    let game = Anywoli::<5>::new(AnywoliRules::default());
    let mut group = c.benchmark_group("anywoli");
    group.sampling_mode(SamplingMode::Flat).sample_size(10);

    // rules.md 8.2 to depth 4; 120,458 and 1,128,900 by a plain array program.
    let paths: [u64; 6] = [12, 116, 1_214, 12_377, 120_458, 1_128_900];
    for depth in [4, 5, 6] {
        group.throughput(Throughput::Elements(paths[..depth].iter().sum()));
        group.bench_function(format!("paths from the start, every turn played, depth {depth}"), |b| {
            let game = game.for_paths();
            let start = game.start();
            b.iter(|| {
                assert_eq!(perft::walk(black_box(&game), black_box(&start), depth as u32), paths[depth - 1]);
            });
        });
    }

    for plies in [60, 300] {
        let states = positions(&game, 200, plies);
        let count = expected(&states);
        group.throughput(Throughput::Elements(count));
        group.bench_function(format!("positions of random games, first {plies} plies"), |b| {
            b.iter(|| assert_eq!(turns(black_box(&game), black_box(&states)).0, count));
        });
    }

    group.throughput(Throughput::Elements(10));
    group.bench_function("random games to the end, repetition rule on", |b| {
        let total = game.seeds(&game.start()) as i16;
        b.iter(|| {
            let mut rng = fastrand::Rng::with_seed(7);
            for _ in 0..10 {
                let start = game.start();
                let finish =
                    playout::play_out(&game, start, Line::new(start, total, Score::ZERO), |n| rng.u64(..n));
                assert!(finish.ahead >= Score(-total) && finish.ahead <= Score(total));
            }
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Processor(Instant::now()));
    targets = bench
}
criterion_main!(benches);

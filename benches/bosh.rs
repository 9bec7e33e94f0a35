//! How fast Bosh turns are played: path counts with every leaf played, and the turns of random boards.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sowbase::games::bosh::{Bosh, BoshRules, BoshState, Packed};
use sowbase_solver::{Game, Layer, Layered, perft};

/// Paths of 12 plies from the start; the sums of the turns played on the way are asserted, too.
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

fn bosh(criterion: &mut Criterion) {
    let game = Bosh::<Packed>::new(BoshRules::default());
    // rules.md 8.2.
    assert_eq!(perft::perft(&game, &game.start(), 7), 9_280);
    let mut group = criterion.benchmark_group("bosh");
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

criterion_group!(benches, bosh);
criterion_main!(benches);

//! How fast Oware and Urim are, with the fastest public generator known beside them. Each bench asserts its count.
//!
//! `counted`: paths with the last ply counted, not played. `played`: every leaf built and looked at. `games`: random
//! games to their end by the public function, the repetition rule on. `values` runs on the rules as values instead of
//! constants. Times are those of the processor where the system tells them (Linux), so that other work on the machine
//! does not count.

use std::hint::black_box;
use std::ops::ControlFlow;

use board_game::board::Board as _;
use board_game::games::oware::OwareBoard;
use board_game::util::game_stats::perft_naive;
use cpu_time::CpuTime;
use criterion::{BenchmarkGroup, Throughput, criterion_group, criterion_main};
use sowbase::board::Board;
use sowbase::games::oware::{Abapa, Brava, Chosen, Oware, OwareRules, SingleLapRules};
use sowbase::games::urim::{Urim, UrimRules};
use sowbase_solver::{Game, Line, Score, perft, playout};

mod cpu_time;

type Criterion = criterion::Criterion<CpuTime>;

fn oware() -> Oware {
    Oware::with_facts(OwareRules::default(), Abapa)
}

fn values() -> Oware<Chosen> {
    let rules = OwareRules::default();
    Oware::with_facts(rules, Chosen::from(rules.terms().plan))
}

fn urim() -> Urim {
    Urim::with_facts(UrimRules::default(), Brava::<6>)
}

fn group<'a>(bench: &'a mut Criterion, name: &str, elements: u64) -> BenchmarkGroup<'a, CpuTime> {
    let mut group = bench.benchmark_group(name);
    group.throughput(Throughput::Elements(elements)).sample_size(10);
    group
}

/// Paths of a depth, and how many there are.
fn counted(bench: &mut Criterion) {
    fn count<G: Game>(bench: &mut Criterion, name: &str, game: &G, depth: u32, leaves: u64) {
        group(bench, "counted", leaves).bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(perft::perft(game, black_box(&game.start()), depth), leaves));
        });
    }
    count(bench, "oware 10", &oware(), 10, OWARE_10);
    count(bench, "oware values 10", &values(), 10, OWARE_10);
    count(bench, "urim 10", &urim(), 10, URIM_10);
    group(bench, "counted", OWARE_7).bench_function("board-game oware 7", |bencher| {
        bencher.iter(|| assert_eq!(perft_naive(black_box(&OwareBoard::<6>::default()), 7), OWARE_7));
    });
}

// rules.md 8.2 has depth 7; deeper counts are those of the plain walk, which the tests hold against the shortcut.
const OWARE_7: u64 = 139_157;
const OWARE_9: u64 = 3_592_872;
const OWARE_10: u64 = 18_137_964;
const URIM_9: u64 = 2_561_380;
const URIM_10: u64 = 12_176_652;

/// Paths with every leaf built and looked at.
fn walk<G: Game<State = Board<u64>>>(game: &G, state: &Board<u64>, depth: u32, look: &mut u64) -> u64 {
    let mut total = 0;
    let _ = game.children::<()>(state, |_, child| {
        if depth == 1 {
            *look ^= child.state.own ^ child.state.opposite.rotate_left(7) ^ child.gain.0 as u64;
            total += 1;
        } else {
            total += walk(game, &child.state, depth - 1, look);
        }
        ControlFlow::Continue(())
    });
    total
}

/// The moves that board-game lists, as its own iterator finds them.
fn available(board: &OwareBoard<6>) -> impl Iterator<Item = usize> {
    (0..6).filter(|&mv| board.is_available_move(mv) == Ok(true))
}

fn board_game_walk(board: &OwareBoard<6>, depth: u32, look: &mut u64) -> u64 {
    let mut total = 0;
    for mv in available(board) {
        let child = board.clone_and_play(mv).expect("available");
        if depth == 1 {
            *look ^= u64::from(child.pits()[0][0]);
            total += 1;
        } else {
            total += board_game_walk(&child, depth - 1, look);
        }
    }
    total
}

fn played(bench: &mut Criterion) {
    fn play<G: Game<State = Board<u64>>>(bench: &mut Criterion, name: &str, game: &G, leaves: u64) {
        group(bench, "played", leaves).bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut look = 0;
                assert_eq!(walk(game, black_box(&game.start()), 9, &mut look), leaves);
                look
            });
        });
    }
    play(bench, "oware 9", &oware(), OWARE_9);
    play(bench, "oware values 9", &values(), OWARE_9);
    play(bench, "urim 9", &urim(), URIM_9);
    group(bench, "played", OWARE_7).bench_function("board-game oware 7", |bencher| {
        bencher.iter(|| {
            let mut look = 0;
            assert_eq!(board_game_walk(black_box(&OwareBoard::default()), 7, &mut look), OWARE_7);
            look
        });
    });
}

const GAMES: u64 = 20_000;

fn games(bench: &mut Criterion) {
    fn play<G: Game<State = Board<u64>>>(bench: &mut Criterion, name: &str, game: &G) {
        let (start, total) = (game.start(), game.seeds(&game.start()) as i16);
        let mut line = Line::new(start, total, Score(0));
        let mut run = || {
            let mut rng = fastrand::Rng::with_seed(1);
            let mut plies = 0;
            for _ in 0..GAMES {
                line.restart(start, total, Score(0));
                plies += u64::from(playout::play_out(game, start, &mut line, |moves| rng.u64(..moves)).plies);
            }
            plies
        };
        let plies = run();
        group(bench, "games", GAMES).bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(run(), plies));
        });
    }
    play(bench, "oware", &oware());
    play(bench, "oware values", &values());
    play(bench, "urim", &urim());
    // It has no rule against repetition; stopped after 2,000 plies.
    let few = GAMES / 20;
    group(bench, "games", few).bench_function("board-game oware", |bencher| {
        bencher.iter(|| {
            let mut rng = fastrand::Rng::with_seed(1);
            let mut over = 0;
            for _ in 0..few {
                let mut board = OwareBoard::<6>::default();
                for _ in 0..2_000 {
                    let moves: Vec<usize> = available(&board).collect();
                    if moves.is_empty() {
                        break;
                    }
                    let mv = moves[rng.usize(..moves.len())];
                    board.play(mv).expect("available");
                }
                over += 1;
            }
            assert_eq!(over, few);
        });
    });
}

criterion_group! {
    name = benches;
    config = criterion::Criterion::default().with_measurement(CpuTime);
    targets = counted, played, games
}
criterion_main!(benches);

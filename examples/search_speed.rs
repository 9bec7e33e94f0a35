//! Nodes a second, depth reached and effective branching of the search in the middle game.
//!
//! `cargo run --release --example search_speed -- [GAME] [SECONDS] [POSITIONS]`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

#[path = "../benches/cpu_time/mod.rs"]
mod cpu_time;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use cpu_time::CpuTime;
use criterion::measurement::Measurement;
use sowbase::games::Rulebook;
use sowbase::games::oware::{Abapa, Oware, OwareRules};
use sowbase_solver::search::{Clock, Evaluate, Job, Limits, Search, Table, Tuning};
use sowbase_solver::{Game, Hundredths, Line, NoDatabase, Score, Turn};

struct Own;

impl<G: Rulebook> Evaluate<G> for Own {
    #[inline(always)]
    fn estimate(&self, game: &G, state: &G::State) -> Hundredths {
        game.estimate(state)
    }
}

struct Since(Instant);

impl Clock for Since {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, other: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(other);
    let (seconds, positions) = (number(1, 5), number(2, 20));
    let game = Oware::with_facts(OwareRules::default(), Abapa);
    measure(&game, 48, &Own, Duration::from_secs(seconds), positions);
}

fn measure<G: Game, E: Evaluate<G>>(game: &G, total: i16, evaluate: &E, time: Duration, positions: u64) {
    let table = Table::new(256 << 20).expect("memory");
    let search = Search { game, probe: &NoDatabase, evaluate, table: &table, tuning: Tuning::default() };
    let stop = AtomicBool::new(false);
    let (mut nodes, mut depths, mut spent) = (0, 0, Duration::ZERO);
    let mut rng = fastrand::Rng::with_seed(1);
    let mut done = 0;
    while done < positions {
        // A game of our own with a random move now and then; one of its positions from ply 10 to 40.
        let wanted = rng.u32(10..=40);
        let mut state = game.start();
        let mut line = Line::new(state, total, Score(0));
        let mut alive = true;
        for ply in 0..wanted {
            if game.cut(&line, &state).is_some() || game.count(&state) == 0 {
                alive = false;
                break;
            }
            let clock = Since(Instant::now());
            let limits = Limits { depth: Some(8), ..Limits::default() };
            let job = Job { limits, lines: 1, threads: 1, stop: &stop, clock: &clock };
            let mut mv = search.run(&line, &state, &job, |_| {}).best().expect("a move").mv;
            if ply < 4 || rng.u32(..5) == 0 {
                let all = game.moves(&state);
                mv = all[rng.usize(..all.len())];
            }
            let child = game.play(&state, mv).expect("legal");
            line.push(&child, game.captures_are_final());
            state = child.state;
            if child.turn == Turn::Over {
                alive = false;
                break;
            }
        }
        if !alive || game.cut(&line, &state).is_some() || game.count(&state) < 2 {
            continue;
        }
        table.clear();
        let (clock, begun) = (Since(Instant::now()), CpuTime.start());
        let limits = Limits { time: Some(time), ..Limits::default() };
        let job = Job { limits, lines: 1, threads: 1, stop: &stop, clock: &clock };
        let report = search.run(&line, &state, &job, |_| {});
        let took = CpuTime.end(begun);
        done += 1;
        nodes += report.nodes;
        depths += report.depth;
        spent += took;
        println!(
            "depth {:2} longest {:2} value {:5} nodes {:10} {:.2} M/s settled {} seeds {}",
            report.depth,
            report.longest,
            report.value().unwrap_or_default().0,
            report.nodes,
            report.nodes as f64 / took.as_secs_f64() / 1e6,
            report.settled,
            game.seeds(&state),
        );
    }
    let mean = f64::from(depths) / positions as f64;
    let each = nodes as f64 / positions as f64;
    println!(
        "{positions} positions: mean depth {mean:.2}, {:.2} million nodes a second, effective branching {:.3}",
        nodes as f64 / spent.as_secs_f64() / 1e6,
        each.powf(1.0 / mean)
    );
}

//! Builds Anywoli layers in memory and says, layer by layer, what it took.
//!
//! `cargo run --release --example anywoli_build -- PITS SEEDS METRIC...`: rows of PITS pits, all layers up to SEEDS
//! seeds, each METRIC being `score` or `bounds`; `RAYON_NUM_THREADS` sets the threads.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::time::{Duration, Instant};

use sowbase::games::RuleSet;
use sowbase::games::anywoli::{Anywoli, AnywoliRules, Boards};
use sowbase_solver::retrograde::{Job, Method, Planes, Solved};
use sowbase_solver::{Layer, Layered, Metric, Unwatched};

/// Processor time of all threads so far, and the most anonymous memory held yet, by the system's own count.
fn used() -> (Duration, u64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(") ").next().unwrap_or_default();
    let ticks: u64 = after.split(' ').skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let anonymous = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let kib = anonymous.and_then(|text| text.trim().trim_end_matches(" kB").parse::<u64>().ok());
    (Duration::from_millis(ticks * 10), kib.unwrap_or(0))
}

/// How many numbers are above, at and below 0.
fn parted(numbers: &[i8]) -> [usize; 3] {
    let count = |test: &dyn Fn(i8) -> bool| numbers.iter().filter(|&&number| test(number)).count();
    [count(&|x| x > 0), count(&|x| x == 0), count(&|x| x < 0)]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (pits, seeds) = (args.next().unwrap_or("12".into()), args.next().unwrap_or("8".into()));
    let mut metrics = args.map(|word| word.parse::<Metric>()).collect::<Result<Vec<_>, _>>()?;
    if metrics.is_empty() {
        metrics.push(Metric::Score);
    }
    let mut rules = AnywoliRules::default();
    rules.set("pits_per_row", &pits)?;
    rules.check()?;
    // Rows of 13 pits and more need the other lanes; base boards are two bits a pit in either.
    let game = Anywoli::<5>::new(rules);
    let (mut solved, begun, began) = (Solved::default(), Instant::now(), used().0);
    println!(
        "threads {}; endless = turns that never stop; back = boards taken back; CPU of all threads",
        rayon::current_num_threads()
    );
    for layer in game.needed(Layer { seeds: seeds.parse()?, shape: 0 }) {
        for &metric in &metrics {
            let (wall, cpu) = (Instant::now(), used().0);
            let done = std::sync::atomic::AtomicBool::new(false);
            let (result, most) = std::thread::scope(|scope| {
                let sampled = scope.spawn(|| {
                    let mut most = 0;
                    while !done.load(std::sync::atomic::Ordering::Relaxed) {
                        most = most.max(used().1);
                        std::thread::sleep(Duration::from_millis(2));
                    }
                    most
                });
                let job = Job { memory: u64::MAX, watch: &Unwatched };
                let result = Boards.solve_counting(&game, layer, metric, &solved, job);
                done.store(true, std::sync::atomic::Ordering::Relaxed);
                (result, sampled.join().unwrap_or(0))
            });
            let (planes, work) = result?;
            let needs = Boards.memory(&game, layer, metric).unwrap_or(0);
            println!(
                "{metric} {:2} seeds: boards {} turns {} endless {} inner {} back {} parents {}; wall {:.2} s CPU {:.2} s; \
                 RssAnon at most {} MiB, stated {} MiB",
                layer.seeds,
                work.boards,
                work.turns,
                work.endless,
                work.inner,
                work.taken_back,
                work.parents,
                wall.elapsed().as_secs_f64(),
                used().0.saturating_sub(cpu).as_secs_f64(),
                most >> 10,
                needs >> 20,
            );
            match &planes {
                Planes::Score(scores) => println!(
                    "  won {0} even {1} lost {2}",
                    parted(scores)[0],
                    parted(scores)[1],
                    parted(scores)[2]
                ),
                Planes::Bounds([lo, hi]) => {
                    let open = lo.iter().zip(&**hi).filter(|(lo, hi)| lo != hi).count();
                    println!(
                        "  lower bound above 0 {}, upper bound below 0 {}, bounds differ {open}",
                        parted(lo)[0],
                        parted(hi)[2]
                    );
                }
                Planes::Distance(_) => {}
            }
            solved.insert(layer, planes);
        }
    }
    println!(
        "all: wall {:.2} s CPU {:.2} s",
        begun.elapsed().as_secs_f64(),
        used().0.saturating_sub(began).as_secs_f64()
    );
    Ok(())
}

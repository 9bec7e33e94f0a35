//! Builds layers of Bosh in memory and says how fast:
//! `cargo run --release --example bosh_build -- SEEDS [score|bounds] [OPEN OPEN] [option=value ...]`.
//!
//! A line a layer: boards, seconds on the clock and of processors, million boards a second (and for a pair of processors
//! that had nothing else to do), sweeps, visits a block, relays a board, relays that never stop, boards that win and lose.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use sowbase::games::bosh::{Bosh, BoshRules, Necklaces, Packed};
use sowbase::games::options::RuleSet;
use sowbase_solver::retrograde::{Job, Method, Planes, Solved};
use sowbase_solver::{Layer, Layered, Metric, Unwatched};

/// Seconds that the processors have worked for this program, where the system tells.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit(')').next()?.split_whitespace().collect();
    let ticks: f64 = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// Boards that win and that lose for the side to move.
fn won_and_lost(planes: &Planes) -> (usize, usize) {
    let (lower, upper) = match planes {
        Planes::Score(scores) => (scores, scores),
        Planes::Bounds([lower, upper]) => (lower, upper),
        Planes::Distance(_) => return (0, 0),
    };
    (lower.iter().filter(|&&value| value > 0).count(), upper.iter().filter(|&&value| value < 0).count())
}

#[expect(clippy::print_stdout, reason = "the result of the example")]
fn main() -> Result<()> {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    let mut rules = BoshRules::default();
    for word in words.extract_if(.., |word| word.contains('=')) {
        let (key, value) = word.split_once('=').context("key=value")?;
        let option =
            BoshRules::options().iter().find(|option| option.key == key).context("no such option")?;
        (option.set)(&mut rules, value).map_err(anyhow::Error::msg)?;
    }
    let seeds: u8 = words.first().context("how many seeds?")?.parse()?;
    let metric: Metric =
        words.get(1).map_or(Ok(Metric::Score), |word| word.parse()).map_err(anyhow::Error::msg)?;
    let shape = match words.get(2..4) {
        Some([one, other]) => {
            let (one, other): (u16, u16) = (one.parse()?, other.parse()?);
            let (most, least) = (one.max(other), one.min(other));
            if !(1..=5).contains(&least) || most > 5 {
                bail!("one to five holes are open on a side");
            }
            (5 - most) | (5 - least) << 5
        }
        _ => 0,
    };
    let (game, method, mut solved) = (Bosh::<Packed>::new(rules), Necklaces::default(), Solved::default());
    let (all, began, processors) = (Instant::now(), 0u128, processor_seconds());
    let mut boards = began;
    for seeds in 0..=seeds {
        let layer = Layer { seeds, shape };
        let (clock, before) = (Instant::now(), processor_seconds());
        let job = Job { memory: u64::MAX, watch: &Unwatched };
        let planes = method.solve(&game, layer, metric, &solved, job)?;
        let clock = clock.elapsed().as_secs_f64();
        let worked = processor_seconds().zip(before).map_or(clock, |(now, before)| now - before);
        let (work, len) = (method.work(), planes.len() as f64);
        let (won, lost) = won_and_lost(&planes);
        println!(
            "{seeds:2} {len:10} boards {clock:7.2} s, {worked:7.2} s of processors: {:5.1} M/s ({:5.1} undisturbed); {} \
             sweeps, {:.2} visits, {:.2} relays, {} endless; {won} won, {lost} lost",
            len / clock / 1e6,
            2e-6 * len / worked,
            work.sweeps,
            work.visits as f64 / work.blocks.max(1) as f64,
            work.relays as f64 / len,
            work.endless,
        );
        boards += game.layer_len(layer);
        solved.insert(layer, planes);
    }
    let clock = all.elapsed().as_secs_f64();
    let worked = processor_seconds().zip(processors).map_or(clock, |(now, before)| now - before);
    let each = worked * 1e9 / boards as f64;
    println!("{boards} boards, {clock:.2} s, {worked:.2} s of processors: {each:.1} ns a board");
    Ok(())
}

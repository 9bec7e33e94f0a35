//! Builds layers 0 to N of a single-lap game by row sweeps and prints what each took, to be timed beside other
//! programs: `cargo run --release --example build_rows -- oware 20 score grand_slam=illegal`.
//!
//! `RAYON_NUM_THREADS` sets the threads, `SOWBASE_SIMD=off` leaves the widest instructions out.

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::time::Instant;

use sowbase::board::Board;
use sowbase::games::options::RuleSet;
use sowbase::games::oware::{
    Abapa, Academic, Brava, Chosen, Facts, Oware, OwareRules, SingleLap, SingleLapRules,
};
use sowbase::games::urim::{Urim, UrimRules};
use sowbase_solver::retrograde::{Method, Plan, Planes, Rows, Solved, solve_layer};
use sowbase_solver::{Layer, Metric, Rowed, Unwatched};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, seeds, metric, settings @ ..] = &args[..] else {
        anyhow::bail!("usage: build_rows oware|academic|urim SEEDS score|bounds|distance [key=value ...]");
    };
    let (seeds, metric) = (seeds.parse::<u8>()?, metric.parse::<Metric>().map_err(anyhow::Error::msg)?);
    if game == "urim" {
        let rules = rules::<UrimRules>(settings)?;
        return if settings.is_empty() {
            build(&Urim::with_facts(rules, Brava::<6>), seeds, metric)
        } else {
            chosen(rules, seeds, metric)
        };
    }
    let rules = rules::<OwareRules>(settings)?;
    if game == "academic" {
        let academic =
            ["grand_slam=illegal_unless_forced", "must_leave_opponent_a_move=true"].map(str::to_owned);
        let rules = self::rules::<OwareRules>(&academic)?;
        return build(&Oware::with_facts(rules, Academic), seeds, metric);
    }
    if rules.terms().plan == Abapa.plan() {
        build(&Oware::with_facts(rules, Abapa), seeds, metric)
    } else {
        chosen(rules, seeds, metric)
    }
}

fn rules<V: RuleSet>(settings: &[String]) -> anyhow::Result<V> {
    let mut rules = V::default();
    for setting in settings {
        let (key, value) = setting.split_once('=').unwrap_or((setting, ""));
        rules.set(key, value).map_err(|error| anyhow::anyhow!("{error:?}"))?;
    }
    Ok(rules)
}

fn chosen<V: SingleLapRules>(rules: V, seeds: u8, metric: Metric) -> anyhow::Result<()> {
    let facts = Chosen::from(rules.terms().plan);
    build(&SingleLap::<u64, _, V, Board<u64>>::with_facts(rules, facts), seeds, metric)
}

fn build<G: Rowed>(game: &G, seeds: u8, metric: Metric) -> anyhow::Result<()> {
    let mut solved = Solved::default();
    let methods: [Box<dyn Method<G>>; 1] = [Box::new(Rows::default())];
    let plan = Plan::any(&methods);
    // Distances stand on scores, which are not timed here.
    let (begin, mut wall, mut cpu, mut states) = (Instant::now(), 0.0, 0.0, 0.0);
    for seeds in 0..=seeds {
        let layer = Layer { seeds, shape: 0 };
        if metric == Metric::Distance {
            let planes = solve_layer(game, layer, Metric::Score, &solved, plan, &Unwatched)?;
            solved.insert(layer, planes);
        }
        let (from, used) = (Instant::now(), cpu_seconds());
        let planes = solve_layer(game, layer, metric, &solved, plan, &Unwatched)?;
        let (time, used) = (from.elapsed().as_secs_f64(), cpu_seconds() - used);
        let count = game.layer_len(layer) as f64;
        println!(
            "n={seeds} states={count} wall {time:.3} s, cpu {used:.3} s, {:.1} M/s, {:.1} ns of cpu a state, sum {}",
            count / time / 1e6,
            used / count * 1e9,
            sum(&planes)
        );
        (wall, cpu, states) = (wall + time, cpu + used, states + count);
        solved.insert(layer, planes);
    }
    println!(
        "all: {states} states, wall {wall:.2} s, cpu {cpu:.2} s, {:.1} M/s (whole run {:.2} s)",
        states / wall / 1e6,
        begin.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Seconds of processor time of all threads that are alive, as Linux counts them; 0 elsewhere.
fn cpu_seconds() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let times = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("schedstat")).ok());
    times.filter_map(|text| text.split_whitespace().next()?.parse::<f64>().ok()).sum::<f64>() / 1e9
}

/// A number that tells layers apart: how often each value, or the longest line.
fn sum(planes: &Planes) -> String {
    match planes {
        Planes::Score(scores) => {
            let mut counts = [0u64; 256];
            scores.iter().for_each(|&score| counts[usize::from(score as u8)] += 1);
            let each = (-128..=127i16).map(|score| (score, counts[usize::from(score as u8)]));
            each.filter(|(_, count)| *count > 0).map(|(score, count)| format!("{score}:{count} ")).collect()
        }
        Planes::Bounds([lo, hi]) => {
            let open = lo.iter().zip(hi.iter()).filter(|(lo, hi)| lo != hi).count();
            format!("open {open}")
        }
        Planes::Distance(planes) => {
            format!("longest {:?}", planes.each_ref().map(|plane| plane.iter().max().copied()))
        }
    }
}

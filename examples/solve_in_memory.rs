//! Solves the layers of a game in memory by one method: what the figures in `docs/speed/` are measured with.
//!
//! `cargo run --release --example solve_in_memory -- kalah 18 once score`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::time::Instant;

use sowbase::games::RuleSet;
use sowbase::games::Rulebook;
use sowbase::games::kalah::{Kalah, KalahRules};
use sowbase::games::oware::{Abapa, Academic, Oware, OwareRules};
use sowbase_solver::retrograde::{Plan, Solved, general, solve};
use sowbase_solver::{Layered, Metric, Unwatched};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [game, seeds, method, metric] = &words[..] else {
        return Err("give a game (kalah, oware, academic), seeds, a method and a metric".into());
    };
    let (seeds, metric) = (seeds.parse()?, metric.parse()?);
    match game.as_str() {
        "kalah" => run(&Kalah::<u64>::new(KalahRules::default()), seeds, method, metric),
        "oware" => run(&Oware::with_facts(OwareRules::default(), Abapa), seeds, method, metric),
        "academic" => {
            let mut rules = OwareRules::default();
            for (key, value) in
                [("grand_slam", "illegal_unless_forced"), ("must_leave_opponent_a_move", "true")]
            {
                rules.set(key, value)?;
            }
            run(&Oware::with_facts(rules, Academic), seeds, method, metric)
        }
        other => Err(format!("no game {other:?} here").into()),
    }
}

fn run<G: Rulebook + Layered>(game: &G, seeds: u32, method: &str, metric: Metric) -> Outcome {
    let layer = sowbase_solver::Layer { seeds: u8::try_from(seeds)?, shape: 0 };
    let methods: Vec<_> = game.methods().into_iter().chain(general()).collect();
    let plan = Plan { method: Some(method), ..Plan::any(&methods) };
    let metrics = if metric == Metric::Distance { vec![Metric::Score, metric] } else { vec![metric] };
    let (mut solved, start, mut states) = (Solved::default(), Instant::now(), 0);
    for layer in game.needed(layer) {
        solve(game, &[layer], &metrics, &mut solved, plan, &Unwatched)?;
        states += game.layer_len(layer);
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{states} states in {seconds:.2} s, {:.1} million a second", states as f64 / seconds / 1e6);
    Ok(())
}

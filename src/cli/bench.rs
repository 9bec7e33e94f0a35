//! `bench`: fixed work for the search; the node count is its signature, which changes when the search does.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use serde_json::json;

use super::Output;
use crate::engine::{EngineOptions, Limits, PARTS, Question, Tuning};
use crate::error::Error;
use crate::games::{CATALOGUE, Opened};

/// Arguments of `bench`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Every search ends with the iteration in which it passes so many nodes.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Search to this depth instead, whatever it takes.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "nodes")]
    depth: Option<u32>,
    /// Leave a part of the search out; may be repeated. What is printed is no signature then.
    #[arg(long = "no", value_name = "PART", value_parser = PARTS)]
    without: Vec<String>,
}

impl Args {
    fn tuning(&self) -> Tuning {
        let less = |tuning: Tuning, part: &String| tuning.without(part).unwrap_or(tuning);
        self.without.iter().fold(Tuning::default(), less)
    }
}

/// Plies into a game at which positions are searched.
const PLIES: [u32; 4] = [0, 8, 16, 24];

/// What a game took.
struct Work {
    game: &'static str,
    nodes: u64,
    seconds: f64,
    depths: Vec<u32>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let mut all = Vec::new();
    for entry in CATALOGUE {
        all.push(work(entry.name, &entry.open(&[])?, args)?);
    }
    let nodes: u64 = all.iter().map(|work| work.nodes).sum();
    let seconds: f64 = all.iter().map(|work| work.seconds).sum();
    let speed = |nodes: u64, seconds: f64| (nodes as f64 / seconds.max(1e-9)) as u64;
    if out.json() {
        let games: Vec<_> = all
            .iter()
            .map(|work| {
                json!({
                    "game": work.game, "nodes": work.nodes, "seconds": work.seconds,
                    "nodes_per_second": speed(work.nodes, work.seconds), "depths": work.depths,
                })
            })
            .collect();
        out.document(&json!({
            "schema": 1, "games": games, "nodes": nodes, "seconds": seconds,
            "nodes_per_second": speed(nodes, seconds),
        }))?;
        return Ok(0);
    }
    let mut text = String::new();
    for work in &all {
        let depths: Vec<String> = work.depths.iter().map(ToString::to_string).collect();
        text += &format!(
            "{:<8} {:>10} nodes {:>8.3} s {:>12} a second, depths {}\n",
            work.game,
            work.nodes,
            work.seconds,
            speed(work.nodes, work.seconds),
            depths.join(" ")
        );
    }
    text += &format!("{nodes} nodes, {} a second\n", speed(nodes, seconds));
    out.text(&text)?;
    Ok(0)
}

/// Searches a game's positions, each with an empty table on one thread.
fn work(game: &'static str, opened: &Opened, args: &Args) -> Result<Work, Error> {
    let options = EngineOptions { tuning: args.tuning(), ..EngineOptions::default() };
    let mut engine = opened.search.engine(&options)?;
    let limits = Limits { depth: args.depth, ..Limits::default() };
    let start = opened.play.start();
    let mut work = Work { game, nodes: 0, seconds: 0.0, depths: Vec::new() };
    for plies in PLIES {
        let Some(moves) = some_way(opened, plies) else { continue };
        engine.forget();
        let stop = AtomicBool::new(false);
        let question = Question { position: &start, moves: &moves, limits, lines: 1 };
        let begun = Instant::now();
        let answer = engine.search(&question, &stop, &mut |answer| {
            stop.fetch_or(args.depth.is_none() && answer.nodes >= args.nodes, Relaxed);
        })?;
        work.seconds += begun.elapsed().as_secs_f64();
        work.nodes += answer.nodes;
        work.depths.push(answer.depth);
    }
    Ok(work)
}

/// Moves of a game, the same in every version: the middle move of each list. `None` where the game ends before.
fn some_way(opened: &Opened, plies: u32) -> Option<Vec<String>> {
    let mut session = opened.play.session(&opened.play.start());
    for ply in 0..plies {
        let moves = session.moves();
        let at = usize::midpoint(moves.len(), ply as usize % 2);
        let mv = moves.get(at.min(moves.len().saturating_sub(1)))?;
        session.play(&mv.text).ok()?;
    }
    session.result().is_none().then(|| session.played())
}

//! `db`: databases of solved layers: build one, look a position up.

use std::time::Instant;

use serde::Serialize;
use sowbase_solver::Metric;

use super::analyze::{answer, not_tabled, shown};
use super::game::GameArgs;
use super::progress::{Progress, catch_interrupts};
use super::report::Head;
use super::{Common, NO, Output, db_foreign};
use crate::error::Error;
use crate::tables::{AnalyzeOptions, BuildJob, Estimate, parse_size, size};

/// Arguments of `db`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Solve all boards of up to a number of seeds and keep their values.
    Build(BuildArgs),
    /// Look a position and its moves up; exit code 3 when it is in no database.
    Probe(ProbeArgs),
    /// Write layers in the format of others, such as awari-scores.
    Export(db_foreign::ExportArgs),
    /// Take layers from files in the format of others into a database.
    Import(db_foreign::ImportArgs),
}

/// Arguments of `db build`.
#[derive(Debug, clap::Args)]
struct BuildArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The most seeds on a board.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=127))]
    seeds: u32,
    /// What to keep of each state: score, bounds, distance (with commas; distance needs score).
    #[arg(long, value_name = "METRIC", value_delimiter = ',', default_value = "score")]
    metric: Vec<Metric>,
    /// Open holes of the two players, such as 3+5, where the game has boards of several shapes.
    #[arg(long, value_name = "A+B")]
    open: Option<String>,
    /// The method to build by; all give the same files.
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Memory to use, such as 8GiB; what the machine has free when not given.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
}

/// Arguments of `db probe`.
#[derive(Debug, clap::Args)]
struct ProbeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A position (quoted; or the word start), then moves played from it.
    #[arg(value_name = "POSITION|MOVES", required = true)]
    words: Vec<String>,
    /// Accept more seeds than a game has.
    #[arg(long)]
    allow_any_total: bool,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    match &args.action {
        Action::Build(args) => build(args, common, out),
        Action::Probe(args) => probe(args, common, out),
        Action::Export(args) => db_foreign::export(args, common, out),
        Action::Import(args) => db_foreign::import(args, common, out),
    }
}

/// What a build takes, in a line.
fn takes(estimate: &Estimate) -> String {
    let Estimate { layers, states, disk, work, memory, least_memory, memory_allowed, .. } = estimate;
    let mut text = format!("{} layers, {states} states: about {} on disk, ", layers.len(), size(*disk));
    if *memory <= u128::from(*memory_allowed) {
        text += &format!("{} of memory", size(*memory));
    } else {
        text += &format!("{} of memory and work files of {}", size(*least_memory), size(*work));
    }
    text += &format!(" ({} allowed)", size(u128::from(*memory_allowed)));
    if let Some(free) = estimate.disk_free {
        text += &format!(", {} of disk free", size(u128::from(free)));
    }
    match estimate.seconds {
        Some(seconds) if seconds < 2.0 => text + "; a second or two",
        Some(seconds) if seconds < 120.0 => text + &format!("; about {seconds:.0} s"),
        Some(seconds) if seconds < 7200.0 => text + &format!("; about {:.0} min", seconds / 60.0),
        Some(seconds) => text + &format!("; about {:.0} h", seconds / 3600.0),
        None => text,
    }
}

/// The answer of `db build`.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    seeds: u32,
    folder: String,
    layers_made: usize,
    layers_kept: usize,
    states: u64,
    bytes: u64,
    seconds: f64,
}

fn build(args: &BuildArgs, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let (Some(tables), None) = (&chosen.opened.tables, chosen.opened.rules.not_tabled()) else {
        return Err(Error::Usage(not_tabled(&chosen)));
    };
    let dir = db_foreign::place(common)?;
    let mut metrics = args.metric.clone();
    metrics.sort();
    metrics.dedup();
    if metrics.contains(&Metric::Distance) && !metrics.contains(&Metric::Score) {
        // Distances say how long the way to a score is.
        metrics.insert(0, Metric::Score);
    }
    let job = BuildJob {
        dir,
        seeds: args.seeds,
        metrics,
        shape: args.open.clone(),
        method: args.method.clone(),
        memory: args.memory,
    };
    let estimate = tables.estimate(&job)?;
    out.note(&takes(&estimate));
    catch_interrupts();
    let began = Instant::now();
    let built = tables.build(&job, &Progress::new(out))?;
    let seconds = began.elapsed().as_secs_f64();
    let report = Report {
        head: Head::new(&chosen),
        database_fingerprint: chosen.opened.rules.database_fingerprint(),
        seeds: args.seeds,
        folder: shown(&built.folder),
        layers_made: built.made,
        layers_kept: built.kept,
        states: u64::try_from(built.states).unwrap_or(u64::MAX),
        bytes: u64::try_from(built.bytes).unwrap_or(u64::MAX),
        seconds: (seconds * 1000.0).round() / 1000.0,
    };
    if out.json() {
        out.document(&report)?;
    } else {
        out.text(&format!(
            "{}: {} layers made, {} kept, {} states, {}, {seconds:.1} s\n",
            report.folder,
            built.made,
            built.kept,
            built.states,
            size(built.bytes)
        ))?;
    }
    Ok(0)
}

fn probe(args: &ProbeArgs, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let options = AnalyzeOptions { dirs: common.db.clone(), lines: false, in_memory: 0 };
    let analysis = answer(&args.game, &args.words, args.allow_any_total, &options, out)?;
    Ok(if analysis.source.is_none() { NO } else { 0 })
}

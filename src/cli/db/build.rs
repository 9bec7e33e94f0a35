//! `db build`: solve all boards of up to a number of seeds and keep what is known of them.

use std::time::Instant;

use serde::Serialize;
use sowbase_solver::Metric;

use crate::cli::analyze::{not_tabled, shown};
use crate::cli::game::GameArgs;
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::report::Head;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::tables::{BuildJob, Estimate, parse_size, size};

/// Arguments of `db build`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
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

/// What a build takes, in a line.
fn takes(estimate: &Estimate) -> String {
    let Estimate { layers, states, disk, work, memory, least_memory, memory_allowed, .. } = estimate;
    let plural = if layers.len() == 1 { "" } else { "s" };
    let mut text = format!("{} layer{plural}, {states} states: about {} on disk", layers.len(), size(*disk));
    if estimate.files_kept > 0 {
        let written = estimate.to_write;
        text += &format!(" ({} files are there, {} to write)", estimate.files_kept, size(written));
    }
    if *memory <= u128::from(*memory_allowed) {
        text += &format!(", {} of memory", size(*memory));
    } else {
        text += &format!(", {} of memory and work files of {}", size(*least_memory), size(*work));
    }
    text += &format!(" ({} allowed)", size(u128::from(*memory_allowed)));
    if let Some(free) = estimate.disk_free {
        text += &format!(", {} of disk free", size(u128::from(free)));
    }
    match estimate.seconds {
        Some(seconds) if seconds < 2.0 => text + "; a second or two",
        Some(seconds) if seconds < 120.0 => text + &format!("; about {seconds:.0} s"),
        Some(seconds) if seconds < 7200.0 => text + &format!("; about {:.0} min", seconds / 60.0),
        Some(seconds) if seconds < 100.0 * 86400.0 => text + &format!("; about {:.0} h", seconds / 3600.0),
        Some(seconds) => text + &format!("; about {:.0} years", (seconds / (365.0 * 86400.0)).ceil()),
        None => text,
    }
}

/// Where a build stands that was stopped, in a line.
fn stopped(estimate: &Estimate, job: &BuildJob) -> String {
    let all = estimate.layers.len() * job.made().len();
    format!(
        "{} of {all} files are finished and stay in {}; the same command goes on from there",
        estimate.files_kept,
        job.dir.display()
    )
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

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let (Some(tables), None) = (&chosen.opened.tables, chosen.opened.rules.not_tabled()) else {
        return Err(Error::Usage(not_tabled(&chosen)));
    };
    let dir = super::foreign::place(common)?;
    let job = BuildJob {
        dir,
        seeds: args.seeds,
        metrics: args.metric.clone(),
        shape: args.open.clone(),
        method: args.method.clone(),
        memory: args.memory,
    };
    let estimate = tables.estimate(&job)?;
    out.note(&takes(&estimate));
    catch_interrupts();
    let began = Instant::now();
    let built = tables.build(&job, &Progress::new(out));
    if matches!(built, Err(Error::Stopped))
        && let Ok(now) = tables.estimate(&job)
    {
        out.note(&stopped(&now, &job));
    }
    let built = built?;
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

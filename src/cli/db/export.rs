//! `db export`: all values of a layer for other programs.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::Serialize;
use sowbase_solver::Metric;
use sowbase_solver::db::Format;

use super::{foreign, seeds as layers, tables, write_result};
use crate::cli::game::GameArgs;
use crate::cli::report::Head;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::games::foreign::FORMATS;
use crate::tables::{ExchangeJob, ExportJob};

const EXAMPLES: &str = "\
Examples:
  sowbase db export oware --seeds 10 --format npy -o oware-10.npy
  sowbase db export kalah --seeds 8 --metric bounds --format csv > kalah-8.csv
Values stand in the order of the states' numbers (docs/databases.md). raw: numbers alone; csv: a line a state; npy: an
array for NumPy, of shape (states,) or (states, 2).";

/// Arguments of `db export`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Which layer; in a format of others also several, such as 0..7.
    #[arg(long, value_name = "N|A..B", value_parser = layers::parse)]
    seeds: RangeInclusive<u32>,
    /// Which of its values: score, bounds or distance.
    #[arg(long, value_name = "METRIC", default_value = "score")]
    metric: Metric,
    /// How to write them: raw, csv or npy; or awari-scores (oware --variant `awari_academic`), a file a layer.
    #[arg(long, value_name = "FORMAT")]
    format: String,
    /// Open holes of the two players, such as 3+5, where the game has boards of several shapes.
    #[arg(long, value_name = "A+B")]
    open: Option<String>,
    /// The file to write, standard output when not given; in a format of others the folder.
    #[arg(long, short, alias = "out", value_name = "FILE|DIR")]
    output: Option<PathBuf>,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    seeds: u32,
    metric: &'static str,
    format: &'static str,
    states: u64,
    file: PathBuf,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    if FORMATS.iter().any(|(name, _)| *name == args.format) {
        let files = args.output.clone().ok_or_else(|| {
            Error::Usage(format!("--format {} writes a file a layer: say where with -o DIR", args.format))
        })?;
        let job = ExchangeJob { format: args.format.clone(), seeds: Some(args.seeds.clone()), files };
        return foreign::export(&chosen, job, common, out);
    }
    let foreign = FORMATS.iter().map(|(name, _)| *name);
    let all = Format::ALL.into_iter().map(Format::name).chain(foreign);
    let format: Format =
        args.format.parse().map_err(|_: String| Error::unknown("there is no format", &args.format, all))?;
    let (seeds, last) = (*args.seeds.start(), *args.seeds.end());
    if seeds != last {
        return Err(Error::Usage(format!(
            "--seeds {seeds}..{last}: {} holds one layer; export them one by one",
            format.name()
        )));
    }
    let tables = tables(&chosen)?;
    let job =
        ExportJob { places: common.places(), seeds, shape: args.open.clone(), metric: args.metric, format };
    let export = tables.export(&job)?;
    let states = export.states();
    if out.json() && args.output.is_none() {
        return Err(Error::Usage("--json with db export: give a file with -o; the values would mix".into()));
    }
    write_result(args.output.as_deref(), |to| export.write(to))?;
    let Some(file) = args.output.clone() else { return Ok(0) };
    if out.json() {
        out.document(&Report {
            head: Head::new(&chosen),
            database_fingerprint: chosen.opened.rules.database_fingerprint(),
            seeds,
            metric: args.metric.name(),
            format: format.name(),
            states,
            file,
        })?;
    } else {
        out.note(&format!("{}: {states} states", file.display()));
    }
    Ok(0)
}

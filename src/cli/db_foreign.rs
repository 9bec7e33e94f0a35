//! `db export` and `db import`: layers in the formats of other people.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::Serialize;

use super::analyze::{not_tabled, shown};
use super::game::{Chosen, GameArgs};
use super::progress::{Progress, catch_interrupts};
use super::report::Head;
use super::{Common, Output};
use crate::error::Error;
use crate::games::foreign::source;
use crate::tables::{ExchangeJob, Tables, size};

/// Arguments of `db export`.
#[derive(Debug, clap::Args)]
pub(super) struct ExportArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Seeds of the layers to write: `a..b`, both included, or one number.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    seeds: RangeInclusive<u32>,
    /// The format: awari-scores (oware --variant `awari_academic`).
    #[arg(long, value_name = "NAME")]
    format: String,
    /// The folder to write into.
    #[arg(long, short, value_name = "DIR")]
    out: PathBuf,
}

/// Arguments of `db import`.
#[derive(Debug, clap::Args)]
pub(super) struct ImportArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Seeds of the layers to take: `a..b`, both included, or one number; all that are there when not given.
    #[arg(long, value_name = "A..B", value_parser = parse_seeds)]
    seeds: Option<RangeInclusive<u32>>,
    /// The format: awari-scores (oware --variant `awari_academic`).
    #[arg(long, value_name = "NAME")]
    format: String,
    /// The folder with the files.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
}

/// Seeds from `a..b`, `a..=b` or `a`.
fn parse_seeds(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|&seeds| seeds <= 127);
    match (number(first), number(last.trim_start_matches('='))) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("is not a..b with numbers of seeds from 0 to 127, the smaller first".into()),
    }
}

/// The folder to build in: the first of `--db` that is one.
pub(super) fn place(common: &Common) -> Result<PathBuf, Error> {
    let folder = common.db.iter().find(|dir| source(dir).is_none());
    folder.cloned().ok_or_else(|| Error::Usage("say where: --db DIR, a folder of our own files".into()))
}

fn tables(chosen: &Chosen) -> Result<&dyn Tables, Error> {
    match (&chosen.opened.tables, chosen.opened.rules.not_tabled()) {
        (Some(tables), None) => Ok(&**tables),
        _ => Err(Error::Usage(not_tabled(chosen))),
    }
}

/// The answer of `db export`.
#[derive(Debug, Serialize)]
struct ExportReport {
    #[serde(flatten)]
    head: Head,
    format: String,
    folder: String,
    layers: Vec<Written>,
}

/// A file that was written.
#[derive(Debug, Serialize)]
struct Written {
    seeds: u32,
    bytes: u64,
}

pub(super) fn export(args: &ExportArgs, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    catch_interrupts();
    let job =
        ExchangeJob { format: args.format.clone(), seeds: Some(args.seeds.clone()), files: args.out.clone() };
    let done = tables(&chosen)?.export(&job, &common.db, &Progress::new(out))?;
    let bytes: u64 = done.iter().map(|file| file.bytes).sum();
    let layers: Vec<Written> =
        done.into_iter().map(|file| Written { seeds: file.seeds, bytes: file.bytes }).collect();
    let folder = shown(&args.out);
    if out.json() {
        out.document(&ExportReport { head: Head::new(&chosen), format: job.format, folder, layers })?;
    } else {
        out.text(&format!("{folder}: {} files written, {}\n", layers.len(), size(u128::from(bytes))))?;
    }
    Ok(0)
}

/// The answer of `db import`.
#[derive(Debug, Serialize)]
struct ImportReport {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    format: String,
    folder: String,
    layers_made: usize,
    layers_kept: usize,
    states: u64,
    bytes: u64,
}

pub(super) fn import(args: &ImportArgs, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let dir = place(common)?;
    catch_interrupts();
    let job =
        ExchangeJob { format: args.format.clone(), seeds: args.seeds.clone(), files: args.from.clone() };
    let taken = tables(&chosen)?.import(&job, &dir, &Progress::new(out))?;
    let report = ImportReport {
        head: Head::new(&chosen),
        database_fingerprint: chosen.opened.rules.database_fingerprint(),
        format: job.format,
        folder: shown(&taken.folder),
        layers_made: taken.made,
        layers_kept: taken.kept,
        states: u64::try_from(taken.states).unwrap_or(u64::MAX),
        bytes: u64::try_from(taken.bytes).unwrap_or(u64::MAX),
    };
    if out.json() {
        out.document(&report)?;
    } else {
        out.text(&format!(
            "{}: {} layers taken, {} kept, {} states\n",
            report.folder, report.layers_made, report.layers_kept, report.states
        ))?;
    }
    Ok(0)
}

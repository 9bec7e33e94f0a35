//! `db import`, and `db export` in the formats of other people.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::Serialize;

use super::{seeds, tables};
use crate::cli::analyze::shown;
use crate::cli::game::{Chosen, GameArgs};
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::report::Head;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::games::foreign::source;
use crate::tables::{ExchangeJob, size};

/// Arguments of `db import`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Seeds of the layers to take: `a..b`, both included, or one number; all that are there when not given.
    #[arg(long, value_name = "A..B", value_parser = seeds::parse)]
    seeds: Option<RangeInclusive<u32>>,
    /// The format: awari-scores (oware --variant `awari_academic`).
    #[arg(long, value_name = "NAME")]
    format: String,
    /// The folder with the files.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
}

/// The folder to build in: the first of `--db` that is one.
pub(super) fn place(common: &Common) -> Result<PathBuf, Error> {
    let folder = common.db.iter().find(|dir| source(dir).is_none());
    folder.cloned().ok_or_else(|| Error::Usage("say where: --db DIR, a folder of our own files".into()))
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

/// Writes layers in a format of others into a folder.
pub(super) fn export(
    chosen: &Chosen,
    job: ExchangeJob,
    common: &Common,
    out: &mut Output,
) -> Result<u8, Error> {
    catch_interrupts();
    let done = tables(chosen)?.export_foreign(&job, &common.db, &Progress::new(out))?;
    let bytes: u64 = done.iter().map(|file| file.bytes).sum();
    let layers: Vec<Written> =
        done.into_iter().map(|file| Written { seeds: file.seeds, bytes: file.bytes }).collect();
    let folder = shown(&job.files);
    if out.json() {
        out.document(&ExportReport { head: Head::new(chosen), format: job.format, folder, layers })?;
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

pub(super) fn import(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let dir = place(common)?;
    catch_interrupts();
    let job =
        ExchangeJob { format: args.format.clone(), seeds: args.seeds.clone(), files: args.from.clone() };
    let taken = tables(&chosen)?.import_foreign(&job, &dir, &Progress::new(out))?;
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

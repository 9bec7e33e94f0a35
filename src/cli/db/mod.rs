//! `db`: databases of solved layers. An action is one file: its arguments and `run`.

mod build;
mod compare;
mod export;
mod foreign;
mod info;
mod line;
mod npy;
mod pack;
mod probe;
mod sample;
mod seeds;
mod stats;
mod stream;
mod verify;

use super::analyze::not_tabled;
use super::game::Chosen;
use super::output::{to_stdout, write_result};
use super::{Common, Output};
use crate::error::Error;
use crate::tables::Tables;

/// Arguments of `db`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// Solve all boards of up to a number of seeds and keep their values.
    Build(build::Args),
    /// Look a position and its moves up, or a stream of positions; exit code 3 when one is in no database.
    Probe(probe::Args),
    /// Play the best moves from a position to the end, with values and distances.
    Line(line::Args),
    /// Say what databases are there: layers, sizes, rules in words, how to quote them.
    Info(info::Args),
    /// Count values, what depends on endless play, and the longest lines, as text, CSV, JSON or a chart.
    Stats(stats::Args),
    /// Prove that the values are right; exit code 3 when one is not.
    Verify(verify::Args),
    /// Compare two databases number by number; exit code 3 when they differ.
    Compare(compare::Args),
    /// Draw positions evenly from a layer, with their values: labelled data.
    Sample(sample::Args),
    /// Write all values of a layer for other programs.
    Export(export::Args),
    /// Take layers from files in the format of others into a database.
    Import(foreign::Args),
    /// Compress the files of a database harder.
    Pack(pack::Args),
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    match &args.action {
        Action::Build(args) => build::run(args, common, out),
        Action::Probe(args) => probe::run(args, common, out),
        Action::Line(args) => line::run(args, common, out),
        Action::Info(args) => info::run(args, common, out),
        Action::Stats(args) => stats::run(args, common, out),
        Action::Verify(args) => verify::run(args, common, out),
        Action::Compare(args) => compare::run(args, out),
        Action::Sample(args) => sample::run(args, common, out),
        Action::Export(args) => export::run(args, common, out),
        Action::Import(args) => foreign::import(args, common, out),
        Action::Pack(args) => pack::run(args, common, out),
    }
}

/// The tables of a game, or why no database can hold its values.
fn tables(chosen: &Chosen) -> Result<&dyn Tables, Error> {
    match (&chosen.opened.tables, chosen.opened.rules.not_tabled()) {
        (Some(tables), None) => Ok(&**tables),
        _ => Err(Error::Usage(not_tabled(chosen))),
    }
}

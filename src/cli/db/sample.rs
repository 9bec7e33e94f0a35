//! `db sample`: positions drawn evenly from a layer, with their values.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::{npy, tables, write_result};
use crate::cli::game::GameArgs;
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::report::Head;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::games::notation::pit_letter;
use crate::play::Side;
use crate::tables::{Columns, Drawn, SampleJob};

const EXAMPLES: &str = "\
Examples:
  sowbase db sample oware --seeds 12 --count 1000000 --seed 1 --format npy -o oware-12.npy
  sowbase db sample kalah --seeds 8 --count 20 --format csv
The same seed gives the same positions in every version (ChaCha8; docs/databases.md says how). Columns: the pits of the
mover in sowing order, then the opponent's; score; lo and hi where bounds are there; next and end where distances are;
best: one bit for each own pit in which a best move begins, the first pit lowest. Values of the layer and of the smaller
ones must be there.";

/// Arguments of `db sample`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Which layer.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=127))]
    seeds: u32,
    /// How many positions; one can come twice.
    #[arg(long, value_name = "M")]
    count: u64,
    /// The seed of the draw.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How to write them.
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    /// The file to write; standard output when not given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How a sample is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A line a position after a line of names; with the position in our notation.
    Csv,
    /// One record a position, for `NumPy`.
    Npy,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    seeds: u32,
    count: u64,
    seed: u64,
    file: PathBuf,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let tables = tables(&chosen)?;
    if out.json() && args.output.is_none() {
        return Err(Error::Usage("--json with db sample: give a file with -o; the rows would mix".into()));
    }
    let job = SampleJob { places: common.places(), seeds: args.seeds, count: args.count, seed: args.seed };
    let columns = tables.columns(&job)?;
    catch_interrupts();
    let progress = Progress::new(out);
    write_result(args.output.as_deref(), |to| {
        let head = match args.format {
            Format::Csv => names(&columns).into_bytes(),
            Format::Npy => npy::head(&columns, args.count),
        };
        write(to, &head)?;
        tables.sample(&job, &progress, &mut |drawn| {
            let mut bytes = Vec::new();
            for one in drawn {
                match args.format {
                    Format::Csv => bytes.extend(row(&columns, one).bytes()),
                    Format::Npy => npy::record(&columns, one, &mut bytes),
                }
            }
            write(to, &bytes)
        })
    })?;
    drop(progress);
    if out.json()
        && let Some(file) = args.output.clone()
    {
        let database_fingerprint = chosen.opened.rules.database_fingerprint();
        let (head, seeds, count, seed) = (Head::new(&chosen), args.seeds, args.count, args.seed);
        out.document(&Report { head, database_fingerprint, seeds, count, seed, file })?;
    }
    Ok(0)
}

fn write(to: &mut dyn Write, bytes: &[u8]) -> Result<(), Error> {
    to.write_all(bytes).map_err(|error| {
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            std::process::exit(0);
        }
        Error::File(format!("cannot write the sample: {error}"))
    })
}

/// The first line of CSV.
fn names(columns: &Columns) -> String {
    let mut names = vec!["position".to_owned()];
    for side in Side::BOTH {
        names.extend((0..columns.pits / 2).map(|pit| pit_letter(side, pit).to_string()));
    }
    names.push("score".into());
    if columns.bounds {
        names.extend(["lo".into(), "hi".into()]);
    }
    if columns.distance {
        names.extend(["next".into(), "end".into()]);
    }
    names.push("best".into());
    names.join(",") + "\n"
}

/// A position as a line of CSV.
fn row(columns: &Columns, drawn: &Drawn) -> String {
    // A closed hole is empty: it holds no number.
    let pit = |&seeds: &u8| if seeds == u8::MAX { String::new() } else { seeds.to_string() };
    let mut fields = vec![format!("\"{}\"", drawn.position)];
    fields.extend(drawn.pits.iter().map(pit));
    fields.push(drawn.score.to_string());
    if columns.bounds {
        fields.extend(drawn.bounds.unwrap_or_default().map(|bound| bound.to_string()));
    }
    if columns.distance {
        fields.extend(drawn.distance.unwrap_or_default().map(|plies| plies.to_string()));
    }
    fields.push(drawn.best.to_string());
    fields.join(",") + "\n"
}

//! `db pack`: compress the files of a database harder.

use serde::Serialize;

use super::tables;
use crate::cli::game::GameArgs;
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::report::Head;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::tables::size;

const EXAMPLES: &str = "\
Example:
  sowbase db pack oware --db tables
Each file is replaced by a smaller one only after that was read back and holds the same values; it can be stopped at any
time. The first folder of --db that holds the database is packed.";

/// Arguments of `db pack`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    packed: usize,
    kept: usize,
    bytes_before: u64,
    bytes_after: u64,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let tables = tables(&chosen)?;
    let print = chosen.opened.rules.database_fingerprint();
    let name = format!("{}-{print}", chosen.opened.rules.game());
    let holds = common.db.iter().find(|dir| dir.join(&name).is_dir());
    let dir = holds.or(common.db.first()).ok_or_else(|| Error::Usage("say where: --db DIR".into()))?;
    catch_interrupts();
    let packed = tables.pack(dir, &Progress::new(out))?;
    if out.json() {
        out.document(&Report {
            head: Head::new(&chosen),
            database_fingerprint: print,
            packed: packed.packed,
            kept: packed.kept,
            bytes_before: packed.before,
            bytes_after: packed.after,
        })?;
    } else {
        out.text(&format!(
            "{} files smaller, {} as they were: {} before, {} now\n",
            packed.packed,
            packed.kept,
            size(u128::from(packed.before)),
            size(u128::from(packed.after))
        ))?;
    }
    Ok(0)
}

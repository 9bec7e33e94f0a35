//! `replay`: play moves and say where they lead.

use std::path::PathBuf;

use super::Output;
use super::game::{GameArgs, split};
use super::moves::standing;
use super::report::MovesReport;
use crate::error::Error;

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// A position (quoted; or the word start), then the moves.
    #[arg(value_name = "POSITION|MOVES")]
    words: Vec<String>,
    /// With moves: write the game to this file. Without: read the game from it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite the record.
    #[arg(long)]
    force: bool,
    /// Show the path of each legal move.
    #[arg(long)]
    trace: bool,
    /// Accept more seeds than a game has.
    #[arg(long)]
    allow_any_total: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let (_, moves) = split(&args.words);
    let mut session = chosen.session(&args.words, args.allow_any_total)?;
    let plies = moves.len();
    if out.json() {
        out.document(&MovesReport::new(&chosen, &mut *session, Some(plies), args.trace))?;
    } else {
        out.text(&standing(&chosen, &mut *session, args.trace))?;
    }
    Ok(0)
}

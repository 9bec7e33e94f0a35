//! `replay`: play moves and say where they lead.

use std::path::{Path, PathBuf};

use super::Output;
use super::game::{Chosen, PlayedArgs, split};
use super::moves::standing;
use super::report::MovesReport;
use crate::error::Error;
use crate::play::{InProgress, Record};

/// Arguments of `replay`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    /// With moves: write the game to this file. Without: read the game from it.
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Overwrite the record.
    #[arg(long)]
    force: bool,
    /// Show the path of each legal move.
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    match &args.record {
        Some(path) if args.played.words.is_empty() => from_record(args, path, out),
        _ => from_words(args, out),
    }
}

fn from_words(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let (chosen, mut session) = args.played.session()?;
    let (position, moves) = split(&args.played.words);
    if let Some(path) = &args.record {
        if path.is_file() && !args.force {
            return Err(Error::File(format!(
                "{} exists: --force overwrites it; without moves --record reads it",
                path.display()
            )));
        }
        let start = chosen.position(position, args.played.allow_any_total)?;
        Record::from_session(&chosen.opened, Some(&chosen.variant), &start, &*session).save(path)?;
        out.note(&format!("written to {}", path.display()));
    }
    answer(args, &chosen, &mut *session, moves.len(), out)
}

/// The record brings its own rules; the game named must be its game, and options given must be its options.
fn from_record(args: &Args, path: &Path, out: &mut Output) -> Result<u8, Error> {
    let record = Record::load(path)?;
    let game = &args.played.game;
    if record.game != game.game {
        return Err(Error::Usage(format!("{} is a game of {}", path.display(), record.game)));
    }
    let mut chosen = game.open()?;
    let asked = game.rules.any();
    if asked && chosen.opened.rules.fingerprint() != record.fingerprint {
        return Err(Error::Usage(format!(
            "{} was played under rules {}, not {}; leave --variant and --rule out to use its own",
            path.display(),
            record.fingerprint,
            chosen.opened.rules.fingerprint()
        )));
    }
    let variant = record.variant.clone().unwrap_or_else(|| record.game.clone());
    chosen = Chosen { opened: record.open()?, variant };
    let mut session = record.replay(&chosen.opened)?;
    answer(args, &chosen, &mut *session, record.moves.len(), out)
}

fn answer(
    args: &Args,
    chosen: &Chosen,
    session: &mut dyn InProgress,
    plies: usize,
    out: &mut Output,
) -> Result<u8, Error> {
    if out.json() {
        out.document(&MovesReport::new(chosen, session, Some(plies), args.trace))?;
    } else {
        out.text(&standing(chosen, session, args.trace))?;
    }
    Ok(0)
}

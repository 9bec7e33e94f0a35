//! `engine`: the program as an engine for other programs, by the line protocol.

use std::io::{Write, stdin};
use std::path::PathBuf;

use clap::ValueEnum;

use super::game::{Chosen, GameArgs};
use super::{Common, Output};
use crate::engine::{EngineOptions, Level};
use crate::error::Error;
use crate::protocol::{Dialect, Setup, codingame, speak};
use crate::tables::parse_size;

/// Arguments of `engine`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Then type, or let another program send (docs/protocol.md):
  uci                                    who are you, and what can be set
  setoption name Hash value 256          MiB; also Threads, MultiPV, Level, Book, Databases …
  position startpos moves C d            the start or a position in our notation, then moves
  go movetime 1000                       or depth, nodes, infinite, wtime … binc …, perft N
  stop                                   say what you have found
  quit
With --dialect auale it speaks as the Oware program Aualé expects, with --dialect codingame it reads twelve numbers a line \
and answers with a pit from 0 to 5 within 50 ms.")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// How positions and moves are written.
    #[arg(long, value_enum, default_value = "sowbase")]
    dialect: Spoken,
    /// Memory for what the search remembers.
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = parse_size)]
    hash: u64,
    /// Play at a level from 1 (weakest) to 10.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=i64::from(Level::HIGHEST)))]
    level: Option<u8>,
    /// Play from this opening book while it knows the position (docs/book.md).
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Seed of what is left to chance: the moves of a level and of a book.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// How positions and moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Spoken {
    /// Our own notation.
    Sowbase,
    /// As Aualé, an Oware program, writes them.
    Auale,
    /// Twelve numbers in, a pit out.
    Codingame,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = match args.dialect {
        // That site has rules of its own, which are the ones to play by unless somebody says otherwise.
        Spoken::Codingame if args.game.game == "oware" && !args.game.rules.any() => {
            Chosen::preset("codingame")?
        }
        _ => args.game.open()?,
    };
    if out.json() {
        return Err(Error::Usage("engine speaks a protocol of lines; --json does not go with it".into()));
    }
    let setup = Setup {
        dialect: if args.dialect == Spoken::Auale { Dialect::Auale } else { Dialect::Own },
        engine: EngineOptions {
            hash: usize::try_from(args.hash).unwrap_or(usize::MAX),
            // Whoever calls an engine says how many threads it may use; until then it takes one.
            threads: common.threads.unwrap_or(1) as usize,
            places: common.places(),
            ..EngineOptions::default()
        },
        level: args.level,
        book: args.book.clone(),
        seed: args.seed,
    };
    let (mut input, mut output) = (std::io::BufReader::new(stdin()), std::io::stdout());
    if args.dialect == Spoken::Codingame {
        codingame::speak(&chosen.opened, &setup, &mut input, &mut output, &mut |text| out.note(text))?;
    } else {
        speak(&chosen.opened, &setup, &mut input, &mut output)?;
    }
    // A reader that has gone is no error of ours.
    let _ = output.flush();
    Ok(0)
}

//! `play`: a game in the terminal, between people, the engine and simple players.

mod asked;
mod clock;
mod keep;
mod table;
mod thinker;
mod typed;
mod who;
mod words;

use std::path::PathBuf;

use std::time::Duration;

use fastrand::Rng;

use super::game::{Chosen, PositionArgs};
use super::{Common, Output};
use crate::contest::Tempo;
use crate::engine::EngineOptions;
use crate::engine::parse_time;
use crate::error::Error;
use crate::games::Opened;
use crate::play::{Record, Side, Simple};
use clock::Clock;
use keep::Keep;
use table::{Player, Table};
use thinker::Thinker;
use typed::Waiting;
use who::Who;

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
During the game: a move (like C or d), undo, moves, hint, why, rules, save FILE, resign, stop, help, quit. The end of \
the input quits too. Ctrl-C stops at once; with --save the game is written first.

Examples:
  sowbase play oware --north 3                    against level 3 of 10
  sowbase play kalah --south engine --time 5s     against the engine as well as it can
  sowbase play omweso --north 6 --clock 10m+5s    with clocks
  sowbase play bosh --south-name Ama --north-name Kofi --save game.json")]
pub(super) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// Who plays South: human, 1 to 10 (a level of the engine), engine (as well as it can), random, greedy.
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = Who::read)]
    south: Who,
    /// Who plays North.
    #[arg(long, value_name = "PLAYER", default_value = "human", value_parser = Who::read)]
    north: Who,
    /// What South is called in the record.
    #[arg(long, value_name = "NAME")]
    south_name: Option<String>,
    /// What North is called in the record.
    #[arg(long, value_name = "NAME")]
    north_name: Option<String>,
    /// Time that `engine` takes for a move.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_time)]
    time: Duration,
    /// Clocks: time for each side's game, and for every move behind a plus, like 5m or 5m+3s. Whoever has none left loses.
    #[arg(long, value_name = "TIME", value_parser = Tempo::parse)]
    clock: Option<Tempo>,
    /// Seed of levels and simple players; the same seed gives the same moves.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Write the game to this file when it ends or stops.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Let --save overwrite a file.
    #[arg(long)]
    force: bool,
    /// Go on with the game of this record, under its rules. The file of --save may be the same.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    resume: Option<PathBuf>,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let (chosen, record) = open(args)?;
    let start = match &record {
        Some(record) => record.start_position(&chosen.opened)?,
        None => args.at.of(&chosen)?,
    };
    let session = match &record {
        Some(record) => record.replay(&chosen.opened)?,
        None => chosen.opened.play.session(&start),
    };
    if let Some(path) = &args.save
        && path.is_file()
        && !args.force
        && args.resume.as_ref() != Some(path)
    {
        return Err(Error::File(format!("{} exists; --force overwrites it", path.display())));
    }
    let seed = args.seed.unwrap_or_else(|| Rng::new().u64(..1 << 32));
    let mut rng = Rng::with_seed(seed);
    let options = EngineOptions {
        threads: common.threads.map_or_else(rayon::current_num_threads, |threads| threads as usize),
        places: common.places(),
        ..EngineOptions::default()
    };
    let players = [
        sit_down(args.south, &chosen.opened, &options, args.time, &mut rng)?,
        sit_down(args.north, &chosen.opened, &options, args.time, &mut rng)?,
    ];
    if args.seed.is_none() && (args.south, args.north) != (Who::Human, Who::Human) {
        out.note(&format!("seed {seed}"));
    }
    let keep = Keep::new(&chosen, &start, record, args.save.clone(), &*session);
    for (side, who, name) in
        [(Side::South, args.south, &args.south_name), (Side::North, args.north, &args.north_name)]
    {
        if let Some(name) = name.clone().or_else(|| who.name()) {
            keep.name(side, &name);
        }
    }
    keep.save_on_interrupt()?;
    let json = out.json();
    let mut say = |text: &str| if json { Ok(()) } else { out.text(text) };
    let mut table = Table {
        opened: &chosen.opened,
        start,
        session,
        players,
        keep: &keep,
        clock: args.clock.map(Clock::new),
        options,
        adviser: None,
        seen: None,
        say: &mut say,
    };
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stdin());
    if args.clock.is_some() {
        table.play(&mut Waiting::new(), terminal)?;
    } else {
        table.play(&mut std::io::stdin().lock(), terminal)?;
    }
    // It lets go of the output.
    drop(table);
    if json {
        out.document(&keep.record())?;
    }
    if let Some(path) = keep.save()? {
        out.note(&format!("saved to {}", path.display()));
    }
    Ok(0)
}

/// A player takes a seat.
fn sit_down<'a>(
    who: Who,
    opened: &'a Opened,
    options: &EngineOptions,
    time: Duration,
    rng: &mut Rng,
) -> Result<Player<'a>, Error> {
    if who == Who::Human {
        return Ok(Player::Human);
    }
    let rng = rng.fork();
    let thinker = |level| Thinker::new(opened, options, level, time, rng.clone()).map(Box::new);
    let name = who.name().unwrap_or_default();
    Ok(match who {
        Who::Human => Player::Human,
        Who::Random => Player::Simple("random", Simple::Random(rng)),
        Who::Greedy => Player::Simple("greedy", Simple::Greedy(rng)),
        Who::Engine => Player::Engine(name, thinker(None)?),
        Who::Level(level) => Player::Engine(name, thinker(Some(level))?),
    })
}

/// The game and the record to go on with. A record brings its own rules, unless others are asked for, which then must be
/// the same.
fn open(args: &Args) -> Result<(Chosen, Option<Record>), Error> {
    let game = &args.at.game;
    let Some(path) = &args.resume else { return Ok((game.open()?, None)) };
    let record = Record::load(path)?;
    if record.game != game.game {
        return Err(Error::Usage(format!(
            "{} is a game of {}, not of {}",
            path.display(),
            record.game,
            game.game
        )));
    }
    let chosen = if game.rules.any() {
        game.open()?
    } else {
        let variant = record.variant.clone().unwrap_or_else(|| record.game.clone());
        Chosen { opened: record.open()?, variant }
    };
    Ok((chosen, Some(record)))
}

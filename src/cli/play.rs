//! `play`: a game in the terminal, between people and simple players.

mod keep;
mod table;
mod words;

use std::path::PathBuf;

use clap::ValueEnum;
use fastrand::Rng;

use super::Output;
use super::game::{Chosen, PositionArgs};
use crate::error::Error;
use crate::play::{Record, Simple};
use keep::Keep;
use table::{Player, Table};

/// Arguments of `play`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
During the game: a move (like C or d), undo, moves, rules, save FILE, help, quit. The end of the input quits too. \
Ctrl-C stops at once; with --save the game is written first.")]
pub(super) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// Who plays South.
    #[arg(long, value_enum, default_value = "human")]
    south: Who,
    /// Who plays North.
    #[arg(long, value_enum, default_value = "human")]
    north: Who,
    /// Seed of the simple players; the same seed gives the same moves.
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

/// A kind of player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Who {
    /// A person who types moves.
    Human,
    /// Any legal move, each as likely as the others.
    Random,
    /// The most seeds at once; it looks no further.
    Greedy,
}

impl Who {
    fn sits_down(self, rng: &mut Rng) -> Player {
        match self {
            Self::Human => Player::Human,
            Self::Random => Player::Simple("random", Simple::Random(rng.fork())),
            Self::Greedy => Player::Simple("greedy", Simple::Greedy(rng.fork())),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
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
    let players = [args.south.sits_down(&mut rng), args.north.sits_down(&mut rng)];
    if args.seed.is_none() && (args.south, args.north) != (Who::Human, Who::Human) {
        out.note(&format!("seed {seed}"));
    }
    let keep = Keep::new(&chosen, &start, record, args.save.clone(), &*session);
    keep.save_on_interrupt()?;
    let json = out.json();
    let mut say = |text: &str| if json { Ok(()) } else { out.text(text) };
    let mut table = Table { opened: &chosen.opened, session, players, keep: &keep, say: &mut say };
    table.play(&mut std::io::stdin().lock(), std::io::IsTerminal::is_terminal(&std::io::stdin()))?;
    if json {
        out.document(&keep.record())?;
    }
    if let Some(path) = keep.save()? {
        out.note(&format!("saved to {}", path.display()));
    }
    Ok(0)
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

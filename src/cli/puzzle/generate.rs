//! `puzzle generate`: problems found.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use serde_json::json;

use super::super::game::GameArgs;
use super::super::progress::{Progress, catch_interrupts};
use super::super::{INTERRUPTED, NO, Output};
use super::{files, games, puzzling};
use crate::error::Error;
use crate::puzzles::{From, Wanted, Yield};

/// Arguments of `puzzle generate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sowbase puzzle generate anywoli --theme clear-board --count 20 -o clear.json
  sowbase puzzle generate oware --theme win-seeds,starve --count 10 --seeds-on-board 12..24 -o oware.json
  sowbase match oware own own --games 50 --records games.jsonl && \\
    sowbase puzzle generate oware --games games.jsonl -o played.json
  sowbase puzzle themes kalah          what there is
Candidates are numbered and judged by node counts, never by clocks: the same seed, version and filters give the same pack for
any number of threads. Exit codes: 3 when there were fewer problems than asked for, 130 when it was interrupted; what was
found is written in both cases.")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Themes, with commas between; all of the game when not given.
    #[arg(long, value_name = "THEME", value_delimiter = ',')]
    theme: Vec<String>,
    /// Problems of each theme.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    count: u32,
    /// Grades, 1 to 5, such as 3 or 2..4.
    #[arg(long, value_name = "G", value_parser = range::<5>, default_value = "1..5")]
    grade: RangeInclusive<u32>,
    /// Seeds on the board, such as 12..24; 8..28 when not given, and all in a game in which no seed leaves the board.
    #[arg(long, value_name = "A..B", value_parser = range::<127>)]
    seeds_on_board: Option<RangeInclusive<u32>>,
    /// Moves of the solver in the official line, at most.
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u8).range(1..))]
    max_moves: u8,
    /// The same, at least.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    min_moves: u8,
    /// Where positions come from.
    #[arg(long, value_enum, default_value_t = Origin::Search, conflicts_with = "games")]
    from: Origin,
    /// Take the positions of these games, in their order: a record, or a file with a record a line (`match --records`).
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    games: Vec<PathBuf>,
    /// All chance comes from it.
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Candidates that are tried for a theme, at most.
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    candidates: u64,
    /// The pack that is written.
    #[arg(long, short, value_name = "PACK")]
    output: PathBuf,
    /// Overwrite a file.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Origin {
    /// States of layers, each as likely as another.
    Database,
    /// Positions of random games.
    Search,
}

/// Reads `3` or `2..4`, both ends meant.
fn range<const MOST: u32>(text: &str) -> Result<RangeInclusive<u32>, String> {
    let number = |text: &str| text.trim().parse::<u32>().ok().filter(|number| (1..=MOST).contains(number));
    let ends = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to.trim_start_matches('='))),
        None => number(text).map(|one| (one, one)),
    };
    match ends {
        Some((from, to)) if from <= to => Ok(from..=to),
        _ => Err(format!("a number from 1 to {MOST}, or two such as 2..{MOST}, the smaller first")),
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    catch_interrupts();
    files::may_write(&args.output, &[], args.force)?;
    let chosen = args.game.open()?;
    let puzzling = puzzling(&chosen)?;
    let known: Vec<String> = puzzling.themes().iter().map(|theme| theme.key.to_owned()).collect();
    let themes = if args.theme.is_empty() { known } else { args.theme.clone() };
    let wanted = Wanted {
        count: args.count as usize,
        grades: *args.grade.start() as u8..=*args.grade.end() as u8,
        seeds: args.seeds_on_board.clone(),
        max_moves: args.max_moves,
        min_moves: args.min_moves,
        from: match args.from {
            _ if !args.games.is_empty() => From::Games(games::positions(&args.games, &chosen)?),
            Origin::Database => From::Database,
            Origin::Search => From::Search,
        },
        seed: args.seed,
        candidates: args.candidates,
    };
    let mut pack = puzzling.pack();
    let yields =
        puzzling.generate(&themes, &wanted, &Progress::new(out), &mut |puzzle| pack.puzzles.push(puzzle))?;
    files::write(&args.output, &pack)?;
    if out.json() {
        out.document(&json!({
            "schema": 1, "game": pack.game, "pack": args.output.display().to_string(),
            "puzzles": pack.puzzles.len(), "yields": yields,
        }))?;
    } else {
        let text: String = yields.iter().map(|found| words(found) + "\n").collect();
        out.text(&format!("{text}{} problems in {}\n", pack.puzzles.len(), args.output.display()))?;
    }
    Ok(if super::super::interrupt::stopping() {
        INTERRUPTED
    } else if yields.iter().any(|found| found.gave_up) {
        NO
    } else {
        0
    })
}

/// How it went, in a line.
fn words(found: &Yield) -> String {
    let mut text = format!(
        "{}: {} found in {:.1} s; {} candidates, {} with a goal, {} with one solution, {} that fit, {} doubles",
        found.theme,
        found.found,
        found.seconds,
        found.candidates,
        found.goals,
        found.unique,
        found.fitting,
        found.doubles
    );
    if found.gave_up {
        text += "; stopped before there were enough: ";
        text += if found.goals == 0 {
            "no candidate has such a goal; try other numbers of seeds, or --from"
        } else if found.unique == 0 {
            "no goal has one solution only; try more candidates or other numbers of seeds"
        } else if found.fitting == 0 {
            "none fits the theme and the filters; allow more grades, moves or seeds"
        } else {
            "allow more candidates, grades, moves or seeds"
        };
    }
    text
}

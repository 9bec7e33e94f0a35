//! `puzzle merge`, `sort`, `filter`: packs made from packs.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::ValueEnum;

use super::super::Output;
use super::{files, puzzling};
use crate::error::Error;
use crate::puzzles::{Pack, Puzzle};

/// Arguments of `puzzle merge`.
#[derive(Debug, clap::Args)]
pub(super) struct MergeArgs {
    /// The packs, all of one game under the same rules.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
    /// The pack that is written; it may be one that is read.
    #[arg(long, short, value_name = "PACK")]
    output: PathBuf,
    /// Overwrite another file.
    #[arg(long)]
    force: bool,
}

/// Arguments of `puzzle sort`.
#[derive(Debug, clap::Args)]
pub(super) struct SortArgs {
    /// The pack.
    pack: PathBuf,
    /// By what; of several the first counts most.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "grade")]
    by: Vec<By>,
    /// The pack that is written; it may be one that is read.
    #[arg(long, short, value_name = "PACK")]
    output: PathBuf,
    /// Overwrite another file.
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum By {
    /// The grade, easy ones first.
    Grade,
    /// The theme, by its name.
    Theme,
    /// Moves of the solver, few first.
    Length,
    /// Seeds on the board, few first.
    Seeds,
}

/// Arguments of `puzzle filter`.
#[derive(Debug, clap::Args)]
pub(super) struct FilterArgs {
    /// The pack.
    pack: PathBuf,
    /// Grades to keep, with commas between; all when not given.
    #[arg(long, value_name = "G", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=5))]
    grade: Vec<u8>,
    /// Themes to keep, with commas between; all when not given.
    #[arg(long, value_name = "THEME", value_delimiter = ',')]
    theme: Vec<String>,
    /// Problems to leave out, by their numbers from 1.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    without: Vec<usize>,
    /// The pack that is written; it may be one that is read.
    #[arg(long, short, value_name = "PACK")]
    output: PathBuf,
    /// Overwrite another file.
    #[arg(long)]
    force: bool,
}

pub(super) fn merge(args: &MergeArgs, out: &mut Output) -> Result<u8, Error> {
    files::may_write(&args.output, &args.packs, args.force)?;
    let mut packs = args.packs.iter().map(|path| Ok((path, files::open(path)?)));
    let Some(first) = packs.next() else { return Ok(0) };
    let (_, (mut all, chosen)): (_, (Pack, _)) = first?;
    for other in packs {
        let (path, (pack, _)): (&PathBuf, (Pack, _)) = other?;
        if (&pack.game, &pack.fingerprint) != (&all.game, &all.fingerprint) {
            return Err(Error::Usage(format!(
                "{} is about {} under other rules than {}",
                path.display(),
                pack.game,
                args.packs[0].display()
            )));
        }
        all.puzzles.extend(pack.puzzles);
    }
    let before = all.puzzles.len();
    let doubles: BTreeSet<usize> = puzzling(&chosen)?.doubles(&all).into_iter().collect();
    all.puzzles = keep(all.puzzles, |number, _| !doubles.contains(&number));
    write(&args.output, &all, before, out)
}

pub(super) fn sort(args: &SortArgs, out: &mut Output) -> Result<u8, Error> {
    files::may_write(&args.output, std::slice::from_ref(&args.pack), args.force)?;
    let (mut pack, chosen) = files::open(&args.pack)?;
    let seeds = |puzzle: &Puzzle| {
        chosen
            .opened
            .play
            .parse(&puzzle.position, true)
            .map(|position| position.on_board())
            .unwrap_or_default()
    };
    let key = |puzzle: &Puzzle| -> Vec<(u32, String)> {
        args.by
            .iter()
            .map(|by| match by {
                By::Grade => (puzzle.grade.into(), String::new()),
                By::Theme => (0, puzzle.theme.clone().unwrap_or_default()),
                By::Length => (puzzle.features.length.into(), String::new()),
                By::Seeds => (seeds(puzzle), String::new()),
            })
            .collect()
    };
    pack.puzzles.sort_by_cached_key(key);
    let before = pack.puzzles.len();
    write(&args.output, &pack, before, out)
}

pub(super) fn filter(args: &FilterArgs, out: &mut Output) -> Result<u8, Error> {
    files::may_write(&args.output, std::slice::from_ref(&args.pack), args.force)?;
    let (mut pack, _) = files::open(&args.pack)?;
    let before = pack.puzzles.len();
    for number in &args.without {
        super::show::numbered(&pack, *number)?;
    }
    pack.puzzles = keep(pack.puzzles, |number, puzzle| {
        let theme = puzzle.theme.as_deref().unwrap_or_default();
        (args.grade.is_empty() || args.grade.contains(&puzzle.grade))
            && (args.theme.is_empty() || args.theme.iter().any(|wanted| wanted == theme))
            && !args.without.contains(&number)
    });
    write(&args.output, &pack, before, out)
}

fn keep(puzzles: Vec<Puzzle>, wanted: impl Fn(usize, &Puzzle) -> bool) -> Vec<Puzzle> {
    (1..).zip(puzzles).filter(|(number, puzzle)| wanted(*number, puzzle)).map(|(_, puzzle)| puzzle).collect()
}

fn write(path: &std::path::Path, pack: &Pack, before: usize, out: &mut Output) -> Result<u8, Error> {
    files::write(path, pack)?;
    let kept = pack.puzzles.len();
    if out.json() {
        out.document(&serde_json::json!({
            "schema": 1, "game": pack.game, "pack": path.display().to_string(), "puzzles": kept, "left_out": before - kept,
        }))?;
    } else {
        out.text(&format!("{kept} problems in {}, {} left out\n", path.display(), before - kept))?;
    }
    Ok(0)
}

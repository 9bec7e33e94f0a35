//! `puzzle show`: the problems of a pack.

use std::path::PathBuf;

use super::super::Output;
use super::super::game::Chosen;
use super::files;
use super::words::{source, tree, tries};
use crate::draw::text;
use crate::error::Error;
use crate::puzzles::{Pack, Puzzle};

/// Arguments of `puzzle show`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sowbase puzzle show clear.json              a line for each problem
  sowbase puzzle show clear.json 7            the seventh, as a diagram
  sowbase puzzle show clear.json 7 --solution and how it is solved, and why other moves are wrong")]
pub(super) struct Args {
    /// The pack.
    pack: PathBuf,
    /// The numbers of problems, from 1; a list of all when there is none.
    numbers: Vec<usize>,
    /// Show solutions too.
    #[arg(long)]
    solution: bool,
    /// Leave the grade out.
    #[arg(long)]
    no_grade: bool,
}

/// A problem by its number in a pack, from 1.
pub(super) fn numbered(pack: &Pack, number: usize) -> Result<&Puzzle, Error> {
    number.checked_sub(1).and_then(|at| pack.puzzles.get(at)).ok_or_else(|| {
        Error::Usage(format!(
            "there is no problem {number}: the pack has {}, counted from 1",
            pack.puzzles.len()
        ))
    })
}

/// A diagram with what is to be done.
pub(super) fn diagram(chosen: &Chosen, puzzle: &Puzzle, number: usize, grade: bool) -> Result<String, Error> {
    let position = chosen.opened.play.parse(&puzzle.position, true)?;
    let board = text::board(&position, chosen.opened.play.layout());
    let grade = if grade { format!(" (grade {} of 5)", puzzle.grade) } else { String::new() };
    Ok(format!("Problem {number}{grade}: {}.\n{board}  {}\n", puzzle.title, puzzle.position))
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let (pack, chosen) = files::open(&args.pack)?;
    let chosen_ones: Result<Vec<(usize, &Puzzle)>, Error> =
        args.numbers.iter().map(|number| Ok((*number, numbered(&pack, *number)?))).collect();
    let chosen_ones = chosen_ones?;
    if out.json() {
        let puzzles = if args.numbers.is_empty() {
            pack.puzzles.clone()
        } else {
            chosen_ones.into_iter().map(|(_, puzzle)| puzzle.clone()).collect()
        };
        out.document(&Pack { puzzles, ..pack })?;
        return Ok(0);
    }
    let mut text = String::new();
    if args.numbers.is_empty() {
        for (at, puzzle) in pack.puzzles.iter().enumerate() {
            let grade = if args.no_grade { String::new() } else { format!("grade {}  ", puzzle.grade) };
            let theme = puzzle.theme.as_deref().unwrap_or("-");
            text += &format!("{:>4}  {grade}{theme:<20} {}\n", at + 1, puzzle.title);
        }
    }
    for (number, puzzle) in chosen_ones {
        text += &diagram(&chosen, puzzle, number, !args.no_grade)?;
        if args.solution {
            text += &format!("Solution:\n{}", tree(&puzzle.solution));
            let wrong = tries(&puzzle.solution);
            if !wrong.is_empty() {
                text += &format!("Tries:\n{wrong}");
            }
            text += &format!("Source: {}\n", source(puzzle));
        }
        text += "\n";
    }
    out.text(&text)?;
    Ok(0)
}

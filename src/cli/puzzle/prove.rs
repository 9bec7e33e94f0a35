//! `puzzle prove`: what a goal comes to in a position, for those who compose.

use std::path::PathBuf;

use super::super::game::{Chosen, PositionArgs};
use super::super::report::Head;
use super::super::{NO, Output};
use super::words::{tree, tries};
use super::{files, puzzling};
use crate::draw::text;
use crate::error::Error;
use crate::puzzles::{Goal, Proven, Source};

/// Arguments of `puzzle prove`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sowbase puzzle prove anywoli \"0,0,0,0,1,1,2,2,6,1,2,1/3,1,1,2,3,2,0,0,0,0,0,0\" --goal \"gain 28 in 1 turn\"
  sowbase puzzle prove oware start --goal \"gain 2 in 3 turns\"
A goal is `win`, `draw`, `gain N` (seeds more than the other side, from here on) or `points N`, then `in N turns` or
`in N plies`. All moves that a player makes until the other moves are one turn.
Exit codes: 0 one solution, 3 none or several.")]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// What is to be reached.
    #[arg(long, value_name = "GOAL")]
    goal: Goal,
    /// Add the problem to this pack as composed, if it has one solution; the pack is made if it is not there.
    #[arg(long, value_name = "PACK")]
    add: Option<PathBuf>,
    /// Who composed it, for the pack.
    #[arg(long, value_name = "NAME", requires = "add", default_value = "not named")]
    by: String,
}

#[derive(serde::Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    proven: &'a Proven,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.position.game.open()?;
    let position = args.position.of(&chosen)?;
    let source = Source::Composed { by: args.by.clone() };
    let proven = puzzling(&chosen)?.prove(&position, args.goal, source)?;
    let added = match &args.add {
        Some(path) if proven.unique => Some(add(path, &chosen, &proven)?),
        Some(path) => {
            out.note(&format!("not added to {}: it has no single solution", path.display()));
            None
        }
        None => None,
    };
    if out.json() {
        out.document(&Report { head: Head::new(&chosen), proven: &proven })?;
    } else {
        let board = text::board(&position, chosen.opened.play.layout());
        let mut text = format!("{board}  {}\n\n{}.\n{}", proven.position, proven.title, words(&proven));
        if let (Some(number), Some(path)) = (added, &args.add) {
            text += &format!("Added to {} as problem {number}.\n", path.display());
        }
        out.text(&text)?;
    }
    Ok(if proven.unique { 0 } else { NO })
}

fn add(path: &std::path::Path, chosen: &Chosen, proven: &Proven) -> Result<usize, Error> {
    let mut pack = if path.exists() { files::open(path)?.0 } else { puzzling(chosen)?.pack() };
    if (pack.game.as_str(), pack.fingerprint.as_str())
        != (chosen.opened.rules.game(), chosen.opened.rules.fingerprint().as_str())
    {
        return Err(Error::Usage(format!("{} is about another game, or other rules", path.display())));
    }
    pack.puzzles.extend(proven.puzzle.clone());
    files::write(path, &pack)?;
    Ok(pack.puzzles.len())
}

fn words(proven: &Proven) -> String {
    let good = proven.solution.good().count();
    let mut text = match (proven.unique, proven.reachable, good) {
        (true, ..) => format!("One solution: {}\n", proven.line.join(" ")),
        (_, false, _) => "It cannot be forced in that time.\n".into(),
        (_, _, 1) => "One first move does it, but later there are second solutions.\n".into(),
        (_, _, several) => format!("{several} first moves do it: second solutions.\n"),
    };
    if proven.reachable {
        text += &tree(&proven.solution);
    }
    let wrong = tries(&proven.solution);
    if !wrong.is_empty() {
        text += &format!("Tries:\n{wrong}");
    }
    text
}

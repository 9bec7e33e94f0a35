//! `puzzle`: problems found, proved, shown, tried, checked.

mod check;
mod export;
mod files;
mod games;
mod generate;
mod prove;
mod shape;
mod show;
mod solve;
mod words;

use clap::Subcommand;

use super::game::{Chosen, GameArgs};
use super::{Common, Output};
use crate::error::Error;
use crate::puzzles::Puzzling;

/// Arguments of `puzzle`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The themes that a game's problems can have, each in one sentence.
    Themes(ThemesArgs),
    /// Find problems, and write them into a pack.
    Generate(generate::Args),
    /// Find every value in packs again, by the slow rules alone.
    Check(check::Args),
    /// What a goal comes to in a position: solutions, second solutions, tries.
    Prove(prove::Args),
    /// The problems of a pack.
    Show(show::Args),
    /// Problems as diagrams, or as a book to print.
    Export(export::Args),
    /// Try to solve problems of a pack in the terminal.
    Solve(solve::Args),
    /// Several packs as one, without doubles.
    Merge(shape::MergeArgs),
    /// A pack in another order.
    Sort(shape::SortArgs),
    /// Some problems of a pack.
    Filter(shape::FilterArgs),
}

#[derive(Debug, clap::Args)]
struct ThemesArgs {
    #[command(flatten)]
    game: GameArgs,
}

pub(super) fn run(args: &Args, _: &Common, out: &mut Output) -> Result<u8, Error> {
    match &args.command {
        Command::Themes(args) => themes(args, out),
        Command::Generate(args) => generate::run(args, out),
        Command::Check(args) => check::run(args, out),
        Command::Prove(args) => prove::run(args, out),
        Command::Show(args) => show::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Solve(args) => solve::run(args, out),
        Command::Merge(args) => shape::merge(args, out),
        Command::Sort(args) => shape::sort(args, out),
        Command::Filter(args) => shape::filter(args, out),
    }
}

/// The part of a game that knows problems.
fn puzzling(chosen: &Chosen) -> Result<&dyn Puzzling, Error> {
    let missing =
        || Error::Usage("problems need boards that can be numbered, which this size has not".into());
    chosen.opened.puzzles.as_deref().ok_or_else(missing)
}

fn themes(args: &ThemesArgs, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let themes = puzzling(&chosen)?.themes();
    if out.json() {
        let themes: Vec<_> = themes
            .iter()
            .map(|theme| serde_json::json!({ "theme": theme.key, "sentence": theme.sentence }))
            .collect();
        out.document(&serde_json::json!({ "schema": 1, "game": args.game.game, "themes": themes }))?;
        return Ok(0);
    }
    let text: String = themes.iter().map(|theme| format!("{}\n  {}\n", theme.key, theme.sentence)).collect();
    out.text(&text)?;
    Ok(0)
}

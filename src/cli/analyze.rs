//! `analyze`: the value of a position and of every move, best first.

use std::path::Path;

use serde::Serialize;

use super::game::{Chosen, PlayedArgs, split};
use super::progress::{Progress, catch_interrupts};
use super::report::Head;
use super::{Common, Output};
use crate::draw::text;
use crate::error::Error;
use crate::games::notation;
use crate::tables::{Analysis, AnalyzeOptions, IN_MEMORY, MoveValue, PvStops, Source, signed};

/// Moves of a line shown in text; JSON has them all.
const SHOWN: usize = 16;

/// Arguments of `analyze`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
}

/// The answer of `analyze` and `db probe`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let options = AnalyzeOptions { places: common.places(), lines: true, in_memory: IN_MEMORY };
    answer(&args.played, &options, out)?;
    Ok(0)
}

/// Analyses and writes the answer.
pub(super) fn answer(
    played: &PlayedArgs,
    options: &AnalyzeOptions,
    out: &mut Output,
) -> Result<Analysis, Error> {
    let (chosen, session) = played.session()?;
    let (position, moves) = split(&played.words);
    catch_interrupts();
    let analysis = match (&chosen.opened.tables, session.result()) {
        (Some(tables), None) => tables.analyze(session.position(), options, &Progress::new(out))?,
        // How the moves before ended the game, no position shows.
        (Some(_), Some(result)) if moves.is_empty() => {
            let given = chosen.position(position, played.allow_any_total)?;
            Analysis::over(&given, session.position(), result)
        }
        _ => Analysis::unknown(&*session, not_tabled(&chosen)),
    };
    for warning in &analysis.warnings {
        out.note(&format!("warning: {warning}"));
    }
    if out.json() {
        out.document(&Report { head: Head::new(&chosen), analysis: &analysis })?;
    } else {
        let board = text::board(session.position(), chosen.opened.play.layout());
        out.text(&format!("{board}  {}\n\n{}", notation::format(session.position()), words_of(&analysis)))?;
    }
    Ok(analysis)
}

/// Why no database can hold the values of a game.
pub(super) fn not_tabled(chosen: &Chosen) -> String {
    let why = chosen.opened.rules.not_tabled();
    let why = why.unwrap_or_else(|| "boards of this size cannot be numbered".into());
    format!("no database can hold values under these rules: {why}")
}

/// The folder as people write it in the next command.
pub(super) fn shown(dir: &Path) -> String {
    dir.display().to_string()
}

fn words_of(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(result) = &analysis.result {
        text += &format!("{} {}\n", result.reason, result.line());
        return text;
    }
    match analysis.score {
        Some(score) => {
            text += &format!("Score {} for the side to move", signed(score));
            if let Some(totals) = &analysis.r#final {
                text += &format!(", which ends {}-{} (South-North)", totals.south, totals.north);
            }
            text += match analysis.depends_on_endless {
                Some(true) => ".\nIt depends on the rule for endless play, which counts 0 here (split).\n",
                Some(false) => ".\nIt holds under every rule for endless play.\n",
                None => {
                    ".\nEndless play counts 0 here (split); whether another rule would change it, only bounds can say \
                     (db build --metric bounds).\n"
                }
            };
        }
        None => text += "The score is not known here.\n",
    }
    if analysis.source == Some(Source::Database) {
        text += "Source: database (solved layers, exact).\n";
    }
    text += "\n";
    for mv in &analysis.moves {
        text += &line(mv);
    }
    text
}

fn line(mv: &MoveValue) -> String {
    let score = mv.score.map_or_else(|| "?".to_owned(), signed);
    let mut text = format!("{:<6} {score:>4}   {}\n", mv.r#move, mv.why);
    if let Some(pv) = &mv.pv
        && pv.len() > 1
    {
        let stops = match mv.pv_stops {
            _ if pv.len() > SHOWN => " …",
            Some(PvStops::Repetition) => " (repeats)",
            Some(PvStops::Unknown) => " (the next value is not known)",
            _ => "",
        };
        text += &format!("              {}{stops}\n", pv[..pv.len().min(SHOWN)].join(" "));
    }
    text
}

//! `db line`: best play from a position to the end.

use serde::Serialize;

use super::tables;
use crate::cli::game::PlayedArgs;
use crate::cli::progress::Progress;
use crate::cli::report::Head;
use crate::cli::{Common, NO, Output};
use crate::error::Error;
use crate::tables::{PlayedLine, Plies, PvStops, signed};
use crate::words::{Key, say};

const EXAMPLES: &str = "\
Examples:
  sowbase db line oware \"0,0,1,0,2,1/1,0,0,2,0,1\"
  sowbase db line kalah \"1,0,2,0,1,1/2,0,0,1,0,3 18-19 S\" --json
Where distances are known, the side that gains takes the shortest way and the other side the longest. The line stops at
the end of the game, at a repetition, or where a value is not known, and says which. Exit code 3: nothing is known.";

/// Arguments of `db line`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, mut_arg("words", |words| words.required(true)))]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    line: &'a PlayedLine,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let (chosen, session) = args.played.session()?;
    let line = tables(&chosen)?.line(session.position(), &common.places(), &Progress::new(out))?;
    for warning in &line.warnings {
        out.note(&format!("warning: {warning}"));
    }
    if out.json() {
        out.document(&Report { head: Head::new(&chosen), line: &line })?;
    } else {
        out.text(&words(&line))?;
    }
    let nothing = line.moves.is_empty() && line.stops == PvStops::Unknown;
    Ok(if nothing { NO } else { 0 })
}

fn words(line: &PlayedLine) -> String {
    let score = |score: Option<i16>| score.map_or_else(|| "?".into(), signed);
    let plies = |plies: Option<Plies>| plies.map_or_else(|| "-".into(), |plies| plies.end.to_string());
    let mut text = format!("{}  score {}", line.position, score(line.score));
    if let Some(Plies { next, end }) = line.distance {
        text += &format!(", plies to the next capture {next}, to the end {end}");
    }
    text += "\n\n  ply  move   score  plies  position after it\n";
    for (ply, mv) in (1..).zip(&line.moves) {
        text += &format!(
            "{ply:>5}  {:<6} {:>5}  {:>5}  {}\n",
            mv.r#move,
            score(mv.score),
            plies(mv.distance),
            mv.position
        );
    }
    text.push('\n');
    text += &match (line.stops, &line.result) {
        (PvStops::Unknown, _) => say(Key::BestPlayUnknown, &[]),
        (PvStops::Repetition, None) => say(Key::BestPlayRepeats, &[]),
        (_, Some(result)) => format!("{} {}", result.reason, result.line()),
        (PvStops::End, None) => say(Key::BestPlayOver, &[]),
    };
    text.push('\n');
    text
}

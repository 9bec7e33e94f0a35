//! `convert`: positions from one program's notation to another's.

use std::io::BufRead;

use serde::Serialize;

use super::Output;
use super::game::GameArgs;
use crate::error::{Error, short};
use crate::games::Opened;
use crate::games::convert::{Converted, OWN, convert, names};

/// Arguments of `convert`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Notations: sowbase (ours); for Oware also aalina (4-4-…-0-0-S), playstrategy (4S,4S,…/… 0 0 S 1) and codingame (12 \
numbers, the mover's six first); for Kalah also kgp (<6,0,0,4,…>). What gets lost is said on stderr.")]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The notation of the texts.
    #[arg(long, value_name = "NOTATION", default_value = OWN)]
    from: String,
    /// The notation to write.
    #[arg(long, value_name = "NOTATION", default_value = OWN)]
    to: String,
    /// Positions. Words that make one position together are one text; - reads one text a line from stdin.
    #[arg(required = true, value_name = "TEXT")]
    texts: Vec<String>,
    /// Accept more seeds than a game has.
    #[arg(long)]
    allow_any_total: bool,
}

/// One converted position.
#[derive(Debug, Serialize)]
struct Line {
    text: String,
    position: String,
    notes: Vec<String>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let opened = args.game.open()?.opened;
    let stdin = args.texts == ["-"];
    let texts = if stdin { lines()? } else { together(args, &opened) };
    let mut done = Vec::new();
    for (number, text) in (1..).zip(texts) {
        let Converted { text: position, notes } =
            one(args, &opened, &text).map_err(|error| if stdin { on_line(error, number) } else { error })?;
        if !out.json() {
            for note in &notes {
                out.note(&format!("note: {note}"));
            }
            out.text(&format!("{position}\n"))?;
        }
        done.push(Line { text, position, notes });
    }
    if out.json() {
        out.document(&serde_json::json!({
            "schema": 1, "game": opened.rules.game(), "from": args.from, "to": args.to,
            "notations": names(opened.rules.game()), "positions": done,
        }))?;
    }
    Ok(0)
}

fn one(args: &Args, opened: &Opened, text: &str) -> Result<Converted, Error> {
    convert(opened, &args.from, &args.to, text, args.allow_any_total)
}

/// The words as texts: all of them one text if they make one, or if the first alone makes none.
fn together(args: &Args, opened: &Opened) -> Vec<String> {
    let joined = args.texts.join(" ");
    if one(args, opened, &joined).is_ok() || one(args, opened, &args.texts[0]).is_err() {
        vec![joined]
    } else {
        args.texts.clone()
    }
}

/// The lines of stdin that hold something.
fn lines() -> Result<Vec<String>, Error> {
    let lines: Result<Vec<String>, _> = std::io::stdin().lock().lines().collect();
    let lines = lines.map_err(|error| Error::File(format!("cannot read standard input: {error}")))?;
    Ok(lines.into_iter().filter(|line| !line.trim().is_empty()).collect())
}

fn on_line(error: Error, number: usize) -> Error {
    match error {
        Error::Position { text, why } => {
            Error::Position { text: short(&text), why: format!("text {number}: {why}") }
        }
        other => other,
    }
}

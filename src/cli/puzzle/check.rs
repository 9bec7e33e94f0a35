//! `puzzle check`: every value of packs found again.

use std::path::PathBuf;

use serde_json::json;

use super::super::progress::{Progress, catch_interrupts};
use super::super::{NO, Output};
use super::{files, puzzling};
use crate::error::Error;

/// Arguments of `puzzle check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example: sowbase puzzle check data/puzzles/*.json
The rules of each pack are taken from it, and must have the fingerprint that it names. Only the slow rules are used: no search,
no database. Exit code 3 when something is wrong.")]
pub(super) struct Args {
    /// The packs.
    #[arg(required = true, value_name = "PACK")]
    packs: Vec<PathBuf>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    catch_interrupts();
    let (mut packs, mut text, mut wrong) = (Vec::new(), String::new(), false);
    for path in &args.packs {
        let (pack, chosen) = files::open(path)?;
        let checked = puzzling(&chosen)?.check(&pack, &Progress::new(out))?;
        wrong |= !checked.wrong.is_empty();
        for fault in &checked.wrong {
            text += &format!("{}: problem {}: {}\n", path.display(), fault.number, fault.why);
        }
        text += &format!(
            "{}: {} problems, {}\n",
            path.display(),
            checked.puzzles,
            if checked.wrong.is_empty() {
                "all proven".to_owned()
            } else {
                format!("{} wrong", checked.wrong.len())
            }
        );
        packs.push(json!({
            "pack": path.display().to_string(), "game": pack.game, "puzzles": checked.puzzles, "wrong": checked.wrong,
        }));
    }
    if out.json() {
        out.document(&json!({ "schema": 1, "packs": packs }))?;
    } else {
        out.text(&text)?;
    }
    Ok(if wrong { NO } else { 0 })
}

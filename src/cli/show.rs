//! `show`: a board that a person can read.

use serde_json::json;

use super::Output;
use super::game::PositionArgs;
use crate::draw::text;
use crate::error::Error;

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    at: PositionArgs,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.at.game.open()?;
    let position = args.at.of(&chosen)?;
    let board = text::board(&position, chosen.opened.play.layout());
    let written = chosen.opened.play.format(&position);
    if out.json() {
        out.document(&json!({
            "schema": 1, "game": chosen.opened.rules.game(), "variant": chosen.variant,
            "fingerprint": chosen.opened.rules.fingerprint(), "position": written,
            "board": anstream::adapter::strip_str(&board).to_string(),
        }))?;
    } else {
        out.text(&format!("{board}\n  {written}\n"))?;
    }
    Ok(0)
}

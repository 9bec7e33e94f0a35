//! `games`: what there is.

use serde_json::json;

use super::Output;
use crate::error::Error;
use crate::games::{CATALOGUE, Variant};

/// Arguments of `games`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

pub(super) fn run(_: &Args, out: &mut Output) -> Result<u8, Error> {
    if out.json() {
        let games: Vec<_> = CATALOGUE
            .iter()
            .map(|entry| {
                let variants: Vec<_> = variants(entry.name)
                    .map(|variant| json!({"name": variant.name, "about": variant.about}))
                    .collect();
                json!({"name": entry.name, "about": entry.about, "variants": variants})
            })
            .collect();
        out.document(&json!({"schema": 1, "games": games}))?;
        return Ok(0);
    }
    let mut text = String::new();
    for entry in CATALOGUE {
        text += &format!("{:<9}{}\n", entry.name, entry.about);
        for variant in variants(entry.name) {
            text += &format!("         --variant {:<20} {}\n", variant.name, variant.about);
        }
    }
    text += "\nsowbase rules GAME prints the rules of a game and every option.\n";
    out.text(&text)?;
    Ok(0)
}

fn variants(game: &str) -> impl Iterator<Item = &'static Variant> {
    Variant::shipped().iter().filter(move |variant| variant.game == game)
}

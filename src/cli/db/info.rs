//! `db info`: what databases are there.

use std::path::PathBuf;

use serde::Serialize;

use super::tables;
use crate::cli::game::GameArgs;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::tables::{Shelf, ShelfLayer, shelves, size};

const EXAMPLES: &str = "\
Examples:
  sowbase db info                        every database in the folders of --db
  sowbase db info --db /data/oware       a folder of your own
  sowbase db info oware --rule grand_slam=allowed
With a game, only the database of exactly these rules is shown, with its rules in words. The last line of each is the
sentence to quote it by.";

/// Arguments of `db info`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The game: oware, urim, anywoli, bosh, omweso or kalah; all when not given.
    game: Option<String>,
    /// A shipped variant by name, or a TOML file of your own.
    #[arg(long, value_name = "NAME|FILE", requires = "game")]
    variant: Option<String>,
    /// Sets one option, like `pits_per_row=5`; may be repeated.
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "game")]
    rules: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Report {
    schema: u32,
    folders: Vec<PathBuf>,
    databases: Vec<Shelf>,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let mut databases = Vec::new();
    for dir in &common.db {
        databases.extend(shelves(dir)?);
    }
    if let Some(game) = &args.game {
        let asked = GameArgs { game: game.clone(), variant: args.variant.clone(), rules: args.rules.clone() }
            .open()?;
        tables(&asked)?;
        let print = asked.opened.rules.database_fingerprint();
        databases.retain(|one| one.game == asked.opened.rules.game() && one.database_fingerprint == print);
    }
    if out.json() {
        out.document(&Report { schema: 1, folders: common.db.clone(), databases })?;
        return Ok(0);
    }
    if databases.is_empty() {
        let places: Vec<String> = common.db.iter().map(|dir| dir.display().to_string()).collect();
        let what =
            args.game.as_deref().map_or_else(String::new, |game| format!(" of {game} under these rules"));
        let game = args.game.as_deref().unwrap_or("oware");
        out.text(&format!(
            "No database{what} in {}.\n`sowbase db build {game} --seeds 12` makes one.\n",
            places.join(", ")
        ))?;
        return Ok(0);
    }
    let texts: Vec<String> = databases.iter().map(|one| words(one, args.game.is_some())).collect();
    out.text(&texts.join("\n"))?;
    Ok(0)
}

fn words(one: &Shelf, rules: bool) -> String {
    let mut text = format!(
        "{} (rules {})\n  in {}\n  {} states, {}\n\n",
        one.game,
        one.database_fingerprint,
        one.folder.display(),
        one.states,
        size(u128::from(one.bytes))
    );
    text += "  seeds  shape          states  bits a state\n";
    for layer in &one.layers {
        text += &line(layer);
    }
    for trouble in &one.troubles {
        text += &format!("  cannot be used: {trouble}\n");
    }
    if rules {
        text.push('\n');
        for rule in &one.rules {
            text += &format!("  {rule}\n");
        }
    }
    text + &format!("\n  To quote it: {}\n", one.quote)
}

fn line(layer: &ShelfLayer) -> String {
    let files: Vec<String> = layer
        .files
        .iter()
        .map(|(metric, file)| {
            let proven = if file.proven_by.is_some() { " (proven)" } else { "" };
            format!("{metric} {:.2}{proven}", file.bits_per_state)
        })
        .collect();
    format!("  {:>5}  {:>5} {:>15}  {}\n", layer.seeds, layer.shape, layer.states, files.join(", "))
}

//! `db info`: what databases are there.

use std::path::PathBuf;

use serde::Serialize;
use sowbase_solver::db::TELLING;

use super::tables;
use crate::cli::game::RuleArgs;
use crate::cli::{Common, Output};
use crate::error::Error;
use crate::tables::{Shelf, ShelfLayer, shelves, shelves_inside, size, stretches};

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
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    schema: u32,
    folders: Vec<PathBuf>,
    databases: Vec<Shelf>,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let mut databases = Vec::new();
    for dir in common.db.iter().chain(&common.cache) {
        databases.extend(shelves(dir)?);
    }
    databases.extend(shelves_inside());
    if let Some(game) = &args.game {
        let asked = args.rules.open(game)?;
        tables(&asked)?;
        let print = asked.opened.rules.database_fingerprint();
        databases.retain(|one| one.game == asked.opened.rules.game() && one.database_fingerprint == print);
    }
    if out.json() {
        out.document(&Report { schema: 1, folders: common.db.clone(), databases })?;
        return Ok(0);
    }
    let mut texts = Vec::new();
    if databases.iter().all(|one| one.folder.is_none()) {
        let places: Vec<String> = common.db.iter().map(|dir| dir.display().to_string()).collect();
        let what =
            args.game.as_deref().map_or_else(String::new, |game| format!(" of {game} under these rules"));
        let game = args.game.as_deref().unwrap_or("oware");
        texts.push(format!(
            "No database{what} in {}.\n`sowbase db build {game} --seeds 12` makes one.\n",
            places.join(", ")
        ));
    }
    let named = args.game.is_some();
    texts.extend(databases.iter().filter(|one| named || one.folder.is_some()).map(|one| words(one, named)));
    // All that the program brings need not be told in full to whoever has larger ones.
    let inside = || databases.iter().filter(|one| one.folder.is_none());
    if !named && inside().next().is_some() {
        texts.push("Inside the program:\n".to_owned() + &inside().map(in_short).collect::<String>());
    }
    out.text(&texts.join("\n"))?;
    Ok(0)
}

/// A database inside the program, in a line.
fn in_short(one: &Shelf) -> String {
    let seeds: Vec<u8> = one.layers.iter().map(|layer| layer.seeds).collect();
    let Shelf { game, database_fingerprint, states, bytes, .. } = one;
    let (seeds, bytes) = (stretches(&seeds), size(u128::from(*bytes)));
    format!("  {game:<8} {seeds} seeds, {states} states, {bytes} (rules {database_fingerprint})\n")
}

fn words(one: &Shelf, rules: bool) -> String {
    let place = one
        .folder
        .as_ref()
        .map_or_else(|| "inside the program".into(), |dir| format!("in {}", dir.display()));
    let mut text = format!(
        "{} (rules {})\n  {place}\n  {} states, {}\n\n",
        one.game,
        one.database_fingerprint,
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
            let small = layer.states < TELLING;
            let bits = if small { "-".to_owned() } else { format!("{:.2}", file.bits_per_state) };
            format!("{metric} {bits}{proven}")
        })
        .collect();
    format!("  {:>5}  {:>5} {:>15}  {}\n", layer.seeds, layer.shape, layer.states, files.join(", "))
}

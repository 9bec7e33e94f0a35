//! `rules`: the rules in words, every option, worked examples.

mod diff;

use clap::Subcommand;
use serde_json::json;

use super::game::RuleArgs;
use super::{Common, Output};
use crate::error::Error;

/// Arguments of `rules`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Args {
    #[command(subcommand)]
    other: Option<Other>,
    /// The game: oware, urim, anywoli, bosh, omweso or kalah.
    #[arg(required = true)]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Show where two rule sets differ, and with --play how both fare.
    Diff(Box<diff::Args>),
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    if let Some(Other::Diff(args)) = &args.other {
        return diff::run(args, common, out);
    }
    let chosen = args.rules.open(args.game.as_deref().unwrap_or_default())?;
    let rules = &chosen.opened.rules;
    if out.json() {
        let options: Vec<_> = rules
            .options()
            .into_iter()
            .map(|o| {
                json!({"key": o.key, "value": o.value, "default": o.default, "allowed": o.allowed,
                       "about": o.about, "source": o.source, "effect": format!("{:?}", o.effect).to_lowercase()})
            })
            .collect();
        let examples: Vec<_> = rules
            .examples()
            .iter()
            .map(|e| {
                json!({"id": e.id, "rules": e.rules, "position": e.position, "moves": e.moves, "after": e.after,
                       "shows": e.shows})
            })
            .collect();
        out.document(&json!({
            "schema": 1, "game": rules.game(), "variant": chosen.variant, "fingerprint": rules.fingerprint(),
            "database_fingerprint": rules.database_fingerprint(), "words": rules.words(), "options": options,
            "examples": examples,
        }))?;
        return Ok(0);
    }
    let mut text = format!("{} ({})\n\n", rules.game(), chosen.variant);
    for (number, paragraph) in (1..).zip(rules.words()) {
        text += &fill(&format!("{number}. "), &paragraph);
    }
    text += "\nOptions (--rule key=value)\n";
    for option in rules.options() {
        let changed = if option.value == option.default { "" } else { "   <- not the default" };
        text += &format!("\n  {}={}{changed}\n", option.key, option.value);
        text += &fill("      ", &format!("{} [{}]", option.about, option.source));
        text += &fill("      ", &format!("Allowed: {} (default {})", option.allowed, option.default));
    }
    text += "\nExamples\n";
    for example in rules.examples() {
        let with =
            if example.rules.is_empty() { String::new() } else { format!(" [{}]", example.rules.join(" ")) };
        text += &format!("\n  {}{with}: {}\n", example.id, example.shows);
        text += &format!("      {}   {}\n   -> {}\n", example.position, example.moves, example.after);
    }
    text += &format!(
        "\nfingerprint {} (all options), {} (stored numbers)\n",
        rules.fingerprint(),
        rules.database_fingerprint()
    );
    out.text(&text)?;
    Ok(0)
}

/// Breaks a paragraph into lines of at most 90 characters, the first after `head`, the others under it.
pub(super) fn fill(head: &str, paragraph: &str) -> String {
    let indent = " ".repeat(head.chars().count());
    let (mut text, mut line) = (String::new(), head.to_owned());
    let mut bare = true;
    for word in paragraph.split_whitespace() {
        if !bare && line.chars().count() + 1 + word.chars().count() > 90 {
            text += &format!("{line}\n");
            line.clone_from(&indent);
            bare = true;
        }
        if !bare {
            line.push(' ');
        }
        line += word;
        bare = false;
    }
    text + &line + "\n"
}

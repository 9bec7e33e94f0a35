//! `rules diff`: where two rule sets differ, and with `--play` how both fare.

use std::path::Path;

use serde_json::json;

use super::super::fairness::{SelfPlayArgs, lines};
use super::super::game::Chosen;
use super::super::interrupt::stopping;
use super::super::progress::catch_interrupts;
use super::super::report::Head;
use super::super::{Common, INTERRUPTED, Output};
use crate::contest::Fairness;
use crate::error::Error;
use crate::games::{OptionInfo, Variant, entry};

/// Arguments of `rules diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sowbase rules diff oware oware:awari_academic
  sowbase rules diff kalah my-kalah.toml --play --games 400")]
pub(super) struct Args {
    /// One rule set: a game, GAME:VARIANT, or a TOML file of your own.
    a: String,
    /// The other.
    b: String,
    /// Let the engine play itself under both, and show the two reports beside each other.
    #[arg(long)]
    play: bool,
    #[command(flatten)]
    how: SelfPlayArgs,
}

/// An option that differs; what a game does not have is `None`.
struct Differing {
    key: &'static str,
    about: &'static str,
    default: Option<String>,
    values: [Option<String>; 2],
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let both = [open(&args.a)?, open(&args.b)?];
    let options = [both[0].opened.rules.options(), both[1].opened.rules.options()];
    let same_game = both[0].opened.rules.game() == both[1].opened.rules.game();
    let differing = differing(&options, same_game);
    let mut played = Vec::new();
    if args.play {
        catch_interrupts();
        for chosen in &both {
            if !stopping() {
                played.push(args.how.find_out(chosen, common, out)?);
            }
        }
    }
    if out.json() {
        let rows: Vec<_> = differing
            .iter()
            .map(|row| json!({"key": row.key, "a": row.values[0], "b": row.values[1], "default": row.default, "about": row.about}))
            .collect();
        out.document(&json!({
            "schema": 1, "a": Head::new(&both[0]), "b": Head::new(&both[1]), "same_game": same_game,
            "differing_options": rows, "reports": args.play.then_some(&played), "stopped": stopping(),
        }))?;
    } else {
        out.text(&text(&both, &differing, same_game, &played, args))?;
    }
    Ok(if args.play && stopping() { INTERRUPTED } else { 0 })
}

/// `GAME`, `GAME:VARIANT`, or the path of a TOML file.
fn open(text: &str) -> Result<Chosen, Error> {
    let is_file = text.contains(['/', std::path::MAIN_SEPARATOR])
        || Path::new(text).extension().is_some_and(|end| end.eq_ignore_ascii_case("toml"));
    let variant = match text.split_once(':') {
        _ if is_file => Variant::find(text, None)?,
        Some((game, variant)) => Variant::find(variant, Some(entry(game)?.name))?,
        None => return Chosen::with(text, &[]),
    };
    Chosen::of(variant)
}

/// Options whose values differ. The defaults of two games say nothing about each other.
fn differing(options: &[Vec<OptionInfo>; 2], same_game: bool) -> Vec<Differing> {
    let value = |side: usize, key: &str| options[side].iter().find(|option| option.key == key);
    let only_b = options[1].iter().filter(|option| value(0, option.key).is_none());
    options[0]
        .iter()
        .chain(only_b)
        .map(|option| Differing {
            key: option.key,
            about: option.about,
            default: same_game.then(|| option.default.clone()),
            values: [0, 1].map(|side| value(side, option.key).map(|option| option.value.clone())),
        })
        .filter(|row| row.values[0] != row.values[1])
        .collect()
}

fn text(
    both: &[Chosen; 2],
    differing: &[Differing],
    same_game: bool,
    played: &[Fairness],
    args: &Args,
) -> String {
    let names = both.each_ref().map(|chosen| {
        let game = chosen.opened.rules.game();
        if chosen.variant == game { game.to_owned() } else { format!("{game}:{}", chosen.variant) }
    });
    let mut rows = vec![[String::new(), names[0].clone(), names[1].clone()]];
    let shown = |value: &Option<String>, default: &Option<String>| match value {
        None => "-".to_owned(),
        Some(value) if same_game && Some(value) == default.as_ref() => format!("{value} (default)"),
        Some(value) => value.clone(),
    };
    for row in differing {
        let [a, b] = row.values.each_ref().map(|value| shown(value, &row.default));
        rows.push([row.key.to_owned(), a, b]);
    }
    let mut text = if differing.is_empty() { "No option differs.\n".to_owned() } else { columns(&rows) };
    for row in differing {
        text += &format!("\n{}: {}", row.key, row.about);
    }
    text += if differing.is_empty() { "" } else { "\n" };
    if let [a, b] = played {
        let mut rows = vec![[String::new(), names[0].clone(), names[1].clone()]];
        let other = lines(b);
        for (what, said) in lines(a) {
            let beside = other.iter().find(|(same, _)| *same == what).map_or("-", |(_, said)| said.as_str());
            rows.push([what.to_owned(), said, beside.to_owned()]);
        }
        let left = lines(a);
        for (what, said) in other.iter().filter(|(what, _)| !left.iter().any(|(same, _)| same == what)) {
            rows.push([(*what).to_owned(), "-".into(), said.clone()]);
        }
        text += &format!("\n{}\n{}", columns(&rows), args.how.how());
    }
    text
}

/// Three columns, as wide as what is in them.
fn columns(rows: &[[String; 3]]) -> String {
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
    let (first, second) = (width(0), width(1));
    rows.iter()
        .map(|[what, a, b]| format!("{what:<first$}  {a:<second$}  {b}").trim_end().to_owned() + "\n")
        .collect()
}

//! `selftest`: this very program against worked examples, path counts and published values, in seconds.

use std::time::Instant;

use serde_json::json;

use super::{NO, Output};
use crate::error::Error;
use crate::games::{CATALOGUE, Example, Opened, entry};

/// Arguments of `selftest`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Golden path counts, one file a game.
const PATHS: &[(&str, &str)] = &[
    ("oware", include_str!("../../data/perft/oware.perft")),
    ("urim", include_str!("../../data/perft/urim.perft")),
    ("anywoli", include_str!("../../data/perft/anywoli.perft")),
    ("bosh", include_str!("../../data/perft/bosh.perft")),
    ("omweso", include_str!("../../data/perft/omweso.perft")),
    ("kalah", include_str!("../../data/perft/kalah.perft")),
];

/// Published distributions of values, one file a game.
const VALUES: &[(&str, &str)] = &[("oware", include_str!("../../data/values/oware.values"))];

/// Largest count taken from the files: keeps the whole test within seconds on a slow machine.
const MOST_PATHS: u64 = 5_000_000;

/// One check and whether it held.
struct Checked {
    what: String,
    wrong: Option<String>,
}

pub(super) fn run(_: &Args, out: &mut Output) -> Result<u8, Error> {
    let begun = Instant::now();
    let mut checks = Vec::new();
    for entry in CATALOGUE {
        let opened = entry.open(&[])?;
        for example in opened.rules.examples() {
            checks.push(example_check(entry.name, example));
        }
    }
    for (game, text) in PATHS {
        checks.extend(path_checks(game, text)?);
    }
    for (game, text) in VALUES {
        checks.extend(value_checks(game, text)?);
    }
    let wrong: Vec<&Checked> = checks.iter().filter(|check| check.wrong.is_some()).collect();
    let seconds = begun.elapsed().as_secs_f64();
    if out.json() {
        let wrong: Vec<_> = wrong.iter().map(|c| json!({"check": c.what, "found": c.wrong})).collect();
        out.document(&json!({"schema": 1, "checks": checks.len(), "wrong": wrong, "seconds": seconds}))?;
    } else {
        let mut text = String::new();
        for check in &wrong {
            text += &format!("WRONG {}: {}\n", check.what, check.wrong.as_deref().unwrap_or_default());
        }
        text += &format!("{} checks, {} wrong, {seconds:.1} s\n", checks.len(), wrong.len());
        out.text(&text)?;
    }
    Ok(if wrong.is_empty() { 0 } else { NO })
}

fn example_check(game: &str, example: &Example) -> Checked {
    let what = format!("{game} {}", example.id);
    let wrong = match play_example(game, example) {
        Ok(found) if found == example.after => None,
        Ok(found) => Some(format!("{found} instead of {}", example.after)),
        Err(error) => Some(error.to_string()),
    };
    Checked { what, wrong }
}

/// The position an example really leads to, without counters.
fn play_example(game: &str, example: &Example) -> Result<String, Error> {
    let opened = open(game, example.rules.iter().copied())?;
    let mut session = opened.play.session(&opened.play.parse(example.position, true)?);
    for text in example.moves.split_whitespace() {
        session.play(text)?;
    }
    let mut position = session.position().clone();
    (position.quiet, position.plies) = (0, 0);
    Ok(opened.play.format(&position))
}

fn open<'a>(game: &str, rules: impl Iterator<Item = &'a str>) -> Result<Opened, Error> {
    let settings: Vec<(String, String)> = rules
        .filter_map(|rule| rule.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    entry(game)?.open(&settings)
}

/// Lines of a file of path counts: `rules key=value …`, `position …`, `perft DEPTH COUNT`; `#` begins a comment.
fn path_checks(game: &str, text: &str) -> Result<Vec<Checked>, Error> {
    let mut opened = open(game, std::iter::empty())?;
    let mut position = opened.play.start();
    let mut rules = String::new();
    let mut checks = Vec::new();
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "rules" => {
                opened = open(game, rest.split_whitespace())?;
                position = opened.play.start();
                rest.clone_into(&mut rules);
            }
            "position" if rest == "start" => position = opened.play.start(),
            "position" => position = opened.play.parse(rest, true)?,
            "perft" => {
                let numbers: Vec<u64> =
                    rest.split_whitespace().filter_map(|word| word.parse().ok()).collect();
                let &[depth, expected] = numbers.as_slice() else {
                    return Err(Error::File(format!("{game}.perft: {line:?} is not `perft DEPTH COUNT`")));
                };
                if expected > MOST_PATHS {
                    continue;
                }
                let found = opened.paths.perft(&position, depth as u32);
                let wrong = (found != expected).then(|| format!("{found} instead of {expected}"));
                checks.push(Checked { what: format!("{game} {rules} path count, depth {depth}"), wrong });
            }
            _ => return Err(Error::File(format!("{game}.perft: unknown line {line:?}"))),
        }
    }
    Ok(checks)
}

/// Lines of a file of distributions: `rules key=value …`, `layer SEEDS value:count …`; `#` begins a comment.
fn value_checks(game: &str, text: &str) -> Result<Vec<Checked>, Error> {
    let mut opened = open(game, std::iter::empty())?;
    let mut checks = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        match (words.next(), &opened.tables) {
            (Some("rules"), _) => opened = open(game, words)?,
            (Some("layer"), Some(tables)) => {
                let seeds = words.next().and_then(|word| word.parse().ok());
                let seeds =
                    seeds.ok_or_else(|| Error::File(format!("{game}.values: no seeds in {line:?}")))?;
                let expected = words.collect::<Vec<_>>().join(" ");
                let found: Vec<String> = tables
                    .distribution(seeds)?
                    .iter()
                    .map(|(value, count)| format!("{value}:{count}"))
                    .collect();
                let found = found.join(" ");
                let wrong = (found != expected).then(|| format!("{found} instead of {expected}"));
                checks.push(Checked { what: format!("{game} values of {seeds} seeds"), wrong });
            }
            (None, _) => {}
            _ => return Err(Error::File(format!("{game}.values: unknown line {line:?}"))),
        }
    }
    Ok(checks)
}

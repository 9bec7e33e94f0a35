//! `db compare`: two databases number by number.

use std::path::{Path, PathBuf};

use serde::Serialize;
use sowbase_solver::Metric;

use crate::cli::game::RuleArgs;
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::{NO, Output};
use crate::error::Error;
use crate::games::{Opened, Variant, entry};
use crate::tables::{Compared, Comparison, OneFile, Whose, compare, databases_in};

const EXAMPLES: &str = "\
Examples:
  sowbase db compare mine yours
  sowbase db compare tables/oware-0123456789abcdef other/oware-fedcba9876543210
  sowbase db compare a b --game oware --rule grand_slam=allowed
A folder that holds several databases is compared database by database, by game and rules. Two databases of different
rules are compared when each folder holds one, or is one. Positions are shown where the rules are a shipped variant's, or
those given by --game, --variant and --rule. Exit codes: 0 equal in all that both hold, 3 different.";

/// Arguments of `db compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// A folder with databases, or one database.
    #[arg(value_name = "A")]
    a: PathBuf,
    /// The other.
    #[arg(value_name = "B")]
    b: PathBuf,
    /// How many differing positions to show of each file.
    #[arg(long, value_name = "N", default_value_t = 3)]
    first: usize,
    /// The game, to show positions of rules that are no shipped variant's.
    #[arg(long)]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    schema: u32,
    /// True when nothing that both hold differs, and nothing was left over.
    equal: bool,
    comparisons: Vec<Comparison>,
    /// Databases that only the first folder has.
    only_a: Vec<Whose>,
    /// Databases that only the second folder has.
    only_b: Vec<Whose>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let [all_a, all_b] = [found(&args.a)?, found(&args.b)?];
    let (pairs, only_a, only_b) = pair_up(all_a, all_b);
    if pairs.is_empty() {
        return Err(Error::Usage(format!(
            "{} and {} hold no databases of the same rules; give one database of each to compare different rules:\n{}",
            args.a.display(),
            args.b.display(),
            only_a
                .iter()
                .chain(&only_b)
                .map(|one| format!("  {}\n", one.folder.display()))
                .collect::<String>()
        )));
    }
    let given = match &args.game {
        Some(game) => Some(args.rules.open(game)?.opened),
        None => None,
    };
    catch_interrupts();
    let progress = Progress::new(out);
    let mut comparisons = Vec::new();
    for (a, b) in &pairs {
        let opened = given.as_ref().map_or_else(|| shipped(a).or_else(|| shipped(b)), |_| None);
        let tables = given.as_ref().or(opened.as_ref()).and_then(|opened| opened.tables.as_ref());
        let position = |seeds, shape, number| tables?.numbered(seeds, shape, number);
        comparisons.push(compare([&a.folder, &b.folder], args.first, &position, &progress)?);
    }
    drop(progress);
    let equal = comparisons.iter().all(|one| one.differing == 0);
    if out.json() {
        out.document(&Report { schema: 1, equal, comparisons, only_a, only_b })?;
    } else {
        let mut text: String = comparisons.iter().map(words).collect();
        for (one, place) in
            only_a.iter().map(|one| (one, &args.a)).chain(only_b.iter().map(|one| (one, &args.b)))
        {
            text +=
                &format!("only in {}: {} (rules {})\n", place.display(), one.game, one.database_fingerprint);
        }
        out.text(&text)?;
    }
    Ok(if equal { 0 } else { NO })
}

fn found(dir: &Path) -> Result<Vec<Whose>, Error> {
    let all = databases_in(dir)?;
    if all.is_empty() {
        return Err(Error::File(format!(
            "{}: no database; give a folder that `db build` wrote",
            dir.display()
        )));
    }
    Ok(all)
}

type Pairs = (Vec<(Whose, Whose)>, Vec<Whose>, Vec<Whose>);

/// Databases of the same rules, and what is left over; one and one are a pair whatever their rules.
fn pair_up(mut a: Vec<Whose>, mut b: Vec<Whose>) -> Pairs {
    if let ([one], [other]) = (&a[..], &b[..])
        && one.game == other.game
    {
        return (vec![(one.clone(), other.clone())], Vec::new(), Vec::new());
    }
    let mut pairs = Vec::new();
    a.retain(|one| {
        let same = |other: &Whose| {
            (&one.game, &one.database_fingerprint) == (&other.game, &other.database_fingerprint)
        };
        match b.iter().position(same) {
            Some(at) => {
                pairs.push((one.clone(), b.remove(at)));
                false
            }
            None => true,
        }
    });
    (pairs, a, b)
}

/// The shipped rules with a database's fingerprint.
fn shipped(whose: &Whose) -> Option<Opened> {
    let game = entry(&whose.game).ok()?;
    let variants = Variant::shipped().iter().filter(|variant| variant.game == game.name);
    let settings = std::iter::once(Vec::new()).chain(variants.map(|variant| variant.settings.clone()));
    let mut opened = settings.filter_map(|settings| game.open(&settings).ok());
    opened.find(|opened| opened.rules.database_fingerprint() == whose.database_fingerprint)
}

fn words(one: &Comparison) -> String {
    let mut text = format!("A {}\nB {}\n", one.a.folder.display(), one.b.folder.display());
    if !one.same_rules {
        text += "The rules differ.\n";
        for (rule, only) in one
            .rules_only_a
            .iter()
            .map(|rule| (rule, "A"))
            .chain(one.rules_only_b.iter().map(|rule| (rule, "B")))
        {
            text += &format!("  only {only}: {rule}\n");
        }
    }
    let states: u64 = one.compared.iter().map(|file| file.states).sum();
    text += &format!(
        "{} files of {states} states are in both; {} states differ.\n",
        one.compared.len(),
        one.differing
    );
    for file in one.compared.iter().filter(|file| file.differing > 0) {
        text += &differing(file);
    }
    for (files, only) in [(&one.only_a, "A"), (&one.only_b, "B")] {
        if !files.is_empty() {
            let names: Vec<String> = files.iter().map(named).collect();
            text += &format!("only in {only}: {}\n", names.join(", "));
        }
    }
    text
}

fn named(file: &OneFile) -> String {
    let shape = if file.shape == 0 { String::new() } else { format!(" shape {}", file.shape) };
    format!("{} of {} seeds{shape}", file.metric, file.seeds)
}

fn differing(file: &Compared) -> String {
    let mut text = format!("{}: {} of {} states differ\n", named(&file.file), file.differing, file.states);
    let numbers = |numbers: &[i32]| {
        let all: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let between = if file.file.metric == Metric::Bounds.name() { " to " } else { " and " };
        all.join(between)
    };
    for state in &file.first {
        let place = state.position.clone().unwrap_or_else(|| format!("state {}", state.number));
        text += &format!("  {place}  A {}  B {}\n", numbers(&state.a), numbers(&state.b));
    }
    if file.differing > file.first.len() as u64 && !file.first.is_empty() {
        text += "  …\n";
    }
    text
}

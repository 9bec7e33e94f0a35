//! `db stats`: what the values of whole layers look like.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::{seeds, tables, write_result};
use crate::board::MAX_SEEDS;
use crate::cli::game::GameArgs;
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::report::Head;
use crate::cli::{Common, Output};
use crate::draw::svg;
use crate::error::Error;
use crate::tables::{Far, LayerStats, stretches};

const EXAMPLES: &str = "\
Examples:
  sowbase db stats oware                              every layer that is there
  sowbase db stats oware --seeds 12                   one layer, with all its values
  sowbase db stats oware --seeds 0..20 --format svg -o oware.svg
  sowbase db stats kalah --format csv > kalah.csv
Values are to the side to move. What depends on the rule for endless play is known where bounds were built, the longest
lines where distances were: `db build --metric score,bounds,distance`. Elsewhere it is left open (JSON null).";

/// Arguments of `db stats`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Layers to count: 7, 0..12, 5.. or ..9, both ends included; all when not given.
    #[arg(long, value_name = "N|A..B", value_parser = seeds::parse)]
    seeds: Option<RangeInclusive<u32>>,
    /// How to write them; text when not given, or JSON with --json.
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The file to write; standard output when not given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A table; for one layer also its values.
    Text,
    /// A line a layer; `score_-3` is how many boards have that score.
    Csv,
    /// As docs/json.md says.
    Json,
    /// A chart.
    Svg,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    layers: &'a [LayerStats],
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let format = match args.format {
        Some(format) if out.json() && format != Format::Json => {
            return Err(Error::Usage("--json and another --format: give one of them".into()));
        }
        Some(format) => format,
        None if out.json() => Format::Json,
        None => Format::Text,
    };
    let chosen = args.game.open()?;
    let asked = args.seeds.clone().unwrap_or(0..=MAX_SEEDS);
    catch_interrupts();
    let progress = Progress::new(out);
    let layers = tables(&chosen)?.stats(&common.places(), asked, &progress)?;
    drop(progress);
    let text = match format {
        Format::Text => text(&layers),
        Format::Csv => csv(&layers),
        Format::Svg => {
            let game = chosen.opened.rules.game();
            let rules = if chosen.variant == game { String::new() } else { format!(" ({})", chosen.variant) };
            let title = format!("{game}{rules}: values of all boards");
            svg::stats::chart(&title, &layers)
        }
        Format::Json => {
            let database_fingerprint = chosen.opened.rules.database_fingerprint();
            let report = Report { head: Head::new(&chosen), database_fingerprint, layers: &layers };
            let text = serde_json::to_string_pretty(&report)
                .map_err(|error| Error::File(format!("cannot write JSON: {error}")))?;
            text + "\n"
        }
    };
    if args.output.is_none() {
        out.text(&text)?;
        return Ok(0);
    }
    write_result(args.output.as_deref(), |to| {
        to.write_all(text.as_bytes()).map_err(|error| Error::File(format!("cannot write: {error}")))
    })?;
    Ok(0)
}

fn count(number: Option<u64>) -> String {
    number.map_or_else(|| "-".into(), |number| number.to_string())
}

fn text(layers: &[LayerStats]) -> String {
    let shapes = layers.iter().any(|layer| layer.shape != 0);
    let mut text = format!(
        "seeds{} {:>14} {:>14} {:>14} {:>14} {:>14}  longest\n",
        if shapes { "  shape" } else { "" },
        "states",
        "won",
        "even",
        "lost",
        "endless"
    );
    for layer in layers {
        let shape = if shapes { format!(" {:>6}", layer.shape) } else { String::new() };
        let far = |far: &Far| far.plies.to_string();
        text += &format!(
            "{:>5}{shape} {:>14} {:>14} {:>14} {:>14} {:>14}  {}\n",
            layer.seeds,
            layer.states,
            count(layer.won),
            count(layer.even),
            count(layer.lost),
            count(layer.depends_on_endless),
            layer.longest.as_ref().map_or_else(|| "-".into(), |longest| far(&longest.end))
        );
    }
    text += "\nwon, even, lost: for the side to move. endless: boards whose value depends on the rule for endless play.\n\
             longest: plies of the longest line of best play.\n";
    let inside: Vec<u8> = layers.iter().filter(|layer| layer.inside).map(|layer| layer.seeds).collect();
    if !inside.is_empty() {
        text += &format!("Values of {} seeds are from inside the program.\n", stretches(&inside));
    }
    if let Some(longest) = layers.iter().rev().find_map(|layer| layer.longest.as_ref()) {
        for (what, far) in [("end", &longest.end), ("next capture", &longest.next)] {
            text += &format!(
                "Longest to the {what} in the last layer: {} plies from {}\n",
                far.plies, far.position
            );
        }
    }
    if let [only] = layers {
        text += &bars(only);
    }
    text
}

/// The values of one layer as bars.
fn bars(layer: &LayerStats) -> String {
    let Some(counts) = &layer.histogram else { return String::new() };
    let most = counts.values().copied().max().unwrap_or(1).max(1);
    let bar = |count: u64| "#".repeat((count as f64 * 40.0 / most as f64).ceil() as usize);
    let lines = counts.iter().map(|(value, &count)| format!("{value:>5} {count:>14}  {}\n", bar(count)));
    format!("\nvalue         boards\n{}", lines.collect::<String>())
}

fn csv(layers: &[LayerStats]) -> String {
    let values =
        || layers.iter().filter_map(|layer| layer.histogram.as_ref()).flat_map(|counts| counts.keys());
    let scores = match (values().min(), values().max()) {
        (Some(&least), Some(&most)) => least..=most,
        // An empty range: no layer has scores.
        _ => RangeInclusive::new(1, 0),
    };
    let mut text =
        "seeds,shape,states,won,even,lost,depends_on_endless,longest_end,longest_end_position,longest_next,\
                    longest_next_position"
            .to_owned();
    text += &scores.clone().map(|score| format!(",score_{score}")).collect::<String>();
    text.push('\n');
    let open = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    for layer in layers {
        let far = |far: Option<&Far>| {
            far.map_or_else(|| ",".to_owned(), |far| format!("{},\"{}\"", far.plies, far.position))
        };
        let longest = layer.longest.as_ref();
        text += &format!(
            "{},{},{},{},{},{},{},{},{}",
            layer.seeds,
            layer.shape,
            layer.states,
            open(layer.won),
            open(layer.even),
            open(layer.lost),
            open(layer.depends_on_endless),
            far(longest.map(|longest| &longest.end)),
            far(longest.map(|longest| &longest.next))
        );
        for score in scores.clone() {
            let count = layer.histogram.as_ref().map(|counts| counts.get(&score).copied().unwrap_or(0));
            text += &format!(",{}", open(count));
        }
        text.push('\n');
    }
    text
}

//! `perft`: count paths.

use std::time::Instant;

use serde_json::json;

use super::Output;
use super::game::PositionArgs;
use crate::error::Error;

/// Arguments of `perft`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    at: PositionArgs,
    /// Plies to play.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    depth: u32,
    /// Show the count below each legal move.
    #[arg(long)]
    divide: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.at.game.open()?;
    let position = args.at.of(&chosen)?;
    let begun = Instant::now();
    let divided = if args.divide { chosen.opened.paths.divide(&position, args.depth) } else { Vec::new() };
    let nodes = if args.divide && args.depth > 0 {
        divided.iter().map(|(_, paths)| paths).sum()
    } else {
        chosen.opened.paths.perft(&position, args.depth)
    };
    let seconds = begun.elapsed().as_secs_f64();
    if out.json() {
        let mut value = json!({
            "schema": 1, "game": chosen.opened.rules.game(), "variant": chosen.variant,
            "fingerprint": chosen.opened.rules.fingerprint(),
            "position": chosen.opened.play.format(&position), "depth": args.depth, "nodes": nodes, "seconds": seconds,
        });
        if args.divide {
            let list: Vec<_> =
                divided.iter().map(|(mv, nodes)| json!({"move": mv, "nodes": nodes})).collect();
            value["divide"] = json!(list);
        }
        out.document(&value)?;
        return Ok(0);
    }
    let mut text: String = divided.iter().map(|(mv, nodes)| format!("{mv:<6} {nodes}\n")).collect();
    text += &format!("{nodes}\n");
    out.text(&text)?;
    out.note(&format!(
        "{seconds:.3} s, {:.1} million paths a second",
        nodes as f64 / seconds.max(1e-9) / 1e6
    ));
    Ok(0)
}

//! `eval`: what a position is worth at first sight, or what databases say of it.

use serde_json::json;

use super::analyze::look_up;
use super::game::PlayedArgs;
use super::progress::catch_interrupts;
use super::search::Seeds;
use super::{Common, Output};
use crate::error::Error;
use crate::tables::{AnalyzeOptions, IN_MEMORY};

/// Arguments of `eval`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let (chosen, session) = args.played.session()?;
    catch_interrupts();
    let options = AnalyzeOptions { places: common.places(), lines: false, in_memory: IN_MEMORY };
    let known = look_up(&args.played, &chosen, &*session, &options, out)?;
    let estimate = chosen.opened.search.estimate(session.position());
    let (value, bound) = match known.score {
        Some(score) => (Seeds(100 * i32::from(score)), "exact"),
        None => (Seeds(estimate), "estimate"),
    };
    if out.json() {
        out.document(&json!({
            "schema": 1, "game": chosen.opened.rules.game(), "variant": chosen.variant,
            "fingerprint": chosen.opened.rules.fingerprint(),
            "position": chosen.opened.play.format(session.position()), "over": known.over, "result": known.result,
            "score": value, "bound": bound, "distance": known.distance, "source": known.source,
            "estimate": Seeds(estimate),
        }))?;
        return Ok(0);
    }
    let far = known.distance.map_or_else(String::new, |plies| format!(", {plies} plies"));
    out.text(&format!("{value} {bound}{far}\n"))?;
    Ok(0)
}

//! `eval`: what a position is worth at first sight, or what databases say of it.

use serde::Serialize;

use super::analyze::look_up;
use super::game::PlayedArgs;
use super::progress::catch_interrupts;
use super::report::Head;
use super::search::Seeds;
use super::{Common, Output};
use crate::error::Error;
use crate::play::GameResult;
use crate::tables::{AnalyzeOptions, IN_MEMORY, Source, Worth};

/// Arguments of `eval`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
}

#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    head: Head,
    position: String,
    over: bool,
    result: Option<GameResult>,
    score: Seeds,
    bound: Worth,
    distance: Option<u32>,
    source: Option<Source>,
    /// Of the evaluation alone.
    estimate: Seeds,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let (chosen, session) = args.played.session()?;
    catch_interrupts();
    let options = AnalyzeOptions { places: common.places(), lines: false, in_memory: IN_MEMORY };
    let known = look_up(&args.played, &chosen, &*session, &options, out)?;
    let estimate = chosen.opened.search.estimate(session.position());
    let (value, bound) = match known.score {
        Some(score) => (Seeds(100 * i32::from(score)), Worth::Exact),
        None => (Seeds(estimate), Worth::Estimate),
    };
    if out.json() {
        out.document(&Report {
            head: Head::new(&chosen),
            position: chosen.opened.play.format(session.position()),
            over: known.over,
            result: known.result,
            score: value,
            bound,
            distance: known.distance,
            source: known.source,
            estimate: Seeds(estimate),
        })?;
        return Ok(0);
    }
    let far = known.distance.map_or_else(String::new, |plies| format!(", {plies} plies"));
    let bound = if bound == Worth::Exact { "exact" } else { "estimate" };
    out.text(&format!("{value} {bound}{far}\n"))?;
    Ok(0)
}

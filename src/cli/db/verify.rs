//! `db verify`: prove that the values of a database are right.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::{seeds, tables};
use crate::board::MAX_SEEDS;
use crate::cli::game::GameArgs;
use crate::cli::progress::{Progress, catch_interrupts};
use crate::cli::report::Head;
use crate::cli::{Common, NO, Output};
use crate::error::Error;
use crate::tables::{Verdict, VerifyJob, parse_size};

const EXAMPLES: &str = "\
Examples:
  sowbase db verify oware                      all layers, both steps: a proof
  sowbase db verify oware --seeds 10..12       these layers; smaller ones are taken as right
  sowbase db verify oware --sample 100000      a quick look at some states of each file
  sowbase db verify oware --memory 8GiB        layers below the one that is checked go to work files where they must
Every file is checked against its checksums. Then, layer by layer: local, every state is the best of its moves; grounded,
every value is reached in finite time. Local agreement alone proves nothing where play can go round: the states of a
cycle can hold each other up. A file that is proven is noted in its folder: a proof that was stopped goes on where it was,
and files that have not changed since are only compared with their checksums. Exit codes: 0 nothing wrong, 3 something is wrong.";

/// Arguments of `db verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// Layers to verify: 7, 0..12, 5.. or ..9, both ends included; all when not given.
    #[arg(long, value_name = "N|A..B", value_parser = seeds::parse)]
    seeds: Option<RangeInclusive<u32>>,
    /// Look only at so many states of each file, drawn evenly, and only at their moves.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// The seed of that draw.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "sample")]
    seed: u64,
    /// Leave the second step out.
    #[arg(long)]
    local_only: bool,
    /// Faults to show of each file; all are counted.
    #[arg(long, value_name = "N", default_value_t = 10)]
    faults: usize,
    /// Memory to use, such as 8GiB; what the machine has free when not given.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// Look again at files that were proven before and have not changed.
    #[arg(long)]
    again: bool,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    database_fingerprint: String,
    #[serde(flatten)]
    verdict: &'a Verdict,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let chosen = args.game.open()?;
    let job = VerifyJob {
        dirs: common.db.clone(),
        seeds: args.seeds.clone().unwrap_or(0..=MAX_SEEDS),
        sample: args.sample.map(|count| (count, args.seed)),
        local_only: args.local_only,
        faults: args.faults,
        memory: args.memory,
        again: args.again,
    };
    catch_interrupts();
    let verdict = tables(&chosen)?.verify(&job, &Progress::new(out))?;
    if out.json() {
        let database_fingerprint = chosen.opened.rules.database_fingerprint();
        out.document(&Report { head: Head::new(&chosen), database_fingerprint, verdict: &verdict })?;
    } else {
        out.text(&words(&verdict))?;
    }
    Ok(if verdict.clean { 0 } else { NO })
}

fn words(verdict: &Verdict) -> String {
    let mut text = String::new();
    for trouble in &verdict.damaged {
        text += &format!("damaged: {trouble}\n");
    }
    for file in &verdict.files {
        let shape = if file.shape == 0 { String::new() } else { format!(" shape {}", file.shape) };
        let ground = match (&file.proven_before_by, file.grounded) {
            (Some(by), _) => format!("proven before by {by}, unchanged"),
            (None, Some(how)) => format!("grounded by {how}"),
            (None, None) => "not grounded".to_owned(),
        };
        text += &format!(
            "{:>3} seeds{shape}  {:<8}  {:>14} states  {} wrong  {ground}\n",
            file.seeds, file.metric, file.states, file.wrong
        );
        for fault in &file.faults {
            let place = fault.position.clone().unwrap_or_else(|| format!("state {}", fault.number));
            text += &format!("      {place}  stored {}; {}\n", fault.stored, fault.wrong);
        }
        if file.wrong > file.faults.len() as u64 && !file.faults.is_empty() {
            text += "      …\n";
        }
    }
    for layer in &verdict.unchecked {
        text += &format!("not checked: {layer}\n");
    }
    text += match (verdict.clean, verdict.proven) {
        (true, true) => "Proven: every value is right.\n",
        (true, false) => {
            "Nothing wrong was found. It is no proof: only a part was looked at, or smaller layers were taken as right.\n"
        }
        (false, _) => "Something is wrong; delete the files named above and build again.\n",
    };
    text
}

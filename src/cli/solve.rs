//! `solve`: prove the value of a position, and check proofs that were written down.

mod match_;

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Serialize;

use super::analyze::not_tabled;
use super::game::{Chosen, PositionArgs};
use super::progress::{Progress, catch_interrupts};
use super::report::Head;
use super::{Common, NO, Output};
use crate::draw::text;
use crate::error::Error;
use crate::proofs::{Checked, Method, Proving, Solution, SolveJob, checked_game};
use crate::tables::{parse_size, signed};

const EXAMPLES: &str = "\
Examples:
  sowbase solve kalah --rule seeds_per_pit=3          the value of the start, and the moves that keep it
  sowbase solve bosh --moves                          the value of every first move
  sowbase solve bosh --match                          who wins the match, from every beginning of a round
  sowbase solve oware \"0,0,1,0,2,1/1,0,0,2,0,1\" --at-least 2
  sowbase solve urim --rule pits_per_row=3 --certificate urim.cert
  sowbase solve urim --check urim.cert                follows every step by the slow rules
The score counts endless play as worth nothing. The bounds are what both sides can force in finite time: where they are
equal, the score holds under every rule for endless play. Nothing that rests on how a position was reached is believed.
Exit codes: 0 done, 3 the answer is no (or the certificate is wrong), 4 it stayed open, 130 interrupted.";

/// Exit code for a question that stayed open.
const OPEN: u8 = 4;

/// Arguments of `solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Only whether the side to move still gains so much.
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    at_least: Option<i16>,
    /// The value of every first move.
    #[arg(long, conflicts_with = "at_least")]
    moves: bool,
    /// Who wins the whole match, where rounds hand on what was won (Bosh).
    #[arg(long = "match", conflicts_with_all = ["at_least", "moves", "certificate", "checkpoint", "method"])]
    whole_match: bool,
    /// How.
    #[arg(long, value_enum, default_value_t = Ways::Auto)]
    method: Ways,
    /// The table of what was searched, such as 1GiB.
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "256MiB")]
    hash: u64,
    /// Memory to use in all, such as 8GiB; what the machine has free when not given.
    #[arg(long, value_name = "SIZE", value_parser = parse_size)]
    memory: Option<u64>,
    /// Leave a claim open after so many nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Write the proof into a file that `--check` can follow.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Entries that a certificate may have.
    #[arg(long, value_name = "N", default_value_t = SolveJob::default().entries)]
    entries: usize,
    /// Where Ctrl-C leaves what is known; the same command goes on from there.
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Check a certificate in place of solving; its rules are taken where none are given.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["at_least", "moves", "whole_match", "certificate", "checkpoint"])]
    check: Option<PathBuf>,
}

/// How a position is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Ways {
    /// Searches, on solved layers that grow with them.
    Auto,
    /// Solved layers only.
    Layers,
    /// Searches, on no layers but those of --db.
    Search,
    /// All states that matter, kept and judged at once.
    Net,
}

#[derive(Debug, Serialize)]
struct Report<'a, T> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    body: &'a T,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    catch_interrupts();
    if let Some(path) = &args.check {
        return check(args, path, out);
    }
    let chosen = args.position.game.open()?;
    let position = args.position.of(&chosen)?;
    let job = SolveJob {
        places: common.places(),
        method: match args.method {
            Ways::Auto => Method::Auto,
            Ways::Layers => Method::Layers,
            Ways::Search => Method::Search,
            Ways::Net => Method::Net,
        },
        hash: args.hash,
        memory: args.memory,
        nodes: args.nodes.unwrap_or(u64::MAX),
        at_least: args.at_least,
        moves: args.moves,
        certificate: args.certificate.clone(),
        entries: args.entries,
        checkpoint: args.checkpoint.clone(),
    };
    if args.whole_match {
        return match_::run(&chosen, &position, &job, out);
    }
    let solution = proving(&chosen)?.solve(&position, &job, &Progress::new(out))?;
    for warning in &solution.warnings {
        out.note(&format!("warning: {warning}"));
    }
    if out.json() {
        out.document(&Report { head: Head::new(&chosen), body: &solution })?;
    } else {
        let board = text::board(&position, chosen.opened.play.layout());
        out.text(&format!("{board}  {}\n\n{}", solution.position, words(&solution)))?;
    }
    Ok(match (solution.at_least, solution.holds) {
        (Some(_), Some(false)) => NO,
        (Some(_), None) => OPEN,
        (None, _) if solution.score.is_none() => OPEN,
        _ => 0,
    })
}

fn proving(chosen: &Chosen) -> Result<&dyn Proving, Error> {
    chosen.opened.proofs.as_deref().ok_or_else(|| Error::Usage(not_tabled(chosen)))
}

fn check(args: &Args, path: &Path, out: &mut Output) -> Result<u8, Error> {
    let open = || {
        let file = File::open(path)
            .map_err(|error| Error::File(format!("cannot read {}: {error}", path.display())))?;
        Ok::<_, Error>(BufReader::new(file))
    };
    let game = &args.position.game;
    let chosen = if game.rules.any() {
        game.open()?
    } else {
        let (name, settings) = checked_game(&mut open()?)?;
        if name != game.game {
            return Err(Error::Usage(format!("{} is about {name}, not about {}", path.display(), game.game)));
        }
        Chosen::with(&name, &settings)?
    };
    let checked = proving(&chosen)?.check(&mut open()?, &Progress::new(out))?;
    if out.json() {
        out.document(&Report { head: Head::new(&chosen), body: &checked })?;
    } else {
        out.text(&checked_words(&checked))?;
    }
    Ok(if checked.holds { 0 } else { NO })
}

fn words(solution: &Solution) -> String {
    let mut text = String::new();
    match (solution.at_least, solution.holds) {
        (Some(least), Some(true)) => {
            text += &format!("Yes: the side to move gains at least {}.\n", signed(least));
        }
        (Some(least), Some(false)) => {
            text += &format!("No: the side to move can be held below {}.\n", signed(least));
        }
        (Some(least), None) => {
            text += &format!("Whether the side to move gains at least {} stayed open.\n", signed(least));
        }
        (None, _) => text += &value_words(solution),
    }
    if !solution.best.is_empty() {
        text += &format!("Moves that do it: {}\n", solution.best.join(" "));
    }
    for mv in solution.moves.iter().flatten() {
        let score = mv.score.map_or_else(|| "?".to_owned(), signed);
        text += &format!(
            "{:<6} {score:>4}   finite play: {} to {}\n",
            mv.r#move,
            signed(mv.lower),
            signed(mv.upper)
        );
    }
    text += &format!("{} nodes, {:.1} s\n", solution.nodes, solution.seconds);
    if let Some(certificate) = &solution.certificate {
        text += &format!("Certificate: {certificate}\n");
    }
    text
}

fn value_words(solution: &Solution) -> String {
    let (lower, upper) = (solution.lower.unwrap_or_default(), solution.upper.unwrap_or_default());
    let whole = solution.lower_is_best && solution.upper_is_best;
    let bounds = format!("{} to {}", signed(lower), signed(upper));
    match solution.score {
        Some(score) if lower == upper => {
            format!(
                "Score {} for the side to move, proven. It holds under every rule for endless play.\n",
                signed(score)
            )
        }
        Some(score) => format!(
            "Score {} for the side to move, proven, where endless play counts 0 (split). In finite time both sides can \
             force {bounds}{}.\n",
            signed(score),
            if whole { "" } else { ", perhaps more" }
        ),
        None => format!("The score stayed open; proven is {bounds}.\n"),
    }
}

fn checked_words(checked: &Checked) -> String {
    let mut text = format!("{}\n", checked.position);
    for wrong in &checked.wrong {
        text += &format!("wrong: {wrong}\n");
    }
    let says = &checked.says;
    let parts = [
        ("score", says.score, true),
        ("lower bound", says.lower, says.lower_is_best),
        ("upper bound", says.upper, says.upper_is_best),
        ("at least", says.at_least, true),
        ("less than", says.less_than, true),
    ];
    let said = parts.iter().filter_map(|(what, number, best)| {
        let open = if *best { "" } else { " or better" };
        number.map(|number| format!("{what} {}{open}", signed(number)))
    });
    text += &format!(
        "{} claims, {} states: {}\n",
        checked.claims,
        checked.entries,
        said.collect::<Vec<_>>().join(", ")
    );
    text += if checked.holds {
        "Proven: every state follows by the slow rules.\n"
    } else {
        "Refused: this file proves nothing of that.\n"
    };
    text
}

//! Looking up a stream of positions: lines in, JSON lines out, in the same order.

use std::io::{BufRead, BufReader, Write};

use clap::ValueEnum;
use rayon::prelude::*;
use serde::Serialize;

use super::{tables, to_stdout};
use crate::cli::game::{Chosen, GameArgs};
use crate::cli::progress::Progress;
use crate::cli::{Common, NO, Output};
use crate::error::Error;
use crate::tables::{Plies, ProbedMove, Prober};

/// Bytes of input that are taken at a time, if they are there.
const BUFFER: usize = 1 << 20;
/// Lines of one task.
const TASK: usize = 256;
/// The longest line that is read; a position has a few hundred characters.
const LONGEST: usize = 1 << 16;

/// What can be written of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Field {
    /// The position as it was understood.
    Position,
    /// What the side to move still gains.
    Score,
    /// What both sides can force in finite time.
    Bounds,
    /// Plies to the next capture and to the end.
    Distance,
}

/// What is asked for.
pub(super) struct Wanted<'a> {
    pub(super) fields: &'a [Field],
    pub(super) moves: bool,
    pub(super) any_total: bool,
}

/// An answer. What was not asked for is left out; what is not known is null.
#[expect(clippy::option_option, reason = "a field can be left out, or be there and null")]
#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Option<i16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Option<[i16; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<Option<Plies>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<ProbedMove>>,
}

/// How a line went: bad lines make exit code 1, unknown positions 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Went {
    #[default]
    Known,
    Unknown,
    Bad,
}

/// A worker's answers to its lines.
type Answered = (Vec<u8>, Went);

/// Everything that answering a line needs.
struct Desk<'a> {
    chosen: &'a Chosen,
    prober: &'a dyn Prober,
    wanted: &'a Wanted<'a>,
}

pub(super) fn run(
    game: &GameArgs,
    wanted: &Wanted<'_>,
    common: &Common,
    out: &mut Output,
) -> Result<u8, Error> {
    let chosen = game.open()?;
    let progress = Progress::new(out);
    let prober = tables(&chosen)?.prober(&common.places(), &progress);
    let desk = Desk { chosen: &chosen, prober: &*prober, wanted };
    let went = desk.serve(&mut BufReader::with_capacity(BUFFER, std::io::stdin().lock()))?;
    for trouble in prober.troubles().into_iter().chain(prober.missing()) {
        out.note(&format!("warning: {trouble}"));
    }
    if went == Went::Unknown && common.db.iter().all(|dir| !dir.is_dir()) {
        out.note("warning: none of the folders given by --db is there");
    }
    Ok(match went {
        Went::Known => 0,
        Went::Unknown => NO,
        Went::Bad => 1,
    })
}

impl Desk<'_> {
    /// Answers all lines. Whatever whole lines have come in are answered before more are waited for, so that another
    /// program can ask one at a time.
    fn serve(&self, input: &mut impl BufRead) -> Result<Went, Error> {
        let mut stdout = std::io::stdout().lock();
        let (mut rest, mut number, mut worst): (Vec<u8>, u64, Went) = (Vec::new(), 1, Went::Known);
        loop {
            let buffer = input
                .fill_buf()
                .map_err(|error| Error::File(format!("cannot read standard input: {error}")))?;
            let (taken, ended) = (buffer.len(), buffer.is_empty());
            rest.extend_from_slice(buffer);
            input.consume(taken);
            let whole = if ended {
                rest.len()
            } else {
                rest.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
            };
            if whole == 0 && rest.len() > LONGEST {
                return Err(Error::File(format!(
                    "line {number} of standard input is longer than {LONGEST} bytes: give one position a line"
                )));
            }
            let mut lines: Vec<&[u8]> = rest[..whole].split(|&byte| byte == b'\n').collect();
            // What follows the last line end is no line.
            if lines.last().is_some_and(|line| line.is_empty()) {
                lines.pop();
            }
            let answers: Vec<Answered> = lines
                .par_chunks(TASK)
                .enumerate()
                .map(|(task, lines)| self.answers(number + (task * TASK) as u64, lines))
                .collect();
            number += lines.len() as u64;
            for (text, went) in answers {
                stdout.write_all(&text).map_err(|error| to_stdout(&error))?;
                worst = worst.max(went);
            }
            stdout.flush().map_err(|error| to_stdout(&error))?;
            rest.drain(..whole);
            if ended {
                return Ok(worst);
            }
        }
    }

    fn answers(&self, first: u64, lines: &[&[u8]]) -> Answered {
        let (mut text, mut worst) = (Vec::with_capacity(lines.len() * 64), Went::Known);
        for (number, line) in (first..).zip(lines) {
            let line = String::from_utf8_lossy(line);
            if line.trim().is_empty() {
                continue;
            }
            let went = self.answer(line.trim(), &mut text).unwrap_or_else(|error| {
                let error = serde_json::json!({"line": number, "error": error.to_string()});
                text.extend(error.to_string().bytes());
                Went::Bad
            });
            text.push(b'\n');
            worst = worst.max(went);
        }
        (text, worst)
    }

    fn answer(&self, line: &str, text: &mut Vec<u8>) -> Result<Went, Error> {
        let position = self.chosen.position(Some(line), self.wanted.any_total)?;
        let probed = self.prober.probe(&position, self.wanted.moves);
        let wants = |field| self.wanted.fields.contains(&field);
        let answer = Answer {
            position: wants(Field::Position).then(|| self.chosen.opened.play.format(&position)),
            score: wants(Field::Score).then_some(probed.score),
            bounds: wants(Field::Bounds).then_some(probed.bounds),
            distance: wants(Field::Distance).then_some(probed.distance),
            moves: self.wanted.moves.then_some(probed.moves),
        };
        serde_json::to_writer(text, &answer)
            .map_err(|error| Error::File(format!("cannot write JSON: {error}")))?;
        Ok(if probed.score.is_some() { Went::Known } else { Went::Unknown })
    }
}

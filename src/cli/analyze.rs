//! `analyze`: the value of a position and of every move, best first.

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::game::{Chosen, PlayedArgs, split};
use super::interrupt::stop_flag;
use super::progress::{Progress, catch_interrupts, on_terminal, target};
use super::report::Head;
use super::search::{self, SearchArgs, SearchReport};
use super::{Common, Output};
use crate::draw::text;
use crate::engine::{Answer, Question};
use crate::error::Error;
use crate::games::notation;
use crate::play::InProgress;
use crate::tables::{Analysis, AnalyzeOptions, IN_MEMORY, MoveValue, PvStops, Source, signed};

/// Moves of a line shown in text; JSON has them all.
const SHOWN: usize = 16;

/// Arguments of `analyze`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    #[command(flatten)]
    search: SearchArgs,
    /// So many moves get a value of their own, the others only a bound; all by default.
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    lines: usize,
    /// One JSON object a line for every iteration of the search; the last line is the answer.
    #[arg(long, conflicts_with = "json")]
    jsonl: bool,
}

/// The answer of `analyze` and `db probe`.
#[derive(Debug, Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    head: Head,
    #[serde(flatten)]
    analysis: &'a Analysis,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let options = AnalyzeOptions { places: common.places(), lines: true, in_memory: IN_MEMORY };
    let (chosen, session) = args.played.session()?;
    catch_interrupts();
    let analysis = look_up(&args.played, &chosen, &*session, &options, out)?;
    let known =
        analysis.over || analysis.score.is_some() && analysis.moves.iter().all(|mv| mv.score.is_some());
    if !known {
        return searched(args, common, (&chosen, &*session), &analysis, out).map(|()| 0);
    }
    if args.jsonl {
        out.line(&Report { head: Head::new(&chosen), analysis: &analysis })?;
    } else {
        tell(&chosen, &*session, &analysis, out)?;
    }
    Ok(0)
}

/// Searches and writes what was found.
fn searched(
    args: &Args,
    common: &Common,
    (chosen, session): (&Chosen, &dyn InProgress),
    known: &Analysis,
    out: &mut Output,
) -> Result<(), Error> {
    let mut engine = search::engine(chosen, &args.search, common)?;
    let (position, moves) = search::asked(&args.played, chosen)?;
    let question =
        Question { position: &position, moves: &moves, limits: args.search.limits(), lines: args.lines };
    let screen = Screen::new(out, args.jsonl);
    let mut written = Ok(());
    let mut update = |answer: &Answer| {
        screen.show(answer);
        if args.jsonl && written.is_ok() && answer.goes_on {
            written = out.line(&SearchReport::new(chosen, answer, known));
        }
    };
    let answer = engine.search(&question, stop_flag(), &mut update)?;
    drop(screen);
    written?;
    let report = SearchReport::new(chosen, &answer, known);
    if args.jsonl {
        return out.line(&report);
    }
    if out.json() {
        return out.document(&report);
    }
    for warning in &known.warnings {
        out.note(&format!("warning: {warning}"));
    }
    let board = text::board(session.position(), chosen.opened.play.layout());
    out.text(&format!("{board}  {}\n\n{}", notation::format(session.position()), search::words_of(&answer)))
}

/// What is known while the search goes on, in place on a terminal and nowhere else.
struct Screen(ProgressBar);

impl Screen {
    fn new(out: &Output, stream: bool) -> Self {
        let shown = on_terminal() && !out.quiet() && !out.json() && !stream;
        let bar = ProgressBar::with_draw_target(None, target(shown));
        bar.set_style(ProgressStyle::with_template("{msg}").unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(bar)
    }

    fn show(&self, answer: &Answer) {
        if !self.0.is_hidden() {
            self.0.set_message(search::words_of(answer));
            self.0.tick();
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Analyses and writes the answer.
pub(super) fn answer(
    played: &PlayedArgs,
    options: &AnalyzeOptions,
    out: &mut Output,
) -> Result<Analysis, Error> {
    let (chosen, session) = played.session()?;
    catch_interrupts();
    let analysis = look_up(played, &chosen, &*session, options, out)?;
    tell(&chosen, &*session, &analysis, out)?;
    Ok(analysis)
}

/// What databases say of a game in progress.
pub(super) fn look_up(
    played: &PlayedArgs,
    chosen: &Chosen,
    session: &dyn InProgress,
    options: &AnalyzeOptions,
    out: &Output,
) -> Result<Analysis, Error> {
    let (position, moves) = split(&played.words);
    Ok(match (&chosen.opened.tables, session.result()) {
        (Some(tables), None) => tables.analyze(session.position(), options, &Progress::new(out))?,
        // How the moves before ended the game, no position shows.
        (Some(_), Some(result)) if moves.is_empty() => {
            let given = chosen.position(position, played.allow_any_total)?;
            Analysis::over(&given, session.position(), result)
        }
        _ => Analysis::unknown(session, not_tabled(chosen)),
    })
}

/// Writes an analysis.
fn tell(
    chosen: &Chosen,
    session: &dyn InProgress,
    analysis: &Analysis,
    out: &mut Output,
) -> Result<(), Error> {
    for warning in &analysis.warnings {
        out.note(&format!("warning: {warning}"));
    }
    if out.json() {
        out.document(&Report { head: Head::new(chosen), analysis })
    } else {
        let board = text::board(session.position(), chosen.opened.play.layout());
        out.text(&format!("{board}  {}\n\n{}", notation::format(session.position()), words_of(analysis)))
    }
}

/// Why no database can hold the values of a game.
pub(super) fn not_tabled(chosen: &Chosen) -> String {
    let why = chosen.opened.rules.not_tabled();
    let why = why.unwrap_or_else(|| "boards of this size cannot be numbered".into());
    format!("no database can hold values under these rules: {why}")
}

/// The folder as people write it in the next command.
pub(super) fn shown(dir: &Path) -> String {
    dir.display().to_string()
}

fn words_of(analysis: &Analysis) -> String {
    let mut text = String::new();
    if let Some(result) = &analysis.result {
        text += &format!("{} {}\n", result.reason, result.line());
        return text;
    }
    match analysis.score {
        Some(score) => {
            text += &format!("Score {} for the side to move", signed(score));
            if let Some(totals) = &analysis.r#final {
                text += &format!(", which ends {}-{} (South-North)", totals.south, totals.north);
            }
            text += match analysis.depends_on_endless {
                Some(true) => ".\nIt depends on the rule for endless play, which counts 0 here (split).\n",
                Some(false) => ".\nIt holds under every rule for endless play.\n",
                None => {
                    ".\nEndless play counts 0 here (split); whether another rule would change it, only bounds can say \
                     (db build --metric bounds).\n"
                }
            };
        }
        None => text += "The score is not known here.\n",
    }
    if analysis.source == Some(Source::Database) {
        text += "Source: database (solved layers, exact).\n";
    }
    text += "\n";
    for mv in &analysis.moves {
        text += &line(mv);
    }
    text
}

fn line(mv: &MoveValue) -> String {
    let score = mv.score.map_or_else(|| "?".to_owned(), signed);
    let mut text = format!("{:<6} {score:>4}   {}\n", mv.r#move, mv.why);
    if let Some(pv) = &mv.pv
        && pv.len() > 1
    {
        let stops = match mv.pv_stops {
            _ if pv.len() > SHOWN => " …",
            Some(PvStops::Repetition) => " (repeats)",
            Some(PvStops::Unknown) => " (the next value is not known)",
            _ => "",
        };
        text += &format!("              {}{stops}\n", pv[..pv.len().min(SHOWN)].join(" "));
    }
    text
}

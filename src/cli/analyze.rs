//! `analyze`: the value of a position and of every move, best first.

use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::game::{Chosen, PlayedArgs, split};
use super::interrupt::stop_flag;
use super::progress::{Progress, catch_interrupts, on_terminal, target};
use super::report::Head;
use super::search::{self, SearchArgs, SearchReport, Told};
use super::{Common, Output};
use crate::draw::text;
use crate::engine::{Answer, Question};
use crate::error::Error;
use crate::games::notation;
use crate::play::InProgress;
use crate::reasons::{self, Judged};
use crate::tables::{Analysis, AnalyzeOptions, IN_MEMORY, MoveValue, PvStops, Source, signed};
use crate::words::{Key, say};

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
    #[serde(flatten)]
    told: Told,
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
        let told = why(&args.played, &chosen, &analysis.moves)?;
        out.line(&Report { head: Head::new(&chosen), analysis: &analysis, told })?;
    } else {
        tell(&args.played, &chosen, &*session, &analysis, out)?;
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
            written = out.line(&SearchReport::new(chosen, answer, known, Told::default()));
        }
    };
    let answer = engine.search(&question, stop_flag(), &mut update)?;
    drop(screen);
    written?;
    let told = why(&args.played, chosen, &answer.moves)?;
    let sentence = told.sentence.clone().unwrap_or_default();
    let report = SearchReport::new(chosen, &answer, known, told);
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
    let position = notation::format(session.position());
    out.text(&format!("{board}  {position}\n\n{sentence}\n\n{}", search::words_of(&answer)))
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
    tell(played, &chosen, &*session, &analysis, out)?;
    Ok(analysis)
}

/// Who stands better, and why the best of the moves is best.
fn why<'a, M>(played: &PlayedArgs, chosen: &Chosen, moves: &'a [M]) -> Result<Told, Error>
where
    Judged: From<&'a M>,
{
    let (position, before) = search::asked(played, chosen)?;
    let judged: Vec<Judged> = moves.iter().map(Judged::from).collect();
    reasons::explain(&chosen.opened, &position, &before, &judged).map(Told::from)
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
    played: &PlayedArgs,
    chosen: &Chosen,
    session: &dyn InProgress,
    analysis: &Analysis,
    out: &mut Output,
) -> Result<(), Error> {
    for warning in &analysis.warnings {
        out.note(&format!("warning: {warning}"));
    }
    let told = why(played, chosen, &analysis.moves)?;
    if out.json() {
        return out.document(&Report { head: Head::new(chosen), analysis, told });
    }
    let board = text::board(session.position(), chosen.opened.play.layout());
    let position = notation::format(session.position());
    // What is known of a game that is over is its end.
    let sentence = told.sentence.filter(|_| !analysis.over).map_or_else(String::new, |words| words + "\n\n");
    out.text(&format!("{board}  {position}\n\n{sentence}{}", words_of(analysis)))
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
    let Some(score) = analysis.score else {
        text += &say(Key::ScoreUnknown, &[]);
        return text + "\n\n" + &lines(analysis);
    };
    let score = ("score", signed(score).into());
    let mut said = vec![match &analysis.r#final {
        Some(totals) => {
            say(Key::ScoreEnds, &[score, ("south", totals.south.into()), ("north", totals.north.into())])
        }
        None => say(Key::ScoreExact, &[score]),
    }];
    let endless = match analysis.depends_on_endless {
        Some(true) => Key::ScoreDepends,
        Some(false) => Key::ScoreHolds,
        None => Key::ScoreMayDepend,
    };
    said.push(say(endless, &[]));
    if analysis.source == Some(Source::Database) {
        said.push(say(Key::FromDatabase, &[]));
    }
    text + &said.join("\n") + "\n\n" + &lines(analysis)
}

fn lines(analysis: &Analysis) -> String {
    analysis.moves.iter().map(line).collect()
}

fn line(mv: &MoveValue) -> String {
    let score = mv.score.map_or_else(|| "?".to_owned(), signed);
    let mut text = format!("{:<6} {score:>4}   {}\n", mv.r#move, mv.why);
    if let Some(pv) = &mv.pv
        && pv.len() > 1
    {
        let stops = match mv.pv_stops {
            _ if pv.len() > SHOWN => Some(Key::LineGoesOn),
            Some(PvStops::Repetition) => Some(Key::LineRepeats),
            Some(PvStops::Unknown) => Some(Key::LineUnknown),
            _ => None,
        };
        let stops = stops.map_or_else(String::new, |key| format!(" {}", say(key, &[])));
        text += &format!("              {}{stops}\n", pv[..pv.len().min(SHOWN)].join(" "));
    }
    text
}

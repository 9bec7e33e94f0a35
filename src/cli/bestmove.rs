//! `bestmove`: the best move and nothing else.

use serde::Serialize;

use super::analyze::look_up;
use super::game::{Chosen, PlayedArgs};
use super::interrupt::stop_flag;
use super::progress::catch_interrupts;
use super::report::Head;
use super::search::{self, SearchArgs, Seeds};
use super::{Common, NO, Output};
use crate::engine::Question;
use crate::error::Error;
use crate::play::InProgress;
use crate::tables::{Analysis, AnalyzeOptions, IN_MEMORY, MoveValue, Source, Worth};

/// Arguments of `bestmove`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    #[command(flatten)]
    search: SearchArgs,
}

/// A move and where it comes from.
#[derive(Debug, Serialize)]
struct Pick {
    r#move: String,
    score: Seeds,
    bound: Option<Worth>,
    depth: Option<u32>,
    distance: Option<u32>,
    source: Source,
}

/// That there is none, and why.
#[derive(Debug, Serialize)]
struct NoMove {
    /// Always `null`.
    r#move: (),
    reason: String,
}

#[derive(Debug, Serialize)]
struct Report<T> {
    #[serde(flatten)]
    head: Head,
    position: String,
    #[serde(flatten)]
    body: T,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let (chosen, mut session) = args.played.session()?;
    catch_interrupts();
    let (head, position) = (Head::new(&chosen), chosen.opened.play.format(session.position()));
    if let Some(result) = session.result() {
        let reason = format!("no move: the game is over. {} {}", result.reason, result.line());
        if out.json() {
            out.document(&Report { head, position, body: NoMove { r#move: (), reason } })?;
        } else {
            out.note(&reason);
        }
        return Ok(NO);
    }
    let options = AnalyzeOptions { places: common.places(), lines: false, in_memory: IN_MEMORY };
    let known = look_up(&args.played, &chosen, &*session, &options, out)?;
    let best = match from_database(&known, &mut *session) {
        Some(best) => best,
        None => by_search(args, common, &chosen)?,
    };
    for warning in &known.warnings {
        out.note(&format!("warning: {warning}"));
    }
    if out.json() {
        out.document(&Report { head, position, body: best })?;
    } else {
        out.text(&format!("{}\n", best.r#move))?;
    }
    Ok(0)
}

/// The best move that databases know, where they know all. Among equals the one that gains sooner, or loses later, where
/// distances are known; a move that ends the game at once by the way it came there counts what that ending pays.
fn from_database(known: &Analysis, session: &mut dyn InProgress) -> Option<Pick> {
    if known.moves.iter().any(|mv| mv.score.is_none()) {
        return None;
    }
    let (side, banked) = (session.position().side, f64::from(session.position().banked()));
    let mut value_of = |mv: &MoveValue| {
        let stored = f64::from(mv.score.unwrap_or_default());
        session.play(&mv.r#move).ok()?;
        let paid = session.result().map(|result| result.ahead(side) - banked);
        session.undo();
        Some(paid.unwrap_or(stored).min(stored))
    };
    let mut best: Option<(f64, i64, &MoveValue)> = None;
    for mv in &known.moves {
        let value = value_of(mv)?;
        let far = i64::from(mv.distance.unwrap_or(0));
        let sooner = if value >= 0.0 { -far } else { far };
        if best.is_none_or(|(other, than, _)| value > other || value >= other && sooner > than) {
            best = Some((value, sooner, mv));
        }
    }
    best.map(|(_, _, mv)| Pick {
        r#move: mv.r#move.clone(),
        score: Seeds(100 * i32::from(mv.score.unwrap_or_default())),
        bound: mv.bound,
        depth: None,
        distance: mv.distance,
        source: Source::Database,
    })
}

fn by_search(args: &Args, common: &Common, chosen: &Chosen) -> Result<Pick, Error> {
    let (position, moves) = search::asked(&args.played, chosen)?;
    let question = Question { position: &position, moves: &moves, limits: args.search.limits(), lines: 1 };
    let mut engine = search::engine(chosen, &args.search, common)?;
    let answer = engine.search(&question, stop_flag(), &mut |_| {})?;
    let best = answer.best().ok_or_else(|| Error::Usage("no move: the game is over".into()))?;
    Ok(Pick {
        r#move: best.r#move.clone(),
        score: Seeds(best.hundredths),
        bound: Some(best.bound),
        depth: Some(best.depth),
        distance: None,
        source: Source::Search,
    })
}

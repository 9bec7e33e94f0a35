//! `bestmove`: the best move and nothing else.

use serde_json::json;

use super::analyze::look_up;
use super::game::{Chosen, PlayedArgs, split};
use super::interrupt::stop_flag;
use super::progress::catch_interrupts;
use super::search::{self, SearchArgs, Seeds};
use super::{Common, NO, Output};
use crate::engine::Question;
use crate::error::Error;
use crate::play::InProgress;
use crate::tables::{Analysis, AnalyzeOptions, IN_MEMORY, MoveValue};

/// Arguments of `bestmove`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    #[command(flatten)]
    search: SearchArgs,
}

/// A move and where it comes from.
struct Pick {
    text: String,
    score: Seeds,
    bound: serde_json::Value,
    depth: Option<u32>,
    distance: Option<u32>,
    source: &'static str,
}

pub(super) fn run(args: &Args, common: &Common, out: &mut Output) -> Result<u8, Error> {
    let (chosen, mut session) = args.played.session()?;
    catch_interrupts();
    let head = json!({
        "schema": 1, "game": chosen.opened.rules.game(), "variant": chosen.variant,
        "fingerprint": chosen.opened.rules.fingerprint(), "position": chosen.opened.play.format(session.position()),
    });
    if let Some(result) = session.result() {
        let why = format!("no move: the game is over. {} {}", result.reason, result.line());
        if out.json() {
            let mut value = head;
            value["move"] = json!(null);
            value["reason"] = json!(why);
            out.document(&value)?;
        } else {
            out.note(&why);
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
        let mut value = head;
        value["move"] = json!(best.text);
        value["score"] = json!(best.score);
        value["bound"] = best.bound;
        value["depth"] = json!(best.depth);
        value["distance"] = json!(best.distance);
        value["source"] = json!(best.source);
        out.document(&value)?;
    } else {
        out.text(&format!("{}\n", best.text))?;
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
        let paid = session.result().map(|result| {
            let ahead = result.south - result.north;
            (if side.index() == 0 { ahead } else { -ahead }) - banked
        });
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
        text: mv.r#move.clone(),
        score: Seeds(100 * i32::from(mv.score.unwrap_or_default())),
        bound: json!(mv.bound),
        depth: None,
        distance: mv.distance,
        source: "database",
    })
}

fn by_search(args: &Args, common: &Common, chosen: &Chosen) -> Result<Pick, Error> {
    let (text, moves) = split(&args.played.words);
    let position = chosen.position(text, args.played.allow_any_total)?;
    let moves: Vec<String> = moves.into_iter().map(str::to_owned).collect();
    let question = Question { position: &position, moves: &moves, limits: args.search.limits(), lines: 1 };
    let mut engine = search::engine(chosen, &args.search, common)?;
    let answer = engine.search(&question, stop_flag(), &mut |_| {})?;
    let best = answer.best().ok_or_else(|| Error::Usage("no move: the game is over".into()))?;
    Ok(Pick {
        text: best.r#move.clone(),
        score: Seeds(best.hundredths),
        bound: json!(best.bound),
        depth: Some(best.depth),
        distance: None,
        source: "search",
    })
}

//! What commands answer, as JSON documents. Schemas: docs/json.md.

use serde::Serialize;
use serde_json::{Value, json};

use super::game::Chosen;
use crate::games::Trace;
use crate::games::notation::pit_letter;
use crate::play::{Ahead, GameResult, InProgress, Next, Position, Side};

/// The head of every answer about a game.
#[derive(Debug, Serialize)]
pub(crate) struct Head {
    schema: u32,
    game: &'static str,
    variant: String,
    fingerprint: String,
}

impl Head {
    pub(crate) fn new(chosen: &Chosen) -> Self {
        Self {
            schema: 1,
            game: chosen.opened.rules.game(),
            variant: chosen.variant.clone(),
            fingerprint: chosen.opened.rules.fingerprint(),
        }
    }
}

/// The answer of `moves` and `replay`.
#[derive(Debug, Serialize)]
pub(crate) struct MovesReport {
    #[serde(flatten)]
    head: Head,
    position: String,
    over: bool,
    result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#match: Option<MatchReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<usize>,
    moves: Vec<MoveReport>,
    /// Only when there are more moves than are listed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    more_moves: bool,
}

/// One legal move.
#[derive(Debug, Serialize)]
pub(crate) struct MoveReport {
    pub(crate) r#move: String,
    pub(crate) position: String,
    pub(crate) gain: Gain,
    pub(crate) again: bool,
    pub(crate) over: bool,
    pub(crate) result: Option<GameResult>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) same_as: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) trace: Option<Vec<Value>>,
}

/// Seeds that a move itself brought each side.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Gain {
    pub(crate) south: u16,
    pub(crate) north: u16,
}

/// Where a match stands after a round.
#[derive(Debug, Serialize)]
struct MatchReport {
    rounds: u32,
    points: Gain2,
    over: bool,
    winner: Option<crate::play::Winner>,
    reason: Option<String>,
    next: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Gain2 {
    south: u32,
    north: u32,
}

impl MovesReport {
    /// The report of a game as it stands. `plies`: how many moves were played to get there; `traced`: with the path of
    /// every move.
    pub(crate) fn new(
        chosen: &Chosen,
        session: &mut dyn InProgress,
        plies: Option<usize>,
        traced: bool,
    ) -> Self {
        let text = |position: &Position| chosen.opened.play.format(position);
        let mut moves: Vec<MoveReport> = Vec::new();
        let mut seen = std::collections::HashMap::new();
        for Ahead { trace, position, result } in session.look_ahead() {
            let position = text(&position);
            let same_as = seen.get(&position).cloned();
            seen.entry(position.clone()).or_insert_with(|| trace.text.clone());
            moves.push(MoveReport {
                position,
                gain: Gain { south: trace.gain[0], north: trace.gain[1] },
                again: trace.turn == sowbase_solver::Turn::Again,
                over: result.is_some(),
                result,
                same_as,
                trace: traced.then(|| path(&trace)),
                r#move: trace.text,
            });
        }
        Self {
            head: Head::new(chosen),
            position: text(session.position()),
            over: session.result().is_some(),
            result: session.result().cloned(),
            r#match: match_report(chosen, session),
            plies,
            moves,
            more_moves: session.has_more_moves(),
        }
    }
}

fn match_report(chosen: &Chosen, session: &dyn InProgress) -> Option<MatchReport> {
    let (standing, next) = session.match_standing()?;
    let [south, north] = standing.points;
    let report = MatchReport {
        rounds: standing.rounds,
        points: Gain2 { south, north },
        over: false,
        winner: None,
        reason: None,
        next: None,
    };
    match next {
        Next::Single => None,
        Next::Round(first) => Some(MatchReport { next: Some(chosen.opened.play.format(&first)), ..report }),
        Next::Over { winner, reason } => {
            Some(MatchReport { over: true, winner: Some(winner), reason: Some(reason), ..report })
        }
    }
}

/// The path of a move as JSON, pits by their letters.
fn path(trace: &Trace) -> Vec<Value> {
    trace
        .steps
        .iter()
        .map(|step| {
            let mut value = json!(step);
            if let Some(object) = value.as_object_mut()
                && let (Some(side), Some(pit)) = (object.get("side").cloned(), object.get("pit").cloned())
            {
                let side = if side == json!("north") { Side::North } else { Side::South };
                let pit = pit.as_u64().unwrap_or_default() as usize;
                object.insert("pit".into(), json!(pit_letter(side, pit).to_string()));
            }
            value
        })
        .collect()
}

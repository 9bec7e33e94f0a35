//! What a move does, in a sentence or two: taken from its trace and its values, never guessed.

use sowbase_solver::retrograde::Value;
use sowbase_solver::{Interval, Score, Turn};

use super::analysis::PvStops;
use crate::games::trace::{Step, Trace};
use crate::play::{GameResult, Side};

/// What is known of a move.
pub(super) struct Facts<'a> {
    pub(super) trace: &'a Trace,
    pub(super) mover: Side,
    /// The move's value to its mover.
    pub(super) value: Option<Value>,
    /// How the game ends at once, if the rules in force end it.
    pub(super) result: Option<&'a GameResult>,
    /// The move that best play answers with, and why the line stops, where lines were asked for.
    pub(super) answer: Option<&'a str>,
    pub(super) stops: Option<PvStops>,
}

/// The move in words.
pub(super) fn why(facts: &Facts) -> String {
    let mut sentences = vec![what_it_does(facts)];
    if let Some(result) = facts.result {
        sentences.push(result.reason.clone());
    } else if let Some(answer) = facts.answer {
        let next = facts.trace.after.side;
        let role = if next == facts.mover { "next move" } else { "reply" };
        sentences.push(format!("{}'s best {role} is {answer}.", next.name()));
    }
    match facts.value.and_then(|value| Some((value.exact()?, value.bounds))) {
        _ if facts.trace.turn == Turn::Over => {}
        None => sentences.push("What it is worth is not known here.".into()),
        Some((score, bounds)) => sentences.push(worth(facts.mover, score, bounds)),
    }
    if facts.stops == Some(PvStops::Repetition) {
        sentences.push("Best play comes back to the same position.".into());
    }
    sentences.join(" ")
}

fn what_it_does(facts: &Facts) -> String {
    let (trace, mover) = (facts.trace, facts.mover);
    let [own, other] = [mover, mover.other()].map(|side| trace.gain[side.index()]);
    let seeds = |n: u16| if n == 1 { "1 seed".to_owned() } else { format!("{n} seeds") };
    let mut parts = Vec::new();
    if own > 0 {
        parts.push(format!("gains {}", seeds(own)));
    }
    if other > 0 {
        parts.push(format!("gives {} {}", mover.other().name(), seeds(other)));
    }
    let forfeited = trace.steps.iter().find_map(|step| match step {
        Step::Forfeit { seeds, rule } => Some((*seeds, *rule)),
        _ => None,
    });
    if let Some((left, rule)) = forfeited {
        parts.push(format!("leaves {} that would be captured ({rule})", seeds(u16::from(left))));
    }
    match trace.turn {
        Turn::Again => parts.push("moves again".into()),
        Turn::Over => parts.push("ends the game".into()),
        Turn::Pass => {}
    }
    if parts.is_empty() {
        return if trace.quiet { "Captures nothing." } else { "Brings nothing." }.into();
    }
    let mut text = parts.join(", ") + ".";
    text[..1].make_ascii_uppercase();
    text
}

fn worth(mover: Side, score: Score, bounds: Option<Interval>) -> String {
    let (name, other) = (mover.name(), mover.other().name());
    let balance = match score.0 {
        0 => format!("With best play {name} and {other} gain the same from here on"),
        ahead @ 1.. => format!("With best play {name} gains {ahead} more than {other}"),
        behind => format!("With best play {name} gains {} less than {other}", -behind),
    };
    match bounds {
        Some(bounds) if bounds.is_exact() => balance + ".",
        Some(bounds) => format!(
            "{balance}, if endless play counts 0: {name} alone can force {}, {other} can hold him to {}.",
            signed(bounds.lo.0),
            signed(bounds.hi.0)
        ),
        None => balance + ", if endless play counts 0.",
    }
}

/// A score with its sign; 0 has none.
pub fn signed(score: i16) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

//! What a move does, in a sentence or two: taken from its trace and its values, never guessed.

use sowbase_solver::retrograde::Value;
use sowbase_solver::{Interval, Score, Turn};

use super::analysis::PvStops;
use crate::games::trace::{Step, Trace};
use crate::play::{GameResult, Side};
use crate::words::{Hole, Key, begun, name, parted, say, stop};

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
        let key = if next == facts.mover { Key::MoveNext } else { Key::MoveReply };
        sentences.push(say(key, &[("who", name(next)), ("move", answer.into())]));
    }
    match facts.value.and_then(|value| Some((value.exact()?, value.bounds))) {
        _ if facts.trace.turn == Turn::Over => {}
        None => sentences.push(say(Key::MoveUnknown, &[])),
        Some((score, bounds)) => sentences.push(worth(facts.mover, score, bounds)),
    }
    if facts.stops == Some(PvStops::Repetition) {
        sentences.push(say(Key::MoveRepeats, &[]));
    }
    sentences.join(" ")
}

fn what_it_does(facts: &Facts) -> String {
    let (trace, mover) = (facts.trace, facts.mover);
    let [own, other] = [mover, mover.other()].map(|side| trace.gain[side.index()]);
    let seeds = |n: u16| ("seeds", Hole::from(n));
    let mut parts = Vec::new();
    if own > 0 {
        parts.push(say(Key::MoveGains, &[seeds(own)]));
    }
    if other > 0 {
        parts.push(say(Key::MoveGives, &[seeds(other), ("other", name(mover.other()))]));
    }
    let forfeited = trace.steps.iter().find_map(|step| match step {
        Step::Forfeit { seeds, rule } => Some((*seeds, *rule)),
        _ => None,
    });
    if let Some((left, rule)) = forfeited {
        parts.push(say(Key::MoveForfeits, &[seeds(u16::from(left)), ("rule", rule.into())]));
    }
    match trace.turn {
        Turn::Again => parts.push(say(Key::MoveAgain, &[])),
        Turn::Over => parts.push(say(Key::MoveEnds, &[])),
        Turn::Pass => {}
    }
    if parts.is_empty() {
        parts.push(say(if trace.quiet { Key::MoveQuiet } else { Key::MoveNothing }, &[]));
    }
    stop(&begun(&parted(&parts)))
}

fn worth(mover: Side, score: Score, bounds: Option<Interval>) -> String {
    let players = [("who", name(mover)), ("other", name(mover.other()))];
    let [who, other] = players.clone();
    let balance = match score.0 {
        0 => say(Key::MoveEven, &players),
        ahead @ 1.. => say(Key::MoveMore, &[who, other, ("seeds", ahead.into())]),
        behind => say(Key::MoveLess, &[who, other, ("seeds", (-behind).into())]),
    };
    match bounds {
        Some(bounds) if bounds.is_exact() => stop(&balance),
        Some(bounds) => {
            let [who, other] = players;
            let ends = [("least", signed(bounds.lo.0).into()), ("most", signed(bounds.hi.0).into())];
            let [least, most] = ends;
            say(Key::MoveIfEndlessForced, &[("text", balance.into()), who, other, least, most])
        }
        None => say(Key::MoveIfEndless, &[("text", balance.into())]),
    }
}

/// A score with its sign; 0 has none.
pub fn signed(score: i16) -> String {
    if score == 0 { "0".to_owned() } else { format!("{score:+}") }
}

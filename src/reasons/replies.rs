//! What the best move stops, compared with a few moves beside it, and what it threatens.

use super::Reason;
use super::scene::{Beside, Scene, captured_from};
use crate::games::Trace;
use crate::play::Side;

/// Fewer seeds are nothing to speak of.
pub(super) const WORTH_SAYING: i32 = 2;

pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    let Some(replies) = &scene.replies else { return Vec::new() };
    let all = [stops(scene, replies), safe(scene, replies), threatens(scene)];
    all.into_iter().flatten().collect()
}

fn most(replies: &[Trace], side: Side) -> i32 {
    replies.iter().map(|trace| trace.net(side)).max().unwrap_or(0)
}

/// The reply that would bring most after a move beside the best one, and that one does not allow: no reply brings as much,
/// less two. Of several moves after which it would, the best judged.
fn stops(scene: &Scene, replies: &[Trace]) -> Option<Reason> {
    if !scene.replies_complete {
        return None;
    }
    let other = scene.mover.other();
    let left = most(replies, other).max(0);
    let mut found: Option<(i32, &Trace, &Beside)> = None;
    for beside in &scene.beside {
        for reply in &beside.replies {
            let seeds = reply.net(other);
            if seeds >= left + WORTH_SAYING && found.is_none_or(|(before, ..)| seeds > before) {
                found = Some((seeds, reply, beside));
            }
        }
    }
    let (seeds, reply, beside) = found?;
    let still = replies.iter().find(|trace| trace.text == reply.text).map(|trace| trace.net(other));
    Some(Reason::Stops {
        reply: reply.text.clone(),
        seeds,
        pits: captured_from(reply, other),
        after: beside.text.clone(),
        still,
    })
}

fn safe(scene: &Scene, replies: &[Trace]) -> Option<Reason> {
    let other = scene.mover.other();
    if !scene.replies_complete || replies.is_empty() || most(replies, other) > 0 {
        return None;
    }
    scene.beside.iter().find_map(|beside| {
        let seeds = most(&beside.replies, other);
        let reply = beside.replies.iter().find(|trace| trace.net(other) == seeds)?;
        (seeds >= WORTH_SAYING).then(|| Reason::Safe {
            reply: reply.text.clone(),
            seeds,
            after: beside.text.clone(),
        })
    })
}

/// What the mover could do if it were its move once more after the turn, where the rules know such a position.
fn threatens(scene: &Scene) -> Option<Reason> {
    let mut now = scene.passed.get(scene.turn)?.clone();
    now.side = scene.mover;
    let play = &scene.opened.play;
    let admitted = play.parse(&play.format(&now), true).ok().filter(|admitted| *admitted == now)?;
    let moves = play.session(&admitted).moves();
    let mut found: Option<&Trace> = None;
    for trace in &moves {
        let seeds = trace.net(scene.mover);
        let new = seeds >= WORTH_SAYING && seeds >= scene.now(&trace.text).max(0) + WORTH_SAYING;
        if new && found.is_none_or(|before| seeds > before.net(scene.mover)) {
            found = Some(trace);
        }
    }
    found.map(|trace| Reason::Threatens { r#move: trace.text.clone(), seeds: trace.net(scene.mover) })
}

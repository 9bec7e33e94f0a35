//! What the line behind the best move brings later.

use super::Reason;
use super::replies::WORTH_SAYING;
use super::scene::Scene;
use crate::tables::PvStops;

pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    [prepares(scene), sacrifices(scene), repeats(scene)].into_iter().flatten().collect()
}

/// The mover's next turn begins with a move that brings more than it would now.
fn prepares(scene: &Scene) -> Option<Reason> {
    let next = scene.line.get(scene.turn..)?.iter().find(|played| played.side == scene.mover)?;
    let seeds = next.trace.net(scene.mover);
    let new = seeds >= WORTH_SAYING && seeds >= scene.now(&next.trace.text).max(0) + WORTH_SAYING;
    new.then(|| Reason::Prepares { r#move: next.trace.text.clone(), seeds })
}

/// The mover is behind in the line once the other side has replied, and ahead at its end.
fn sacrifices(scene: &Scene) -> Option<Reason> {
    let replied =
        scene.line.get(scene.turn..)?.iter().take_while(|played| played.side != scene.mover).count();
    let sum = |moves: usize| -> i32 {
        scene.line[..moves].iter().map(|played| played.trace.net(scene.mover)).sum()
    };
    let (behind, end) = (sum(scene.turn + replied), sum(scene.line.len()));
    let found = replied > 0 && behind <= -WORTH_SAYING && end > 0;
    found.then(|| Reason::Sacrifices { gives: -behind, back: end - behind, plies: scene.line.len() })
}

/// The line comes back to a position that was there before, with the same side to move.
fn repeats(scene: &Scene) -> Option<Reason> {
    if scene.best.pv_stops != Some(PvStops::Repetition) {
        return None;
    }
    let (last, before) = scene.passed.split_last()?;
    let back = before.iter().any(|past| past.side == last.side && past.pits == last.pits);
    let ended = scene.line_result.as_ref().is_some_and(|result| result.rule == "repetition");
    (back || ended).then_some(Reason::Repeats { plies: scene.line.len() })
}

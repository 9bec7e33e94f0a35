//! What the best move does to the other side's row and moves, and how it ends the game.

use sowbase_solver::{Move, Reason as Ended};

use super::Reason;
use super::scene::Scene;
use crate::games::notation::pit_letter;

pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    let mut all = Vec::new();
    if scene.complete && scene.legal.len() == 1 {
        all.push(Reason::OnlyMove);
    }
    if let Some(result) = &scene.result {
        let (winner, south, north, rule) = (result.winner, result.south, result.north, result.rule);
        all.push(Reason::EndsTheGame { winner, south, north, rule });
    }
    all.extend(leaves_few_moves(scene));
    all.extend(row(scene));
    all
}

fn leaves_few_moves(scene: &Scene) -> Option<Reason> {
    let other = scene.mover.other();
    if let Some(result) = &scene.result {
        let stuck = result.rule == Ended::NO_MOVE.0 && scene.trace().after.side == other;
        return stuck.then_some(Reason::LeavesNoMove { pass: false });
    }
    match scene.replies.as_deref() {
        Some([only]) if scene.replies_complete && only.mv == Move::PASS => {
            Some(Reason::LeavesNoMove { pass: true })
        }
        Some([only]) if scene.replies_complete => Some(Reason::OneReply { reply: only.text.clone() }),
        _ => None,
    }
}

/// The other side's row is emptied, or fed when it was empty.
fn row(scene: &Scene) -> Option<Reason> {
    let (mover, other) = (scene.mover, scene.mover.other());
    let [before, after] = [&scene.here, &scene.trace().after].map(|position| position.row_seeds(other));
    match (before, after) {
        (1.., 0) => Some(Reason::Starves),
        (0, 1..) => {
            let full = scene.here.row(mover).iter().enumerate().filter(|(_, seeds)| **seeds > 0);
            let refused = full.map(|(pit, _)| pit_letter(mover, pit).to_string()).filter(|pit| {
                scene.complete && !scene.legal.iter().any(|trace| trace.text.starts_with(&**pit))
            });
            Some(Reason::Feeds { seeds: after, refused: refused.collect() })
        }
        _ => None,
    }
}

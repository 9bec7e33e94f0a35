//! How the best move's value compares with the others'.

use super::scene::Scene;
use super::{Judged, Reason};

pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    let mut all = Vec::new();
    all.extend(alone(scene));
    all.extend(time(scene));
    let equal = |mv: &Judged| mv.exact().is_some() && mv.exact() == scene.best.exact();
    if is_choice(scene) && scene.judged.iter().all(|mv| equal(mv) && scene.is_certain(mv)) {
        all.push(Reason::AllEqual);
    }
    all.extend(refuses_capture(scene));
    all.extend(better(scene));
    all
}

/// All legal moves are judged, and there is more than one.
fn is_choice(scene: &Scene) -> bool {
    scene.complete && scene.judged.len() == scene.legal.len() && scene.legal.len() > 1
}

fn others<'a>(scene: &'a Scene) -> impl Iterator<Item = &'a Judged> {
    scene.judged.iter().filter(|mv| mv.r#move != scene.best.r#move)
}

/// What is proven of the result: a lead is what is in store and what is still gained.
fn alone(scene: &Scene) -> Option<Reason> {
    if !scene.is_certain(scene.best) {
        return None;
    }
    let lead = scene.banked() + i32::from(scene.best.at_least?);
    let others_end = |below: i32| {
        is_choice(scene)
            && others(scene).all(|mv| scene.is_certain(mv))
            && others(scene)
                .all(|mv| mv.at_most.is_some_and(|most| scene.banked() + i32::from(most) <= below))
    };
    match lead {
        1.. if others_end(0) => Some(Reason::OnlyWin),
        1.. => {
            let exact = scene.best.exact().is_some();
            Some(Reason::WinsByForce { by: lead, plies: scene.best.distance.filter(|_| exact) })
        }
        0 if others_end(-1) => Some(Reason::OnlyDraw),
        _ => None,
    }
}

/// Among equals the winner hurries and the loser does not.
fn time(scene: &Scene) -> Option<Reason> {
    let (value, plies) = (scene.best.exact()?, scene.best.distance?);
    let equal = others(scene).filter(|mv| mv.exact() == Some(value));
    let distances: Vec<u32> = equal.map(|mv| mv.distance).collect::<Option<_>>()?;
    let (least, most) = (*distances.iter().min()?, *distances.iter().max()?);
    match value {
        1.. if plies <= least && plies < most => Some(Reason::Shortest { plies, other: most }),
        ..=-1 if plies >= most && plies > least => Some(Reason::HoldsOut { plies, other: least }),
        _ => None,
    }
}

/// How much less a move is worth than the best one, at least, in hundredths; and whether it is proven to be less.
fn worse_by(scene: &Scene, than: &Judged) -> Option<(i32, bool)> {
    let by = scene.best.hundredths? - than.hundredths?;
    let less = matches!((scene.best.at_least, than.at_most), (Some(least), Some(most)) if least > most);
    let proven = less && scene.is_certain(scene.best) && scene.is_certain(than);
    (by >= 100).then_some((by, proven))
}

fn seeds(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// The move that gains most at once is worth less.
fn refuses_capture(scene: &Scene) -> Option<Reason> {
    let greedy = scene.greedy()?;
    let taken = greedy.net(scene.mover);
    let own = scene.turn_net().max(scene.trace().net(scene.mover));
    if taken < own.max(0) + super::replies::WORTH_SAYING {
        return None;
    }
    let judged = scene.judged.iter().find(|mv| mv.r#move == greedy.text)?;
    let (by, proven) = worse_by(scene, judged)?;
    Some(Reason::RefusesCapture { r#move: greedy.text.clone(), seeds: taken, worse_by: seeds(by), proven })
}

/// The next best move is worth less.
fn better(scene: &Scene) -> Option<Reason> {
    if !is_choice(scene) || scene.judged.iter().any(|mv| mv.hundredths.is_none()) {
        return None;
    }
    let next = others(scene).max_by_key(|mv| mv.hundredths)?;
    let next = others(scene).find(|mv| mv.hundredths == next.hundredths)?;
    let (by, proven) = worse_by(scene, next)?;
    Some(Reason::Better { than: next.r#move.clone(), by: seeds(by), proven })
}

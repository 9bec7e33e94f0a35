//! Standing and reasons as people read them.

use super::scene::Scene;
use super::{Reason, Reply, Standing, Unit};
use crate::play::{Side, Winner};
use crate::tables::Worth;
use crate::words::{Hole, Key, list, name, say};

/// Reasons in a sentence.
const TOLD: usize = 3;

/// A guess of less is no lead.
const CLOSE: f64 = 1.0;

/// Who stands better; then the best move with the first reasons of up to three themes; then the reply.
pub(super) fn of(
    standing: Option<&Standing>,
    reasons: &[Reason],
    scene: Option<&Scene>,
    reply: Option<&Reply>,
) -> String {
    let mut sentences = vec![standing.map_or_else(|| say(Key::StandsUnknown, &[]), standing_words)];
    let Some(scene) = scene else { return sentences.remove(0) };
    let mover = scene.mover;
    if standing.is_some() || reasons.contains(&Reason::OnlyMove) {
        sentences.push(best_words(reasons, scene));
    }
    if let Some(reply) = reply {
        let who = ("who", name(mover.other()));
        let mv = ("move", text(&reply.r#move));
        sentences.push(if reply.brings > 0 {
            say(Key::ThenReplyTakes, &[who, mv, ("seeds", reply.brings.into())])
        } else {
            say(Key::ThenReply, &[who, mv])
        });
    }
    sentences.join(" ")
}

fn best_words(reasons: &[Reason], scene: &Scene) -> String {
    let mut themes = Vec::new();
    let mut told = Vec::new();
    for reason in reasons {
        let choice = reason.theme() == "choice";
        if choice || told.len() == TOLD || themes.contains(&reason.theme()) {
            continue;
        }
        // That a move wins, who stands better has said already where nothing sets it apart.
        if matches!(reason, Reason::WinsByForce { plies: None, .. }) {
            continue;
        }
        themes.push(reason.theme());
        told.push(words(reason, scene.mover, scene.unit));
    }
    let [plain, because] = if reasons.contains(&Reason::OnlyMove) {
        [Key::OnlyMove, Key::OnlyMoveBecause]
    } else if reasons.contains(&Reason::AllEqual) {
        [Key::AllEqual, Key::AllEqualBecause]
    } else {
        [Key::Best, Key::BestBecause]
    };
    let mv = ("move", text(&scene.best.r#move));
    if told.is_empty() { say(plain, &[mv]) } else { say(because, &[mv, ("reasons", list(&told).into())]) }
}

fn text(text: &str) -> Hole<'static> {
    text.to_owned().into()
}

/// A number as people write it: no more than two places.
fn number(number: f64) -> Hole<'static> {
    ((number * 100.0).round() / 100.0).into()
}

fn unit(unit: Unit) -> Hole<'static> {
    if unit == Unit::Points { "points" } else { "seeds" }.into()
}

fn standing_words(standing: &Standing) -> String {
    let sure = match standing.bound {
        Worth::Estimate if standing.depth == 0 => say(Key::SureGuess, &[]),
        Worth::Estimate => say(Key::SureEstimate, &[("plies", standing.depth.into())]),
        _ if standing.counting_endless_nothing => say(Key::SureIfEndless, &[]),
        _ => say(Key::SureProven, &[]),
    };
    let sure = ("sure", sure.into());
    let Some(ahead) = standing.ahead else {
        let who = ("who", name(standing.mover));
        return match standing.bound {
            Worth::Lower => say(Key::StandsLevelAtLeast, &[who]),
            Worth::Upper => say(Key::StandsLevelAtMost, &[who]),
            Worth::Exact | Worth::Estimate => say(Key::StandsLevel, &[sure]),
        };
    };
    if standing.bound == Worth::Estimate && standing.by < CLOSE {
        return say(Key::StandsClose, &[sure]);
    }
    let (who, seeds) = (("who", name(ahead)), ("seeds", number(standing.by)));
    let unit = ("unit", unit(standing.unit));
    match standing.bound {
        Worth::Lower => say(Key::StandsAtLeast, &[who, seeds, unit]),
        Worth::Upper => say(Key::StandsAtMost, &[who, seeds, unit]),
        Worth::Exact | Worth::Estimate => say(Key::StandsBetter, &[who, seeds, unit, sure]),
    }
}

/// A reason as the rest of a sentence that begins with the move.
fn words(reason: &Reason, mover: Side, counted: Unit) -> String {
    let other = || ("other", name(mover.other()));
    let seeds = |seeds: u32| ("seeds", Hole::from(seeds));
    let net = |seeds: i32| ("seeds", Hole::from(seeds));
    let letter = |pit: &str| ("pit", text(pit));
    let of_move = |mv: &str| ("move", text(mv));
    let plies = |plies: u32| ("plies", Hole::from(plies));
    match reason {
        Reason::Unknown | Reason::OnlyMove | Reason::AllEqual => String::new(),
        Reason::EndsTheGame { winner, .. } => match winner {
            Winner::South => say(Key::EndsWon, &[("who", name(Side::South))]),
            Winner::North => say(Key::EndsWon, &[("who", name(Side::North))]),
            Winner::Draw => say(Key::EndsDrawn, &[]),
            Winner::None => say(Key::EndsVoid, &[]),
        },
        Reason::OnlyWin => say(Key::OnlyWin, &[]),
        Reason::OnlyDraw => say(Key::OnlyDraw, &[]),
        Reason::WinsByForce { plies: far, .. } => say(Key::WinsByForce, &[plies(far.unwrap_or(0))]),
        Reason::LeavesNoMove { pass: false } => say(Key::LeavesNoMove, &[other()]),
        Reason::LeavesNoMove { pass: true } => say(Key::LeavesAPass, &[other()]),
        Reason::Starves => say(Key::Starves, &[other()]),
        Reason::TakesTheRest { seeds: n } => say(Key::TakesTheRest, &[seeds(*n)]),
        Reason::Feeds { seeds: n, refused } if refused.is_empty() => say(Key::Feeds, &[other(), seeds(*n)]),
        Reason::Feeds { seeds: n, refused } => {
            let count = ("count", refused.len().into());
            say(Key::FeedsAsItMust, &[other(), seeds(*n), ("refused", list(refused).into()), count])
        }
        Reason::Forfeits { seeds: n, rule } => say(Key::Forfeits, &[seeds(*n), ("rule", (*rule).into())]),
        Reason::Swaps => say(Key::Swaps, &[]),
        Reason::NeverEnds { .. } => say(Key::NeverEnds, &[]),
        Reason::Captures { seeds: n, pits, .. } => {
            say(Key::Captures, &[seeds(*n), ("pits", list(pits).into())])
        }
        Reason::MostAtOnce { .. } => say(Key::MostAtOnce, &[]),
        Reason::CapturesAgain { times } => say(Key::CapturesAgain, &[("times", (*times).into())]),
        Reason::MovesAgain { moves, seeds: n } if moves.is_empty() => {
            say(Key::MovesAgain, &[net((*n).max(0))])
        }
        Reason::MovesAgain { moves, seeds: n } => {
            say(Key::MovesAgainWith, &[("moves", list(moves).into()), net((*n).max(0))])
        }
        Reason::Banks { seeds } => say(Key::Banks, &[("seeds", (*seeds).into())]),
        Reason::Stops { reply, seeds: n, after, still, .. } => {
            let holes = [other(), ("reply", text(reply)), net(*n), ("after", text(after))];
            match still {
                Some(still @ 1..) => {
                    let [other, reply, seeds, after] = holes;
                    say(Key::StopsAllBut, &[other, reply, seeds, after, ("still", (*still).into())])
                }
                _ => say(Key::Stops, &holes),
            }
        }
        Reason::Safe { reply, seeds: n, after } => {
            say(Key::Safe, &[other(), ("reply", text(reply)), net(*n), ("after", text(after))])
        }
        Reason::RefusesCapture { r#move, seeds: n, worse_by, .. } => say(
            Key::RefusesCapture,
            &[of_move(r#move), net(*n), ("less", number(*worse_by)), ("unit", unit(counted))],
        ),
        Reason::Threatens { r#move, seeds: n } => say(Key::Threatens, &[of_move(r#move), net(*n)]),
        Reason::Prepares { r#move, seeds: n } => say(Key::Prepares, &[of_move(r#move), net(*n)]),
        Reason::Sacrifices { gives, back, .. } => {
            say(Key::Sacrifices, &[("gives", (*gives).into()), ("back", (*back).into())])
        }
        Reason::LongestSowing { laps, .. } => say(Key::LongestSowing, &[("laps", (*laps).into())]),
        Reason::Reverses => say(Key::Reverses, &[]),
        Reason::GoesRound { pit, seeds: n } => say(Key::GoesRound, &[letter(pit), seeds(*n)]),
        Reason::Hoards { pit, seeds: n } => say(Key::Hoards, &[letter(pit), seeds(*n)]),
        Reason::Gives { seeds: n } => say(Key::Gives, &[other(), seeds(*n)]),
        Reason::Shortest { plies: far, .. } => say(Key::Shortest, &[plies(*far)]),
        Reason::HoldsOut { plies: far, .. } => say(Key::HoldsOut, &[plies(*far)]),
        Reason::Repeats { .. } => say(Key::Repeats, &[]),
        Reason::OneReply { reply } => say(Key::OneReply, &[other(), of_move(reply)]),
        Reason::Better { than, by, .. } => {
            say(Key::Better, &[of_move(than), ("less", number(*by)), ("unit", unit(counted))])
        }
    }
}

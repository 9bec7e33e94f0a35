//! The slow rules of single-lap games, seed by seed on a plain position. Shares no function with the fast twin.

use sowbase_solver::{Ending, Move, Reason, Turn};

use super::rules::{GrandSlam, LimitRule};
use super::terms::Terms;
use crate::games::notation::pit_letter;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

/// A sowing that could be made, with what it would capture.
struct Sowing {
    pit: usize,
    hand: u8,
    after: Position,
    steps: Vec<Step>,
    /// Seeds that went to the mover's store for want of room.
    stored: u16,
    /// The opponent's pits that would be captured, the landing pit first.
    caught: Vec<usize>,
    /// The capture would leave the opponent's row empty.
    slam: bool,
}

/// What a position offers: the legal moves, and for each other pit with seeds why it may not be lifted.
pub(super) struct Offer {
    pub(super) legal: Vec<Trace>,
    pub(super) refused: Vec<(usize, &'static str)>,
}

/// All legal moves of a position. `leave`: the last filter, a move for the opponent, is on.
pub(super) fn offer(terms: &Terms, position: &Position, leave: bool) -> Offer {
    let (plan, other) = (&terms.plan, position.side.other());
    let mut refused = Vec::new();
    let mut sowings = Vec::new();
    for pit in 0..usize::from(plan.pits) {
        if position.row(position.side)[pit] > 0 {
            match sow(terms, position, pit) {
                Ok(sowing) => sowings.push(sowing),
                Err(why) => refused.push((pit, why)),
            }
        }
    }
    let mut refuse =
        |sowings: Vec<Sowing>, bad: &dyn Fn(&Sowing) -> bool, why: &'static str| -> Vec<Sowing> {
            let (out, left): (Vec<_>, Vec<_>) = sowings.into_iter().partition(bad);
            refused.extend(out.iter().map(|sowing| (sowing.pit, why)));
            left
        };
    if plan.must_feed && position.row_seeds(other) == 0 {
        let starves = |sowing: &Sowing| sowing.after.row_seeds(other) == 0;
        sowings = refuse(sowings, &starves, "it brings no seed to an opponent who has none");
    }
    let all_slams = sowings.iter().all(|sowing| sowing.slam);
    let forbids = match plan.grand_slam {
        GrandSlam::Illegal => true,
        GrandSlam::IllegalUnlessForced => !all_slams,
        _ => false,
    };
    if forbids {
        sowings = refuse(sowings, &|sowing| sowing.slam, "it would capture every seed of the opponent's row");
    }
    if plan.singles_last && sowings.iter().any(|sowing| sowing.hand > 1) {
        sowings = refuse(
            sowings,
            &|sowing| sowing.hand == 1,
            "a single seed may be moved only when every choice is a single seed",
        );
    }
    let mut legal: Vec<Trace> = sowings.into_iter().map(|sowing| finish(terms, position, sowing)).collect();
    if leave && plan.leave_a_move {
        let answers: Vec<bool> = legal
            .iter()
            .map(|trace| trace.turn == Turn::Pass && !offer(terms, &trace.after, false).legal.is_empty())
            .collect();
        if answers.contains(&true) {
            let mut answers = answers.iter();
            legal.retain(|trace| {
                let keep = answers.next() == Some(&true);
                if !keep {
                    refused.push((trace.mv.0 as usize, "it leaves the opponent no move"));
                }
                keep
            });
        }
    }
    Offer { legal, refused }
}

/// Sows a pit; the error says why that may not be done.
fn sow(terms: &Terms, position: &Position, origin: usize) -> Result<Sowing, &'static str> {
    let (plan, mover) = (&terms.plan, position.side);
    let mut after = position.clone();
    let hand = std::mem::take(&mut after.pits[mover.index()][origin]);
    let mut steps = vec![Step::Lift { side: mover, pit: origin, seeds: hand, relay: false }];
    let (mut side, mut pit) = (mover, origin);
    let (mut left, mut last, mut stored) = (hand, None, 0);
    while left > 0 {
        pit += 1;
        if pit == usize::from(plan.pits) {
            (side, pit) = (side.other(), 0);
        }
        if (side, pit) == (mover, origin) {
            steps.push(Step::Skip { side, pit, why: "the pit lifted gets no seed" });
            continue;
        }
        if plan.limit.is_some_and(|limit| after.row(side)[pit] >= limit) {
            match plan.limit_rule {
                LimitRule::Illegal => return Err("it would put a seed in a full pit"),
                LimitRule::ToStore => {
                    steps.push(Step::Store { side: mover });
                    left -= 1;
                    stored += 1;
                    last = None;
                }
                LimitRule::Skip if no_room(terms, &after, mover, origin) => {
                    return Err("every other pit is full before its last seed is sown");
                }
                LimitRule::Skip => steps.push(Step::Skip { side, pit, why: "the pit is full" }),
            }
            continue;
        }
        let seeds = &mut after.pits[side.index()][pit];
        *seeds += 1;
        left -= 1;
        last = Some((side, pit));
        steps.push(Step::Drop { side, pit, now: *seeds });
    }
    after.stores[mover.index()] += stored;
    let caught = last.map_or_else(Vec::new, |(side, pit)| caught(terms, &after, side, pit));
    let taken: u32 = caught.iter().map(|&pit| u32::from(after.row(mover.other())[pit])).sum();
    let slam = taken > 0 && taken == after.row_seeds(mover.other());
    Ok(Sowing { pit: origin, hand, after, steps, stored, caught, slam })
}

/// True when every pit but the origin is full.
fn no_room(terms: &Terms, after: &Position, mover: Side, origin: usize) -> bool {
    Side::BOTH.into_iter().all(|side| {
        after.row(side).iter().enumerate().all(|(pit, &seeds)| {
            (side, pit) == (mover, origin) || terms.plan.limit.is_some_and(|limit| seeds >= limit)
        })
    })
}

/// The pits captured by a last seed, from the landing pit backwards.
fn caught(terms: &Terms, after: &Position, side: Side, landing: usize) -> Vec<usize> {
    let mut pits = Vec::new();
    if side == after.side {
        return pits;
    }
    for pit in (0..=landing).rev() {
        let set = if pit == landing { terms.plan.trigger } else { terms.plan.chain };
        if !set.counts().any(|count| count == u32::from(after.row(side)[pit])) {
            break;
        }
        pits.push(pit);
    }
    pits
}

/// Captures, hands over, and ends the game where the move does.
fn finish(terms: &Terms, before: &Position, sowing: Sowing) -> Trace {
    let Sowing { pit: origin, mut after, mut steps, stored, caught, slam, .. } = sowing;
    let (mover, other) = (before.side, before.side.other());
    let worth = |pit: usize| u16::from(after.row(other)[pit]);
    let all: u16 = caught.iter().map(|&pit| worth(pit)).sum();
    let mut turn = Turn::Pass;
    let mut takes = caught.clone();
    if slam {
        let mut forfeit = |takes: &mut Vec<usize>, stays: Vec<usize>, rule| {
            steps.push(Step::Forfeit { seeds: stays.iter().map(|&pit| worth(pit) as u8).sum(), rule });
            takes.retain(|pit| !stays.contains(pit));
        };
        match terms.plan.grand_slam {
            GrandSlam::Forfeit | GrandSlam::Illegal => {
                forfeit(&mut takes, caught, "grand slam: a capture of every seed of the row is forfeited");
            }
            GrandSlam::AllowedIfWins => {
                if u32::from(after.stores[mover.index()] + all) < terms.winning() {
                    forfeit(&mut takes, caught, "grand slam: forfeited, since it does not win the game");
                }
            }
            GrandSlam::KeepLast if caught.len() > 1 => {
                forfeit(&mut takes, vec![caught[0]], "grand slam: the landing pit stays");
            }
            GrandSlam::KeepFirst if caught.len() > 1 => {
                let first = caught[caught.len() - 1];
                forfeit(&mut takes, vec![first], "grand slam: the pit reached first stays");
            }
            GrandSlam::AllowedMoveAgain => turn = Turn::Again,
            GrandSlam::IllegalUnlessForced | GrandSlam::OpponentTakesRest => turn = Turn::Over,
            GrandSlam::Allowed | GrandSlam::KeepLast | GrandSlam::KeepFirst => {}
        }
    }
    let mut gain = stored;
    for (i, &pit) in takes.iter().enumerate() {
        let seeds = std::mem::take(&mut after.pits[other.index()][pit]);
        let rule =
            if i == 0 { "the last seed made a count that captures" } else { "it goes with the pit after it" };
        steps.push(Step::Capture { side: other, pit, seeds, to: mover, rule });
        after.stores[mover.index()] += u16::from(seeds);
        gain += u16::from(seeds);
    }
    match turn {
        Turn::Again => steps.push(Step::Again),
        Turn::Pass => steps.push(Step::HandOver),
        Turn::Over => {}
    }
    if turn != Turn::Again {
        after.side = other;
    }
    // Seen by the opponent, whose turn it would be.
    let ending = (turn == Turn::Over).then(|| {
        let rest = after.row_seeds(mover);
        let mover_takes = terms.plan.grand_slam == GrandSlam::IllegalUnlessForced;
        let (own, opposite) = if mover_takes { (0, rest) } else { (rest, 0) };
        Ending::paying(own, opposite, Reason::GRAND_SLAM)
    });
    let mut both = [0; 2];
    both[mover.index()] = gain;
    Trace {
        text: pit_letter(mover, origin).to_string(),
        mv: Move(origin as u32),
        steps,
        after,
        gain: both,
        quiet: gain == 0,
        turn,
        ending,
    }
}

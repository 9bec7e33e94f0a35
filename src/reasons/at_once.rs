//! What the best move does by itself, read off its trace.

use std::collections::BTreeSet;

use sowbase_solver::{Reason as Ended, Turn};

use super::Reason;
use super::scene::{Scene, captured_from};
use crate::games::notation::pit_letter;
use crate::games::{Step, Trace};
use crate::play::Side;

/// A sowing of fewer laps is nothing to speak of.
const MANY_LAPS: usize = 3;

pub(super) fn reasons(scene: &Scene) -> Vec<Reason> {
    let mut all = Vec::new();
    all.extend(captures(scene));
    all.extend(takes_the_rest(scene));
    all.extend(most_at_once(scene));
    all.extend(moves_again(scene));
    all.extend(longest_sowing(scene));
    all.extend(goes_round(scene));
    all.extend(hoards(scene));
    let (trace, mover) = (scene.trace(), scene.mover);
    let times = groups(trace, mover);
    if times > 1 {
        all.push(Reason::CapturesAgain { times });
    }
    let seeds = trace.steps.iter().filter(|step| **step == Step::Store { side: mover }).count();
    if seeds > 0 {
        all.push(Reason::Banks { seeds });
    }
    let seeds = u32::from(trace.gain[mover.other().index()]);
    if seeds > 0 {
        all.push(Reason::Gives { seeds });
    }
    if runs_clockwise(trace) {
        all.push(Reason::Reverses);
    }
    all.extend(trace.steps.iter().find_map(|step| match step {
        Step::Forfeit { seeds, rule } => Some(Reason::Forfeits { seeds: u32::from(*seeds), rule }),
        Step::Swap => Some(Reason::Swaps),
        Step::Endless { rule } => Some(Reason::NeverEnds { rule }),
        _ => None,
    }));
    all
}

fn captures(scene: &Scene) -> Option<Reason> {
    let (mut seeds, mut by) = (0, None);
    for step in &scene.trace().steps {
        if let Step::Capture { seeds: taken, to, rule, .. } = step
            && *to == scene.mover
        {
            seeds += u32::from(*taken);
            by.get_or_insert(*rule);
        }
    }
    let pits = captured_from(scene.trace(), scene.mover);
    by.map(|rule| Reason::Captures { seeds, pits, rule })
}

/// How often a side captures with seeds sown in between.
fn groups(trace: &Trace, to: Side) -> usize {
    let mut times = 0;
    let mut in_one = false;
    for step in &trace.steps {
        match step {
            Step::Capture { to: who, .. } if *who == to => {
                times += usize::from(!in_one);
                in_one = true;
            }
            Step::Drop { .. } => in_one = false,
            _ => {}
        }
    }
    times
}

/// The captures after the last seed that fell took all that was on the board, and all for the mover.
fn takes_the_rest(scene: &Scene) -> Option<Reason> {
    let trace = scene.trace();
    let ended = trace.ending.is_some_and(|ending| ending.reason == Ended::LAST_SEEDS);
    if !ended || trace.after.on_board() > 0 {
        return None;
    }
    let mut seeds = 0;
    for step in trace.steps.iter().rev() {
        match step {
            Step::Capture { to, .. } if *to != scene.mover => return None,
            Step::Capture { seeds: taken, .. } => seeds += u32::from(*taken),
            Step::Drop { .. } | Step::Lift { .. } => break,
            _ => {}
        }
    }
    (seeds > 0).then_some(Reason::TakesTheRest { seeds })
}

fn most_at_once(scene: &Scene) -> Option<Reason> {
    let own = scene.trace().net(scene.mover);
    let others = scene.legal.iter().filter(|trace| trace.text != scene.best.r#move);
    let next = others.map(|trace| trace.net(scene.mover)).max()?;
    (scene.complete && own > 0 && own > next).then_some(Reason::MostAtOnce { seeds: own, next })
}

fn moves_again(scene: &Scene) -> Option<Reason> {
    let moves = scene.line[1..scene.turn.max(1)].iter().map(|played| played.trace.text.clone()).collect();
    (scene.trace().turn == Turn::Again).then(|| Reason::MovesAgain { moves, seeds: scene.turn_net() })
}

/// How often seeds are taken up and sown.
fn laps(trace: &Trace) -> usize {
    trace.steps.iter().filter(|step| matches!(step, Step::Lift { .. } | Step::Resow { .. })).count()
}

fn longest_sowing(scene: &Scene) -> Option<Reason> {
    let own = laps(scene.trace());
    let others = scene.legal.iter().filter(|trace| trace.text != scene.best.r#move);
    let next = others.map(laps).max()?;
    let longest = scene.complete && own >= MANY_LAPS && own > next;
    longest.then_some(Reason::LongestSowing { laps: own, next })
}

/// A lap against the usual way: said of a later lap by its step; of the first lap its first seed tells.
fn runs_clockwise(trace: &Trace) -> bool {
    let later = |step: &Step| {
        matches!(step, Step::Resow { reverse: true, .. }) || *step == Step::Choice { sign: '-' }
    };
    let first = match trace.steps[..] {
        [Step::Lift { side, pit, .. }, Step::Drop { side: on, pit: at, .. }, ..] => {
            let pits = trace.after.row(side).len();
            side == on && pits > 2 && (at + 1) % pits == pit
        }
        _ => false,
    };
    first || trace.steps.iter().any(later)
}

/// The first sowing dropped a seed in every open pit of both rows but its own.
fn goes_round(scene: &Scene) -> Option<Reason> {
    let mut steps = scene.trace().steps.iter();
    let Step::Lift { side, pit, seeds, .. } = steps.next()? else { return None };
    let origin = (*side, *pit);
    let ends = |step: &&Step| !matches!(step, Step::Lift { .. } | Step::Resow { .. });
    let reached: BTreeSet<(Side, usize)> = steps
        .take_while(ends)
        .filter_map(|step| match step {
            Step::Drop { side, pit, .. } => Some((*side, *pit)),
            _ => None,
        })
        .collect();
    let all = open_pits(scene).into_iter().all(|pit| pit == origin || reached.contains(&pit));
    all.then(|| Reason::GoesRound { pit: pit_letter(*side, *pit).to_string(), seeds: u32::from(*seeds) })
}

fn open_pits(scene: &Scene) -> Vec<(Side, usize)> {
    let pits =
        Side::BOTH.into_iter().flat_map(|side| (0..scene.here.row(side).len()).map(move |pit| (side, pit)));
    pits.filter(|&(side, pit)| !scene.here.is_closed(side, pit)).collect()
}

/// The fullest own pit holds as many seeds as the board has pits, and the move leaves it so.
fn hoards(scene: &Scene) -> Option<Reason> {
    let (before, after) = (scene.here.row(scene.mover), scene.trace().after.row(scene.mover));
    let pit = (0..before.len()).max_by_key(|&pit| before[pit])?;
    let lifted = scene.trace().steps.iter().any(
        |step| matches!(step, Step::Lift { side, pit: from, .. } if (*side, *from) == (scene.mover, pit)),
    );
    let full = usize::from(before[pit]) >= open_pits(scene).len() && after[pit] >= before[pit];
    (full && !lifted).then(|| Reason::Hoards {
        pit: pit_letter(scene.mover, pit).to_string(),
        seeds: u32::from(after[pit]),
    })
}

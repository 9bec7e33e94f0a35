//! Steps of a move in words.

use super::{Hole, Key, name, say};
use crate::games::Step;
use crate::games::notation::pit_letter;
use crate::play::Side;

/// A step in words.
pub fn step(step: &Step) -> String {
    let pit = |side: &Side, pit: &usize| ("pit", Hole::from(pit_letter(*side, *pit).to_string()));
    let seeds = |seeds: &u8| ("seeds", Hole::from(*seeds));
    let rule = |rule: &'static str| ("rule", Hole::from(rule));
    match step {
        Step::Lift { side, pit: p, seeds: n, relay } => {
            let key = if *relay { Key::StepRelay } else { Key::StepLift };
            say(key, &[seeds(n), pit(side, p)])
        }
        Step::Drop { side, pit: p, now } => say(Key::StepDrop, &[pit(side, p), ("now", (*now).into())]),
        Step::Store { side } => say(Key::StepStore, &[("who", name(*side))]),
        Step::Skip { side, pit: p, why } => say(Key::StepSkip, &[pit(side, p), ("why", (*why).into())]),
        Step::Capture { side, pit: p, seeds: n, to, rule: by } => {
            say(Key::StepCapture, &[("who", name(*to)), seeds(n), pit(side, p), rule(by)])
        }
        Step::Forfeit { seeds: n, rule: by } => say(Key::StepForfeit, &[seeds(n), rule(by)]),
        Step::Resow { side, pit: p, seeds: n, reverse } => {
            let key = if *reverse { Key::StepResowClockwise } else { Key::StepResow };
            say(key, &[seeds(n), pit(side, p)])
        }
        Step::Choice { sign } => say(Key::StepChoice, &[("sign", sign.to_string().into())]),
        Step::Swap => say(Key::StepSwap, &[]),
        Step::Again => say(Key::StepAgain, &[]),
        Step::HandOver => say(Key::StepHandOver, &[]),
        Step::Endless { rule: by } => say(Key::StepEndless, &[rule(by)]),
    }
}

//! Anywoli in words: the rules in force, and how a game ended.

use sowbase_solver::{Ending, Reason};

use super::play::Anywoli;
use super::rules::{EndCheck, EndlessTurn, FinalFour, LastFour};
use super::trace;
use crate::games::history::Repetition;
use crate::games::trace::{Step, Trace};
use crate::play::Position;
use crate::words::{Key, name, say};

impl<const W: u32> Anywoli<W> {
    /// An ending that no move made: last seeds of a position that began so, recurrence, limits, annulled games.
    pub(super) fn words_of_ending(&self, ending: &Ending, position: &Position) -> String {
        let left = position.on_board();
        let divided = match self.rules.repetition {
            Repetition::Split => say(Key::DividedHalf, &[("left", left.into())]),
            Repetition::Draw => say(Key::DividedDraw, &[]),
            _ => say(Key::DividedRows, &[]),
        };
        let divided = ("divided", divided.into());
        match ending.reason {
            Reason::PLY_LIMIT => say(Key::EndAgreedPlies, &[]),
            Reason::REPETITION => say(Key::EndRecurs, &[divided]),
            Reason::NO_CAPTURE_LIMIT => say(Key::EndTooQuiet, &[divided]),
            Reason::ENDLESS_TURN if position.extra("void").is_some() => say(Key::EndAnnulled, &[]),
            Reason::ENDLESS_TURN => say(Key::EndNoTurnStops, &[divided]),
            _ if left == 0 => say(Key::EndAllCaptured, &[]),
            _ => self.words_of_few_seeds(left, ending, position),
        }
    }

    fn words_of_few_seeds(&self, left: u32, ending: &Ending, position: &Position) -> String {
        let taker = if ending.own > 0 { position.side } else { position.side.other() };
        let left = ("left", left.into());
        let why = match self.rules.last_four {
            LastFour::FirstFinalCapture if position.extra("first4").is_some() => Key::FewFirstCaptor,
            LastFour::LastCaptor | LastFour::PlayOn | LastFour::FirstFinalCapture => {
                return say(Key::EndFewOwnRows, &[left]);
            }
            LastFour::CurrentMover => Key::FewMover,
            LastFour::StarterTakes8 => Key::FewStarter,
            LastFour::Lottery => Key::FewLot,
        };
        say(Key::EndFewTo, &[left, ("who", name(taker)), ("why", say(why, &[]).into())])
    }

    pub(super) fn all_words(&self) -> Vec<String> {
        let r = &self.rules;
        let mut words = vec![
            format!(
                "Two rows of {} pits with {} seeds each; the stores are never sown.",
                r.pits_per_row.0, r.seeds_per_pit.0
            ),
            format!(
                "Lift all seeds of an own pit and sow them one by one, counter-clockwise, over all pits. The pit lifted \
                 {}. When the last seed falls in a pit that holds seeds, lift them all, that seed too, and sow on from \
                 there; when it falls in an empty pit, the turn ends.",
                if r.skip_origin { "gets none of them" } else { "gets one if the hand goes all the way round" }
            ),
            "A seed that makes exactly four in a pit, and is not the last of its lap, captures them at once for the \
             owner of the pit, whoever is sowing. Fours that no seed made, as at the start, stay."
                .to_owned(),
            self.words_on_the_last_seed(),
            "A player without seeds in his row passes; so does one all of whose turns are forbidden.".to_owned(),
            self.words_on_the_last_four(),
            match r.endless_turn {
                EndlessTurn::Illegal => {
                    "A turn that would never stop may not be played. If neither player has another, the seeds are \
                     divided as by repetition."
                }
                EndlessTurn::StopAtCap => "A turn stops after 1,000 laps.",
                EndlessTurn::VoidGame => "A turn that never stops may be played; it annuls the game.",
            }
            .to_owned(),
        ];
        words.extend(self.words_on_history());
        words.push("More seeds win; equal is a draw.".to_owned());
        words
    }

    fn words_on_the_last_seed(&self) -> String {
        let r = &self.rules;
        format!(
            "When the last seed of a lap makes exactly four, they go to {} and the turn ends{}.",
            match r.final_four_to {
                FinalFour::Mover => "the mover, whoever owns the pit,",
                FinalFour::Owner => "the owner of the pit,",
            },
            match (r.extra_move, r.extra_move_optional) {
                (false, _) => "",
                (true, false) => "; the mover must move again, or pass if he cannot",
                (true, true) => "; the mover may move again or pass",
            }
        )
    }

    fn words_on_the_last_four(&self) -> String {
        let r = &self.rules;
        let who = match r.last_four {
            LastFour::LastCaptor => "the player who took the four before them",
            LastFour::Lottery => "one of the players by lot",
            LastFour::FirstFinalCapture => {
                "the player who was first in the game to capture with the last seed of a lap (if nobody did, to who \
                 took the four before them)"
            }
            LastFour::CurrentMover => "the player whose turn it is",
            LastFour::StarterTakes8 => "the player who began the game",
            LastFour::PlayOn => return "The game ends when no seeds are left.".into(),
        };
        let when = match r.end_check {
            EndCheck::Immediate => "after each capture, seeds in hand counted",
            EndCheck::EndOfLap => "at the end of each lap",
            EndCheck::EndOfTurn => "at the end of the turn, also before an extra move",
        };
        format!("As soon as only {} seeds are left (looked at {when}), they go to {who}.", r.last_seeds())
    }

    fn words_on_history(&self) -> Vec<String> {
        let r = &self.rules;
        let mut words: Vec<String> = match r.repetition {
            Repetition::OwnSide => Some("ends the game: each takes the seeds of his own row"),
            Repetition::Split => Some("ends the game: the seeds left count half for each"),
            Repetition::Draw => Some("ends the game as a draw"),
            Repetition::OwnSideIfBoth => {
                Some("ends the game if both rows hold seeds: each takes the seeds of his own row")
            }
            Repetition::Ignore => None,
        }
        .map(|what| {
            format!("A position that comes up again with the same player to move, and no capture in between, {what}.")
        })
        .into_iter()
        .collect();
        if let Some(limit) = r.no_capture_limit.0 {
            words
                .push(format!("After {limit} plies without a capture the game ends with the same division."));
        }
        if let Some(limit) = r.ply_limit.0 {
            words.push(format!("After {limit} plies the game stops; seeds on the board count for nobody."));
        }
        words
    }
}

/// The ending that a move's own captures made: who got the last seeds, and why.
pub(super) fn words_of_last_seeds(told: &Trace) -> String {
    let handed = told.steps.iter().rev().filter_map(|step| match step {
        Step::Capture { seeds, to, rule, .. } => Some((u32::from(*seeds), *to, why(rule)?)),
        _ => None,
    });
    let (left, last) = handed.fold((0, None), |(sum, _), (seeds, to, why)| (sum + seeds, Some((to, why))));
    match last {
        Some((to, why)) => {
            let left = ("left", left.into());
            say(Key::EndFewTo, &[left, ("who", name(to)), ("why", say(why, &[]).into())])
        }
        None => say(Key::EndAllCaptured, &[]),
    }
}

/// Why somebody got seeds as the last ones; `None` for an ordinary capture.
fn why(rule: &str) -> Option<Key> {
    match rule {
        trace::CAPTOR => Some(Key::FewLastCaptor),
        trace::FIRST => Some(Key::FewFirstCaptor),
        trace::MOVER => Some(Key::FewLastMover),
        trace::STARTER => Some(Key::FewStarter),
        trace::LOT => Some(Key::FewLot),
        _ => None,
    }
}

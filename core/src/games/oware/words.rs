//! The terms of single-lap games as people would say them, and why a game ended.

use sowbase_solver::{Ending, Reason, Verdict};

use super::play::THREE_QUARTERS;
use super::rules::{GrandSlam, LimitRule, WinAt};
use super::terms::Terms;
use crate::games::history::Repetition;
use crate::games::options::{CountSet, Value};
use crate::play::{Position, Side};
use crate::words::{Hole, Key, name, say};

/// `2 or 3`, `2, 3 or 4`.
fn any_of(set: CountSet) -> String {
    let text = set.text();
    match text.rsplit_once(',') {
        Some((first, last)) => format!("{} or {last}", first.replace(',', ", ")),
        None => text,
    }
}

fn seeds(n: u32) -> String {
    if n == 1 { "1 seed".into() } else { format!("{n} seeds") }
}

/// The rules in words, one paragraph an item.
pub(super) fn rules(terms: &Terms) -> Vec<String> {
    let plan = &terms.plan;
    let mut words = vec![
        format!(
            "Two rows of {} pits with {} in each, {} in all. Each player owns the row before him; captured seeds go to \
             his store, which is never sown.",
            plan.pits,
            seeds(terms.seeds),
            terms.total()
        ),
        "Lift all seeds of one of your pits and sow them one by one, counter-clockwise, round both rows. A hand that \
         goes all the way round passes over the pit it came from. One lap, then the turn passes."
            .to_owned(),
    ];
    if let Some(limit) = plan.limit {
        words.push(match plan.limit_rule {
            LimitRule::Skip => format!(
                "A pit never holds more than {limit} seeds: a full pit is passed over and the seed goes to the next. A \
                 move whose seeds find no room at all may not be played."
            ),
            LimitRule::Illegal => {
                format!("A pit never holds more than {limit} seeds: a move that would overfill one may not be played.")
            }
            LimitRule::ToStore => format!(
                "A pit never holds more than {limit} seeds: a seed for a full pit goes to the mover's store. If that \
                 is the last seed, nothing is captured."
            ),
        });
    }
    words.push(format!(
        "If the last seed falls in a pit of the opponent and makes {} there, the seeds of that pit are captured; so are \
         those of the opponent's pits before it, going backwards, as long as they hold {}.",
        any_of(plan.trigger),
        any_of(plan.chain)
    ));
    words.push(format!("A grand slam, a capture of every seed of the opponent's row, {}.", slam(terms)));
    if plan.must_feed {
        words.push(
            "If your opponent has no seeds, you must play a move that sows at least one in his row, if there is one."
                .to_owned(),
        );
    }
    if plan.singles_last {
        words.push("A pit with a single seed may be lifted only when every choice is such a pit.".to_owned());
    }
    if plan.leave_a_move {
        words.push("If any choice leaves the opponent a legal move, you must play such a choice.".to_owned());
    }
    words.push(
        "If the player to move has no legal move the game is over, and each player takes the seeds of his own row."
            .to_owned(),
    );
    words.extend(endings(terms));
    words
}

fn slam(terms: &Terms) -> String {
    match terms.plan.grand_slam {
        GrandSlam::Forfeit => "is forfeited: the sowing stands and nothing is captured".into(),
        GrandSlam::Illegal => "may not be played".into(),
        GrandSlam::IllegalUnlessForced => {
            "may be played only if every choice is one; then the mover captures, takes \
                                           the seeds of his own row too, and the game is over"
                .into()
        }
        GrandSlam::Allowed => "is captured like any other".into(),
        GrandSlam::AllowedIfWins => {
            format!("is captured if it gives the mover {} or more, else forfeited", terms.winning())
        }
        GrandSlam::AllowedMoveAgain => "is captured, and the same player moves again".into(),
        GrandSlam::OpponentTakesRest => {
            "is captured; the seeds left go to the opponent and the game is over".into()
        }
        GrandSlam::KeepLast => {
            "leaves the pit of the last seed: the others are captured (a single pit is captured)".into()
        }
        GrandSlam::KeepFirst => {
            "leaves the captured pit nearest the mover's row: the others are captured (a single \
                                 pit is captured)"
                .into()
        }
    }
}

fn endings(terms: &Terms) -> Vec<String> {
    let ends = &terms.ends;
    let mut words = Vec::new();
    if ends.win_at != WinAt::None {
        words.push(format!("The game is over as soon as a player has {} seeds.", terms.winning()));
    }
    if ends.three_quarters {
        words.push(format!(
            "The game is over as soon as a player has three quarters of all seeds, {}.",
            terms.three_quarters()
        ));
    }
    let history = &ends.history;
    let nth = if history.occurrence == 2 { "a second" } else { "a third" };
    let division = match history.repetition {
        Repetition::OwnSide => "each player takes the seeds of his own row",
        Repetition::Split => "the seeds left count half for each",
        Repetition::Draw => "it is a draw whatever the stores",
        Repetition::Ignore => "",
        Repetition::OwnSideIfBoth => {
            "each player takes the seeds of his own row, if both rows hold seeds; else play goes on"
        }
    };
    if history.repetition == Repetition::Ignore {
        words.push("There is no rule against repetition.".to_owned());
    } else {
        words.push(format!(
            "When a position comes up {nth} time since the last capture with the same player to move, the game is \
             over: {division}."
        ));
    }
    if let Some(limit) = history.no_capture_limit.0 {
        words.push(format!(
            "After {limit} plies without a capture the game stops and is divided as by repetition."
        ));
    }
    if let Some(limit) = history.ply_limit.0 {
        words.push(format!("After {limit} plies the game stops; seeds on the board count for nobody."));
    }
    words.push("More seeds win; equal seeds are a draw.".to_owned());
    words
}

/// Why the game ended and who gets what; `position` is the board before the ending hands anything out.
pub(super) fn ending(terms: &Terms, ending: &Ending, position: &Position) -> String {
    let mover = position.side;
    let gets = ("gets", Hole::from(gets(ending, position)));
    match ending.reason {
        Reason::NO_MOVE => say(Key::EndStuck, &[("why", stuck(terms, position).into()), gets]),
        Reason::MAJORITY => won(terms, position, Key::ShareHalf),
        THREE_QUARTERS => won(terms, position, Key::ShareThreeQuarters),
        Reason::REPETITION => {
            let times = ("times", terms.ends.history.occurrence.into());
            say(Key::EndRepetition, &[times, ("who", name(mover)), gets])
        }
        Reason::NO_CAPTURE_LIMIT => say(Key::EndNoCapture, &[("plies", position.quiet.into()), gets]),
        Reason::PLY_LIMIT => {
            let left = ("seeds", position.on_board().into());
            say(Key::EndPlies, &[("plies", position.plies.into()), left])
        }
        Reason::GRAND_SLAM => {
            say(Key::EndSlam, &[("who", name(mover.other())), ("other", name(mover)), gets])
        }
        Reason(other) => say(Key::EndOther, &[("rule", other.into()), gets]),
    }
}

/// Why the side to move has no legal move.
fn stuck(terms: &Terms, position: &Position) -> String {
    let (mover, other) = (position.side, position.side.other());
    let who = ("who", name(mover));
    if position.row_seeds(mover) == 0 {
        say(Key::StuckEmpty, &[who])
    } else if terms.plan.must_feed && position.row_seeds(other) == 0 {
        say(Key::StuckNotFed, &[who, ("other", name(other))])
    } else {
        say(Key::StuckByRules, &[who])
    }
}

fn won(terms: &Terms, position: &Position, share: Key) -> String {
    let [south, north] = position.stores;
    let (side, store) = if south >= north { (Side::South, south) } else { (Side::North, north) };
    let left = position.on_board();
    let [who, store] = [("who", name(side)), ("store", store.into())];
    let [total, share] = [("total", terms.total().into()), ("share", say(share, &[]).into())];
    if left == 0 {
        say(Key::EndWon, &[who, store, total, share])
    } else {
        say(Key::EndWonRest, &[who, store, total, share, ("seeds", left.into())])
    }
}

/// Who gets what of the seeds on the board.
fn gets(ending: &Ending, position: &Position) -> String {
    let (mover, other) = (position.side, position.side.other());
    let left = position.on_board();
    if ending.verdict == Verdict::Draw {
        return say(Key::GetsDraw, &[]);
    }
    if left == 0 {
        return say(Key::GetsNothing, &[]);
    }
    if ending.shared > 0 {
        return say(Key::GetsHalf, &[("seeds", left.into())]);
    }
    let pay = |side: Side| if side == mover { ending.own } else { ending.opposite } as u32;
    match (pay(mover), pay(other)) {
        (own, 0) => say(Key::GetsOne, &[("who", name(mover)), ("seeds", own.into())]),
        (0, opposite) => say(Key::GetsOne, &[("who", name(other)), ("seeds", opposite.into())]),
        _ => {
            let [south, north] = Side::BOTH.map(|side| Hole::from(pay(side)));
            say(Key::GetsRows, &[("south", south), ("north", north)])
        }
    }
}

//! What is said at the table.

use std::fmt::Write as _;

use crate::cli::search::Seeds;
use crate::engine::SearchedMove;
use crate::games::{Step, Trace};
use crate::play::{GameResult, InProgress, Next, Side};
use crate::tables::Worth;
use crate::words::{self, Key, name, say, step};

pub(super) const HELP: &str = "\
  C, d, …      play a move (moves lists them)
  moves        list the legal moves and what each captures
  undo         take the last move back (against the program: back to your move)
  hint         what the engine would play here
  why          why the engine played its last move, or what is best here
  resign       give the game up
  stop         offer to stop: the seeds left are divided as by repetition
  rules        the rules in words
  save FILE    write the game to a file; save! FILE overwrites one
  help         this list
  quit         leave; so does the end of the input
";

/// A move as it was played, with what happened and why.
pub(super) fn played(trace: &Trace, side: Side, who: Option<&str>) -> String {
    let holes = [("who", name(side)), ("move", trace.text.clone().into())];
    let mut text = match who {
        None => say(Key::Plays, &holes),
        Some(player) => {
            let [who, mv] = holes;
            say(Key::PlaysAs, &[who, mv, ("player", player.to_owned().into())])
        }
    };
    text.push('\n');
    for told in trace.steps.iter().filter(|step| worth_saying(step)) {
        let _ = writeln!(text, "  {}", step(told));
    }
    text
}

/// Not every seed that falls, but everything that one could wonder about.
fn worth_saying(step: &Step) -> bool {
    match step {
        Step::Lift { .. } | Step::Drop { .. } | Step::Store { .. } | Step::Choice { .. } | Step::HandOver => {
            false
        }
        Step::Skip { .. }
        | Step::Capture { .. }
        | Step::Forfeit { .. }
        | Step::Resow { .. }
        | Step::Swap
        | Step::Again
        | Step::Endless { .. } => true,
    }
}

/// An advice.
pub(super) fn advice(best: &SearchedMove) -> String {
    let sure = match best.bound {
        Worth::Exact => say(Key::SureProven, &[]),
        _ => say(Key::SureEstimate, &[("plies", f64::from(best.depth).into())]),
    };
    let score = Seeds(best.hundredths).to_string();
    let holes = [("move", best.r#move.clone().into()), ("score", score.into()), ("sure", sure.into())];
    say(Key::WouldPlay, &holes) + "\n"
}

/// What the engine made of the move that it chose.
pub(super) fn chosen(mv: &SearchedMove) -> String {
    let score = Seeds(mv.hundredths).to_string();
    say(Key::Values, &[("move", mv.r#move.clone().into()), ("score", score.into())]) + "\n"
}

/// A sentence about a side and the other.
pub(super) fn of_both(key: Key, side: Side) -> String {
    say(key, &[("who", name(side)), ("other", name(side.other()))])
}

/// The legal moves, one a line.
pub(super) fn moves(moves: &[Trace]) -> String {
    let mut text = String::new();
    for trace in moves {
        let gain = |side: Side| match trace.gain[side.index()] {
            0 => String::new(),
            seeds => format!("  {}", say(Key::TakesNet, &[("who", name(side)), ("seeds", seeds.into())])),
        };
        let again = if trace.steps.contains(&Step::Again) {
            format!("  {}", say(Key::MoveAgain, &[]))
        } else {
            String::new()
        };
        let _ = writeln!(text, "  {}{}{}{again}", trace.text, gain(Side::South), gain(Side::North));
    }
    text
}

/// How the game ended.
pub(super) fn ended(result: &GameResult) -> String {
    format!("{}\n{}\n", result.reason, words::ended(result))
}

/// Where the match stands after a round, if there is a match.
pub(super) fn standing(session: &dyn InProgress) -> String {
    match session.match_standing() {
        None | Some((_, Next::Single)) => String::new(),
        Some((standing, Next::Round(_))) => {
            let [south, north] = standing.points;
            let holes = [("round", standing.rounds.into()), ("south", south.into()), ("north", north.into())];
            say(Key::RoundOver, &holes) + "\n"
        }
        Some((_, Next::Over { reason, .. })) => say(Key::MatchOver, &[("reason", reason.into())]) + "\n",
    }
}

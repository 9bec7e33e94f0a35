//! What is said at the table.

use std::fmt::Write as _;

use crate::cli::report::sentence;
use crate::games::{Step, Trace};
use crate::play::{GameResult, InProgress, Next, Side, Winner};

pub(super) const HELP: &str = "\
  C, d, …      play a move (moves lists them)
  moves        list the legal moves and what each captures
  undo         take the last move back (with a simple player: back to your move)
  rules        the rules in words
  save FILE    write the game to a file; save! FILE overwrites one
  help         this list
  quit         leave; so does the end of the input
";

/// A move as it was played, with what happened and why.
pub(super) fn played(trace: &Trace, side: Side, who: Option<&str>) -> String {
    let who = who.map(|who| format!(" ({who})")).unwrap_or_default();
    let mut text = format!("{}{who} plays {}.\n", side.name(), trace.text);
    for step in trace.steps.iter().filter(|step| worth_saying(step)) {
        let _ = writeln!(text, "  {}", sentence(step));
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

/// The legal moves, one a line.
pub(super) fn moves(moves: &[Trace]) -> String {
    let mut text = String::new();
    for trace in moves {
        let gain = |side: Side| match trace.gain[side.index()] {
            0 => String::new(),
            seeds => format!("  {} +{seeds}", side.name()),
        };
        let again = if trace.steps.contains(&Step::Again) { "  moves again" } else { "" };
        let _ = writeln!(text, "  {}{}{}{again}", trace.text, gain(Side::South), gain(Side::North));
    }
    text
}

/// How the game ended.
pub(super) fn ended(result: &GameResult) -> String {
    let winner = match result.winner {
        Winner::Draw => "a draw".to_owned(),
        Winner::None => "nobody wins, the game does not count".to_owned(),
        Winner::South => "South wins".to_owned(),
        Winner::North => "North wins".to_owned(),
    };
    let points = match result.points {
        Some(1) => ", 1 point".to_owned(),
        Some(points) => format!(", {points} points"),
        None => String::new(),
    };
    format!("{}\nSouth {}, North {}: {winner}{points}.\n", result.reason, result.south, result.north)
}

/// Where the match stands after a round, if there is a match.
pub(super) fn standing(session: &dyn InProgress) -> String {
    match session.match_standing() {
        None | Some((_, Next::Single)) => String::new(),
        Some((standing, Next::Round(_))) => format!(
            "Round {} is over. Points: South {}, North {}. The next round begins.\n",
            standing.rounds, standing.points[0], standing.points[1]
        ),
        Some((_, Next::Over { reason, .. })) => format!("The match is over: {reason}\n"),
    }
}

//! `moves`: every legal move, what it captures and where it leads.

use super::Output;
use super::game::{Chosen, PlayedArgs};
use super::report::MovesReport;
use crate::draw::text;
use crate::error::Error;
use crate::play::{Ahead, InProgress, MOST_LISTED, Next, Side};
use crate::words::{self, Key, name, parted, say};

/// Arguments of `moves`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    played: PlayedArgs,
    /// Show the path of each move: every lift, drop and capture.
    #[arg(long)]
    trace: bool,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<u8, Error> {
    let (chosen, mut session) = args.played.session()?;
    if out.json() {
        out.document(&MovesReport::new(&chosen, &mut *session, None, args.trace))?;
    } else {
        out.text(&standing(&chosen, &mut *session, args.trace))?;
    }
    Ok(0)
}

/// The game as it stands, for people: board, how it ended, or the legal moves.
pub(super) fn standing(chosen: &Chosen, session: &mut dyn InProgress, traced: bool) -> String {
    let play = &chosen.opened.play;
    let mut text = text::board(session.position(), play.layout());
    text += &format!("  {}\n\n", play.format(session.position()));
    if let Some(result) = session.result() {
        text += &format!("{}\n{}\n", result.reason, result.line());
        match session.match_standing() {
            Some((_, Next::Round(first))) => {
                text += &say(Key::NextRound, &[("position", play.format(&first).into())]);
                text.push('\n');
            }
            Some((_, Next::Over { reason, .. })) => text += &format!("{reason}\n"),
            _ => {}
        }
        return text;
    }
    for Ahead { trace, position, result } in session.look_ahead() {
        let gains = Side::BOTH.into_iter().zip(trace.gain).filter(|(_, seeds)| *seeds > 0);
        let mut parts: Vec<String> = gains
            .map(|(side, seeds)| say(Key::TakesNet, &[("who", name(side)), ("seeds", seeds.into())]))
            .collect();
        if trace.turn == sowbase_solver::Turn::Again {
            parts.push(say(Key::MoveAgain, &[]));
        }
        text += &format!("{:<6} {:<22} {}\n", trace.text, parted(&parts), play.format(&position));
        if let Some(result) = result {
            text += &format!("       {} {}\n", result.reason, result.line());
        }
        if traced {
            for step in &trace.steps {
                text += &format!("         {}\n", words::step(step));
            }
        }
    }
    if session.has_more_moves() {
        text += &say(Key::MoreMoves, &[("count", MOST_LISTED.into())]);
        text.push('\n');
    }
    text
}

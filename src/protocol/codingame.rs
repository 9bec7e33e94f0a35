//! `--dialect codingame`: twelve numbers in, a pit out, as a bot in CodinGame's Oware Abapa is asked.
//!
//! A line holds the seeds of the mover's six pits, then of the opponent's; the answer is a number from 0 to 5, the pit from
//! the mover's left. Stores and the way there are not told, so they are worked out: the board must come from the last one by
//! our move and one of the opponent's. Where it does not (another game began), the board stands for itself.

use std::io::{BufRead, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{Setup, Voice};
use crate::engine::{Engine, Limits, Question};
use crate::error::Error;
use crate::games::{Opened, convert};
use crate::lines::next_typed;
use crate::play::{InProgress, Position, Side};

/// A longer line is no board.
const LONGEST_LINE: u64 = 4096;
/// Of the 50 ms that a bot has for a move: the rest is for the way there and back.
pub const TIME: Duration = Duration::from_millis(40);

/// Plays until the input ends. What is no board is told on `complaints`, and no move is answered to it.
///
/// # Errors
/// When the game has no such boards, when there is no memory for the engine, when the input cannot be read.
pub fn speak(
    opened: &Opened,
    setup: &Setup,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
    complaints: &mut dyn FnMut(&str),
) -> Result<(), Error> {
    convert::write(opened, NOTATION, &opened.play.start())?;
    let mut bot = Bot {
        opened,
        engine: opened.search.engine(&setup.engine)?,
        start: opened.play.start(),
        session: opened.play.session(&opened.play.start()),
    };
    let voice = Voice::new(output);
    while let Some(line) = next_typed(input, LONGEST_LINE)? {
        if line.trim().is_empty() {
            continue;
        }
        match bot.answer(line.trim()) {
            Ok(pit) => voice.say(&pit.to_string()),
            Err(error) => complaints(&error.to_string()),
        }
        if voice.is_gone() {
            return Ok(());
        }
    }
    Ok(())
}

const NOTATION: &str = "codingame";

struct Bot<'a> {
    opened: &'a Opened,
    engine: Box<dyn Engine + 'a>,
    start: Position,
    /// The game as far as it is known; the opponent is to move, or nobody has moved.
    session: Box<dyn InProgress>,
}

impl Bot<'_> {
    /// The pit to play on a board.
    fn answer(&mut self, line: &str) -> Result<usize, Error> {
        let (board, _) = convert::read(self.opened, NOTATION, line, true)?;
        if !self.follows(&board) {
            self.begin(&board);
        }
        let moves = self.session.played();
        let limits = Limits { time: Some(TIME), ..Limits::default() };
        let question = Question { position: &self.start, moves: &moves, limits, lines: 1 };
        let answer = self.engine.search(&question, &AtomicBool::new(false), &mut |_| {})?;
        let best = answer.best().ok_or_else(|| Error::Usage(format!("{line}: no move, the game is over")))?;
        self.session.play(&best.r#move)?;
        let pit = best.r#move.bytes().next().map_or(0, |letter| letter.to_ascii_uppercase() - b'A');
        Ok(usize::from(pit))
    }

    /// True when the board is the one we stand at, or comes from it by one move of the opponent, which is then played.
    fn follows(&mut self, board: &Position) -> bool {
        let [own, other] = &board.pits;
        let same = |position: &Position| {
            position.row(position.side) == own && position.row(position.side.other()) == other
        };
        if self.session.result().is_none()
            && self.session.played().is_empty()
            && same(self.session.position())
        {
            return true;
        }
        let replies = self.session.look_ahead();
        let reply = replies.iter().find(|reply| reply.result.is_none() && same(&reply.position));
        reply.is_some_and(|reply| self.session.play(&reply.trace.text).is_ok())
    }

    /// A game that begins at a board: the first move of the opponent from the start, or the board itself.
    fn begin(&mut self, board: &Position) {
        self.engine.forget();
        self.start = self.opened.play.start();
        self.session = self.opened.play.session(&self.start);
        if !self.follows(board) {
            self.start = Position { side: Side::South, ..board.clone() };
            self.session = self.opened.play.session(&self.start);
        }
    }
}

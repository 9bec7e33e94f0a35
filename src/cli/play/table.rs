//! The game at the table: boards out, moves in.

use std::fmt;
use std::io::{BufRead, Read};
use std::path::Path;

use super::keep::Keep;
use super::words;
use crate::draw::text::board;
use crate::error::{Error, short};
use crate::games::{Opened, Trace};
use crate::play::{InProgress, Next, Position, Side, Simple};

/// A longer line is no command.
const LONGEST_LINE: u64 = 4096;

/// Who plays a side.
#[derive(Debug)]
pub(super) enum Player {
    /// A person.
    Human,
    /// A simple player and its name.
    Simple(&'static str, Simple),
}

/// The game and all that sit around it.
pub(super) struct Table<'a> {
    pub(super) opened: &'a Opened,
    pub(super) session: Box<dyn InProgress>,
    pub(super) players: [Player; 2],
    pub(super) keep: &'a Keep,
    /// Says something to the people.
    pub(super) say: &'a mut dyn FnMut(&str) -> Result<(), Error>,
}

impl fmt::Debug for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("players", &self.players).finish_non_exhaustive()
    }
}

/// What a line asked for.
enum Asked {
    /// Another board is to be drawn.
    Moved,
    /// The same person goes on.
    Stay,
    /// No more.
    Quit,
}

impl Table<'_> {
    /// Plays until the game or match is over, or the input ends. `terminal`: somebody sees the prompt.
    pub(super) fn play(&mut self, input: &mut dyn BufRead, terminal: bool) -> Result<(), Error> {
        while let Some((position, moves)) = self.to_play() {
            self.draw(&position)?;
            if self.keep.is_full() {
                return (self.say)("The game stops here: a record holds no more than a million moves.\n");
            }
            let side = position.side;
            if let Player::Simple(name, simple) = &mut self.players[side.index()] {
                let Some(chosen) = simple.choose(&moves, side) else { return Ok(()) };
                let (text, name) = (chosen.text.clone(), *name);
                self.make(&text, side, Some(name))?;
                continue;
            }
            loop {
                if terminal {
                    (self.say)(&format!("{}> ", side.name()))?;
                }
                let Some(line) = read_line(input)? else { return Ok(()) };
                match self.answer(line.trim(), side, &moves)? {
                    Asked::Moved => break,
                    Asked::Stay => {}
                    Asked::Quit => return Ok(()),
                }
            }
        }
        let last = self.session.position().clone();
        self.draw(&last)?;
        self.report_end()
    }

    /// The position to play from and its moves; `None` when nothing is left to play. After a round that is over: the
    /// first position of the next one.
    fn to_play(&self) -> Option<(Position, Vec<Trace>)> {
        if self.session.result().is_none() {
            return Some((self.session.position().clone(), self.session.moves()));
        }
        match self.session.match_standing() {
            Some((_, Next::Round(first))) => {
                let moves = self.opened.play.session(&first).moves();
                (!moves.is_empty()).then_some((first, moves))
            }
            _ => None,
        }
    }

    fn draw(&mut self, position: &Position) -> Result<(), Error> {
        let drawn = board(position, self.opened.play.layout());
        (self.say)(&format!("\n{drawn}"))
    }

    /// Plays a move that is legal and tells what happened.
    fn make(&mut self, text: &str, side: Side, who: Option<&str>) -> Result<(), Error> {
        let trace = self.session.play(text)?;
        self.keep.push(text, &*self.session);
        (self.say)(&words::played(&trace, side, who))?;
        if self.session.result().is_some() && self.to_play().is_some() {
            // A round is over; the end of everything is told by `play`.
            let last = self.session.position().clone();
            self.draw(&last)?;
            self.report_end()?;
        }
        Ok(())
    }

    fn report_end(&mut self) -> Result<(), Error> {
        let Some(result) = self.session.result() else { return Ok(()) };
        let text = words::ended(result) + &words::standing(&*self.session);
        (self.say)(&text)
    }

    /// Does what a person typed.
    fn answer(&mut self, line: &str, side: Side, moves: &[Trace]) -> Result<Asked, Error> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => {}
            ("quit" | "exit", "") => return Ok(Asked::Quit),
            ("help" | "?", "") => (self.say)(words::HELP)?,
            ("moves", "") => (self.say)(&words::moves(moves))?,
            ("rules", "") => {
                let paragraphs = self.opened.rules.words();
                (self.say)(&format!("{}\n", paragraphs.join("\n")))?;
            }
            ("undo", "") => {
                if self.take_back(side) {
                    return Ok(Asked::Moved);
                }
                (self.say)("There is no move of yours to take back.\n")?;
            }
            ("save" | "save!", "") => (self.say)("save FILE: which file?\n")?,
            ("save" | "save!", file) => {
                let said = match self.keep.save_as(Path::new(file), word == "save!") {
                    Ok(()) => format!("Saved to {}.\n", short(file)),
                    Err(error) => format!("{error}\n"),
                };
                (self.say)(&said)?;
            }
            _ if moves.iter().any(|trace| trace.text == line) => {
                self.make(line, side, None)?;
                return Ok(Asked::Moved);
            }
            _ => {
                let why = self.why_not(line, moves);
                (self.say)(&why)?;
            }
        }
        Ok(Asked::Stay)
    }

    /// Why a line is neither move nor command.
    fn why_not(&mut self, line: &str, moves: &[Trace]) -> String {
        let other_case: String = line
            .chars()
            .map(|c| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() })
            .collect();
        let hint = match moves.iter().find(|trace| trace.text == other_case) {
            Some(trace) => format!("Did you mean {}? ", trace.text),
            None => String::new(),
        };
        // The session knows why; it stands as before.
        let why = match self.session.play(line) {
            Err(Error::Move { why, .. }) => why,
            Err(other) => other.to_string(),
            Ok(_) => {
                self.session.undo();
                "it is not among the moves".to_owned()
            }
        };
        format!(
            "{:?} cannot be played: {why}. {hint}(moves lists what can be played, help the commands)\n",
            short(line)
        )
    }

    /// Takes back at least one move, and those of simple players before it; true if a person is to move then. If nobody
    /// played before them, nothing changes.
    fn take_back(&mut self, side: Side) -> bool {
        let played = self.session.played();
        let mut undone = 0;
        while self.session.undo() {
            undone += 1;
            let to_play = self.to_play().map(|(position, _)| position.side.index());
            if to_play.is_some_and(|mover| matches!(self.players[mover], Player::Human)) {
                self.keep.pop(undone, &*self.session);
                return true;
            }
        }
        // Only simple players moved before `side`: put their moves back.
        debug_assert!(matches!(self.players[side.index()], Player::Human));
        for text in played.iter().skip(played.len() - undone) {
            if self.session.play(text).is_err() {
                break;
            }
        }
        false
    }
}

/// The next line of the input; `None` at its end. What is no UTF-8 is shown as such.
fn read_line(input: &mut dyn BufRead) -> Result<Option<String>, Error> {
    let broken = |error: std::io::Error| Error::File(format!("cannot read standard input: {error}"));
    let mut line = Vec::new();
    let mut whole = input.take(LONGEST_LINE);
    whole.read_until(b'\n', &mut line).map_err(broken)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        // The rest of a line that is far too long is dropped piece by piece.
        loop {
            let mut piece = Vec::new();
            input.take(LONGEST_LINE).read_until(b'\n', &mut piece).map_err(broken)?;
            if piece.last().is_none_or(|&byte| byte == b'\n') {
                break;
            }
        }
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests;

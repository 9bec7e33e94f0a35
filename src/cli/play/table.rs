//! The game at the table: boards out, moves in.

use super::clock::Clock;
use super::keep::Keep;
use super::thinker::Thinker;
use super::typed::{Heard, Typed};
use super::words;
use crate::draw::text::board;
use crate::engine::{Answer, EngineOptions, SearchedMove};
use crate::error::Error;
use crate::games::{Opened, Trace};
use crate::play::{InProgress, Next, Position, Side, Simple};
use crate::words::Key;

/// Who plays a side.
pub(super) enum Player<'a> {
    /// A person.
    Human,
    /// A simple player and its name.
    Simple(&'static str, Simple),
    /// The engine and its name.
    Engine(String, Box<Thinker<'a>>),
}

/// The game and all that sit around it.
pub(super) struct Table<'a> {
    pub(super) opened: &'a Opened,
    /// Where the game began.
    pub(super) start: Position,
    pub(super) session: Box<dyn InProgress>,
    pub(super) players: [Player<'a>; 2],
    pub(super) keep: &'a Keep,
    pub(super) clock: Option<Clock>,
    /// What the adviser of people is opened with, once somebody asks.
    pub(super) options: EngineOptions,
    pub(super) adviser: Option<Thinker<'a>>,
    /// The engine's last move: what it saw, and how many moves had been played.
    pub(super) seen: Option<(usize, SearchedMove, Answer)>,
    /// Says something to the people.
    pub(super) say: &'a mut dyn FnMut(&str) -> Result<(), Error>,
}

/// What a line asked for.
pub(super) enum Asked {
    /// Another board is to be drawn.
    Moved,
    /// The same person goes on.
    Stay,
    /// No more.
    Quit,
}

impl Table<'_> {
    /// Plays until the game or match is over, or the input ends. `terminal`: somebody sees the prompt.
    pub(super) fn play(&mut self, input: &mut dyn Typed, terminal: bool) -> Result<(), Error> {
        while let Some((position, moves)) = self.to_play() {
            self.draw(&position)?;
            if self.keep.is_full() {
                return (self.say)("The game stops here: a record holds no more than a million moves.\n");
            }
            let side = position.side;
            if let Some(clock) = &mut self.clock {
                clock.start(side);
                let text = clock.words();
                (self.say)(&text)?;
            }
            if let Some((text, name)) = self.own_move(side, &moves)? {
                if self.time_is_up(side)? {
                    return Ok(());
                }
                self.make(&text, side, Some(&name))?;
                continue;
            }
            loop {
                if terminal {
                    (self.say)(&format!("{}> ", side.name()))?;
                }
                let patience = self.clock.as_ref().map(|clock| clock.left(side));
                let heard = input.next(patience)?;
                if heard == Heard::End {
                    return Ok(());
                }
                if self.time_is_up(side)? {
                    return Ok(());
                }
                let Heard::Line(line) = heard else { continue };
                match self.answer(line.trim(), side, &moves, input)? {
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

    /// The move of a player who is no person, and his name.
    fn own_move(&mut self, side: Side, moves: &[Trace]) -> Result<Option<(String, String)>, Error> {
        let left = self.clock.as_ref().map(|clock| clock.left(side));
        let (start, played) = (&self.start, self.session.played().len());
        Ok(match &mut self.players[side.index()] {
            Player::Human => None,
            Player::Simple(name, simple) => {
                simple.choose(moves, side).map(|chosen| (chosen.text.clone(), (*name).to_owned()))
            }
            Player::Engine(name, thinker) => {
                // Between two rounds the game to look at is the next one.
                let chosen = if self.session.result().is_none() {
                    thinker.choose(start, &*self.session, left)?
                } else if let Some((_, Next::Round(first))) = self.session.match_standing() {
                    thinker.choose(&first, &*self.opened.play.session(&first), left)?
                } else {
                    None
                };
                chosen.map(|(mv, answer)| {
                    let text = mv.r#move.clone();
                    self.seen = Some((played, mv, answer));
                    (text, name.clone())
                })
            }
        })
    }

    /// True when the time of a side has run out, which is then told and written down.
    fn time_is_up(&mut self, side: Side) -> Result<bool, Error> {
        if self.clock.as_ref().is_none_or(|clock| !clock.left(side).is_zero()) {
            return Ok(false);
        }
        let text = words::of_both(Key::TimeIsUp, side);
        self.keep.close("time", &text);
        (self.say)(&format!("{text}\n"))?;
        Ok(true)
    }

    /// The position to play from and its moves; `None` when nothing is left to play. After a round that is over: the
    /// first position of the next one.
    pub(super) fn to_play(&self) -> Option<(Position, Vec<Trace>)> {
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
    pub(super) fn make(&mut self, text: &str, side: Side, who: Option<&str>) -> Result<(), Error> {
        let trace = self.session.play(text)?;
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
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

    pub(super) fn report_end(&mut self) -> Result<(), Error> {
        let Some(result) = self.session.result() else { return Ok(()) };
        let text = words::ended(result) + &words::standing(&*self.session);
        (self.say)(&text)
    }
}

#[cfg(test)]
mod tests;

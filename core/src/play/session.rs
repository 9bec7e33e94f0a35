//! A game being played: history, endings, undo.
//!
//! Moves are played by the slow twin (the trace); what ends a game beside its moves is asked of `Game::cut` on the
//! line, as the search asks it.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;
use sowbase_solver::{Child, Ending, Line, Score, Turn, Undo, Verdict};

use super::judge::{hand_out, judge};
use super::{Next, Position, Side, Standing};
use crate::error::{Error, short};
use crate::games::options::counters;
use crate::games::{Rulebook, Trace};
use crate::words;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// South.
    South,
    /// North.
    North,
    /// Neither: a draw.
    Draw,
    /// The game does not count.
    None,
}

impl Winner {
    /// The side that won, if one did.
    pub fn side(self) -> Option<Side> {
        match self {
            Self::South => Some(Side::South),
            Self::North => Some(Side::North),
            Self::Draw | Self::None => None,
        }
    }

    /// Its word in JSON: south, north, draw or none.
    pub fn word(self) -> &'static str {
        match self {
            Self::South => "south",
            Self::North => "north",
            Self::Draw => "draw",
            Self::None => "none",
        }
    }

    /// The inverse of [`Winner::word`].
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::South, Self::North, Self::Draw, Self::None].into_iter().find(|winner| winner.word() == word)
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameResult {
    /// What South holds in the end, in seeds (Omweso: points). Half a seed can come from a split.
    #[serde(serialize_with = "whole")]
    pub south: f64,
    /// What North holds in the end.
    #[serde(serialize_with = "whole")]
    pub north: f64,
    /// Who won.
    pub winner: Winner,
    /// Points that go to the winner, where the game has points.
    pub points: Option<u32>,
    /// Why it ended, as a key.
    pub rule: &'static str,
    /// Why it ended, in words.
    pub reason: String,
}

/// A number without a fraction is written without a point.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(crate) fn whole<S: serde::Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
    if number.fract() == 0.0 { to.serialize_i64(*number as i64) } else { to.serialize_f64(*number) }
}

impl GameResult {
    /// What a side holds more than the other.
    pub fn ahead(&self, side: Side) -> f64 {
        let ahead = self.south - self.north;
        if side == Side::South { ahead } else { -ahead }
    }

    /// The result in one line: `South wins 26-22.`
    pub fn line(&self) -> String {
        words::line(self)
    }
}

/// The most moves that are listed. No standard game comes near (Omweso: 540 turns are known); where captures may be
/// declined there can be hundreds of thousands.
pub const MOST_LISTED: usize = 5_000;

/// A legal move and what it leads to.
#[derive(Clone, PartialEq, Debug)]
pub struct Ahead {
    /// The move played out.
    pub trace: Trace,
    /// The position after it; if it ends the game, after what the ending handed out.
    pub position: Position,
    /// How the game ends, if the move ends it.
    pub result: Option<GameResult>,
}

/// A game in progress behind one object-safe face: text and plain data in and out.
pub trait InProgress: Send {
    /// Where the game stands; after the end, the board after what the ending handed out.
    fn position(&self) -> &Position;
    /// Every legal move played out, at most the first [`MOST_LISTED`]; empty when the game is over.
    fn moves(&self) -> Vec<Trace>;
    /// True when there are more legal moves than [`InProgress::moves`] lists. All of them can be played by their text.
    fn has_more_moves(&self) -> bool;
    /// Plays a move by its text.
    ///
    /// # Errors
    /// [`Error::Move`] with its number in this game and why it cannot be played. The game stands as before.
    fn play(&mut self, text: &str) -> Result<Trace, Error>;
    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;
    /// How the game ended, if it is over. In a match: the round being played.
    fn result(&self) -> Option<&GameResult>;
    /// Ends the game because the players agree to, if it is not over: the seeds left are divided as by repetition where
    /// the rules have one ([`crate::games::Rulebook::agreed`]). Taking a move back takes the agreement back too.
    fn agree_to_end(&mut self) -> Option<&GameResult>;
    /// Where the match stands and what comes next, once a round is over; [`InProgress::play`] then plays the first
    /// move of the next round.
    fn match_standing(&self) -> Option<(Standing, Next)>;
    /// The moves played so far, in all rounds.
    fn played(&self) -> Vec<String>;
    /// Every legal move with where it leads; the game stands as before afterwards.
    fn look_ahead(&mut self) -> Vec<Ahead>;
}

/// A game in progress.
#[derive(Debug)]
pub struct Session<G: Rulebook> {
    game: Arc<G>,
    line: Line<G::State>,
    now: Position,
    result: Option<GameResult>,
    past: Vec<Past>,
    /// The position this round began with, and points before it.
    first: Position,
    points: [u32; 2],
    earlier: Vec<Round<G::State>>,
    /// Which counters the rules look at.
    counters: [bool; 2],
}

/// A round that is over, kept for undo.
#[derive(Debug)]
struct Round<S> {
    line: Line<S>,
    now: Position,
    result: Option<GameResult>,
    past: Vec<Past>,
    first: Position,
    points: [u32; 2],
}

#[derive(Debug)]
struct Past {
    text: String,
    before: Position,
    undo: Undo,
}

impl<G: Rulebook> Session<G> {
    /// A game that goes on from `position`, which may be over already.
    pub fn new(game: Arc<G>, position: Position) -> Self {
        let line = line_from(&*game, &position);
        let first = position.clone();
        let counters = counters(game.rules());
        let mut session = Self {
            game,
            line,
            now: position,
            result: None,
            past: Vec::new(),
            first,
            points: [0; 2],
            earlier: Vec::new(),
            counters,
        };
        session.look_for_an_end(None);
        session
    }

    /// The way to the position.
    pub(crate) fn line(&self) -> &Line<G::State> {
        &self.line
    }

    /// Puts the round that is over aside and begins the next from `first`.
    fn begin_round(&mut self, first: Position, points: [u32; 2]) {
        self.earlier.push(Round {
            line: std::mem::replace(&mut self.line, line_from(&*self.game, &first)),
            now: std::mem::replace(&mut self.now, first.clone()),
            result: self.result.take(),
            past: std::mem::take(&mut self.past),
            first: std::mem::replace(&mut self.first, first),
            points: std::mem::replace(&mut self.points, points),
        });
        self.look_for_an_end(None);
    }

    fn back_to_earlier_round(&mut self) {
        let Some(Round { line, now, result, past, first, points }) = self.earlier.pop() else { return };
        (self.line, self.now, self.result) = (line, now, result);
        (self.past, self.first, self.points) = (past, first, points);
    }

    fn moves_played(&self) -> usize {
        self.earlier.iter().map(|round| round.past.len()).sum::<usize>() + self.past.len()
    }

    /// Plays a move of this round that is known to be legal.
    fn apply(&mut self, trace: &Trace) {
        let mut after = trace.after.clone();
        let [quiet, plies] = self.counters;
        after.plies = if plies { self.now.plies + 1 } else { 0 };
        after.quiet = if quiet && trace.quiet { self.now.quiet + 1 } else { 0 };
        let child = Child {
            state: self.game.encode(&after),
            gain: gained(&self.now, &after, trace.turn),
            turn: trace.turn,
            quiet: trace.quiet,
        };
        let undo = self.line.push(&child, self.game.captures_are_final());
        let before = std::mem::replace(&mut self.now, after);
        self.past.push(Past { text: trace.text.clone(), before, undo });
        self.look_for_an_end((trace.turn == Turn::Over).then_some(trace));
    }

    /// Takes back a move of this round.
    fn take_back(&mut self) -> bool {
        let Some(past) = self.past.pop() else { return false };
        self.line.pop(past.undo);
        self.now = past.before;
        self.result = None;
        true
    }

    /// Ends the game if the move just played, the line or the lack of moves says so.
    fn look_for_an_end(&mut self, by_move: Option<&Trace>) {
        let words = by_move.and_then(|trace| self.game.last_words(trace));
        let ending = by_move.and_then(|trace| trace.ending).or_else(|| {
            let state = self.game.encode(&self.now);
            self.game
                .cut(&self.line, &state)
                .or_else(|| (!self.game.can_go_on(&self.now)).then(|| self.game.settle(&state)))
        });
        let Some(ending) = ending else { return };
        let mut result = judge(&*self.game, &ending, &self.now);
        if let Some(words) = words {
            result.reason = words;
        }
        self.end(&ending, result);
    }

    /// The game is over; where an ending hands out the seeds on the board, they go to the stores.
    fn end(&mut self, ending: &Ending, result: GameResult) {
        let pays = self.game.ends_in_stores() && ending.shared == 0 && ending.own + ending.opposite > 0;
        if ending.verdict == Verdict::Totals && pays {
            hand_out(ending, &mut self.now);
        }
        self.result = Some(result);
    }
}

/// The state of a position, and a line that begins there: no history, no counters.
pub(crate) fn fresh_line<G: Rulebook>(game: &G, position: &Position) -> (G::State, Line<G::State>) {
    let state = game.encode(position);
    (state, Line::new(state, position.total() as i16, Score(position.banked() as i16)))
}

fn line_from<G: Rulebook>(game: &G, position: &Position) -> Line<G::State> {
    fresh_line(game, position).1.with_counters(position.quiet, position.plies)
}

/// What a move brought its mover, read off the stores before and after it.
fn gained(before: &Position, after: &Position, turn: Turn) -> Score {
    let next = if turn == Turn::Again { after.banked() } else { -after.banked() };
    Score((next - before.banked()) as i16)
}

impl<G: Rulebook> InProgress for Session<G> {
    fn position(&self) -> &Position {
        &self.now
    }

    fn moves(&self) -> Vec<Trace> {
        if self.result.is_some() { Vec::new() } else { self.game.first_traces(&self.now, MOST_LISTED) }
    }

    fn has_more_moves(&self) -> bool {
        let mut seen = 0;
        let state = self.game.encode(&self.now);
        let counted = self.game.children(&state, |_, _| {
            seen += 1;
            if seen > MOST_LISTED { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.result.is_none() && counted.is_break()
    }

    fn play(&mut self, text: &str) -> Result<Trace, Error> {
        let number = self.moves_played() + 1;
        let refuse = |why: String| Error::Move { number, text: short(text), why };
        let began = match (&self.result, self.match_standing()) {
            (Some(_), Some((standing, Next::Round(first)))) => {
                self.begin_round(first, standing.points);
                true
            }
            (Some(result), _) => return Err(refuse(format!("the game is over: {}", result.reason))),
            (None, _) => false,
        };
        let Some(trace) = self.game.trace(&self.now, text) else {
            let why = self.game.why_not(&self.now, text);
            if began {
                self.back_to_earlier_round();
            }
            return Err(refuse(why));
        };
        self.apply(&trace);
        Ok(trace)
    }

    fn look_ahead(&mut self) -> Vec<Ahead> {
        let mut all = Vec::new();
        for trace in self.moves() {
            self.apply(&trace);
            all.push(Ahead { position: self.now.clone(), result: self.result.clone(), trace });
            self.take_back();
        }
        all
    }

    fn undo(&mut self) -> bool {
        if !self.take_back() {
            return false;
        }
        if self.past.is_empty() {
            // The first move of a later round also began it.
            self.back_to_earlier_round();
        }
        true
    }

    fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    fn agree_to_end(&mut self) -> Option<&GameResult> {
        if self.result.is_some() {
            return None;
        }
        let [own, opposite] = [self.now.side, self.now.side.other()].map(|side| self.now.row_seeds(side));
        let ending = self.game.agreed((own, opposite));
        let result = judge(&*self.game, &ending, &self.now);
        self.end(&ending, result);
        self.result.as_ref()
    }

    fn match_standing(&self) -> Option<(Standing, Next)> {
        let result = self.result.clone()?;
        let mut points = self.points;
        if let (Some(side), Some(won)) = (result.winner.side(), result.points) {
            points[side.index()] += won;
        }
        let rounds = self.earlier.len() as u32 + 1;
        let standing = Standing { first: self.first.clone(), result, points, rounds, plies: self.now.plies };
        let next = self.game.next_round(&standing);
        Some((standing, next))
    }

    fn played(&self) -> Vec<String> {
        let rounds = self.earlier.iter().map(|round| &round.past).chain([&self.past]);
        rounds.flatten().map(|past| past.text.clone()).collect()
    }
}

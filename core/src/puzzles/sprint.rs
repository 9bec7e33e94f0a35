//! Whether a goal can be reached in time, by the fast rules: every line of play is looked at, to the end of the time.
//!
//! Endings that the stores bring about (majority and the like) end it as the rules say. Repetition and counters do not:
//! they rest on what was played before, and the time is short.

use std::ops::ControlFlow;

use ahash::AHashMap;
use sowbase_solver::{Child, Line, Move, Score, Turn};

use super::goal::{Aim, Goal, Judge, Purse, Within};
use crate::games::Rulebook;
use crate::play::Position;

/// A state on the way, seen by the one who solves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stage<S> {
    /// Seen by its side to move.
    pub(super) state: S,
    /// True when the solver is to move.
    pub(super) own: bool,
    pub(super) purse: Purse,
    /// Turns of the solver, this one included, or plies that are left.
    pub(super) left: u8,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ahead<S> {
    /// The goal is reached, or it cannot be any more in time.
    Done(bool),
    On(Stage<S>),
}

/// More nodes than were allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TooLong;

/// A search for one goal of one position.
pub(super) struct Sprint<'a, G: Rulebook> {
    pub(super) judge: Judge<'a, G>,
    by_turns: bool,
    /// All seeds.
    total: i16,
    line: Line<G::State>,
    known: AHashMap<Stage<G::State>, Option<u16>>,
    /// Nodes that are left.
    nodes: u64,
}

impl<'a, G: Rulebook> Sprint<'a, G> {
    /// For a position, and the stage that it begins with; `nodes` at most are searched.
    pub(super) fn new(game: &'a G, position: &Position, goal: Goal, nodes: u64) -> (Self, Stage<G::State>) {
        let [own, other] =
            [position.side, position.side.other()].map(|side| position.stores[side.index()] as i16);
        let (by_turns, left) = match goal.within {
            Within::Turns(turns) => (true, turns),
            Within::Plies(plies) => (false, plies),
        };
        let judge = Judge { game, aim: goal.aim, ahead: own - other };
        let (state, total) = (game.encode(position), position.total() as i16);
        let line = Line::new(state, total, Score(own - other));
        let sprint = Self { judge, by_turns, total, line, known: AHashMap::new(), nodes };
        (sprint, Stage { state, own: true, purse: Purse { own, other }, left })
    }

    /// What each side has after a move that took `taken` seeds from the board.
    fn purse(&self, stage: &Stage<G::State>, taken: i16, net: Score) -> Purse {
        let (mover, waiter) = if self.judge.game.ends_in_stores() {
            (i16::midpoint(taken, net.0), i16::midpoint(taken, -net.0))
        } else {
            (net.0.max(0), (-net.0).max(0))
        };
        stage.purse.with(stage.own, mover, waiter)
    }

    /// What a move of a stage leads to.
    pub(super) fn after(&mut self, stage: &Stage<G::State>, child: &Child<G::State>) -> Ahead<G::State> {
        let game = self.judge.game;
        let before = game.seeds(&stage.state) as i16;
        let over = child.turn == Turn::Over;
        let board = if over { 0 } else { game.seeds(&child.state) as i16 };
        let mut purse = self.purse(stage, before - board, child.gain);
        let again = child.turn == Turn::Again;
        let own = stage.own == again;
        let ended = if over { None } else { self.cut(&child.state, own, purse) };
        let (over, board) = if ended.is_some() { (true, 0) } else { (over, board) };
        purse = ended.unwrap_or(purse);
        if self.judge.reached(purse, board, over) {
            return Ahead::Done(true);
        }
        if over {
            let strands = self.judge.aim == Aim::Strand && ended.is_none() && !own;
            return Ahead::Done(strands && purse.own > purse.other && game.count(&child.state) == 0);
        }
        let left = stage.left - u8::from(!self.by_turns || stage.own && !again);
        let next = Stage { state: child.state, own, purse, left };
        // The time is over. A game without a legal move is over too; one who cannot be fed may have a move left to show it.
        if left == 0 && (own || !self.by_turns || self.judge.aim != Aim::Strand) {
            return Ahead::Done(game.count(&child.state) == 0 && self.settled(&next));
        }
        Ahead::On(next)
    }

    /// What each side has if the stores end the game at a state, whose mover is the solver or not.
    fn cut(&mut self, state: &G::State, own: bool, purse: Purse) -> Option<Purse> {
        let ahead = purse.own - purse.other;
        self.line.restart(*state, self.total, Score(if own { ahead } else { -ahead }));
        let ending = self.judge.game.cut(&self.line, state)?;
        let (mover, waiter) = (ending.own + ending.shared / 2, ending.opposite + ending.shared / 2);
        Some(purse.with(own, mover, waiter))
    }

    /// Whether the goal is reached where no move is left.
    fn settled(&self, stage: &Stage<G::State>) -> bool {
        let game = self.judge.game;
        let net = game.settle(&stage.state).score(Score::ZERO);
        let board = game.seeds(&stage.state) as i16;
        let purse = self.purse(stage, board, net);
        if self.judge.aim == Aim::Strand {
            // A solver who has no move has stranded the other only if nothing is left on the other's side.
            return purse.own > purse.other && (!stage.own || net.0 == board);
        }
        self.judge.reached(purse, 0, true)
    }

    /// Plies until the goal is reached, the solver taking the shortest way and the other side the longest; `None` where it
    /// is not in time.
    pub(super) fn plies(&mut self, stage: &Stage<G::State>) -> Result<Option<u16>, TooLong> {
        if let Some(known) = self.known.get(stage) {
            return Ok(*known);
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(TooLong)?;
        let mut best: Option<u16> = None;
        let mut any = false;
        let game = self.judge.game;
        let flow = game.children(&stage.state, |_, child| {
            any = true;
            let ahead = self.after(stage, &child);
            let plies = match self.plies_of(&ahead) {
                Ok(plies) => plies,
                Err(TooLong) => return ControlFlow::Break(Err(TooLong)),
            };
            match (stage.own, plies) {
                (true, Some(plies)) => {
                    best = Some(best.map_or(plies, |best| best.min(plies)));
                    // Nothing is sooner than at once.
                    if plies == 1 { ControlFlow::Break(Ok(())) } else { ControlFlow::Continue(()) }
                }
                (true, None) => ControlFlow::Continue(()),
                (false, Some(plies)) => {
                    best = Some(best.map_or(plies, |best| best.max(plies)));
                    ControlFlow::Continue(())
                }
                (false, None) => {
                    best = None;
                    ControlFlow::Break(Ok(()))
                }
            }
        });
        if let ControlFlow::Break(Err(TooLong)) = flow {
            return Err(TooLong);
        }
        let plies = if any { best } else { self.settled(stage).then_some(0) };
        self.known.insert(*stage, plies);
        Ok(plies)
    }

    /// The same of what a move leads to, the move included.
    fn plies_of(&mut self, ahead: &Ahead<G::State>) -> Result<Option<u16>, TooLong> {
        match ahead {
            Ahead::Done(reached) => Ok(reached.then_some(1)),
            Ahead::On(next) => Ok(self.plies(next)?.map(|plies| plies + 1)),
        }
    }

    /// What is left of the time at a stage, if the goal may be reached so many turns later.
    pub(super) fn later_left(&self, left: u8, more: u8) -> u8 {
        left + if self.by_turns { more } else { 2 * more }
    }

    /// One move of a stage, by its number.
    pub(super) fn move_at(&mut self, stage: &Stage<G::State>, number: usize) -> Result<Option<u16>, TooLong> {
        let Some(child) = self.judge.game.nth(&stage.state, number as u64) else { return Ok(None) };
        let ahead = self.after(stage, &child);
        self.plies_of(&ahead)
    }

    /// Every move of a stage, what it leads to, and plies until the goal is reached after it.
    pub(super) fn moves(&mut self, stage: &Stage<G::State>) -> Result<Vec<Outcome<G::State>>, TooLong> {
        let mut all = Vec::new();
        let game = self.judge.game;
        let _ = game.children::<()>(&stage.state, |mv, child| {
            all.push((mv, self.after(stage, &child)));
            ControlFlow::Continue(())
        });
        let tried = all.into_iter().map(|(mv, ahead)| {
            let plies = self.plies_of(&ahead)?;
            Ok(Outcome { mv, ahead, plies })
        });
        tried.collect()
    }
}

/// A move that was tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<S> {
    pub(super) mv: Move,
    pub(super) ahead: Ahead<S>,
    /// Until the goal, this move included; `None` where it is not reached in time.
    pub(super) plies: Option<u16>,
}

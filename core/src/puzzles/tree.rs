//! The solution of a problem: what every move is worth wherever the solver is to move, as far as one move alone does it.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::goal::Goal;
use super::sprint::{Ahead, Sprint, Stage, TooLong};
use crate::games::Rulebook;
use crate::play::{Position, Side};

/// What a move of the solver is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Worth {
    /// The goal is reached in time: after so many moves of both sides, this one included, against the longest defence.
    In(u16),
    /// It is reached, but not in time: so many turns too late (one is looked at).
    Late(u8),
    /// It is not reached in time, nor soon after.
    Fails,
}

/// A place where the solver is to move.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Choice {
    /// Every legal move, in the game's order.
    pub moves: Vec<Tried>,
}

/// A move of the solver.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tried {
    /// The move.
    pub r#move: String,
    /// What it is worth.
    pub worth: Worth,
    /// Where it is the only one that does it, and the goal is not reached yet: what comes then.
    #[serde(default, skip_serializing_if = "Then::is_end")]
    pub then: Then,
    /// Where it does not do it: moves of both sides that show why, as far as the time goes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutation: Vec<String>,
}

/// What comes after a move of the solution.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// Nothing: the goal is reached, or more than one move reaches it from here on.
    #[default]
    End,
    /// The solver moves again.
    Again(Choice),
    /// Every reply of the other side, the one that holds out longest first.
    Replies(Vec<Reply>),
}

impl Then {
    /// True where nothing comes.
    pub fn is_end(&self) -> bool {
        *self == Self::End
    }
}

/// A reply of the other side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The move.
    pub r#move: String,
    /// What comes then: a place where the solver is to move, another reply (where the other side moves again), or nothing.
    #[serde(default, skip_serializing_if = "Then::is_end")]
    pub then: Then,
}

impl Choice {
    /// The moves that reach the goal.
    pub fn good(&self) -> impl Iterator<Item = &Tried> {
        self.moves.iter().filter(|tried| matches!(tried.worth, Worth::In(_)))
    }

    /// The one move that reaches it, if there is just one.
    pub fn only(&self) -> Option<&Tried> {
        let mut good = self.good();
        good.next().filter(|_| good.next().is_none())
    }

    /// The moves of the official line: the solver's only ones, and the longest defence.
    pub fn line(&self) -> Vec<String> {
        self.official().0
    }

    /// True when one move alone reaches the goal wherever the solver is to move on the official line.
    pub fn is_unique(&self) -> bool {
        self.official().1
    }

    /// The official line, and whether it ends where nothing more is to be found, and not at a second solution.
    fn official(&self) -> (Vec<String>, bool) {
        let (mut line, mut choice) = (Vec::new(), self);
        loop {
            let Some(only) = choice.only() else { return (line, false) };
            line.push(only.r#move.clone());
            let mut then = &only.then;
            while let Then::Replies(replies) = then {
                let Some(longest) = replies.first() else { return (line, true) };
                line.push(longest.r#move.clone());
                then = &longest.then;
            }
            let Then::Again(next) = then else { return (line, true) };
            choice = next;
        }
    }
}

/// Turns beyond the time in which a late solution is still told from a wrong one.
pub(super) const LATE: u8 = 1;

/// Writes solutions down.
pub(super) struct Writer<'a, G: Rulebook> {
    game: &'a G,
    solver: Side,
    sprint: Sprint<'a, G>,
    later: Vec<Sprint<'a, G>>,
    /// Nodes of trees that may be written.
    room: usize,
}

impl<'a, G: Rulebook> Writer<'a, G> {
    pub(super) fn new(
        game: &'a G,
        position: &Position,
        goal: Goal,
        nodes: u64,
        room: usize,
    ) -> (Self, Stage<G::State>) {
        let (sprint, stage) = Sprint::new(game, position, goal, nodes);
        let later = (1..=LATE).map(|more| Sprint::new(game, position, goal.later(more), nodes).0).collect();
        (Self { game, solver: position.side, sprint, later, room }, stage)
    }

    fn text(&self, stage: &Stage<G::State>, mv: sowbase_solver::Move) -> String {
        let side = if stage.own { self.solver } else { self.solver.other() };
        self.game.move_text(&stage.state, mv, side)
    }

    /// A place where the solver is to move.
    pub(super) fn choice(&mut self, stage: &Stage<G::State>) -> Result<Choice, TooLong> {
        let tried = self.sprint.moves(stage)?;
        self.room = self.room.checked_sub(tried.len()).ok_or(TooLong)?;
        let alone = tried.iter().filter(|one| one.plies.is_some()).count() == 1;
        let mut moves = Vec::new();
        for (number, one) in tried.into_iter().enumerate() {
            let mut written = Tried {
                r#move: self.text(stage, one.mv),
                worth: Worth::Fails,
                then: Then::End,
                refutation: Vec::new(),
            };
            if let Some(plies) = one.plies {
                written.worth = Worth::In(plies);
                if let (true, Ahead::On(next)) = (alone, one.ahead) {
                    written.then = self.then(&next)?;
                }
            } else {
                written.worth = self.lateness(stage, number)?.map_or(Worth::Fails, Worth::Late);
                if let Ahead::On(next) = one.ahead {
                    written.refutation = self.refutation(&next)?;
                }
            }
            moves.push(written);
        }
        Ok(Choice { moves })
    }

    /// How many turns too late a move reaches the goal.
    fn lateness(&mut self, stage: &Stage<G::State>, number: usize) -> Result<Option<u8>, TooLong> {
        for (more, sprint) in (1..=LATE).zip(&mut self.later) {
            let stage = Stage { left: sprint.later_left(stage.left, more), ..*stage };
            if sprint.move_at(&stage, number)?.is_some() {
                return Ok(Some(more));
            }
        }
        Ok(None)
    }

    fn then(&mut self, stage: &Stage<G::State>) -> Result<Then, TooLong> {
        if self.game.count(&stage.state) == 0 {
            return Ok(Then::End);
        }
        if stage.own {
            return Ok(Then::Again(self.choice(stage)?));
        }
        let mut tried = self.sprint.moves(stage)?;
        self.room = self.room.checked_sub(tried.len()).ok_or(TooLong)?;
        // The longest defence first; of equal ones the first in the game's order.
        tried.sort_by_key(|one| std::cmp::Reverse(one.plies));
        let mut replies = Vec::new();
        for one in tried {
            let r#move = self.text(stage, one.mv);
            let then = match one.ahead {
                Ahead::On(next) => self.then(&next)?,
                Ahead::Done(_) => Then::End,
            };
            replies.push(Reply { r#move, then });
        }
        Ok(Then::Replies(replies))
    }

    /// Play from a stage at which the goal is out of reach, as far as the time goes: the other side's first move that keeps
    /// it so, and for the solver the move that captures most.
    fn refutation(&mut self, stage: &Stage<G::State>) -> Result<Vec<String>, TooLong> {
        let (mut line, mut stage) = (Vec::new(), *stage);
        loop {
            let tried = self.sprint.moves(&stage)?;
            let chosen = if stage.own {
                let gains = self.gains(&stage);
                let best = (0..tried.len()).max_by_key(|at| (gains[*at], std::cmp::Reverse(*at)));
                best.map(|at| tried[at])
            } else {
                tried.iter().find(|one| one.plies.is_none()).copied()
            };
            let Some(one) = chosen else { return Ok(line) };
            line.push(self.text(&stage, one.mv));
            match one.ahead {
                Ahead::On(next) => stage = next,
                Ahead::Done(_) => return Ok(line),
            }
        }
    }

    fn gains(&self, stage: &Stage<G::State>) -> Vec<i16> {
        let mut gains = Vec::new();
        let _ = self.game.children::<()>(&stage.state, |_, child| {
            gains.push(child.gain.0);
            ControlFlow::Continue(())
        });
        gains
    }
}

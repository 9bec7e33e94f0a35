//! What the reasons look at: the position, its moves, the best move and its line played out, and the replies to it and to
//! a few moves beside it.

use super::judged::{Judged, best};
use super::{Reply, Unit};
use crate::games::notation::pit_letter;
use crate::games::{Opened, Step, Trace};
use crate::play::{GameResult, InProgress, Position, Side};

/// Moves beside the best one whose replies are looked at: the best of them, and the one that gains most at once.
pub(super) const BESIDE: usize = 8;

/// A move of a line as it was played.
pub(super) struct Played {
    pub(super) trace: Trace,
    pub(super) side: Side,
}

/// A legal move beside the best one, after which the other side is to move.
pub(super) struct Beside {
    pub(super) text: String,
    pub(super) replies: Vec<Trace>,
}

pub(super) struct Scene<'a> {
    pub(super) opened: &'a Opened,
    pub(super) here: Position,
    pub(super) mover: Side,
    pub(super) unit: Unit,
    /// The legal moves; `complete`: all of them.
    pub(super) legal: Vec<Trace>,
    pub(super) complete: bool,
    pub(super) judged: &'a [Judged],
    pub(super) best: &'a Judged,
    /// The best move's line, as far as the game lets it be played; the best move is always there.
    pub(super) line: Vec<Played>,
    /// How the game stood at the end of the line.
    pub(super) line_result: Option<GameResult>,
    /// Every position of the line, the first being the one explained.
    pub(super) passed: Vec<Position>,
    /// Moves of the line until the other side is to move.
    pub(super) turn: usize,
    /// How the game ends with the best move itself.
    pub(super) result: Option<GameResult>,
    /// The other side's moves after the turn, if the game goes on with them, and whether these are all.
    pub(super) replies: Option<Vec<Trace>>,
    pub(super) replies_complete: bool,
    pub(super) beside: Vec<Beside>,
}

/// The pits that a move captures from for a side, in order.
pub(super) fn captured_from(trace: &Trace, for_side: Side) -> Vec<String> {
    let mut pits: Vec<String> = Vec::new();
    for step in &trace.steps {
        if let Step::Capture { side, pit, to, .. } = step
            && *to == for_side
        {
            let pit = pit_letter(*side, *pit).to_string();
            if !pits.contains(&pit) {
                pits.push(pit);
            }
        }
    }
    pits
}

impl<'a> Scene<'a> {
    /// `None` when nothing is judged that can be played.
    pub(super) fn new(
        opened: &'a Opened,
        mut game: Box<dyn InProgress>,
        judged: &'a [Judged],
    ) -> Option<Self> {
        let best = best(judged)?;
        let here = game.position().clone();
        let mover = here.side;
        let legal = game.moves();
        let complete = !game.has_more_moves();
        let mut scene = Self {
            opened,
            mover,
            unit: if opened.play.scores_are_points() { Unit::Points } else { Unit::Seeds },
            complete,
            judged,
            best,
            line: Vec::new(),
            line_result: None,
            passed: vec![here.clone()],
            turn: 0,
            result: None,
            replies: None,
            replies_complete: false,
            beside: Vec::new(),
            legal,
            here,
        };
        scene.play_line(&mut *game);
        if scene.line.is_empty() {
            return None;
        }
        scene.look_beside(&mut *game);
        Some(scene)
    }

    /// Plays the line and takes it back.
    fn play_line(&mut self, game: &mut dyn InProgress) {
        let alone = std::slice::from_ref(&self.best.r#move);
        let texts = if self.best.pv.first() == Some(&self.best.r#move) { &self.best.pv[..] } else { alone };
        for text in texts {
            let side = game.position().side;
            if game.result().is_some() {
                break;
            }
            let Ok(trace) = game.play(text) else { break };
            self.line.push(Played { trace, side });
            let now = game.position().clone();
            if self.line.len() == 1 {
                self.result = game.result().cloned();
            }
            if self.turn + 1 == self.line.len() && side == self.mover {
                self.turn = self.line.len();
                if now.side != self.mover && game.result().is_none() {
                    self.replies = Some(game.moves());
                    self.replies_complete = !game.has_more_moves();
                }
            }
            self.passed.push(now);
        }
        self.line_result = game.result().cloned();
        for _ in &self.line {
            game.undo();
        }
    }

    fn look_beside(&mut self, game: &mut dyn InProgress) {
        if self.replies.is_none() {
            return;
        }
        let greedy = self.greedy().map(|trace| trace.text.clone());
        let others = self.judged.iter().map(|mv| &mv.r#move).filter(|text| **text != self.best.r#move);
        let mut texts: Vec<String> = others.take(BESIDE).cloned().collect();
        texts.extend(greedy.filter(|text| !texts.contains(text) && *text != self.best.r#move));
        for text in texts {
            if game.play(&text).is_err() {
                continue;
            }
            if game.result().is_none() && game.position().side != self.mover {
                self.beside.push(Beside { text, replies: game.moves() });
            }
            game.undo();
        }
    }

    /// What is known of a move holds under the rules in force.
    pub(super) fn is_certain(&self, mv: &Judged) -> bool {
        !mv.counting_endless_nothing || self.opened.play.endless_is_even()
    }

    /// The best move played out.
    pub(super) fn trace(&self) -> &Trace {
        &self.line[0].trace
    }

    /// The legal move that brings its mover most at once, the first of several.
    pub(super) fn greedy(&self) -> Option<&Trace> {
        let most = self.legal.iter().map(|trace| trace.net(self.mover)).max()?;
        self.legal.iter().find(|trace| trace.net(self.mover) == most)
    }

    /// What a move by its text would bring its mover at once now; nothing if it is not legal.
    pub(super) fn now(&self, text: &str) -> i32 {
        self.legal.iter().find(|trace| trace.text == text).map_or(0, |trace| trace.net(self.mover))
    }

    /// What the whole turn brings its mover, net.
    pub(super) fn turn_net(&self) -> i32 {
        self.line[..self.turn].iter().map(|played| played.trace.net(self.mover)).sum()
    }

    /// The first reply of the line.
    pub(super) fn reply(&self) -> Option<Reply> {
        let reply = self.line.get(self.turn)?;
        let other = self.mover.other();
        (reply.side == other)
            .then(|| Reply { r#move: reply.trace.text.clone(), brings: reply.trace.net(other) })
    }

    /// What the mover is ahead in store, in seeds.
    pub(super) fn banked(&self) -> i32 {
        self.here.banked()
    }
}

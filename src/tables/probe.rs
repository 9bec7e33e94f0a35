//! Looking up many positions, one after another, from databases that stay open.

use std::ops::ControlFlow;
use std::path::PathBuf;

use serde::Serialize;
use sowbase_solver::retrograde::{Value, Values};
use sowbase_solver::{Layered, Turn, Unwatched};

use super::Tabled;
use super::above::Above;
use super::sources::Sources;
use crate::games::rulebook::Rulebook;
use crate::play::{MOST_LISTED, Position};

/// What databases say of a position. The board alone is looked up: neither stores nor history end the game here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Probed {
    /// What the mover still gains, net, when endless play is worth 0.
    pub score: Option<i16>,
    /// What the mover can force in finite time, and what the opponent can hold him to.
    pub bounds: Option<[i16; 2]>,
    /// How long best play takes.
    pub distance: Option<Plies>,
    /// The legal moves, best first, ties in the order of the rules; empty where they were not asked for.
    pub moves: Vec<ProbedMove>,
}

/// How long best play takes, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Plies {
    /// To the next capture.
    pub next: u16,
    /// Until nothing is left to gain.
    pub end: u16,
}

/// What databases say of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ProbedMove {
    /// The move.
    pub r#move: String,
    /// What its mover still gains, net, the move itself included.
    pub score: Option<i16>,
}

/// Opens databases for many questions.
pub trait Probing {
    /// The databases of these rules in some folders, open as long as the answer lives. Layers are read when they are
    /// first asked for.
    fn prober(&self, dirs: &[PathBuf]) -> Box<dyn Prober + '_>;
}

/// Databases that are open.
pub trait Prober: Send + Sync {
    /// What they say of a position and, if asked, of its moves. Many threads may ask at once.
    fn probe(&self, position: &Position, moves: bool) -> Probed;

    /// Files that cannot be used, with the reason.
    fn troubles(&self) -> Vec<String>;
}

impl<G: Rulebook + Layered> Probing for Tabled<G> {
    fn prober(&self, dirs: &[PathBuf]) -> Box<dyn Prober + '_> {
        Box::new(Open { game: &*self.game, sources: Sources::open(&*self.game, dirs, &self.identity()) })
    }
}

struct Open<'a, G> {
    game: &'a G,
    sources: Sources<G>,
}

impl<G: Rulebook + Layered> Prober for Open<'_, G> {
    fn probe(&self, position: &Position, moves: bool) -> Probed {
        let state = self.game.encode(position);
        let above = Above::new(&self.sources, &Unwatched);
        let value = above.value(self.game, &state).unwrap_or_default();
        Probed {
            score: value.exact().map(|score| score.0),
            bounds: value.bounds.map(|bounds| [bounds.lo.0, bounds.hi.0]),
            distance: value.distance.map(|plies| Plies { next: plies.next, end: plies.end }),
            moves: if moves { self.moves(&above, &state, position) } else { Vec::new() },
        }
    }

    fn troubles(&self) -> Vec<String> {
        self.sources.troubles()
    }
}

impl<G: Rulebook + Layered> Open<'_, G> {
    fn moves(&self, above: &Above<G>, state: &G::State, position: &Position) -> Vec<ProbedMove> {
        let mut moves = Vec::new();
        let _ = self.game.children::<()>(state, |mv, child| {
            let value = if child.turn == Turn::Over {
                Some(Value::OVER)
            } else {
                above.value(self.game, &child.state)
            };
            let score = value.and_then(|value| value.exact()).map(|score| child.backup(score).0);
            moves.push(ProbedMove { r#move: self.game.move_text(state, mv, position.side), score });
            if moves.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
        moves
    }
}

//! Looking up many positions, one after another, from databases that stay open.

use std::ops::ControlFlow;

use serde::Serialize;
use sowbase_solver::retrograde::{Distance, Values};
use sowbase_solver::{Layered, Unwatched, Watch};

use super::above::Above;
use super::sources::Sources;
use super::{Places, Tabled};
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
    /// The databases of these rules in some places, open as long as the answer lives. Layers are read when they are
    /// first asked for.
    fn prober<'a>(&'a self, places: &Places, watch: &'a dyn Watch) -> Box<dyn Prober + 'a>;
}

/// Databases that are open.
pub trait Prober: Send + Sync {
    /// What they say of a position and, if asked, of its moves. Many threads may ask at once.
    fn probe(&self, position: &Position, moves: bool) -> Probed;

    /// Files that cannot be used, with the reason.
    fn troubles(&self) -> Vec<String>;

    /// What was asked for and is nowhere, and what makes it known.
    fn missing(&self) -> Vec<String>;
}

impl From<Distance> for Plies {
    fn from(plies: Distance) -> Self {
        Self { next: plies.next, end: plies.end }
    }
}

impl<G: Rulebook + Layered> Probing for Tabled<G> {
    fn prober<'a>(&'a self, places: &Places, watch: &'a dyn Watch) -> Box<dyn Prober + 'a> {
        Box::new(Open { of: self, sources: self.sources(places, watch), places: places.clone() })
    }
}

struct Open<'a, G> {
    of: &'a Tabled<G>,
    sources: Sources<'a, G>,
    places: Places,
}

impl<G: Rulebook + Layered> Prober for Open<'_, G> {
    fn probe(&self, position: &Position, moves: bool) -> Probed {
        let game = &*self.of.game;
        let state = game.encode(position);
        let above = Above::new(&self.sources, &Unwatched);
        let value = above.value(game, &state).unwrap_or_default();
        Probed {
            score: value.exact().map(|score| score.0),
            bounds: value.bounds.map(|bounds| [bounds.lo.0, bounds.hi.0]),
            distance: value.distance.map(Plies::from),
            moves: if moves { probed_moves(game, &above, &state, position) } else { Vec::new() },
        }
    }

    fn troubles(&self) -> Vec<String> {
        self.sources.troubles()
    }

    fn missing(&self) -> Vec<String> {
        self.of.not_found(&self.sources, &self.places)
    }
}

fn probed_moves<G: Rulebook + Layered>(
    game: &G,
    above: &Above<G>,
    state: &G::State,
    position: &Position,
) -> Vec<ProbedMove> {
    let mut moves = Vec::new();
    let _ = game.children::<()>(state, |mv, child| {
        let score = above.worth(game, &child).and_then(|value| value.exact()).map(|score| score.0);
        moves.push(ProbedMove { r#move: game.move_text(state, mv, position.side), score });
        if moves.len() < MOST_LISTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
    moves
}

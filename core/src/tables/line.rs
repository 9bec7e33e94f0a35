//! Best play from a position to the end, move by move, with what is known at each step.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Serialize;
use sowbase_solver::retrograde::{Lines, Value, Values};
use sowbase_solver::{Child, Layered, Move, Watch};

use super::above::Above;
use super::analysis::PvStops;
use super::probe::Plies;
use super::{Places, Tabled};
use crate::error::Error;
use crate::games::notation;
use crate::games::rulebook::Rulebook;
use crate::play::{GameResult, InProgress, Position, Session, Side};

/// A line of best play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlayedLine {
    /// Where it begins.
    pub position: String,
    /// What the side to move there still gains, net.
    pub score: Option<i16>,
    /// Plies under best play from there.
    pub distance: Option<Plies>,
    /// The moves.
    pub moves: Vec<LineMove>,
    /// Why it stops.
    pub stops: PvStops,
    /// How the game ends, where the line ends it.
    pub result: Option<GameResult>,
    /// Files that cannot be used, and what is missing.
    pub warnings: Vec<String>,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LineMove {
    /// Who makes it.
    pub side: Side,
    /// The move.
    pub r#move: String,
    /// What its mover still gains by best play, this move included.
    pub score: Option<i16>,
    /// Plies under best play, this move included.
    pub distance: Option<Plies>,
    /// The position after it.
    pub position: String,
}

/// Lines of best play.
pub trait BestPlay {
    /// Best play from a position: where distances are known, the side that gains takes the shortest way and the other
    /// the longest. It stops at the end of the game, at a repetition, or where nothing is known.
    ///
    /// # Errors
    /// When a move that the fast rules allow is refused by the slow ones: a fault of the program.
    fn line(&self, position: &Position, places: &Places, watch: &dyn Watch) -> Result<PlayedLine, Error>;
}

impl<G: Rulebook + Layered> BestPlay for Tabled<G> {
    fn line(&self, position: &Position, places: &Places, watch: &dyn Watch) -> Result<PlayedLine, Error> {
        let game = &*self.game;
        let files = self.sources(places, watch);
        let sources = Above::new(&files, watch);
        let mut session = Session::new(Arc::clone(&self.game), position.clone());
        let first = self.known(&sources, position);
        let mut line = PlayedLine {
            position: notation::format(position),
            score: first.exact().map(|score| score.0),
            distance: first.distance.map(Plies::from),
            moves: Vec::new(),
            stops: PvStops::End,
            result: None,
            warnings: Vec::new(),
        };
        // Where distances are not known, a plan made by exploring: its moves, to be played one after another.
        let mut planned = Vec::new();
        let mut seen = HashSet::new();
        while session.result().is_none() {
            let now = session.position().clone();
            let state = game.encode(&now);
            if !seen.insert((state, now.side)) {
                line.stops = PvStops::Repetition;
                break;
            }
            let value = self.known(&sources, &now);
            let next = planned.pop().or_else(|| nearest(game, &sources, &state, &value)).or_else(|| {
                let best = Lines::new(game, &sources).best(&state, &[]);
                planned = best.moves.into_iter().rev().collect();
                planned.pop()
            });
            let Some((from, mv)) = next else {
                line.stops = PvStops::Unknown;
                break;
            };
            let text = game.move_text(&from, mv, now.side);
            session.play(&text)?;
            line.moves.push(LineMove {
                side: now.side,
                r#move: text,
                score: value.exact().map(|score| score.0),
                distance: value.distance.map(Plies::from),
                position: notation::format(session.position()),
            });
        }
        if let Some(result) = session.result() {
            if result.rule == "repetition" {
                line.stops = PvStops::Repetition;
            }
            line.result = Some(result.clone());
        }
        line.warnings = files.troubles();
        line.warnings.extend(sources.trouble());
        if line.stops == PvStops::Unknown {
            line.warnings.extend(self.not_found(&files, places));
        }
        Ok(line)
    }
}

impl<G: Rulebook + Layered> Tabled<G> {
    fn known(&self, sources: &Above<G>, position: &Position) -> Value {
        sources.value(&*self.game, &self.game.encode(position)).unwrap_or_default()
    }
}

/// The best move where distances say how far it is: it keeps the score, and the end is one ply nearer. `None` where a
/// value or a distance is not known.
fn nearest<G: Layered>(
    game: &G,
    sources: &Above<G>,
    state: &G::State,
    value: &Value,
) -> Option<(G::State, Move)> {
    let (score, _) = (value.exact()?, value.distance?);
    let mut best: Option<(Reverse<i32>, Move)> = None;
    let flow = game.children(state, |mv, child: Child<G::State>| {
        let worth = sources.worth(game, &child);
        let Some((worth, plies)) = worth.and_then(|worth| Some((worth.exact()?, worth.distance?))) else {
            return ControlFlow::Break(());
        };
        if worth == score {
            // Ahead, the nearest end; behind, the farthest; even, the first move of the rules.
            let rank = Reverse(i32::from(plies.end) * i32::from(score.0.signum()));
            if best.is_none_or(|(other, _)| rank > other) {
                best = Some((rank, mv));
            }
        }
        ControlFlow::Continue(())
    });
    if flow.is_break() { None } else { best.map(|(_, mv)| (*state, mv)) }
}

//! Endings that databases hold, walked home: the moves by what they are worth, the one that gets on first.
//!
//! A value alone does not win: where play can go round, a player who keeps a won value may keep it for ever. So among
//! moves of the same worth the side that gains takes the shortest way and the other the longest, by the distances where a
//! database has them, else by exploring how soon the gain can be forced ([`Lines`]). And a value of a database knows
//! nothing of what was played: a move that ends the game by the way it came there, or lets the opponent do so, is worth what
//! that ending pays.

use std::cmp::Reverse;

use sowbase_solver::retrograde::{Lines, Value, Values};
use sowbase_solver::search::{Found, Kind, MoveReport};
use sowbase_solver::{Child, Interval, Layered, Move, NoDatabase, Probe, Score, Turn};

use super::known::Known;
use crate::games::Rulebook;
use crate::play::{GameResult, InProgress, Position, Session, Side, Winner};

/// Plies of a line that is shown.
const SHOWN: usize = 40;

/// A move of a known ending.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) said: MoveReport,
    /// Plies until nothing is left to gain, the move included.
    pub(super) distance: Option<u32>,
}

/// Walks endings that it knows.
pub(crate) trait Walks<G: Rulebook> {
    /// Makes small endings known that no database holds, once.
    fn prepare(&mut self, game: &G);

    /// The moves of the position in which a game stands, best first, the first `shown` with the play that is expected;
    /// `None` when the values of some are not known, or do not hold under the rules in force.
    fn walk(&self, game: &G, session: &mut Session<G>, shown: usize) -> Option<Vec<Step>>;
}

impl<G: Rulebook> Walks<G> for NoDatabase {
    fn prepare(&mut self, _: &G) {}

    fn walk(&self, _: &G, _: &mut Session<G>, _: usize) -> Option<Vec<Step>> {
        None
    }
}

/// A move as databases know it.
struct Stored<S> {
    mv: Move,
    child: Child<S>,
    /// The value of the child, to whoever moves there.
    below: Interval,
    worth: Interval,
    distance: Option<u32>,
    /// What the way there makes of it, if that is less.
    spoilt: Option<Score>,
}

impl<G: Rulebook + Layered> Walks<G> for Known<'_, G> {
    fn prepare(&mut self, game: &G) {
        self.solve_small_endings(game);
    }

    fn walk(&self, game: &G, session: &mut Session<G>, shown: usize) -> Option<Vec<Step>> {
        let state = game.encode(session.position());
        if game.seeds(&state) > Probe::<G>::reach(self) {
            return None;
        }
        let mut moves = Vec::new();
        let flow = game.children(&state, |mv, child| match self.known_move(game, &child) {
            Some((below, distance)) => {
                let worth = child.backup_interval(below);
                moves.push(Stored { mv, child, below, worth, distance, spoilt: None });
                std::ops::ControlFlow::Continue(())
            }
            None => std::ops::ControlFlow::Break(()),
        });
        let best = moves.iter().map(|mv| mv.worth.lo).max()?;
        let open = moves.iter().any(|mv| mv.worth.hi > best || mv.worth.lo == best && !mv.worth.is_exact());
        if flow.is_break() || open {
            return None;
        }
        for mv in &mut moves {
            mv.spoilt = spoilt(game, session, &state, mv);
        }
        let all_far = moves.iter().filter(|mv| mv.worth.lo == best).all(|mv| mv.distance.is_some());
        let mut lines = Lines::new(game, self.sources());
        let planned = match best {
            Score::ZERO => None,
            _ if all_far => None,
            _ => lines.next_move(&state),
        };
        // A stable sort keeps ties in the order of the rules.
        moves.sort_by_key(|mv| {
            let sooner =
                mv.distance.map_or(0, |plies| i64::from(plies) * if best > Score::ZERO { 1 } else { -1 });
            (Reverse(mv.spoilt.unwrap_or(mv.worth.lo)), planned != Some(mv.mv), sooner)
        });
        let steps = moves.iter().enumerate().map(|(place, mv)| {
            let pv = if place < shown { line_of(&mut lines, &state, mv) } else { vec![mv.mv] };
            let proven = as_stored(game, session, mv);
            let value = mv.spoilt.unwrap_or(mv.worth.lo);
            let proven = Interval { lo: proven.lo.min(value), hi: proven.hi };
            let found = Found::guess(value.into(), proven);
            let said = MoveReport { mv: mv.mv, found, kind: Kind::Exact, depth: 1, pv, nodes: 0 };
            Step { said, distance: mv.distance }
        });
        Some(steps.collect())
    }
}

impl<G: Rulebook + Layered> Known<'_, G> {
    /// The value of a child, and how far it is to the end from the move before it.
    fn known_move(&self, game: &G, child: &Child<G::State>) -> Option<(Interval, Option<u32>)> {
        let value =
            if child.turn == Turn::Over { Value::OVER } else { self.sources().value(game, &child.state)? };
        Some((self.proven(&value)?, value.distance.map(|plies| u32::from(plies.end) + 1)))
    }
}

/// What is proven of a move: where the rules end a game by what is in store, less than a database has.
fn as_stored<G: Rulebook>(game: &G, session: &Session<G>, mv: &Stored<G::State>) -> Interval {
    if mv.child.turn == Turn::Over {
        return mv.worth;
    }
    let mut line = session.line().clone();
    line.push(&mv.child, game.captures_are_final());
    mv.child.backup_interval(game.as_stored(&line, &mv.child.state, mv.below))
}

/// What the game so far makes of a move that is worth more by itself: it ends the game by repetition or a limit, or the
/// opponent can do so.
fn spoilt<G: Rulebook>(
    game: &G,
    session: &mut Session<G>,
    state: &G::State,
    mv: &Stored<G::State>,
) -> Option<Score> {
    let (side, before) = (session.position().side, session.position().clone());
    session.play(&game.move_text(state, mv.mv, side)).ok()?;
    let least = if let Some(result) = session.result() {
        paid(&before, side, result)
    } else {
        let replies = session.look_ahead();
        let over = replies.iter().filter(|_| session.position().side != side);
        over.filter_map(|reply| paid(&before, side, reply.result.as_ref()?)).min()
    };
    session.undo();
    least.filter(|least| *least < mv.worth.lo)
}

/// What an ending brings a side from a position on; `None` where the game does not count.
fn paid(before: &Position, side: Side, result: &GameResult) -> Option<Score> {
    let gain = result.ahead(side) - f64::from(before.banked());
    (result.winner != Winner::None).then(|| Score(gain.floor() as i16))
}

/// A move and best play after it.
fn line_of<G: Layered, V: Values<G>>(
    lines: &mut Lines<G, V>,
    state: &G::State,
    mv: &Stored<G::State>,
) -> Vec<Move> {
    let mut pv = vec![mv.mv];
    if mv.child.turn != Turn::Over {
        let line = lines.best(&mv.child.state, &[(*state, mv.child.turn == Turn::Pass)]);
        pv.extend(line.moves.iter().take(SHOWN).map(|(_, mv)| *mv));
    }
    pv
}

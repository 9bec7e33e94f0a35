//! Best play from solved values: which moves keep the value, and which of them get somewhere.
//!
//! A value says nothing of how long it takes: where play can cycle, a player who keeps a won value may walk in circles
//! for ever. So within a layer the states are explored that best play can reach, and sorted by how soon the side that
//! gains can force its gain: it takes the shortest way, the other side the longest.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use ahash::{AHashMap, AHashSet};

use super::values::Values;
use crate::game::{Child, Layered, Move, Turn};
use crate::score::Score;

/// States that are explored before a line goes on without regard to length.
const EXPLORED: usize = 200_000;

/// Why a line of best play stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The game is over.
    End,
    /// The last move comes back to a state of the line, with the same side to move.
    Repetition,
    /// A value that the next move depends on is not known.
    Unknown,
}

/// A line of best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestLine<S> {
    /// Each state with the move played there.
    pub moves: Vec<(S, Move)>,
    /// Why it stops.
    pub stop: Stop,
}

/// Lines of best play over one source of values; what was explored for one line serves the next.
#[derive(Debug)]
pub struct Lines<'a, G: Layered, V> {
    game: &'a G,
    values: &'a V,
    /// The move that gets on, for states with a score other than 0.
    plan: AHashMap<G::State, Move>,
    /// Exploring was too much once; it will not be tried again.
    given_up: bool,
}

impl<'a, G: Layered, V: Values<G>> Lines<'a, G, V> {
    /// Lines of `game` over `values`.
    pub fn new(game: &'a G, values: &'a V) -> Self {
        Self { game, values, plan: AHashMap::new(), given_up: false }
    }

    /// Best play from `state`. `before` are states already passed, with `true` where the other side was to move.
    pub fn best(&mut self, state: &G::State, before: &[(G::State, bool)]) -> BestLine<G::State> {
        let mut seen: AHashSet<(G::State, bool)> = before.iter().copied().collect();
        let (mut now, mut flipped, mut moves) = (*state, false, Vec::new());
        loop {
            if !seen.insert((now, flipped)) {
                return BestLine { moves, stop: Stop::Repetition };
            }
            let Some(best) = self.best_moves(&now) else { return BestLine { moves, stop: Stop::Unknown } };
            let Some(&(first, _)) = best.first() else { return BestLine { moves, stop: Stop::End } };
            let mv = self.planned(&now).unwrap_or(first);
            let child = best.iter().find(|(other, _)| *other == mv).map_or(best[0].1, |(_, child)| *child);
            moves.push((now, mv));
            if child.turn == Turn::Over {
                return BestLine { moves, stop: Stop::End };
            }
            now = child.state;
            flipped ^= child.turn == Turn::Pass;
        }
    }

    /// The first move of [`Lines::best`]; `None` where there is none, or a value is not known.
    pub fn next_move(&mut self, state: &G::State) -> Option<Move> {
        let (first, _) = *self.best_moves(state)?.first()?;
        Some(self.planned(state).unwrap_or(first))
    }

    /// The moves that keep the value, in order; `None` when a child's value is not known.
    fn best_moves(&self, state: &G::State) -> Option<Vec<(Move, Child<G::State>)>> {
        let (mut best, mut top) = (Vec::new(), Score::MIN);
        let flow = self.game.children(state, |mv, child| {
            let value = if child.turn == Turn::Over {
                Some(Score::ZERO)
            } else {
                self.values.value(self.game, &child.state).and_then(|value| value.exact())
            };
            let Some(value) = value else { return ControlFlow::Break(()) };
            let score = child.backup(value);
            if score > top {
                best.clear();
                top = score;
            }
            if score == top {
                best.push((mv, child));
            }
            ControlFlow::Continue(())
        });
        flow.is_continue().then_some(best)
    }

    fn planned(&mut self, state: &G::State) -> Option<Move> {
        if let Some(mv) = self.plan.get(state) {
            return Some(*mv);
        }
        if self.values.value(self.game, state)?.exact()? != Score::ZERO && !self.given_up {
            self.explore(state);
        }
        self.plan.get(state).copied()
    }

    /// Plans from `from` on: explores what best play can reach inside the layer, nearest first, until the states that
    /// are known suffice to force the gain. Each plan is followed to its end or replaced by a later one, never mixed
    /// with an earlier one, so play by plan makes no circle.
    fn explore(&mut self, from: &G::State) {
        let mut explored = Explored::new(*from);
        let mut enough = 64;
        loop {
            let Some(done) = explored.expand(self, enough) else { return };
            let settled = explored.settle();
            if settled[0] != Way::Open {
                for (node, way) in explored.nodes.into_iter().zip(settled) {
                    if let Way::Play(mv) = way {
                        self.plan.insert(node, mv);
                    }
                }
                return;
            }
            if done || enough >= EXPLORED {
                self.given_up = true;
                return;
            }
            enough *= 2;
        }
    }
}

/// States of one layer that best play reaches, with their moves; those at the rim are not expanded yet.
struct Explored<S> {
    nodes: Vec<S>,
    numbers: AHashMap<S, usize>,
    /// For each expanded node whether its mover gains, and the moves that keep the value.
    expanded: Vec<(bool, Vec<Step>)>,
}

/// A move that keeps the value, and the node it leads to if that is in the same layer.
type Step = (Move, Option<usize>);

/// How the gain is forced from a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Not as far as is known.
    Open,
    /// By this move.
    Play(Move),
    /// The game is over.
    Over,
}

impl<S: crate::State> Explored<S> {
    fn new(from: S) -> Self {
        Self { nodes: vec![from], numbers: AHashMap::from([(from, 0)]), expanded: Vec::new() }
    }

    /// Expands up to so many nodes in all, nearest first; true when there are no more, `None` when a value is unknown.
    fn expand<G: Layered<State = S>, V: Values<G>>(
        &mut self,
        lines: &Lines<G, V>,
        enough: usize,
    ) -> Option<bool> {
        let layer = lines.game.layer(&self.nodes[0]);
        while self.expanded.len() < self.nodes.len().min(enough) {
            let node = self.nodes[self.expanded.len()];
            let gains = lines.values.value(lines.game, &node)?.exact()? > Score::ZERO;
            let mut steps = Vec::new();
            for (mv, child) in lines.best_moves(&node)? {
                let inside = child.turn != Turn::Over && lines.game.layer(&child.state) == layer;
                steps.push((mv, inside.then(|| self.number(child.state))));
            }
            self.expanded.push((gains, steps));
        }
        Some(self.expanded.len() == self.nodes.len())
    }

    fn number(&mut self, state: S) -> usize {
        let nodes = &mut self.nodes;
        *self.numbers.entry(state).or_insert_with(|| {
            nodes.push(state);
            nodes.len() - 1
        })
    }

    /// Settles nodes from the exits backwards, nearest first.
    fn settle(&self) -> Vec<Way> {
        let mut parents = vec![Vec::new(); self.nodes.len()];
        let mut left = vec![0; self.expanded.len()];
        let mut settled = vec![Way::Open; self.nodes.len()];
        let mut queue = VecDeque::new();
        for (number, (gains, steps)) in self.expanded.iter().enumerate() {
            for child in steps.iter().filter_map(|(_, child)| *child) {
                parents[child].push(number);
                left[number] += 1;
            }
            let exit = steps.iter().find(|(_, child)| child.is_none()).map(|(mv, _)| *mv);
            if left[number] == 0 || (exit.is_some() && *gains) {
                settled[number] = exit.map_or(Way::Over, Way::Play);
                queue.push_back(number);
            }
        }
        while let Some(number) = queue.pop_front() {
            for &parent in &parents[number] {
                if settled[parent] != Way::Open {
                    continue;
                }
                let (gains, steps) = &self.expanded[parent];
                left[parent] -= 1;
                // The side that gains goes to the first state settled, the other side to the last.
                if left[parent] == 0 || *gains {
                    let way = steps.iter().find(|(_, child)| *child == Some(number));
                    settled[parent] = way.map_or(Way::Over, |(mv, _)| Way::Play(*mv));
                    queue.push_back(parent);
                }
            }
        }
        settled
    }
}

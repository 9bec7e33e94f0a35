//! Best play from solved values: which moves keep the value, and which of them get somewhere.
//!
//! A value says nothing of how long it takes: where play can cycle, a player who keeps a won value may walk in circles
//! for ever. So within a layer the states are explored that best play can reach, and sorted by how soon the side that
//! gains can force its gain: it takes the shortest way, the other side the longest.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::ControlFlow;

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
    plan: HashMap<G::State, Move>,
}

/// A move that keeps the value, and the state it leads to if that is in the same layer.
type Step<S> = (Move, Option<S>);

impl<'a, G: Layered, V: Values<G>> Lines<'a, G, V> {
    /// Lines of `game` over `values`.
    pub fn new(game: &'a G, values: &'a V) -> Self {
        Self { game, values, plan: HashMap::new() }
    }

    /// Best play from `state`. `before` are states already passed, with `true` where the other side was to move.
    pub fn best(&mut self, state: &G::State, before: &[(G::State, bool)]) -> BestLine<G::State> {
        let mut seen: HashSet<(G::State, bool)> = before.iter().copied().collect();
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

    /// The moves that keep the value, in order; `None` when a child's value is not known.
    fn best_moves(&self, state: &G::State) -> Option<Vec<(Move, Child<G::State>)>> {
        let (mut best, mut top) = (Vec::new(), Score::MIN);
        let flow = self.game.children(state, |mv, child| {
            let value = if child.turn == Turn::Over {
                Some(Score::ZERO)
            } else {
                self.values.value(self.game, &child.state).map(|value| value.score)
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
        if !self.plan.contains_key(state) && self.values.value(self.game, state)?.score != Score::ZERO {
            self.explore(state);
        }
        self.plan.get(state).copied()
    }

    /// Plans the layer of `from` as far as best play reaches it.
    fn explore(&mut self, from: &G::State) {
        let layer = self.game.layer(from);
        let (mut nodes, mut parents) = (vec![*from], HashMap::<G::State, Vec<G::State>>::new());
        let mut steps = HashMap::<G::State, Vec<Step<G::State>>>::new();
        let mut known: HashSet<G::State> = HashSet::from([*from]);
        let mut at = 0;
        while at < nodes.len() {
            let node = nodes[at];
            at += 1;
            let Some(best) = self.best_moves(&node) else { return };
            let inside = |child: &Child<G::State>| {
                (child.turn != Turn::Over && self.game.layer(&child.state) == layer).then_some(child.state)
            };
            let best: Vec<Step<G::State>> = best.iter().map(|(mv, child)| (*mv, inside(child))).collect();
            for child in best.iter().filter_map(|(_, child)| *child) {
                parents.entry(child).or_default().push(node);
                if known.insert(child) {
                    nodes.push(child);
                }
            }
            steps.insert(node, best);
            if nodes.len() > EXPLORED {
                return;
            }
        }
        self.settle(&nodes, &parents, &steps);
    }

    /// Settles the explored states from the exits backwards, nearest first.
    fn settle(
        &mut self,
        nodes: &[G::State],
        parents: &HashMap<G::State, Vec<G::State>>,
        steps: &HashMap<G::State, Vec<Step<G::State>>>,
    ) {
        let gains = |state: &G::State| {
            self.values.value(self.game, state).is_some_and(|value| value.score > Score::ZERO)
        };
        let mut left: HashMap<G::State, usize> = HashMap::new();
        let mut settled: HashMap<G::State, Option<Move>> = HashMap::new();
        let mut queue = VecDeque::new();
        for node in nodes {
            let exit = steps[node].iter().find(|(_, child)| child.is_none()).map(|(mv, _)| *mv);
            let inner = steps[node].iter().filter(|(_, child)| child.is_some()).count();
            left.insert(*node, inner);
            if inner == 0 || (exit.is_some() && gains(node)) {
                settled.insert(*node, exit);
                queue.push_back(*node);
            }
        }
        while let Some(node) = queue.pop_front() {
            for parent in parents.get(&node).into_iter().flatten() {
                if settled.contains_key(parent) {
                    continue;
                }
                let wait = left.get_mut(parent).expect("every parent was explored");
                *wait -= 1;
                // The side that gains goes to the first state settled, the other side to the last.
                if *wait == 0 || gains(parent) {
                    let way = steps[parent].iter().find(|(_, child)| *child == Some(node)).map(|(mv, _)| *mv);
                    settled.insert(*parent, way);
                    queue.push_back(*parent);
                }
            }
        }
        self.plan.extend(settled.into_iter().filter_map(|(state, mv)| Some((state, mv?))));
    }
}

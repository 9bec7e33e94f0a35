//! Search on top of the layers: states that no layer holds, from the values of those that do.
//!
//! Some games number only the states that long play ends in ([`Layered::tabled`]). For any other, all states reachable
//! from it without passing a tabled one are explored, and that set is solved as a layer is, once by scores and once by
//! bounds, as far as they are known: a pair of bounds for each state, narrowed from the widest until nothing changes.
//! What is found is exact; where the set grows beyond what the caller allows, nothing is found.
//!
//! States of fewer seeds come first, so that for scores "endless play is worth 0" holds at each number of seeds by
//! itself, as in layers. That needs moves that keep the seeds to gain nothing, which is so wherever a capture takes
//! seeds off the board.

use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use ahash::AHashMap;

use crate::game::{Child, Layered, Turn};
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

use super::cells::better;
use super::values::Value;

/// Why a state cannot be answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AboveError {
    /// Too many states.
    #[error("more than {most} states that no layer holds can be reached from here")]
    TooMany {
        /// States allowed.
        most: usize,
    },
    /// A tabled state whose value is not known.
    #[error("a move leads to a layer of {seeds} seeds that is not solved")]
    Unknown {
        /// Seeds of that state.
        seeds: u32,
    },
    /// Asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The value of a state, tabled or not: its score when endless play is worth 0, and its bounds. `known` gives those of
/// tabled states; at most `most` others are explored.
///
/// # Errors
/// When the states are too many, neither scores nor bounds are known where moves lead, or `watch` says stop.
pub fn value_above<G: Layered>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Option<Value>,
    most: usize,
    watch: &dyn Watch,
) -> Result<Value, AboveError> {
    if game.tabled(state) {
        return known(state).ok_or(AboveError::Unknown { seeds: game.seeds(state) });
    }
    Ok(all_above(game, state, known, most, watch)?[0].1)
}

/// What [`value_above`] gives, for every state that had to be explored: the one asked for first.
///
/// # Errors
/// As [`value_above`].
pub fn all_above<G: Layered>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Option<Value>,
    most: usize,
    watch: &dyn Watch,
) -> Result<Vec<(G::State, Value)>, AboveError> {
    let reach = Reach::explore(game, *state, known, most, watch)?;
    let mut all: Vec<_> = reach.states.iter().map(|state| (*state, Value::default())).collect();
    if let Some(outside) = &reach.scores {
        let scores = reach.solve(game, outside, Some(Score::ZERO), watch)?;
        all.iter_mut().zip(scores).for_each(|((_, value), score)| value.score = Some(score.lo));
    }
    if let Some(outside) = &reach.bounds {
        let bounds = reach.solve(game, outside, None, watch)?;
        all.iter_mut().zip(bounds).for_each(|((_, value), bounds)| value.bounds = Some(bounds));
    }
    Ok(all)
}

/// A move between explored states; it is worth `gain` and the value there, turned round when it hands over.
struct Edge {
    to: u32,
    gain: Score,
    turn: Turn,
}

/// The best of the moves of each state that leave the explored ones; `None` where none does.
type Outside = Vec<Option<Interval>>;

/// The states that are reached, in the order in which they were met; the first is the one asked for.
struct Reach<S> {
    states: Vec<S>,
    /// The best of the moves that lead to tabled states or end the game, state by state, by scores; `None` where a score
    /// is not known.
    scores: Option<Outside>,
    /// The same by bounds.
    bounds: Option<Outside>,
    /// Edges of state `i` end at `ends[i]` and begin where those of the state before end.
    ends: Vec<usize>,
    edges: Vec<Edge>,
}

/// States between two looks at the watch.
const LOOK: usize = 1 << 10;

impl<S: crate::State> Reach<S> {
    fn explore<G: Layered<State = S>>(
        game: &G,
        from: S,
        known: impl Fn(&S) -> Option<Value>,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Self, AboveError> {
        let mut numbers = AHashMap::from([(from, 0u32)]);
        let mut reach = Self {
            states: vec![from],
            scores: Some(Vec::new()),
            bounds: Some(Vec::new()),
            ends: Vec::new(),
            edges: Vec::new(),
        };
        let most = most.min(u32::MAX as usize);
        while reach.ends.len() < reach.states.len() {
            if reach.ends.len().is_multiple_of(LOOK) && watch.stop() {
                return Err(Stopped.into());
            }
            let state = reach.states[reach.ends.len()];
            let (mut best, mut moves) = ([None; 2], false);
            let flow = game.children(&state, |_, child| {
                moves = true;
                if child.turn == Turn::Over {
                    best = best.map(|best| Some(better(best, Interval::exact(child.gain))));
                } else if game.tabled(&child.state) {
                    let value = known(&child.state).unwrap_or_default();
                    let leads = [value.exact().map(Interval::exact), value.bounds];
                    for ((best, leads), all) in
                        best.iter_mut().zip(leads).zip([&mut reach.scores, &mut reach.bounds])
                    {
                        match leads {
                            Some(value) => *best = Some(better(*best, child.backup_interval(value))),
                            None => *all = None,
                        }
                    }
                    if reach.scores.is_none() && reach.bounds.is_none() {
                        let seeds = game.seeds(&child.state);
                        return ControlFlow::Break(AboveError::Unknown { seeds });
                    }
                } else {
                    let to = match numbers.entry(child.state) {
                        Entry::Occupied(number) => *number.get(),
                        Entry::Vacant(_) if reach.states.len() >= most => {
                            return ControlFlow::Break(AboveError::TooMany { most });
                        }
                        Entry::Vacant(place) => {
                            reach.states.push(child.state);
                            *place.insert(reach.states.len() as u32 - 1)
                        }
                    };
                    reach.edges.push(Edge { to, gain: child.gain, turn: child.turn });
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(error) = flow {
                return Err(error);
            }
            if !moves {
                best = [Some(Interval::exact(game.settle(&state).score(Score::ZERO))); 2];
            }
            for (best, all) in best.into_iter().zip([&mut reach.scores, &mut reach.bounds]) {
                if let Some(all) = all {
                    all.push(best);
                }
            }
            reach.ends.push(reach.edges.len());
        }
        Ok(reach)
    }

    /// The bounds of all states; with a worth of endless play, their exact values.
    fn solve<G: Layered<State = S>>(
        &self,
        game: &G,
        outside: &Outside,
        endless: Option<Score>,
        watch: &dyn Watch,
    ) -> Result<Vec<Interval>, Stopped> {
        let widest = |state: &S| {
            let top = game.ceiling(state);
            Interval { lo: -top, hi: top }
        };
        let mut values: Vec<Interval> = self.states.iter().map(widest).collect();
        // Fewest seeds first; among equals the last met first, because it is mostly further down.
        let mut order: Vec<(u32, usize)> =
            self.states.iter().enumerate().map(|(at, state)| (game.seeds(state), at)).collect();
        order.sort_unstable_by_key(|&(seeds, at)| (seeds, usize::MAX - at));
        for group in order.chunk_by(|one, other| one.0 == other.0) {
            let mut changed = true;
            while changed {
                if watch.stop() {
                    return Err(Stopped);
                }
                changed = false;
                for &(_, at) in group {
                    let old = values[at];
                    if old.is_exact() {
                        continue;
                    }
                    let best = self.moves(at, outside[at], &values);
                    let new = Interval { lo: old.lo.max(best.lo), hi: old.hi.min(best.hi) };
                    changed |= new != old;
                    values[at] = new;
                }
            }
            if let Some(worth) = endless {
                for &(_, at) in group {
                    values[at] = Interval::exact(values[at].with_endless(worth));
                }
            }
        }
        Ok(values)
    }

    /// What the moves of a state allow, as far as their ends are known.
    fn moves(&self, at: usize, outside: Option<Interval>, values: &[Interval]) -> Interval {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        let mut best = outside;
        for edge in &self.edges[from..self.ends[at]] {
            let child = Child { state: (), gain: edge.gain, turn: edge.turn, quiet: false };
            best = Some(better(best, child.backup_interval(values[edge.to as usize])));
        }
        // Every state has a move or is settled.
        best.unwrap_or(values[at])
    }
}

//! Search on top of the layers: states that no layer holds, from the values of those that do.
//!
//! Some games number only the states that long play ends in ([`Layered::tabled`]). For any other, all states reachable
//! from it without passing a tabled one are explored, and that set is solved as a layer is: a pair of bounds for each
//! state, narrowed from the widest until nothing changes. What is found is exact; where the set grows beyond what the
//! caller allows, nothing is found.
//!
//! States of fewer seeds come first, so that for scores "endless play is worth 0" holds at each number of seeds by
//! itself, as in layers. That needs moves that keep the seeds to gain nothing, which is so wherever a capture takes
//! seeds off the board.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ops::ControlFlow;

use crate::game::{Child, Layered, Turn};
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

use super::cells::better;

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

/// What both sides can force in finite time from a state, tabled or not. `known` gives the bounds of tabled states;
/// at most `most` others are explored.
///
/// # Errors
/// When the states are too many, a value is missing, or `watch` says stop.
pub fn bounds_above<G: Layered>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Option<Interval>,
    most: usize,
    watch: &dyn Watch,
) -> Result<Interval, AboveError> {
    answer(game, state, known, most, None, watch)
}

/// The value of a state, tabled or not, when endless play is worth 0. `known` gives the scores of tabled states; at most
/// `most` others are explored.
///
/// # Errors
/// As [`bounds_above`].
pub fn score_above<G: Layered>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Option<Score>,
    most: usize,
    watch: &dyn Watch,
) -> Result<Score, AboveError> {
    let known = |state: &G::State| known(state).map(Interval::exact);
    answer(game, state, known, most, Some(Score::ZERO), watch).map(|value| value.lo)
}

/// What [`bounds_above`] gives, or [`score_above`] where endless play has a worth, for every state that had to be
/// explored: the one asked for first.
///
/// # Errors
/// As [`bounds_above`].
pub fn all_above<G: Layered>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Option<Interval>,
    most: usize,
    endless: Option<Score>,
    watch: &dyn Watch,
) -> Result<Vec<(G::State, Interval)>, AboveError> {
    let reach = Reach::explore(game, *state, known, most, watch)?;
    let values = reach.solve(game, endless, watch)?;
    Ok(reach.states.into_iter().zip(values).collect())
}

fn answer<G: Layered>(
    game: &G,
    state: &G::State,
    known: impl Fn(&G::State) -> Option<Interval>,
    most: usize,
    endless: Option<Score>,
    watch: &dyn Watch,
) -> Result<Interval, AboveError> {
    if game.tabled(state) {
        return known(state).ok_or(AboveError::Unknown { seeds: game.seeds(state) });
    }
    Ok(all_above(game, state, known, most, endless, watch)?[0].1)
}

/// A move between explored states; it is worth `gain` and the value there, turned round when it hands over.
struct Edge {
    to: u32,
    gain: Score,
    turn: Turn,
}

/// The states that are reached, in the order in which they were met; the first is the one asked for.
struct Reach<S> {
    states: Vec<S>,
    /// The best of the moves that lead to tabled states or end the game.
    outside: Vec<Option<Interval>>,
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
        known: impl Fn(&S) -> Option<Interval>,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Self, AboveError> {
        let mut numbers = HashMap::from([(from, 0u32)]);
        let mut reach = Self { states: vec![from], outside: Vec::new(), ends: Vec::new(), edges: Vec::new() };
        let most = most.min(u32::MAX as usize);
        while reach.ends.len() < reach.states.len() {
            if reach.ends.len().is_multiple_of(LOOK) && watch.stop() {
                return Err(Stopped.into());
            }
            let state = reach.states[reach.ends.len()];
            let (mut outside, mut moves) = (None, false);
            let flow = game.children(&state, |_, child| {
                moves = true;
                if child.turn == Turn::Over {
                    outside = Some(better(outside, Interval::exact(child.gain)));
                } else if game.tabled(&child.state) {
                    let Some(value) = known(&child.state) else {
                        let seeds = game.seeds(&child.state);
                        return ControlFlow::Break(AboveError::Unknown { seeds });
                    };
                    outside = Some(better(outside, child.backup_interval(value)));
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
                outside = Some(Interval::exact(game.settle(&state).score(Score::ZERO)));
            }
            reach.outside.push(outside);
            reach.ends.push(reach.edges.len());
        }
        Ok(reach)
    }

    /// The bounds of all states; with a worth of endless play, their exact values.
    fn solve<G: Layered<State = S>>(
        &self,
        game: &G,
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
                    let best = self.moves(at, &values);
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
    fn moves(&self, at: usize, values: &[Interval]) -> Interval {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        let mut best = self.outside[at];
        for edge in &self.edges[from..self.ends[at]] {
            let child = Child { state: (), gain: edge.gain, turn: edge.turn, quiet: false };
            best = Some(better(best, child.backup_interval(values[edge.to as usize])));
        }
        // Every state has a move or is settled.
        best.unwrap_or(values[at])
    }
}

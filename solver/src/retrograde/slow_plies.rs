//! The slow oracle for distances: who is done within how many plies, straight from the definition, as plain sets.
//!
//! *Within n*: the states of which best play is done after at most n plies. Those without anything to gain are within 0.
//! A winner is within n when one of the moves that keep his score leads to a state within n − 1; a loser when all of
//! them do. The plies of a state are the smallest n whose set holds it. It shares no code with what it checks.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use super::slow::standing_for;
use crate::game::{Layer, Layered, Turn};
use crate::score::Score;

/// Plies to the next capture and to the end of every state of a layer, in the order of their numbers. `known` tells the
/// score of any state of this layer or a lower one, and its plies to the end for those of lower layers.
///
/// # Panics
/// When scores are never reached, or when the layer is too large for a slow method (2^20 states).
pub fn slow_distances<G: Layered>(
    game: &G,
    layer: Layer,
    known: impl Fn(&G::State) -> (Score, u32),
) -> Vec<[u32; 2]> {
    let len = game.layer_len(layer);
    assert!(len <= 1 << 20, "{len} states are too many for the slow method");
    let states: Vec<G::State> = (0..len).map(|index| game.wide_unrank(layer, index)).collect();
    let [next, end] = [false, true].map(|to_the_end| {
        let ways: Vec<Option<Vec<Way<G::State>>>> =
            states.iter().map(|state| ways(game, layer, state, &known, to_the_end)).collect();
        let mut within: HashSet<G::State> = HashSet::new();
        let mut found: HashMap<G::State, u32> = HashMap::new();
        let mut latest = 0;
        for n in 0.. {
            let new: Vec<G::State> = states
                .iter()
                .zip(&ways)
                .filter(|(state, _)| !within.contains(*state))
                .filter(|(state, ways)| match ways {
                    None => true,
                    Some(ways) => {
                        let done = |way: &Way<G::State>| match way {
                            Way::Plies(plies) => *plies < n,
                            Way::State(child) => within.contains(child),
                        };
                        n > 0
                            && if known(state).0.0 > 0 {
                                ways.iter().any(done)
                            } else {
                                ways.iter().all(done)
                            }
                    }
                })
                .map(|(state, _)| *state)
                .collect();
            for state in new {
                within.insert(state);
                found.insert(state, n);
                latest = n;
            }
            if within.len() == states.len() {
                break;
            }
            let most = ways.iter().flatten().flatten().filter_map(Way::plies).max().unwrap_or(0);
            assert!(n <= latest.max(most) + 1, "some scores of {layer:?} are never reached");
        }
        states.iter().map(|state| found[state]).collect::<Vec<u32>>()
    });
    next.into_iter().zip(end).map(|(next, end)| [next, end]).collect()
}

/// Where a move that keeps the score leads.
enum Way<S> {
    /// To a state that is done after so many plies.
    Plies(u32),
    /// To a state of the layer.
    State(S),
}

impl<S> Way<S> {
    fn plies(&self) -> Option<u32> {
        if let Self::Plies(plies) = self { Some(*plies) } else { None }
    }
}

/// The moves that keep the score; `None` where there is nothing to gain or no move.
fn ways<G: Layered>(
    game: &G,
    layer: Layer,
    state: &G::State,
    known: &impl Fn(&G::State) -> (Score, u32),
    to_the_end: bool,
) -> Option<Vec<Way<G::State>>> {
    let (score, _) = known(state);
    let (mut ways, mut moves) = (Vec::new(), false);
    let _ = game.children::<()>(state, |_, child| {
        moves = true;
        if child.turn == Turn::Over {
            if child.gain == score {
                ways.push(Way::Plies(0));
            }
            return ControlFlow::Continue(());
        }
        let stands = standing_for(game, &child.state);
        let (worth, end) = known(&stands);
        let total = if child.turn == Turn::Pass { child.gain - worth } else { child.gain + worth };
        if total == score {
            let inside = game.layer(&stands) == layer;
            ways.push(match (inside, to_the_end) {
                (true, _) => Way::State(stands),
                (false, true) => Way::Plies(end),
                (false, false) => Way::Plies(0),
            });
        }
        ControlFlow::Continue(())
    });
    (moves && score != Score::ZERO).then_some(ways)
}

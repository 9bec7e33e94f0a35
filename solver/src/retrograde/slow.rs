//! The slow oracle: what can be forced in finite time, straight from the definition, as plain sets of states.
//!
//! For every k two sets. *At least k*: the states from which the mover reaches k in finite time, whatever the other
//! side does. *At most k*: those in which the other side holds the mover to k in finite time. Both begin empty and
//! grow, state by state, until nothing changes. It shares no code with the solvers that it checks.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crate::game::{Child, Layer, Layered, Turn};
use crate::probe::Probe;
use crate::score::{Interval, Score};

/// The sets that grow; every state is in *at least −top* and *at most top* from the beginning.
struct Sets<S> {
    top: i32,
    at_least: HashSet<(i32, S)>,
    at_most: HashSet<(i32, S)>,
}

impl<S: crate::State> Sets<S> {
    fn at_least(&self, k: i32, state: S) -> bool {
        k <= -self.top || (k <= self.top && self.at_least.contains(&(k, state)))
    }

    fn at_most(&self, k: i32, state: S) -> bool {
        k >= self.top || (k >= -self.top && self.at_most.contains(&(k, state)))
    }
}

/// The interval of every state of a layer in the order of their numbers, `below` knowing the lower layers.
///
/// # Panics
/// When `below` lacks a layer, or when the layer is too large for a slow method (2^20 states).
pub fn slow_layer<G: Layered, P: Probe<G>>(game: &G, layer: Layer, below: &P) -> Vec<Interval> {
    let len = game.layer_len(layer);
    assert!(len <= 1 << 20, "{len} states are too many for the slow method");
    let states: Vec<G::State> = (0..len).map(|index| game.wide_unrank(layer, index)).collect();
    if states.is_empty() {
        return Vec::new();
    }
    let moves: Vec<Vec<Child<G::State>>> = states.iter().map(|state| children(game, state)).collect();
    let top = i32::from(game.top_score(layer).0);
    let mut sets = Sets { top, at_least: HashSet::new(), at_most: HashSet::new() };
    loop {
        let mut grown = false;
        for (state, moves) in states.iter().zip(&moves) {
            let paid = || i32::from(game.settle(state).score(Score::ZERO).0);
            for k in -top..=top {
                let reach = |child: &Child<G::State>| reaches(game, layer, below, &sets, child, k);
                let hold = |child: &Child<G::State>| holds(game, layer, below, &sets, child, k);
                let least = if moves.is_empty() { paid() >= k } else { moves.iter().any(reach) };
                let most = if moves.is_empty() { paid() <= k } else { moves.iter().all(hold) };
                grown |= least && sets.at_least.insert((k, *state));
                grown |= most && sets.at_most.insert((k, *state));
            }
        }
        if !grown {
            break;
        }
    }
    let interval = |state: &G::State| Interval {
        lo: Score((-top..=top).rev().find(|&k| sets.at_least(k, *state)).unwrap_or(-top) as i16),
        hi: Score((-top..=top).find(|&k| sets.at_most(k, *state)).unwrap_or(top) as i16),
    };
    states.iter().map(interval).collect()
}

/// The state that stands for all states with the same number.
pub(crate) fn standing_for<G: Layered>(game: &G, state: &G::State) -> G::State {
    game.wide_unrank(game.layer(state), game.wide_rank(state))
}

fn children<G: Layered>(game: &G, state: &G::State) -> Vec<Child<G::State>> {
    let mut all = Vec::new();
    let _ = game.children::<()>(state, |_, child| {
        let over = child.turn == Turn::Over;
        all.push(if over { child } else { Child { state: standing_for(game, &child.state), ..child } });
        ControlFlow::Continue(())
    });
    all
}

fn lower<G: Layered, P: Probe<G>>(game: &G, below: &P, state: &G::State) -> (i32, i32) {
    let known = below.probe(game, state).unwrap_or_else(|| panic!("no lower layer holds {state:?}"));
    (i32::from(known.lo.0), i32::from(known.hi.0))
}

/// Does this move bring its mover at least `k`?
fn reaches<G: Layered, P: Probe<G>>(
    game: &G,
    layer: Layer,
    below: &P,
    sets: &Sets<G::State>,
    child: &Child<G::State>,
    k: i32,
) -> bool {
    let gain = i32::from(child.gain.0);
    let inside = child.turn != Turn::Over && game.layer(&child.state) == layer;
    match child.turn {
        Turn::Over => gain >= k,
        Turn::Pass if inside => sets.at_most(gain - k, child.state),
        Turn::Again if inside => sets.at_least(k - gain, child.state),
        Turn::Pass => gain - lower(game, below, &child.state).1 >= k,
        Turn::Again => gain + lower(game, below, &child.state).0 >= k,
    }
}

/// Can the other side hold this move to at most `k`?
fn holds<G: Layered, P: Probe<G>>(
    game: &G,
    layer: Layer,
    below: &P,
    sets: &Sets<G::State>,
    child: &Child<G::State>,
    k: i32,
) -> bool {
    let gain = i32::from(child.gain.0);
    let inside = child.turn != Turn::Over && game.layer(&child.state) == layer;
    match child.turn {
        Turn::Over => gain <= k,
        Turn::Pass if inside => sets.at_least(gain - k, child.state),
        Turn::Again if inside => sets.at_most(k - gain, child.state),
        Turn::Pass => gain - lower(game, below, &child.state).0 <= k,
        Turn::Again => gain + lower(game, below, &child.state).1 <= k,
    }
}

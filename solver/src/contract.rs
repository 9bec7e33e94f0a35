//! The laws of every trait, as functions to call from a game's test. They panic with the state that breaks the law.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::game::{Game, Layer, Layered, Turn};
use crate::retrograde::{
    Bounds, Limits, Method, Scores, Solved, Value, Values, slow_layer, solve, standing_for,
};
use crate::score::Interval;
use crate::watch::Unwatched;

/// Laws of [`Game`] at one state: moves come in rising order, `count`, `moves` and `nth` agree with `children`, `play`
/// gives the same child, no move puts seeds on the board, and a state without moves can be settled.
pub fn check_state<G: Game>(game: &G, state: &G::State) {
    let mut last = None;
    let mut n = 0;
    let _ = game.children::<()>(state, |mv, child| {
        assert!(last < Some(mv), "{mv:?} after {last:?} in {state:?}");
        last = Some(mv);
        assert_eq!(game.nth(state, n), Some(child), "nth differs from children at {mv:?} of {state:?}");
        n += 1;
        assert_eq!(game.play(state, mv), Some(child), "play differs from children at {mv:?} of {state:?}");
        assert!(game.seeds(&child.state) <= game.seeds(state), "{mv:?} adds seeds in {state:?}");
        if child.turn != Turn::Over {
            assert!(child.gain <= game.ceiling(state), "{mv:?} gains more than the ceiling in {state:?}");
        }
        ControlFlow::Continue(())
    });
    assert_eq!(game.nth(state, n), None, "nth knows one move too many in {state:?}");
    assert_eq!(n, game.count(state), "count differs from children in {state:?}");
    assert_eq!(n, game.moves(state).len() as u64, "moves differ from children in {state:?}");
    if n == 0 {
        let ending = game.settle(state);
        assert!(ending.own >= 0 && ending.opposite >= 0, "negative pay in {state:?}");
    }
}

/// Laws of [`Layered`] at one state: ranking and unranking undo each other, fast and wide agree, the number is inside
/// the layer, and no move leads to a larger layer.
pub fn check_rank<G: Layered>(game: &G, state: &G::State) {
    let layer = game.layer(state);
    let len = game.layer_len(layer);
    let wide = game.wide_rank(state);
    assert!(wide < len, "number {wide} of {state:?} is outside its layer of {len}");
    assert_eq!(game.wide_unrank(layer, wide), *state, "wide_unrank");
    if len <= u128::from(u64::MAX) {
        let index = game.rank(state);
        assert_eq!(u128::from(index), wide, "rank and wide_rank differ at {state:?}");
        assert_eq!(game.unrank(layer, index), *state, "unrank");
    }
    let _ = game.children::<()>(state, |mv, child| {
        if child.turn != Turn::Over {
            assert!(game.layer(&child.state).seeds <= layer.seeds, "{mv:?} of {state:?} climbs");
        }
        ControlFlow::Continue(())
    });
}

/// Solves a layer and all it needs three ways, the slow oracle, sweeps, and stored edges, and compares every state.
///
/// # Panics
/// With the first state that differs. For small layers: the slow way keeps sets of states.
pub fn check_layer<G: Layered>(game: &G, layer: Layer) {
    let layers = game.needed(layer);
    let solved = |method| {
        let (mut solved, limits) = (Solved::default(), Limits { method, ..Limits::default() });
        solve(game, &layers, &mut solved, limits, &Unwatched).unwrap_or_else(|error| panic!("{error}"));
        solved
    };
    let (stored, swept) = (solved(Method::Best), solved(Method::Sweeps));
    let mut slow = SlowValues::<G>(HashMap::new());
    for &layer in &layers {
        let bounds = slow_layer(game, layer, &Bounds(&slow));
        let scores = slow_layer(game, layer, &Scores(&slow));
        for (index, (bounds, Interval { lo, hi })) in bounds.into_iter().zip(scores).enumerate() {
            let state = game.wide_unrank(layer, index as u128);
            let score = if lo.0 > 0 { lo } else { hi.min(crate::Score::ZERO) };
            let expected = Some(Value { score, bounds });
            assert_eq!(stored.value(game, &state), expected, "stored edges at {state:?} of {layer:?}");
            assert_eq!(swept.value(game, &state), expected, "sweeps at {state:?} of {layer:?}");
            slow.0.insert(state, Value { score, bounds });
        }
    }
}

/// Values in a plain map.
struct SlowValues<G: Layered>(HashMap<G::State, Value>);

impl<G: Layered> Values<G> for SlowValues<G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        self.0.get(&standing_for(game, state)).copied()
    }
}

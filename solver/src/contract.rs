//! The laws of every trait, as functions to call from a game's test. They panic with the state that breaks the law.

mod checked;

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::game::{Game, Layer, Layered, Turn};
use crate::metric::Metric;
use crate::probe::Probe;
use crate::retrograde::{Method, Plan, Solved, Values, slow_layer, solve, standing_for};
use crate::score::{Interval, Score};
use crate::watch::Unwatched;

/// Laws of [`Game`] at one state: moves come in rising order, `count`, `moves` and `nth` agree with `children`, `play`
/// gives the same child, no move puts seeds on the board, and a state without moves can be settled.
pub fn check_state<G: Game>(game: &G, state: &G::State) {
    let mut last = None;
    let mut n = 0;
    let _ = game.children::<()>(state, |mv, child| {
        assert!(last < Some(mv), "{mv:?} after {last:?} in {state:?}");
        last = Some(mv);
        if let Some(placed) = game.at_place(state, n as u32) {
            assert_eq!(placed, (mv, child), "at_place differs from children at {mv:?} of {state:?}");
        }
        assert_eq!(game.nth(state, n), Some(child), "nth differs from children at {mv:?} of {state:?}");
        n += 1;
        assert_eq!(game.play(state, mv), Some(child), "play differs from children at {mv:?} of {state:?}");
        assert!(game.seeds(&child.state) <= game.seeds(state), "{mv:?} adds seeds in {state:?}");
        if child.turn != Turn::Over {
            assert!(child.gain <= game.ceiling(state), "{mv:?} gains more than the ceiling in {state:?}");
        }
        ControlFlow::Continue(())
    });
    let mut loud = 0;
    let any = game.loud(state, |mv, child| {
        assert_eq!(game.play(state, mv), Some(child), "a loud move that is not legal: {mv:?} of {state:?}");
        assert!(child.is_loud(), "{mv:?} of {state:?} is not loud");
        loud += 1;
    });
    assert!(any || n == 0, "loud finds no move in {state:?}");
    assert!(loud <= n, "loud finds more moves than there are in {state:?}");
    assert_eq!(game.at_place(state, n as u32), None, "at_place knows one move too many in {state:?}");
    assert_eq!(game.nth(state, n), None, "nth knows one move too many in {state:?}");
    assert_eq!(n, game.count(state), "count differs from children in {state:?}");
    assert_eq!(n, game.moves(state).len() as u64, "moves differ from children in {state:?}");
    if n == 0 {
        let ending = game.settle(state);
        assert!(ending.own >= 0 && ending.opposite >= 0, "negative pay in {state:?}");
    }
}

/// Laws of [`Layered`] at one state: ranking and unranking undo each other, fast and wide agree, the number is inside
/// the layer, no move leads to a larger layer, and none from a state in a layer to one in no layer.
pub fn check_rank<G: Layered>(game: &G, state: &G::State) {
    if !game.tabled(state) {
        return;
    }
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
            assert!(game.tabled(&child.state), "{mv:?} of {state:?} leaves the layers");
        }
        ControlFlow::Continue(())
    });
}

/// Solves a layer and all it needs by every method that serves it and by the slow oracle, and compares every state;
/// then checks what was solved, and that a walk over each layer meets its states.
///
/// # Panics
/// With the first state that differs. For small layers: the slow way keeps sets of states.
pub fn check_layer<G: Layered>(game: &G, layer: Layer, methods: &[Box<dyn Method<G>>]) {
    let layers = game.needed(layer);
    for &layer in &layers {
        checked::check_walk(game, layer);
    }
    let mut scores = HashMap::new();
    for metric in [Metric::Score, Metric::Bounds] {
        let mut slow = SlowValues::<G>(HashMap::new());
        for &layer in &layers {
            for (index, interval) in slow_layer(game, layer, &slow).into_iter().enumerate() {
                let score = if interval.lo.0 > 0 { interval.lo } else { interval.hi.min(Score::ZERO) };
                let known = if metric == Metric::Score { Interval::exact(score) } else { interval };
                slow.0.insert(game.wide_unrank(layer, index as u128), known);
            }
        }
        for method in methods {
            let plan = Plan { method: Some(method.name()), ..Plan::any(methods) };
            let mut solved = Solved::default();
            let serves = |layer: &Layer| method.memory(game, *layer, metric).is_some();
            if !layers.iter().all(serves) {
                continue;
            }
            solve(game, &layers, &[metric], &mut solved, plan, &Unwatched)
                .unwrap_or_else(|error| panic!("{}: {error}", method.name()));
            for (state, expected) in &slow.0 {
                let value = solved.value(game, state).expect("solved");
                let found = value.bounds.or(value.score.map(Interval::exact)).expect("the metric asked for");
                assert_eq!(found, *expected, "{metric} by {} at {state:?}", method.name());
            }
        }
        if metric == Metric::Score {
            scores = slow.0.into_iter().map(|(state, known)| (state, known.lo)).collect();
        }
    }
    checked::check_distances(game, &layers, methods, &scores);
}

/// What the moves of a state say when the states of its layer are worth what `table` says and those below what `lower`
/// does: for tests that make tables which agree with themselves.
///
/// # Panics
/// When `lower` lacks the scores of a layer.
pub fn best_by_table<G: Layered>(game: &G, layer: Layer, index: usize, lower: &Solved, table: &[i8]) -> i8 {
    let state = game.unrank(layer, index as u64);
    let mut best = None;
    let _ = game.children::<()>(&state, |_, child| {
        let worth = if child.turn == Turn::Over {
            child.gain
        } else {
            let at = game.layer(&child.state);
            let scores = if at == layer { table } else { lower.scores(at).expect("solved") };
            child.backup(Score(i16::from(scores[game.rank(&child.state) as usize])))
        };
        best = best.max(Some(worth));
        ControlFlow::Continue(())
    });
    best.unwrap_or_else(|| game.settle(&state).score(Score::ZERO)).0 as i8
}

/// Values in a plain map.
struct SlowValues<G: Layered>(HashMap<G::State, Interval>);

impl<G: Layered> Probe<G> for SlowValues<G> {
    fn probe(&self, game: &G, state: &G::State) -> Option<Interval> {
        self.0.get(&standing_for(game, state)).copied()
    }
}

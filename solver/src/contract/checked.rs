//! Laws of what comes after scores and bounds: distances, the checks of solved layers, and walks over their states.

use std::collections::HashMap;

use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::verify::{Ground, Scope, verify};
use crate::retrograde::{Method, Plan, Solved, Values, slow_distances, solve, standing_for};
use crate::score::Score;
use crate::watch::Unwatched;

/// A walk over a layer meets what unranking finds, from any number on.
pub(super) fn check_walk<G: Layered>(game: &G, layer: Layer) {
    let len = game.layer_len(layer) as u64;
    for range in [0..len, len / 3..len / 3 * 2 + 1, len..len] {
        let (mut next, to) = (range.start, range.end.min(len));
        game.walk(layer, range.start..to, |index, state| {
            assert_eq!(index, next, "a walk over {layer:?} leaves numbers out");
            assert_eq!(*state, game.unrank(layer, index), "a walk over {layer:?} at {index}");
            next += 1;
        });
        assert_eq!(next, to.max(range.start), "a walk over {layer:?} ends early");
    }
}

/// Distances by every method that serves them equal the slow oracle's, and all metrics pass their checks.
pub(super) fn check_distances<G: Layered>(
    game: &G,
    layers: &[Layer],
    methods: &[Box<dyn Method<G>>],
    scores: &HashMap<G::State, Score>,
) {
    let mut slow: HashMap<G::State, [u32; 2]> = HashMap::new();
    for &layer in layers {
        let plies = slow_distances(game, layer, |state| {
            let state = standing_for(game, state);
            (scores[&state], slow.get(&state).map_or(0, |plies| plies[1]))
        });
        for (index, plies) in plies.into_iter().enumerate() {
            slow.insert(game.wide_unrank(layer, index as u128), plies);
        }
    }
    for method in methods {
        if !layers.iter().all(|layer| method.memory(game, *layer, Metric::Distance).is_some()) {
            continue;
        }
        let mut solved = Solved::default();
        for &layer in layers {
            let any = Plan::any(methods);
            let own = Plan { method: Some(method.name()), ..any };
            for (metric, plan) in [(Metric::Score, any), (Metric::Bounds, any), (Metric::Distance, own)] {
                solve(game, &[layer], &[metric], &mut solved, plan, &Unwatched)
                    .unwrap_or_else(|error| panic!("{}: {error}", method.name()));
            }
        }
        for (state, [next, end]) in &slow {
            let found = solved.value(game, state).and_then(|value| value.distance).expect("distances");
            let found = [found.next, found.end].map(u32::from);
            assert_eq!(found, [*next, *end], "distances by {} at {state:?}", method.name());
        }
        for &layer in layers {
            check_verified(game, layer, &solved);
        }
    }
}

/// A right layer passes, its scores by distances and without.
fn check_verified<G: Layered>(game: &G, layer: Layer, solved: &Solved) {
    let states = game.layer_len(layer) as u64;
    let check = |metric, solved: &Solved, plain| {
        let scope = Scope { plain, ..Scope::default() };
        let seen = verify(game, layer, metric, solved, scope, &Unwatched)
            .unwrap_or_else(|error| panic!("{metric}: {error}"));
        assert!(seen.is_clean(), "{metric}: {:?} of {}", seen.faults, seen.wrong);
        assert_eq!(seen.states, states);
        assert_ne!(seen.ground, Ground::Unchecked);
    };
    for metric in Metric::ALL {
        check(metric, solved, false);
    }
    let mut blind = solved.clone();
    blind.forget(layer, Metric::Distance);
    for metric in [Metric::Score, Metric::Bounds] {
        check(metric, &blind, false);
        check(metric, &blind, true);
    }
}

//! Distances against their definition.

use std::ops::ControlFlow;

use sowbase_solver::{Child, Game, Score, Turn};

use super::*;

/// Distances straight from their definition, level by level over all states of all layers, by the rules.
fn slow_distances(
    game: &Anywoli<5>,
    solved: &Solved,
    layer: Layer,
    below: &[Vec<[u16; 2]>],
) -> Vec<[u16; 2]> {
    let scores = solved.scores(layer).expect("scores");
    let score = |state: &AnywoliState<5>| {
        Score(i16::from(solved.scores(game.layer(state)).expect("below")[game.rank(state) as usize]))
    };
    let states: Vec<_> = (0..scores.len() as u64).map(|index| game.unrank(layer, index)).collect();
    let keeping = states.iter().map(|state| {
        let mut all = Vec::new();
        let _ = game.children::<()>(state, |_, child| {
            let value = if child.turn == Turn::Over { Score::ZERO } else { score(&child.state) };
            if child.backup(value) == score(state) {
                all.push(child);
            }
            ControlFlow::Continue(())
        });
        all
    });
    let keeping: Vec<Vec<Child<AnywoliState<5>>>> = keeping.collect();
    let mut found = vec![[0u16; 2]; states.len()];
    for k in [0, 1] {
        let mut known: Vec<bool> =
            scores.iter().zip(&keeping).map(|(&score, moves)| score == 0 || moves.is_empty()).collect();
        for level in 1.. {
            let of = |child: &Child<AnywoliState<5>>| {
                let inside = child.turn != Turn::Over && game.layer(&child.state) == layer;
                if !inside {
                    let below = || {
                        below[usize::from(game.layer(&child.state).seeds)][game.rank(&child.state) as usize]
                    };
                    return Some(if child.turn == Turn::Over || k == 0 { 0 } else { below()[1] });
                }
                let index = game.rank(&child.state) as usize;
                known[index].then(|| found[index][k])
            };
            let at: Vec<usize> = (0..states.len())
                .filter(|&index| {
                    let mut plies = keeping[index].iter().map(of);
                    !known[index]
                        && if scores[index] > 0 {
                            plies.any(|plies| plies.is_some_and(|plies| plies + 1 == level))
                        } else {
                            plies.all(|plies| plies.is_some_and(|plies| plies < level))
                        }
                })
                .collect();
            for index in at {
                (known[index], found[index][k]) = (true, level);
            }
            if known.iter().all(|&known| known) {
                break;
            }
            assert!(level < 1_000, "every score is reached in the end");
        }
    }
    found
}

#[test]
fn distances_equal_their_definition() {
    for (n, top, settings) in
        [(2, 12, SERVED[0]), (3, 16, SERVED[0]), (3, 16, SERVED[1]), (3, 16, SERVED[4]), (4, 12, SERVED[2])]
    {
        let game = game::<5>(n, settings);
        let (mut all, mut slow) = (solved(&game, top, &game.methods()), vec![vec![]; 128]);
        for layer in game.needed(Layer { seeds: top, shape: 0 }) {
            let (planes, _) = in_pool(&game, 2, layer, Metric::Distance, &all);
            let (one, _) = in_pool(&game, 1, layer, Metric::Distance, &all);
            assert!(planes == one, "threads");
            all.insert(layer, planes);
            slow[usize::from(layer.seeds)] = slow_distances(&game, &all, layer, &slow);
            let [next, end] = all.distances(layer).expect("just found");
            let found: Vec<[u16; 2]> = next.iter().zip(end).map(|(&next, &end)| [next, end]).collect();
            assert_eq!(found, slow[usize::from(layer.seeds)], "2 x {n}, {} seeds, {settings:?}", layer.seeds);
        }
    }
}

//! Layers by blocks of frames against the slow oracle, the general method, and themselves on other paths.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::retrograde::{
    Bounds, Edges, Job, Known, Method, Planes, Scores, SolveError, Solved, slow_layer,
};
use sowbase_solver::simd::ring::{BITS, Batch, Laps, Path, Tag};
use sowbase_solver::{Layer, Layered, Metric, Score, Stopped, Unwatched, Watch};

use super::{bosh, soak};
use crate::games::bosh::necklace::Necklaces;
use crate::games::bosh::ring::Kernel;
use crate::games::bosh::state::{Phase, Shape};
use crate::games::bosh::wide::WideLaps;
use crate::games::bosh::{Bosh, Packed, Wide};

/// All rules that the method serves.
const RULES: &[&[&str]] = &[
    &[],
    &["capture_side=opponent"],
    &["capture_chain=true"],
    &["capture_side=opponent", "capture_chain=true"],
];

fn solve(
    method: &impl Method<Bosh<Packed>>,
    game: &Bosh<Packed>,
    layer: Layer,
    metric: Metric,
    solved: &Solved,
) -> Planes {
    let job = Job { memory: u64::MAX, watch: &Unwatched };
    method.solve(game, layer, metric, solved, job).unwrap_or_else(|error| panic!("{error}"))
}

fn shape((a, b): (u16, u16)) -> u16 {
    (5 - a.max(b)) | (5 - a.min(b)) << 5
}

/// What the slow oracle says of a layer.
fn oracle(game: &Bosh<Packed>, layer: Layer, metric: Metric, solved: &Solved) -> Planes {
    let bytes = |all: Vec<Score>| all.into_iter().map(|score| score.0 as i8).collect::<Vec<_>>().into();
    if metric == Metric::Score {
        let all = slow_layer(game, layer, &Scores(solved));
        return Planes::Score(bytes(all.into_iter().map(|value| value.with_endless(Score(0))).collect()));
    }
    let all = slow_layer(game, layer, &Bounds(solved));
    Planes::Bounds([
        bytes(all.iter().map(|value| value.lo).collect()),
        bytes(all.iter().map(|value| value.hi).collect()),
    ])
}

/// Layers up to some stones by `truth` and by blocks.
fn layers_agree(
    settings: &[&str],
    open: (u16, u16),
    seeds: u8,
    truth: impl Fn(&Bosh<Packed>, Layer, Metric, &Solved) -> Planes,
) {
    let game = bosh(settings);
    for metric in [Metric::Score, Metric::Bounds] {
        let mut solved = Solved::default();
        for seeds in 0..=seeds {
            let layer = Layer { seeds, shape: shape(open) };
            let right = truth(&game, layer, metric, &solved);
            for path in [Path::best(), Path::portable()] {
                let planes = solve(&Necklaces::new(path), &game, layer, metric, &solved);
                assert!(planes == right, "{settings:?} {open:?} {layer:?} {metric} {path:?}");
            }
            solved.insert(layer, right);
        }
    }
}

#[test]
fn small_layers_equal_the_slow_oracle() {
    for settings in RULES {
        for (open, seeds) in [((1, 1), 12), ((1, 2), 9), ((2, 2), 7), ((1, 5), 5), ((2, 3), 6), ((5, 4), 3)] {
            layers_agree(settings, open, seeds, oracle);
        }
        layers_agree(settings, (5, 5), 3, oracle);
    }
    layers_agree(&[], (5, 5), 4 + u8::from(soak() > 1), oracle);
}

#[test]
fn larger_layers_equal_the_general_method() {
    let general =
        |game: &Bosh<Packed>, layer, metric, solved: &Solved| solve(&Edges, game, layer, metric, solved);
    let more = u8::from(soak() > 1);
    for settings in RULES {
        layers_agree(settings, (5, 5), 7 + 3 * more, general);
        for (open, seeds) in
            [((1, 1), 40), ((1, 3), 18), ((1, 5), 13), ((2, 3), 15), ((5, 4), 7), ((3, 3), 12)]
        {
            layers_agree(settings, open, seeds + 2 * more, general);
        }
    }
    layers_agree(&[], (5, 5), 10 + 2 * more, general);
    // So many stones in a hole as six bits hold, and turns that never stop.
    layers_agree(&[], (1, 2), 63, general);
}

#[test]
fn threads_and_paths_do_not_change_a_byte() {
    let game = bosh(&[]);
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let pools = [pool(1), pool(2), pool(3)];
    for metric in [Metric::Score, Metric::Bounds] {
        let mut solved = Solved::default();
        for seeds in 0..=13 + u8::from(soak() > 1) {
            let layer = Layer { seeds, shape: 0 };
            let by = |threads: usize, path| {
                pools[threads - 1].install(|| solve(&Necklaces::new(path), &game, layer, metric, &solved))
            };
            let planes = by(1, Path::best());
            assert!(planes == by(2, Path::best()) && planes == by(3, Path::portable()), "{seeds} {metric}");
            solved.insert(layer, planes);
        }
    }
}

#[test]
fn rules_and_boards_beyond_the_method_are_refused() {
    let serves = |settings: &[&str], layer, metric| {
        Necklaces::default().memory(&bosh(settings), layer, metric).is_some()
    };
    let open = Layer { seeds: 40, shape: 0 };
    assert!(serves(&[], open, Metric::Score) && serves(&[], open, Metric::Bounds));
    for settings in [["skip_origin=true"], ["round_end=any_row_empty"], ["endless_turn=void_round"]] {
        assert!(!serves(&settings, open, Metric::Score));
        let solved = Solved::default();
        let job = Job { memory: u64::MAX, watch: &Unwatched };
        let refused = Necklaces::default().solve(&bosh(&settings), open, Metric::Score, &solved, job);
        assert!(matches!(refused, Err(SolveError::NoMethod { .. })));
    }
    assert!(!serves(&[], Layer { seeds: 64, ..open }, Metric::Score));
    assert!(!serves(&[], Layer { shape: (Phase::PickAndPass as u16) << 10, ..open }, Metric::Score));
    assert!(serves(&[], Layer { shape: shape((1, 5)), ..open }, Metric::Score));
    assert!(!serves(&[], Layer { shape: 5 << 5, ..open }, Metric::Score), "no hole open on one side");
}

#[test]
fn a_missing_layer_is_named_and_a_stop_is_heeded() {
    struct Stop;
    impl Watch for Stop {
        fn stop(&self) -> bool {
            true
        }
    }
    let game = bosh(&[]);
    let mut solved = Solved::default();
    let layer = |seeds| Layer { seeds, shape: 0 };
    for seeds in [0, 1] {
        let planes = solve(&Necklaces::default(), &game, layer(seeds), Metric::Score, &solved);
        solved.share(layer(seeds), &known(planes));
    }
    let job = Job { memory: u64::MAX, watch: &Unwatched };
    let refused = Necklaces::default().solve(&game, layer(3), Metric::Score, &solved, job);
    assert_eq!(refused.err(), Some(SolveError::Missing { layer: layer(3), needs: layer(2) }));
    let job = Job { memory: u64::MAX, watch: &Stop };
    let stopped = Necklaces::default().solve(&game, layer(2), Metric::Score, &solved, job);
    assert_eq!(stopped.err(), Some(SolveError::Stopped(Stopped)));
}

fn known(planes: Planes) -> Known {
    let Planes::Score(scores) = planes else { panic!("scores were asked for") };
    Known { score: Some(Arc::new(scores)), ..Known::default() }
}

/// Packed relays, on both paths, against the plain form of the ring: where they stop, and with what.
#[test]
fn packed_relays_equal_plain_ones() {
    let mut rng = fastrand::Rng::with_seed(11);
    for _ in 0..2_000 * soak() {
        let (pits, seeds) = (rng.usize(2..=10), rng.u32(1..=40));
        let mut plain = Wide::EMPTY;
        for _ in 0..seeds {
            plain.0[rng.usize(..pits)] += 1;
        }
        let laps = Laps::new(pits);
        let ring = plain.0[..pits].iter().rev().fold(0, |ring, &seeds| ring << BITS | u64::from(seeds));
        // All holes are the mover's: every relay is played.
        let shape = Shape { names: [0; 2], open: [pits as u8, 0], seeds: seeds as u8, phase: Phase::Play };
        let mut right = Vec::new();
        let _ = plain.turns::<()>(&WideLaps { skip_origin: false }, shape, |hole, end| {
            right.extend(end.map(|(end, empty)| (hole, end, empty)));
            ControlFlow::Continue(())
        });
        for path in [Path::best(), Path::portable()] {
            let (mut live, mut done) = (Batch::default(), Batch::default());
            for hole in 0..pits {
                if plain.0[hole] > 0 {
                    live.push(laps.turned(ring, BITS * hole), Tag::new(BITS * hole, 0, hole, 0));
                }
            }
            path.relay(&laps, &mut live, &mut done);
            let mut ends: Vec<_> = done.iter().map(|(ring, tag)| (tag.block(), ring, tag.turned())).collect();
            for (mut ring, tag) in live.iter() {
                // Too long for the vectors: a relay of so few stones stops within a million laps, or never.
                let mut turned = tag.turned();
                let stops = (0..1_000_000).any(|_| {
                    let (next, turn) = laps.lap(ring);
                    (ring, turned) = (next, turned + turn);
                    ring.trailing_zeros() >= 6
                });
                if stops {
                    ends.push((tag.block(), ring, turned));
                }
            }
            ends.sort_unstable();
            let ends: Vec<_> = ends
                .into_iter()
                .map(|(hole, ring, turned)| {
                    let empty = turned / BITS % pits;
                    let lanes =
                        (0..pits).map(|pit| (ring >> (BITS * ((pit + pits - empty) % pits)) & 63) as u8);
                    (hole, Wide::from_pits(lanes), empty)
                })
                .collect();
            assert_eq!(ends, right, "{plain:?} {path:?}");
        }
    }
}

/// The numbers of both kinds of rings, tied or not, are those of the game: a layer of one board high.
#[test]
fn every_state_has_a_place_of_its_own() {
    let game = bosh(&[]);
    for (open, seeds) in [((5, 5), 6), ((4, 5), 5), ((1, 2), 9)] {
        let layer = Layer { seeds, shape: shape(open) };
        let panels = game.panels(layer);
        let states: u64 = panels.iter().map(|panel| panel.rows * panel.width).sum();
        assert_eq!(u128::from(states), game.layer_len(layer));
    }
}

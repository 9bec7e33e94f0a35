//! The order of Kalah's layers, and the method that goes by it, against the rules and the general solver.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sowbase_solver::retrograde::{Method, Once, Plan, Planes, Solved, general, solve};
use sowbase_solver::{
    Forward, Game, Half, Layer, Layered, Metric, Reach, Score, Stroke, Turn, Unwatched, contract,
};

use crate::board::Row;
use crate::games::check;
use crate::games::kalah::{Kalah, KalahRules};

type State<R> = <Kalah<R> as Game>::State;

fn layers(seeds: u8) -> Vec<Layer> {
    (0..=seeds).map(|seeds| Layer { seeds, shape: 0 }).collect()
}

/// Random rules without the pie rule, `n` pits a row.
fn rules(n: u32, rng: &mut fastrand::Rng) -> KalahRules {
    loop {
        let mut rules = check::random_rules::<KalahRules>(rng);
        rules.set_pits(n);
        if rules.check_all() {
            return rules;
        }
    }
}

impl KalahRules {
    fn set_pits(&mut self, n: u32) {
        (self.pits_per_row.0, self.seeds_per_pit.0, self.pie_rule) = (n, 1, false);
    }
    fn check_all(&self) -> bool {
        crate::games::RuleSet::check(self).is_ok()
    }
}

fn all_ways<R: Row>() -> Vec<Box<dyn Method<Kalah<R>>>> {
    let mut methods: Vec<Box<dyn Method<Kalah<R>>>> = vec![Box::new(Once)];
    methods.extend(general());
    methods
}

fn solved<R: Row>(game: &Kalah<R>, seeds: u8, metrics: &[Metric], method: &str) -> Solved {
    let (mut solved, methods) = (Solved::default(), all_ways());
    let plan = Plan { method: Some(method), ..Plan::any(&methods) };
    solve(game, &layers(seeds), metrics, &mut solved, plan, &Unwatched).expect("small layers");
    solved
}

/// Where the state with two rows is in its layer, by the rectangles that [`Forward`] promises.
fn place<R: Row>(game: &Kalah<R>, own: Half, opposite: Half) -> u64 {
    let rows = |seeds| u64::from(game.rows(seeds).expect("rows"));
    let total = own.seeds + opposite.seeds;
    let before: u64 = (0..opposite.seeds).map(|seeds| rows(seeds) * rows(total - seeds)).sum();
    before + u64::from(opposite.row) * rows(own.seeds) + u64::from(own.row)
}

/// A move as rows tell it: who moves next, what was gained, the child's layer and number.
type Told = (bool, i16, u8, u64);

fn told<R: Row>(game: &Kalah<R>, own: Half, opposite: Half) -> Vec<Told> {
    let mut all = Vec::new();
    game.strokes(own, |stroke: Stroke| {
        let met = game.meet(opposite, stroke.reach);
        let stays = stroke.otherwise.filter(|_| stroke.reach == Reach::NOTHING || met.is_none());
        if let Some(row) = stays {
            assert!(row > own.row, "an inner move raises the row");
            all.push((false, 0, own.seeds + opposite.seeds, place(game, opposite, Half { row, ..own })));
            return;
        }
        let met = met.expect("what does not stay meets the opposite row");
        let (mover, other) = if stroke.again { (stroke.own, met.half) } else { (met.half, stroke.own) };
        let gain = i16::from(stroke.gain) + i16::from(met.taken);
        all.push((stroke.again, gain, mover.seeds + other.seeds, place(game, mover, other)));
    });
    all
}

/// The same by the rules. A move that ends the game counts as one that leads to a board which pays what is left.
fn played<R: Row>(game: &Kalah<R>, state: &State<R>) -> Vec<Told> {
    let mut all = Vec::new();
    let _ = game.children::<()>(state, |_, child| {
        let mut gain = child.gain;
        let mut state = child.state;
        let mut again = child.turn == Turn::Again;
        if child.turn == Turn::Over {
            // Over or not, the seeds of the two rows are the same; only who looks at them differs.
            gain = gain + game.settle(&state).score(Score::ZERO);
            again = false;
            state = child.state;
        }
        all.push((again, gain.0, game.layer(&state).seeds, game.rank(&state)));
        ControlFlow::Continue(())
    });
    all
}

fn check_rows<R: Row>(game: &Kalah<R>, seeds: u8) {
    let layer = Layer { seeds, shape: 0 };
    let mut index = 0;
    for opposite_seeds in 0..=seeds {
        let own_seeds = seeds - opposite_seeds;
        for opposite in 0..game.rows(opposite_seeds).expect("rows") {
            for own in 0..game.rows(own_seeds).expect("rows") {
                let own = Half { seeds: own_seeds, row: own };
                let opposite = Half { seeds: opposite_seeds, row: opposite };
                assert_eq!(place(game, own, opposite), index);
                let state = game.unrank(layer, index);
                if own_seeds == 0 || opposite_seeds == 0 {
                    assert!(game.moves(&state).is_empty());
                } else {
                    let turned = |told: Told| {
                        // A move that ends the game is told from the other side when the mover would move again.
                        let over = game.unrank(Layer { seeds: told.2, shape: 0 }, told.3).board;
                        let over = over.own == R::EMPTY || over.opposite == R::EMPTY;
                        if over && told.0 {
                            let state = game.unrank(Layer { seeds: told.2, shape: 0 }, told.3);
                            let flipped = super::super::KalahState { board: state.board.flipped(), ..state };
                            (false, told.1, told.2, game.rank(&flipped))
                        } else {
                            told
                        }
                    };
                    let told: Vec<Told> = told(game, own, opposite).into_iter().map(turned).collect();
                    assert_eq!(told, played(game, &state), "{state:?} under {:?}", game.rules);
                }
                index += 1;
            }
        }
    }
    assert_eq!(u128::from(index), game.layer_len(layer));
}

#[test]
fn rows_tell_what_the_rules_play() {
    let mut rng = fastrand::Rng::with_seed(11);
    for n in 1..=4 {
        for _ in 0..6 {
            let game = Kalah::<u64>::new(rules(n, &mut rng));
            // Hands that go round and round on the smallest boards.
            let most = [14, 10, 7, 5][n as usize - 1];
            (0..=most).for_each(|seeds| check_rows(&game, seeds));
        }
    }
    check_rows(&Kalah::<u128>::new(rules(9, &mut rng)), 2);
    for _ in 0..3 {
        // Once round a board of 2 × 2 with all options, whatever the random ones were.
        check_rows(&Kalah::<u64>::new(rules(2, &mut rng)), 13);
    }
}

#[test]
fn once_equals_the_slow_oracle() {
    let mut rng = fastrand::Rng::with_seed(12);
    for (n, seeds) in [(1, 9), (2, 6), (3, 4)] {
        for _ in 0..4 {
            let game = Kalah::<u64>::new(rules(n, &mut rng));
            contract::check_layer(&game, Layer { seeds, shape: 0 }, &all_ways());
        }
    }
}

fn same_as_general<R: Row>(game: &Kalah<R>, seeds: u8) {
    let metrics = [Metric::Score, Metric::Bounds];
    let (once, edges) = (solved(game, seeds, &metrics, "once"), solved(game, seeds, &metrics, "edges"));
    for layer in layers(seeds) {
        assert!(once.scores(layer) == edges.scores(layer), "scores of {layer:?}, {:?}", game.rules);
        assert!(once.bounds(layer) == edges.bounds(layer), "bounds of {layer:?}, {:?}", game.rules);
    }
}

#[test]
fn once_equals_the_general_solver() {
    let mut rng = fastrand::Rng::with_seed(13);
    for (n, seeds) in [(1, 40), (2, 20), (3, 12), (4, 9), (5, 8), (6, 8), (8, 5)] {
        for _ in 0..3 {
            same_as_general(&Kalah::<u64>::new(rules(n, &mut rng)), seeds);
        }
    }
    same_as_general(&Kalah::<u128>::new(rules(9, &mut rng)), 5);
    same_as_general(&Kalah::<u64>::new(KalahRules::default()), 9);
    let banked = check::rules::<KalahRules>(&["empty_capture=true"]);
    same_as_general(&Kalah::<u64>::new(banked), 9);
}

/// Distances by plain recursion from the definition.
struct SlowDistance<'a, R: Row> {
    game: &'a Kalah<R>,
    solved: &'a Solved,
    known: HashMap<State<R>, [u16; 2]>,
}

impl<R: Row> SlowDistance<'_, R> {
    fn score(&self, state: &State<R>) -> Score {
        let scores = self.solved.scores(self.game.layer(state)).expect("solved");
        Score(i16::from(scores[self.game.rank(state) as usize]))
    }

    /// Plies until the layer is left, and until nothing is left to gain.
    fn of(&mut self, state: &State<R>) -> [u16; 2] {
        if let Some(known) = self.known.get(state) {
            return *known;
        }
        let (game, score) = (self.game, self.score(state));
        let mut kept = Vec::new();
        let _ = game.children::<()>(state, |_, child| {
            let over = child.turn == Turn::Over;
            let below = if over { Score::ZERO } else { self.score(&child.state) };
            if child.backup(below) == score {
                let inside = !over && game.layer(&child.state) == game.layer(state);
                kept.push((child.state, over, inside));
            }
            ControlFlow::Continue(())
        });
        let mut found = [0, 0];
        if score != Score::ZERO && !kept.is_empty() {
            let waits: Vec<[u16; 2]> = kept
                .into_iter()
                .map(|(child, over, inside)| {
                    let [next, end] = if over { [0, 0] } else { self.of(&child) };
                    [1 + if inside { next } else { 0 }, 1 + end]
                })
                .collect();
            for (i, slot) in found.iter_mut().enumerate() {
                let each = waits.iter().map(|wait| wait[i]);
                *slot = if score > Score::ZERO { each.min() } else { each.max() }.expect("a best move");
            }
        }
        self.known.insert(*state, found);
        found
    }
}

#[test]
fn distances_equal_their_definition() {
    let mut rng = fastrand::Rng::with_seed(14);
    for (n, seeds) in [(1, 20), (2, 14), (3, 9), (4, 7), (6, 7)] {
        for _ in 0..2 {
            let game = Kalah::<u64>::new(rules(n, &mut rng));
            let solved = solved(&game, seeds, &[Metric::Score, Metric::Distance], "once");
            let mut slow = SlowDistance { game: &game, solved: &solved, known: HashMap::new() };
            for layer in layers(seeds) {
                let [next, end] = solved.distances(layer).expect("solved");
                for index in 0..next.len() {
                    let state = game.unrank(layer, index as u64);
                    let found = [next[index], end[index]];
                    assert_eq!(found, slow.of(&state), "{state:?} under {:?}", game.rules);
                }
            }
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let game = Kalah::<u64>::new(KalahRules::default());
    let by = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| solved(&game, 9, &Metric::ALL, "once"))
    };
    let one = by(1);
    for threads in 2..=3 {
        let more = by(threads);
        for layer in layers(9) {
            assert!(one.scores(layer) == more.scores(layer) && one.bounds(layer) == more.bounds(layer));
            assert!(one.distances(layer) == more.distances(layer));
        }
    }
}

#[test]
fn swapping_sides_is_left_to_the_general_methods() {
    let game = Kalah::<u64>::new(check::rules(&["pie_rule=true"]));
    let layer = Layer { seeds: 3, shape: 0 };
    for metric in Metric::ALL {
        assert_eq!(Method::memory(&Once, &game, layer, metric), None);
    }
    let job = sowbase_solver::retrograde::Job { memory: u64::MAX, watch: &Unwatched };
    let refused: Result<Planes, _> = Once.solve(&game, layer, Metric::Score, &Solved::default(), job);
    assert!(refused.is_err());
}

#[test]
fn first_positions_have_their_published_values() {
    // Irving, Donkers, Uiterwijk 2000, Table 9 (rules.md 8.1): (pits, seeds a pit), the first player's difference.
    let published = [((4, 1), 2), ((4, 2), 6), ((4, 3), 8), ((5, 1), 0), ((5, 2), 0), ((6, 1), 2)];
    for ((pits, seeds), value) in published {
        let (pits, seeds) = (format!("pits_per_row={pits}"), format!("seeds_per_pit={seeds}"));
        let game = Kalah::<u64>::new(check::rules(&["empty_capture=true", &pits, &seeds]));
        let start = game.start();
        let layer = game.layer(&start);
        let solved = solved(&game, layer.seeds, &[Metric::Score], "once");
        let scores = solved.scores(layer).expect("solved");
        assert_eq!(scores[game.rank(&start) as usize], value, "Kalah({pits}, {seeds})");
    }
}

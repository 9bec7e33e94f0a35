//! States with untouched pits: search on top of the layers, against the slow oracle on everything that can be reached.

use std::collections::HashMap;

use sowbase_solver::retrograde::{
    AboveError, Plan, Solved, Value, Values, general, slow_layer, solve, value_above,
};
use sowbase_solver::{Child, Ending, Interval, Layer, Layered, Line, Metric, Move, Probe, Unwatched, Watch};

use super::*;
use crate::board::Board;

type State = AnywoliState<5>;

/// The game with all states that can be reached from some, large pits or not, numbered in layers by their seeds.
#[derive(Clone)]
struct Whole {
    game: Anywoli<5>,
    layers: Vec<Vec<State>>,
    numbers: HashMap<State, usize>,
}

impl Whole {
    fn new(game: Anywoli<5>, from: &[State]) -> Self {
        let mut whole = Self { game, layers: vec![vec![]; 128], numbers: HashMap::new() };
        let mut waiting = from.to_vec();
        while let Some(state) = waiting.pop() {
            let layer = &mut whole.layers[state.board.seeds() as usize];
            if whole.numbers.insert(state, layer.len()).is_some() {
                whole.numbers.insert(state, layer.iter().position(|&other| other == state).expect("there"));
                continue;
            }
            layer.push(state);
            let _ = whole.game.children::<()>(&state, |_, child| {
                if child.turn != Turn::Over && !whole.numbers.contains_key(&child.state) {
                    waiting.push(child.state);
                }
                ControlFlow::Continue(())
            });
        }
        whole
    }
}

impl Game for Whole {
    type State = State;
    fn start(&self) -> State {
        self.game.start()
    }
    fn children<B>(
        &self,
        state: &State,
        visit: impl FnMut(Move, Child<State>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.game.children(state, visit)
    }
    fn settle(&self, state: &State) -> Ending {
        self.game.settle(state)
    }
    fn seeds(&self, state: &State) -> u32 {
        self.game.seeds(state)
    }
    fn ceiling(&self, state: &State) -> Score {
        self.game.ceiling(state)
    }
    fn cut(&self, _: &Line<State>, _: &State) -> Option<Ending> {
        None
    }
}

impl Layered for Whole {
    fn layer(&self, state: &State) -> Layer {
        Layer { seeds: state.board.seeds() as u8, shape: 0 }
    }
    fn layer_len(&self, layer: Layer) -> u128 {
        self.layers[usize::from(layer.seeds)].len() as u128
    }
    fn rank(&self, state: &State) -> u64 {
        self.numbers[state] as u64
    }
    fn unrank(&self, layer: Layer, index: u64) -> State {
        self.layers[usize::from(layer.seeds)][index as usize]
    }
    fn wide_rank(&self, state: &State) -> u128 {
        u128::from(self.rank(state))
    }
    fn wide_unrank(&self, layer: Layer, index: u128) -> State {
        self.unrank(layer, index as u64)
    }
}

/// What the oracle has found so far.
struct Found(HashMap<State, Interval>);

impl Probe<Whole> for Found {
    fn probe(&self, _: &Whole, state: &State) -> Option<Interval> {
        self.0.get(state).copied()
    }
}

/// The oracle's bounds and scores of everything that `from` can lead to.
fn oracle(whole: &Whole) -> [HashMap<State, Interval>; 2] {
    [Metric::Bounds, Metric::Score].map(|metric| {
        let mut found = Found(HashMap::new());
        for seeds in 0..=127 {
            let values = slow_layer(whole, Layer { seeds, shape: 0 }, &found);
            for (state, value) in whole.layers[usize::from(seeds)].iter().zip(values) {
                let score = Interval::exact(value.with_endless(Score::ZERO));
                found.0.insert(*state, if metric == Metric::Score { score } else { value });
            }
        }
        found.0
    })
}

/// All layers of base boards that a game of `seeds` seeds can come to.
fn tables(game: &Anywoli<5>, seeds: u8) -> Solved {
    let mut solved = Solved::default();
    let methods: Vec<_> = game.methods().into_iter().chain(general()).collect();
    let layers = game.needed(Layer { seeds, shape: 0 });
    let metrics = [Metric::Score, Metric::Bounds];
    solve(game, &layers, &metrics, &mut solved, Plan::any(&methods), &Unwatched).expect("solved");
    solved
}

fn agrees_with_the_oracle(settings: &[&str], from: &[State], most: usize) -> usize {
    let game = anywoli(settings);
    let whole = Whole::new(game.clone(), from);
    let [bounds, scores] = oracle(&whole);
    let top = from.iter().map(|state| state.board.seeds()).max().unwrap_or(0);
    let solved = tables(&game, top as u8);
    let known = |state: &State| solved.value(&game, state);
    // Only the topmost states need asking: each answer stands on all others.
    let mut asked = 0;
    for state in whole.numbers.keys().filter(|state| !game.tabled(state)).take(most).chain(from) {
        let value = value_above(&game, state, known, 1 << 20, &Unwatched).expect("few");
        assert_eq!(value.bounds, Some(bounds[state]), "bounds of {state:?} under {settings:?}");
        let score = value.score.map(Interval::exact);
        assert_eq!(score, Some(scores[state]), "score of {state:?} under {settings:?}");
        // What is known of one of them does not hang on the other.
        let bounds_only = |state: &State| Some(Value { score: None, ..known(state)? });
        let alone = value_above(&game, state, bounds_only, 1 << 20, &Unwatched).expect("few");
        assert_eq!(alone.bounds, value.bounds, "{state:?} under {settings:?}");
        let score_only = |state: &State| Some(Value { bounds: None, ..known(state)? });
        let alone = value_above(&game, state, score_only, 1 << 20, &Unwatched).expect("few");
        assert_eq!(alone.score, value.score, "{state:?} under {settings:?}");
        // Where no move leads to a layer, nothing had to be known.
        assert!(
            alone.bounds.is_none_or(|bounds| value.bounds == Some(bounds)),
            "{state:?} under {settings:?}"
        );
        asked += 1;
    }
    asked
}

fn start(settings: &[&str]) -> State {
    anywoli(settings).start()
}

#[test]
fn starts_of_small_boards_equal_the_oracle() {
    for n in ["pits_per_row=2", "pits_per_row=3"] {
        for rule in ["extra_move=true", "extra_move=false", "last_four=play_on", "final_four_to=owner"] {
            let settings = [n, rule];
            assert!(agrees_with_the_oracle(&settings, &[start(&settings)], 50) > 1);
        }
    }
    let settings = ["pits_per_row=4"];
    let whole = Whole::new(anywoli(&settings), &[start(&settings)]);
    // anywoli.md: boards with untouched pits reached from the start of 2 × 4 with four seeds a pit.
    assert_eq!(whole.numbers.keys().filter(|state| !whole.game.tabled(state)).count(), 2_334);
    agrees_with_the_oracle(&settings, &[start(&settings)], 20);
}

#[test]
fn random_boards_with_large_pits_equal_the_oracle() {
    let mut rng = fastrand::Rng::with_seed(11);
    let mut asked = 0;
    for n in [2, 3, 4] {
        let pits = format!("pits_per_row={n}");
        for _ in 0..8 {
            let mut list = vec![0u8; 2 * n];
            (0..8 + 4 * rng.u8(..3)).for_each(|_| list[rng.usize(..2 * n)] += 1);
            let board = Board::from_pits(&list[..n], &list[n..]);
            let from = AnywoliState { board, ..AnywoliState::default() };
            asked += agrees_with_the_oracle(&[&pits], &[from], 10);
        }
    }
    assert!(asked > 24);
}

/// Asks to stop at once.
struct Impatient;

impl Watch for Impatient {
    fn stop(&self) -> bool {
        true
    }
}

#[test]
fn what_grows_too_large_or_is_not_there_says_so() {
    let settings = ["pits_per_row=4"];
    let (game, state) = (anywoli(&settings), start(&settings));
    let nothing = |_: &State| None;
    let error = value_above(&game, &state, nothing, 10, &Unwatched).expect_err("ten states are too few");
    assert_eq!(error, AboveError::TooMany { most: 10 });
    let error = value_above(&game, &state, |_| None, 1 << 20, &Unwatched).expect_err("no layer is solved");
    assert!(matches!(error, AboveError::Unknown { seeds: 4..32 }), "{error:?}");

    let zero = |_: &State| Some(Value::OVER);
    assert!(matches!(value_above(&game, &state, zero, 1 << 20, &Impatient), Err(AboveError::Stopped(_))));

    // A tabled state is looked up.
    let board = Board::from_pits(&[1, 2, 3, 0], &[0, 0, 3, 3]);
    let tabled = AnywoliState { board, ..AnywoliState::default() };
    let four = Value { score: Some(Score(4)), ..Value::default() };
    assert_eq!(value_above(&game, &tabled, |_| Some(four), 0, &Unwatched), Ok(four));
}

//! The fast builder against the rules, the slow oracle and the general methods.

mod distance;
mod layers;
mod turns;

use sowbase_solver::retrograde::{Job, Method, Plan, Planes, Solved, solve};
use sowbase_solver::{Layer, Layered, Metric, Unwatched};

use super::ring::{self, Ring};
use super::turns::Turns;
use super::{Boards, Work};
use crate::board::Board;
use crate::games::anywoli::{Anywoli, AnywoliRules, AnywoliState};
use crate::games::check;
use crate::games::rulebook::Rulebook;

/// Options that the automaton serves, beside the default.
const SERVED: &[&[&str]] = &[
    &[],
    &["extra_move=false"],
    &["final_four_to=owner"],
    &["last_four=current_mover"],
    &["last_four=play_on"],
    &["end_check=end_of_lap"],
    &["end_check=end_of_turn", "last_four=current_mover"],
    &["end_check=end_of_turn", "extra_move=false", "final_four_to=owner"],
    &["skip_origin=true", "last_four=play_on", "final_four_to=owner"],
];

/// True when a long run is asked for.
fn long() -> bool {
    std::env::var_os("SOWBASE_LONG").is_some()
}

fn game<const W: u32>(n: usize, settings: &[&str]) -> Anywoli<W> {
    let mut rules: AnywoliRules = check::rules(settings);
    rules.pits_per_row.0 = n as u32;
    Anywoli::new(rules)
}

fn state<const W: u32>(ring: &Ring, code: u64) -> AnywoliState<W> {
    let board = Board::from_base_rows((code & ring.own()) as u32, (code >> ring.bits()) as u32);
    AnywoliState { board, ..AnywoliState::default() }
}

fn code<const W: u32>(ring: &Ring, state: &AnywoliState<W>) -> u64 {
    let (own, opposite) = state.board.base_rows().expect("a base board");
    u64::from(opposite) << ring.bits() | u64::from(own)
}

/// Every metric of all layers up to `seeds`, by one method.
fn solved<const W: u32>(game: &Anywoli<W>, seeds: u8, methods: &[Box<dyn Method<Anywoli<W>>>]) -> Solved {
    let mut solved = Solved::default();
    let layers = game.needed(Layer { seeds, shape: 0 });
    solve(game, &layers, &Metric::ALL, &mut solved, Plan::any(methods), &Unwatched).expect("solved");
    solved
}

/// One metric of the topmost layer in a pool of so many threads, and the work.
fn in_pool(
    game: &Anywoli<5>,
    threads: usize,
    layer: Layer,
    metric: Metric,
    below: &Solved,
) -> (Planes, Work) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let job = Job { memory: u64::MAX, watch: &Unwatched };
    pool.install(|| Boards.solve_counting(game, layer, metric, below, job)).expect("solved")
}

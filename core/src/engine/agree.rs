//! The search held against its slow twins, for tests.

use std::sync::atomic::AtomicBool;

use sowbase_solver::search::slow::Slow;
use sowbase_solver::search::{Job, Limits, NoClock, Search, Table, Tuning};
use sowbase_solver::{Child, Hundredths, Line, NoDatabase, Score, Turn};

use super::evaluate::Judge;
use crate::games::Rulebook;

const OWN: Judge = Judge { plain: false };

/// See [`super::Searching::agree`].
pub(super) fn agree<G: Rulebook>(game: &G, positions: u32, depth: u32, seed: u64) -> Result<(), String> {
    let table = |bytes| Table::new(bytes).map_err(|error| error.to_string());
    let (large, tiny) = (table(8 << 20)?, table(0)?);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut done = 0;
    while done < positions {
        let total = game.initial().total() as i16;
        let mut state = game.start();
        let mut line = Line::new(state, total, Score::ZERO);
        let plies = rng.u32(0..80);
        for _ in 0..plies {
            let Some(child) = random_child(game, &line, &state, &mut rng) else { break };
            if child.turn == Turn::Over {
                break;
            }
            line.push(&child, game.captures_are_final());
            state = child.state;
        }
        if game.cut(&line, &state).is_some() || game.count(&state) == 0 {
            continue;
        }
        let slow = Slow { game, probe: &NoDatabase, evaluate: &OWN, quiet_plies: Tuning::LEVEL.quiet_plies };
        let expected = slow.minimax(&mut line, &state, depth);
        let mut ways = vec![("alpha-beta", slow.alphabeta(&mut line, &state, depth))];
        for (name, table, threads, lines) in [
            ("a table", &large, 1, 1),
            ("all lines", &large, 1, 0),
            ("a tiny table", &tiny, 1, 1),
            ("two threads", &large, 2, 1),
        ] {
            table.clear();
            ways.push((name, by_search(game, &line, &state, (table, threads, lines), depth)));
        }
        if let Some((name, value)) = ways.iter().find(|(_, value)| *value != expected) {
            let (value, expected) = (value.0, expected.0);
            return Err(format!("{name}: {value}, minimax: {expected}, {depth} plies deep in {state:?}"));
        }
        done += 1;
    }
    Ok(())
}

fn by_search<G: Rulebook>(
    game: &G,
    line: &Line<G::State>,
    state: &G::State,
    (table, threads, lines): (&Table, usize, usize),
    depth: u32,
) -> Hundredths {
    let search = Search { game, probe: &NoDatabase, evaluate: &OWN, table, tuning: Tuning::LEVEL };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let job = Job { limits, lines, threads, stop: &stop, clock: &NoClock };
    search.run(line, state, &job, |_| {}).value().unwrap_or_default()
}

/// One of the moves, each as likely as the others; `None` when the game is over.
pub(super) fn random_child<G: Rulebook>(
    game: &G,
    line: &Line<G::State>,
    state: &G::State,
    rng: &mut fastrand::Rng,
) -> Option<Child<G::State>> {
    if game.cut(line, state).is_some() {
        return None;
    }
    match game.count(state) {
        0 => None,
        count => game.nth(state, rng.u64(..count)),
    }
}

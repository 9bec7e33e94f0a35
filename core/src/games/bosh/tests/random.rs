//! The fast twin against the slow one under random rules, sizes and boards.

use std::ops::ControlFlow;
use std::sync::Arc;

use sowbase_solver::{Game, contract};

use super::{random_board, soak};
use crate::board::MAX_SEEDS;
use crate::games::bosh::{Bosh, BoshRules, Packed, Ring, Wide};
use crate::games::check;
use crate::games::options::{Count, RuleSet};
use crate::games::rulebook::Rulebook;
use crate::play::Position;

/// Random options, and a random size that fits `row` holes.
pub(super) fn random_rules(rng: &mut fastrand::Rng, row: u32) -> BoshRules {
    loop {
        let mut rules = check::random_rules::<BoshRules>(rng);
        rules.pits_per_row = Count(rng.u32(1..=row));
        rules.seeds_per_pit = Count(rng.u32(1..=(MAX_SEEDS / (2 * rules.pits_per_row.0)).min(63)));
        if rng.bool() {
            (rules.pits_per_row, rules.seeds_per_pit) = (Count(5), Count(4));
        }
        if rules.check().is_ok() {
            return rules;
        }
    }
}

/// Stones for a random board: seldom more than a fresh game has, for circles of big boards take the slow twin long.
fn random_seeds(rng: &mut fastrand::Rng) -> u32 {
    if rng.u32(..20) == 0 { rng.u32(..=MAX_SEEDS) } else { rng.u32(..=36) }
}

fn games_agree<R: Ring>(rules: BoshRules, from: &Position, games: usize, rng: &mut fastrand::Rng) {
    let game = Arc::new(Bosh::<R>::new(rules));
    if game.traces(from).is_empty() {
        return;
    }
    check::random_games(&game, from, games, 100_000, rng, check::ranked);
}

#[test]
fn twins_agree_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..150 * soak() {
        let rules = random_rules(&mut rng, 5);
        let start = Bosh::<Packed>::new(rules).initial();
        games_agree::<Packed>(rules, &start, 2, &mut rng);
        let total = start.total();
        let board = random_board(&mut rng, rules.pits_per_row.0 as usize, total.min(40), true);
        games_agree::<Packed>(rules, &board, 1, &mut rng);
        let rules = random_rules(&mut rng, 16);
        let start = Bosh::<Wide>::new(rules).initial();
        games_agree::<Wide>(rules, &start, 1, &mut rng);
        let board = random_board(&mut rng, rules.pits_per_row.0 as usize, start.total().min(48), true);
        games_agree::<Wide>(rules, &board, 1, &mut rng);
    }
}

#[test]
fn twins_agree_on_random_boards_of_any_total() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..1_500 * soak() {
        let rules = random_rules(&mut rng, 5);
        let game = Bosh::<Packed>::new(rules);
        let seeds = random_seeds(&mut rng);
        let board = random_board(&mut rng, rules.pits_per_row.0 as usize, seeds, true);
        check::twins_agree(&game, &board);
        let state = game.encode(&board);
        contract::check_state(&game, &state);
        assert_eq!(game.decode(&state, board.side), board);
    }
}

#[test]
fn both_forms_of_the_ring_play_alike() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..3_000 * soak() {
        let rules = random_rules(&mut rng, 5);
        let (packed, wide) = (Bosh::<Packed>::new(rules), Bosh::<Wide>::new(rules));
        let seeds = random_seeds(&mut rng);
        let board = random_board(&mut rng, rules.pits_per_row.0 as usize, seeds, true);
        assert_eq!(seen(&packed, &board), seen(&wide, &board));
    }
}

/// Everything that comes of the moves of a position, as plain data.
fn seen<R: Ring>(game: &Bosh<R>, board: &Position) -> Vec<String> {
    let mut all = Vec::new();
    let _ = game.children::<()>(&game.encode(board), |mv, child| {
        let after = game.decode(&child.state, board.side.other());
        all.push(format!("{mv:?} {after:?} {:?} {:?} {}", child.gain, child.turn, child.quiet));
        ControlFlow::Continue(())
    });
    all
}

//! The twins under random rules, boards of every size, whole random games.

use std::sync::Arc;

use super::{Omweso, OmwesoRules, omweso};
use crate::games::check;
use crate::games::options::{Count, Limit, RuleSet};
use crate::games::rulebook::Rulebook;
use crate::play::{Position, Side};

/// How many times more to do in a long run.
fn long() -> usize {
    if std::env::var_os("SOWBASE_LONG").is_some() { 40 } else { 1 }
}

/// A random position of a game: some seeds anywhere, any side to move, any flags.
fn random_position(game: &Omweso, rng: &mut fastrand::Rng) -> Position {
    let n = 2 * game.rules().pits_per_row.0 as usize;
    let mut position = Position::new(vec![0; n], vec![0; n]);
    for side in Side::BOTH {
        for _ in 0..rng.usize(0..=4 * n / 2) {
            position.pits[side.index()][rng.usize(..n)] += 1;
        }
        if rng.u8(..8) == 0 {
            position.pits[side.index()][rng.usize(..n)] += rng.u8(..20);
        }
    }
    position.side = if rng.bool() { Side::South } else { Side::North };
    let sides = ["none", "S", "N", "SN"];
    super::super::trace::set_sides(&mut position, "first", [rng.u8(..6) == 0, rng.u8(..6) == 0], "none");
    let captured = sides[rng.usize(..4)];
    if captured != "SN" {
        position.extras.insert("captured".into(), captured.into());
    }
    position
}

fn random_rules(rng: &mut fastrand::Rng) -> OmwesoRules {
    loop {
        let mut rules = check::random_rules::<OmwesoRules>(rng);
        if rng.u8(..4) > 0 {
            rules.pits_per_row = Count(rng.u32(1..=8));
        }
        if rules.check().is_ok() {
            return rules;
        }
    }
}

#[test]
fn twins_agree_on_random_positions_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(5);
    for _ in 0..150 * long() {
        let game = Omweso::new(random_rules(&mut rng));
        for _ in 0..12 {
            let position = random_position(&game, &mut rng);
            check::twins_agree(&game, &position);
            let state = game.encode(&position);
            sowbase_solver::contract::check_state(&game, &state);
            check::ranked(&game, &state);
        }
    }
}

#[test]
fn twins_agree_on_full_boards_under_the_default_rules() {
    let mut rng = fastrand::Rng::with_seed(6);
    for settings in [&[][..], &["reverse_after_forward_capture=true"]] {
        let game = omweso(settings);
        for _ in 0..60 * long() {
            let mut position = Position::new(vec![0; 16], vec![0; 16]);
            for _ in 0..32 {
                position.pits[0][rng.usize(..16)] += 1;
                position.pits[1][rng.usize(..16)] += 1;
            }
            check::twins_agree(&game, &position);
        }
    }
}

#[test]
fn random_games_end_and_undo_restores_under_random_rules() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..30 * long() {
        let mut rules = random_rules(&mut rng);
        if rules.no_capture_limit == Limit(None) && rules.ply_limit == Limit(None) {
            rules.ply_limit = Limit(Some(300));
        }
        let game = Arc::new(Omweso::new(rules));
        check::random_games(&game, &game.initial(), 1, 5_000, &mut rng, check::ranked);
    }
}

#[test]
fn case_35_random_games_of_the_default_rules_conserve_seeds_and_end() {
    let mut rng = fastrand::Rng::with_seed(8);
    for settings in [&[][..], &["setup=two_each"], &["pits_per_row=3"], &["setup=free_first_then_second"]] {
        let game = Arc::new(omweso(settings));
        check::random_games(&game, &game.initial(), 6 * long(), 5_000, &mut rng, check::ranked);
    }
}

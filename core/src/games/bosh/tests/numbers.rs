//! Numbering: laws of ranking for every shape, and states that are equal.

use std::collections::HashSet;

use sowbase_solver::{Game, Layer, Layered, contract};

use super::{bosh, random_board};
use crate::games::bosh::{Bosh, BoshRules, Packed, Ring, Wide};
use crate::games::check;
use crate::games::rulebook::Rulebook;

/// Every layer of some shapes, without a gap, in both forms.
fn layers_hold<R: Ring>(settings: &[&str], closed: &[(u16, u16)], seeds: u8) {
    let game = Bosh::<R>::new(check::rules::<BoshRules>(settings));
    for &(few, many) in closed {
        for seeds in 0..=seeds {
            let layer = Layer { seeds, shape: few | many << 5 };
            let mut seen = HashSet::new();
            for index in 0..game.layer_len(layer) as u64 {
                let state = game.unrank(layer, index);
                assert_eq!(game.rank(&state), index);
                assert_eq!(game.layer(&state), layer);
                assert_eq!(game.seeds(&state), u32::from(seeds));
                contract::check_rank(&game, &state);
                assert!(seen.insert(state), "{state:?} twice");
            }
        }
    }
}

#[test]
fn layers_of_every_shape_are_numbered_without_a_gap() {
    let shapes: Vec<(u16, u16)> = (0..3).flat_map(|few| (few..3).map(move |many| (few, many))).collect();
    layers_hold::<Packed>(&["pits_per_row=3"], &shapes, 5);
    layers_hold::<Wide>(&["pits_per_row=3"], &shapes, 4);
    layers_hold::<Packed>(&[], &[(0, 0), (0, 2), (1, 4), (4, 4), (0, 4)], 3);
}

#[test]
fn both_orientations_share_a_layer_and_the_full_board_has_shape_0() {
    let game = bosh(&[]);
    let parse = |text| game.encode(&crate::games::notation::parse(&game, text, false).expect(text));
    let south = parse("1,0,0,0,0/-,-,1,0,0 0-0 S");
    let north = parse("1,0,0,0,0/-,-,1,0,0 0-0 N");
    assert_eq!(game.layer(&south), game.layer(&north));
    // Two stones in eight holes: 36 ways, twice.
    assert_eq!(game.layer_len(game.layer(&south)), 72);
    assert_ne!(game.rank(&south), game.rank(&north));
    assert_eq!(game.layer(&game.start()), Layer { seeds: 40, shape: 0 });
    // 40 stones in ten holes: 49 over 9.
    assert_eq!(game.layer_len(Layer { seeds: 40, shape: 0 }), 2_054_455_634);
}

#[test]
fn where_closed_holes_lie_changes_names_only() {
    let game = bosh(&[]);
    let parse = |text| game.encode(&crate::games::notation::parse(&game, text, false).expect(text));
    let (left, right) = (parse("4,4,4,4,4/4,4,4,-,- 0-0 N"), parse("4,4,4,4,4/-,4,-,4,4 0-0 N"));
    assert_eq!(left, right);
    let letters = |state| {
        let name = |&mv: &sowbase_solver::Move| game.move_text(state, mv, crate::play::Side::North);
        game.moves(state).iter().map(name).collect::<String>()
    };
    assert_eq!((letters(&left).as_str(), letters(&right).as_str()), ("abc", "bde"));
}

#[test]
fn needed_layers_come_first() {
    let game = bosh(&["fill_side=choice"]);
    let text = "4,4,4,4,4/4,4,4,-,- 8-0 N fill=S";
    let position = crate::games::notation::parse(&game, text, false).expect(text);
    let layer = game.layer(&game.encode(&position));
    let needed = game.needed(layer);
    assert_eq!(needed.last(), Some(&layer));
    assert_eq!(needed[0], Layer { seeds: 0, shape: layer.shape & 0x3ff });
}

#[test]
fn rank_laws_hold_on_random_boards_of_every_shape() {
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..3_000 {
        let n = rng.usize(1..=16);
        let game =
            Bosh::<Wide>::new(check::rules::<BoshRules>(&[&format!("pits_per_row={n}"), "seeds_per_pit=1"]));
        // check_rank plays the moves too; circles of big boards would take it long.
        let seeds = if rng.u32(..20) == 0 { rng.u32(..=127) } else { rng.u32(..=36) };
        let board = random_board(&mut rng, n, seeds, true);
        rank_laws(&game, &board);
        if n <= 5 {
            rank_laws(&Bosh::<Packed>::new(*game.rules()), &board);
        }
    }
}

fn rank_laws<R: Ring>(game: &Bosh<R>, board: &crate::play::Position) {
    let state = game.encode(board);
    contract::check_rank(game, &state);
    assert_eq!(game.decode(&state, board.side), *board);
}

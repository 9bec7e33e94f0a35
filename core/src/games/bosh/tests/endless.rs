//! Turns that never stop: found exactly, in both forms, under both rules.

use std::collections::HashSet;

use sowbase_solver::{Game, Verdict};

use super::{bosh, random_board, result, session};
use crate::games::bosh::Bosh;
use crate::games::rulebook::Rulebook;
use crate::games::{check, notation};
use crate::play::{InProgress, Next, Position, Side, Winner};

/// A third way to tell, on plain numbers: all states of the turn are remembered.
fn never_stops(position: &Position, pit: usize) -> bool {
    let both = [position.side, position.side.other()];
    let open =
        |side: Side| (0..5).filter(move |&pit| !position.is_closed(side, pit)).map(move |pit| (side, pit));
    let holes: Vec<(Side, usize)> = open(both[0]).chain(open(both[1])).collect();
    let mut seeds: Vec<u8> = holes.iter().map(|&(side, pit)| position.row(side)[pit]).collect();
    let mut at = holes.iter().position(|&hole| hole == (position.side, pit)).expect("open");
    let mut seen = HashSet::new();
    while seeds[at] > 0 {
        if !seen.insert((seeds.clone(), at)) {
            return true;
        }
        let hand = std::mem::take(&mut seeds[at]);
        for _ in 0..hand {
            at = (at + 1) % seeds.len();
            seeds[at] += 1;
        }
        at = (at + 1) % seeds.len();
    }
    false
}

/// Endless turns of random boards, as (position, pit).
fn endless_turns(boards: usize, seeds: u32) -> Vec<(Position, usize)> {
    let mut rng = fastrand::Rng::with_seed(u64::from(seeds));
    let mut found = Vec::new();
    for _ in 0..boards {
        let board = random_board(&mut rng, 5, seeds, false);
        let pits = (0..5).filter(|&pit| board.row(board.side)[pit] > 0);
        found.extend(pits.filter(|&pit| never_stops(&board, pit)).map(|pit| (board.clone(), pit)));
    }
    found
}

#[test]
fn endless_turns_occur_on_artificial_boards_and_are_found() {
    // rules.md 7: they exist, 2 in 3,000 artificial boards; bosh.md: 0.06 to 0.23 % of turns.
    let mut all = 0;
    for (seeds, boards) in [(12, 1_500), (20, 1_500), (30, 600), (40, 300)] {
        let found = endless_turns(boards, seeds);
        all += found.len();
        for (board, pit) in found {
            let illegal = bosh(&[]);
            let void = bosh(&["endless_turn=void_round"]);
            check::twins_agree(&illegal, &board);
            check::twins_agree(&void, &board);
            let mv = sowbase_solver::Move(pit as u32);
            assert_eq!(illegal.play(&illegal.encode(&board), mv), None, "{}", notation::format(&board));
            let child = void.play(&void.encode(&board), mv).expect("legal, and it voids the round");
            assert_eq!(void.settle(&child.state).verdict, Verdict::Nobody);
            assert_eq!(void.count(&child.state), 0);
            let wide = Bosh::<crate::games::bosh::Wide>::new(*illegal.rules());
            assert_eq!(wide.play(&wide.encode(&board), mv), None);
        }
    }
    assert!(all >= 2, "{all}");
}

#[test]
fn turns_that_stop_are_never_taken_for_endless() {
    let mut rng = fastrand::Rng::with_seed(4);
    let game = bosh(&[]);
    for _ in 0..3_000 {
        let seeds = rng.u32(1..=40);
        let board = random_board(&mut rng, 5, seeds, true);
        let moves = game.moves(&game.encode(&board));
        let open = (0..5).filter(|&pit| !board.is_closed(board.side, pit)).enumerate();
        let stops: Vec<u32> = open
            .filter(|&(_, pit)| board.row(board.side)[pit] > 0 && !never_stops(&board, pit))
            .map(|(number, _)| number as u32)
            .collect();
        assert_eq!(moves.iter().map(|mv| mv.0).collect::<Vec<_>>(), stops, "{}", notation::format(&board));
    }
}

#[test]
fn an_endless_turn_is_refused_or_voids_the_round() {
    let (mut board, pit) = endless_turns(3_000, 20).swap_remove(0);
    board.stores = [6, 14];
    let text = notation::format(&board);
    let letter = notation::pit_letter(board.side, pit).to_string();
    let mut illegal = session(&[], &text);
    let error = illegal.play(&letter).expect_err("illegal").to_string();
    assert!(error.contains("never stop"), "{error}");
    assert_eq!(notation::format(illegal.position()), text);
    let mut void = session(&["endless_turn=void_round"], &text);
    void.play(&letter).expect("legal");
    assert_eq!(result(&void), (6.0, 14.0, "endless_turn"));
    assert_eq!(void.result().expect("over").winner, Winner::None);
    let Some((_, Next::Round(next))) = void.match_standing() else { panic!("played again") };
    // The other player begins, with what each owned when the round (here: this position) began.
    assert_eq!(next.side, board.side.other());
    assert_eq!(next.extra("round"), Some("2"));
    assert_eq!(next.total(), 40);
    let owned = |side: Side| board.row_seeds(side) + u32::from(board.stores[side.index()]);
    let now = |side: Side| next.row_seeds(side) + u32::from(next.stores[side.index()]);
    assert_eq!(Side::BOTH.map(owned), Side::BOTH.map(now));
}

#[test]
fn when_no_turn_would_ever_stop_each_keeps_his_row() {
    // Boards on which the mover has stones and no legal turn.
    let mut rng = fastrand::Rng::with_seed(6);
    let game = bosh(&["rounds=single"]);
    let mut found = 0;
    for _ in 0..30_000 {
        let seeds = rng.u32(4..=16);
        let board = random_board(&mut rng, 5, seeds, true);
        let own = board.row_seeds(board.side);
        if own > 0 && game.count(&game.encode(&board)) == 0 {
            found += 1;
            let session = session(&["rounds=single"], &notation::format(&board));
            let (south, north, rule) = result(&session);
            assert_eq!(rule, "endless_turn");
            assert_eq!(
                (south, north),
                (f64::from(board.row_seeds(Side::South)), f64::from(board.row_seeds(Side::North)))
            );
        }
    }
    assert!(found > 0);
}

#[test]
fn endless_turns_with_the_origin_skipped_are_found_too() {
    let mut rng = fastrand::Rng::with_seed(8);
    let game = bosh(&["skip_origin=true", "endless_turn=void_round"]);
    let mut found = 0;
    for _ in 0..3_000 {
        let seeds = rng.u32(..=36);
        let board = random_board(&mut rng, 5, seeds, true);
        check::twins_agree(&game, &board);
        let traces = game.traces(&board);
        found += traces.iter().filter(|trace| trace.after.extra("void").is_some()).count();
    }
    assert!(found > 0);
}

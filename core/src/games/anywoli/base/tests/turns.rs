//! Turns forward and back against the slow rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use proptest::prelude::*;
use sowbase_solver::{Child, Game, Move, Score, Turn};

use super::*;
use crate::games::anywoli::base::backs::Backs;
use crate::games::anywoli::base::turns::End;

/// The slow turn (seed by seed on lists), in the words of the automaton.
fn slow_turn<const W: u32>(
    game: &Anywoli<W>,
    ring: &Ring,
    board: u64,
    pit: usize,
) -> Option<(u64, i32, End)> {
    let state = state::<W>(ring, board);
    let position = game.decode(&state, crate::play::Side::South);
    let trace = game.traces(&position).into_iter().find(|trace| trace.mv == Move(pit as u32))?;
    let end = match trace.turn {
        Turn::Over => End::Over,
        Turn::Again => End::Again,
        Turn::Pass if trace.quiet => End::Quiet,
        Turn::Pass => End::Pass,
    };
    let after = code(ring, &game.encode(&trace.after));
    // The automaton keeps the mover's view, and no board when the game is over.
    let after = match end {
        End::Over => 0,
        End::Again => after,
        End::Pass | End::Quiet => ring.flipped(after),
    };
    Some((after, i32::from(trace.gain[0]) - i32::from(trace.gain[1]), end))
}

fn automaton_equals_the_slow_turn<const W: u32>(n: usize, settings: &[&str], board: u64) {
    let game = game::<W>(n, settings);
    let Some(turns) = Turns::new(&game.rules) else { return };
    let (ring, left) = (&turns.ring, ring::seeds(board));
    if left <= turns.last_seeds() {
        return;
    }
    for pit in (0..n).filter(|pit| board >> (2 * pit) & 3 > 0) {
        // None: not the automaton's business; the survey then asks the rules themselves.
        let Some(played) = turns.play(board, pit, left) else { continue };
        let slow = slow_turn(&game, ring, board, pit);
        assert_eq!(
            Some((played.code, played.gain, played.end)),
            slow,
            "pit {pit} of {board:x}, {settings:?}"
        );
        let captured = ring::seeds(played.code);
        assert_eq!(played.left, if played.end == End::Over { 0 } else { captured });
    }
}

/// The inner moves of a board, by the rules.
fn inner<const W: u32>(game: &Anywoli<W>, ring: &Ring, board: u64) -> Vec<u64> {
    let (state, mut all) = (state::<W>(ring, board), Vec::new());
    let _ = game.children::<()>(&state, |_, child| {
        if child.turn == Turn::Pass && child.quiet {
            all.push(code(ring, &child.state));
        }
        ControlFlow::Continue(())
    });
    all
}

/// Boards of the layer whose every turn is endless.
fn stuck<const W: u32>(game: &Anywoli<W>, ring: &Ring, board: u64) -> bool {
    let state = state::<W>(ring, board);
    game.moves(&state) == [Move::PASS] && board & ring.own() != 0
}

fn taken_back_equals_the_moves<const W: u32>(n: usize, board: u64) {
    let game = game::<W>(n, &["last_four=play_on"]);
    let ring = Ring::new(n);
    let backs = |board| Backs::new(&ring, if stuck(&game, &ring, board) { vec![board] } else { vec![] });
    let count = |list: &[u64], one: u64| list.iter().filter(|&&other| other == one).count();
    if board == 0 {
        return;
    }
    let children = inner(&game, &ring, board);
    for &child in &children {
        let mut parents = Vec::new();
        backs(board).parents(child, |parent| parents.push(parent));
        assert_eq!(count(&parents, board), count(&children, child), "{board:x} to {child:x}");
    }
    // A board that is stuck is no parent unless it is said to be.
    let mut parents = Vec::new();
    backs(ring.flipped(board)).parents(board, |parent| parents.push(parent));
    for &parent in &parents {
        assert_eq!(
            count(&inner(&game, &ring, parent), board),
            count(&parents, parent),
            "{parent:x} to {board:x}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if long() { 10_000 } else { 250 }))]

    #[test]
    fn the_automaton_equals_the_slow_turn(n in 1..=16usize, full: u64, thin: u64, rules in 0..SERVED.len()) {
        let mask = u64::MAX >> (64 - 4 * n);
        for board in [full & mask, full & thin & mask] {
            automaton_equals_the_slow_turn::<4>(n, SERVED[rules], board);
            if n <= 12 {
                automaton_equals_the_slow_turn::<5>(n, SERVED[rules], board);
            }
        }
    }

    #[test]
    fn quiet_turns_are_taken_back(n in 2..=16usize, full: u64, thin: u64, thinner: u64) {
        let mask = u64::MAX >> (64 - 4 * n);
        for board in [full & mask, full & thin & mask, full & thin & thinner & mask] {
            taken_back_equals_the_moves::<4>(n, board);
        }
    }
}

#[test]
fn every_quiet_turn_of_a_small_board_is_taken_back() {
    for n in 1..=3 {
        (0..1 << (4 * n)).for_each(|board| taken_back_equals_the_moves::<5>(n, board));
    }
}

#[test]
fn base_boards_lead_to_base_boards_under_all_rules() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut met: HashMap<bool, u32> = HashMap::new();
    for _ in 0..400 {
        let rules = loop {
            let mut rules: AnywoliRules = check::random_rules(&mut rng);
            rules.pits_per_row.0 = rng.u32(1..=16);
            rules.seeds_per_pit.0 = 4;
            if crate::games::RuleSet::check(&rules).is_ok() {
                break rules;
            }
        };
        let game = Anywoli::<4>::new(rules);
        let ring = Ring::new(rules.pits_per_row.0 as usize);
        let board = rng.u64(..) & rng.u64(..) & u64::MAX >> (64 - 2 * ring.bits());
        let _ = game.children::<()>(&state(&ring, board), |_, child: Child<_>| {
            assert!(game.tabled(&child.state), "{board:x} under {rules:?}");
            *met.entry(child.gain == Score::ZERO).or_default() += 1;
            ControlFlow::Continue(())
        });
    }
    assert!(met[&true] > 300 && met[&false] > 100, "{met:?}");
}

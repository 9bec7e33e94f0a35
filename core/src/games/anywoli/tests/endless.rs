//! Turns that never stop, and what each rule does with them.

use std::collections::HashSet;

use sowbase_solver::{Move, Reason};

use super::*;
use crate::board::{Board, Narrow, Row};
use crate::play::Winner;

/// Calls `each` for every board of 2 × `n` pits with 0 to 3 seeds in each: 4^2n boards.
fn base_boards(n: usize, mut each: impl FnMut(&[u8])) {
    let mut pits = vec![0u8; 2 * n];
    loop {
        each(&pits);
        let Some(at) = pits.iter().position(|&seeds| seeds < 3) else { return };
        pits[..at].fill(0);
        pits[at] += 1;
    }
}

/// Turns that may not be played, on every base board that can be in a game (a multiple of four seeds, more than four):
/// all of them, and without those of boards where a capture, played now, is known to win every seed.
fn endless_turns(n: usize, won: impl Fn(&Anywoli<5>, &AnywoliState<5>) -> bool) -> (u32, u32) {
    let game = anywoli(&[&format!("pits_per_row={n}")]);
    let (mut all, mut without_won) = (0, 0);
    base_boards(n, |pits| {
        let board: Board<Narrow<5>> = Board::from_pits(&pits[..n], &pits[n..]);
        let seeds = board.seeds();
        if seeds <= 4 || !seeds.is_multiple_of(4) {
            return;
        }
        let state = AnywoliState { board, ..AnywoliState::default() };
        let mut endless = board.own.occupied_count();
        let _ = game.children::<()>(&state, |mv, _| {
            endless -= u32::from(mv != Move::PASS);
            ControlFlow::Continue(())
        });
        if endless > 0 {
            assert_eq!(endless, 1, "no base board has two");
            all += 1;
            without_won += u32::from(!won(&game, &state));
        }
    });
    (all, without_won)
}

/// The boards of eight seeds from which the mover, or the other side, can force all eight: the least such sets.
fn eights(n: usize) -> [HashSet<AnywoliState<5>>; 2] {
    let game = anywoli(&[&format!("pits_per_row={n}")]);
    let mut boards = vec![];
    base_boards(n, |pits| {
        if pits.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() == 8 {
            let board = Board::from_pits(&pits[..n], &pits[n..]);
            boards.push(AnywoliState { board, ..AnywoliState::default() });
        }
    });
    let [mut won, mut lost] = [HashSet::new(), HashSet::new()];
    loop {
        let before = won.len() + lost.len();
        for state in &boards {
            let (mut wins, mut loses) = (false, true);
            let _ = game.children::<()>(state, |_, child| {
                let over = child.turn == Turn::Over;
                wins |= if over { child.gain == Score(8) } else { lost.contains(&child.state) };
                loses &= if over { child.gain == Score(-8) } else { won.contains(&child.state) };
                ControlFlow::Continue(())
            });
            if wins {
                won.insert(*state);
            } else if loses {
                lost.insert(*state);
            }
        }
        if won.len() + lost.len() == before {
            return [won, lost];
        }
    }
}

/// True when a capture of the mover wins every seed of a board of eight or twelve.
fn won_by_a_capture(
    game: &Anywoli<5>,
    state: &AnywoliState<5>,
    [won, lost]: &[HashSet<AnywoliState<5>>; 2],
) -> bool {
    let mut found = false;
    let _ = game.children::<()>(state, |_, child| {
        found |= match child.turn {
            Turn::Over => child.gain == game.ceiling(state),
            Turn::Again => child.gain == Score(4) && won.contains(&child.state),
            Turn::Pass => child.gain == Score(4) && lost.contains(&child.state),
        };
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn endless_turns_exist_where_anywoli_md_says() {
    // anywoli.md, "A turn is an automaton": 24 on 2 × 5 and 53 on 2 × 6 "among all base boards". Those are the turns of
    // boards that a solver still has to play out; boards won outright by a capture have 6 and 7 more (30 and 60 in all,
    // counted by an array program of its own). All are on boards of 8 or 12 seeds.
    for (n, counts) in [(5, (30, 24)), (6, (60, 53))] {
        let eights = eights(n);
        assert_eq!(endless_turns(n, |game, state| won_by_a_capture(game, state, &eights)), counts, "2 x {n}");
    }
    if long() > 1 {
        assert_eq!(endless_turns(7, |_, _| false), (7, 7));
    }
}

/// Three seeds in A and one in a: 3 seeds fall on a, A, a, which then holds 3; those fall on A, a, A, which then holds
/// 3, and so on for ever.
const ROUND: &str = "3/1 0-0 S";
const TINY: [&str; 2] = ["pits_per_row=1", "last_four=play_on"];

#[test]
fn an_illegal_endless_turn_is_refused_and_its_player_passes() {
    let mut session = after(&TINY, ROUND, "");
    let texts: Vec<String> = session.moves().into_iter().map(|trace| trace.text).collect();
    assert_eq!(texts, ["pass"]);
    let why = session.play("A").expect_err("endless").to_string();
    assert!(why.contains("pit A never stops"), "{why}");
    session.play("pass").expect("no other turn");
    // North's one seed makes four in A.
    session.play("a").expect("a");
    assert_eq!(session.position().stores, [0, 4]);
}

#[test]
fn an_endless_turn_can_stop_at_the_cap() {
    let rules = [&TINY[..], &["endless_turn=stop_at_cap"]].concat();
    let session = after(&rules, ROUND, "A");
    // Every second lap brings the start back, so after 1,000 laps three seeds lie in A.
    assert_eq!(session.position().pits, [vec![3], vec![1]]);
    assert_eq!(session.position().side, crate::play::Side::North);
    let trace = anywoli(&rules).traces(&notation::parse(&anywoli(&rules), ROUND, true).expect("position"));
    let laps = trace[0].steps.iter().filter(|step| matches!(step, crate::games::Step::Lift { .. })).count();
    assert_eq!(laps, 1_000, "rules.md 12: stop_at_cap");
}

#[test]
fn an_endless_turn_can_annul_the_game() {
    let rules = [&TINY[..], &["endless_turn=void_game"]].concat();
    let session = after(&rules, "3/1 9-2 S", "A");
    let result = session.result().expect("over");
    assert_eq!((result.winner, result.rule), (Winner::None, Reason::ENDLESS_TURN.0));
    assert!(result.reason.contains("annulled"), "{}", result.reason);
    let text = notation::format(session.position());
    assert_eq!(text, "3/1 9-2 N void=1 quiet=1");
    assert_eq!(notation::parse(&anywoli(&rules), &text, true).as_ref(), Ok(session.position()));
    // A fresh session from there is over too.
    assert_eq!(after(&rules, &text, "").result().map(|result| result.winner), Some(Winner::None));
}

#[test]
fn two_passes_in_a_row_divide_the_board() {
    // One pit a side and the pit lifted gets no seed: every hand falls whole into the other pit and is lifted again.
    let stuck = ["pits_per_row=1", "last_four=play_on", "skip_origin=true", "repetition=ignore"];
    let session = after(&stuck, "1/1 3-0 S", "pass pass");
    let result = session.result().expect("over");
    assert_eq!((result.south, result.north, result.rule), (4.0, 1.0, Reason::ENDLESS_TURN.0));
    assert!(result.reason.contains("Neither player"), "{}", result.reason);
    assert!(after(&stuck, "1/1 3-0 S", "pass").result().is_none());
    // By the repetition rule the same, and for the same reason whatever the rule is called.
    assert_eq!(totals(&stuck[..3], "1/1 3-0 S", "pass pass"), (4.0, 1.0));
    let split = [&stuck[..3], &["repetition=split"]].concat();
    assert_eq!(totals(&split, "2/0 3-0 S", "pass pass"), (4.0, 1.0));
    // One row is empty: not "if both", but nothing else can happen either.
    let if_both = [&stuck[..3], &["repetition=own_side_if_both"]].concat();
    assert_eq!(totals(&if_both, "2/0 3-0 S", "pass pass"), (5.0, 0.0));
}

#[test]
fn path_counts_take_an_endless_turn_that_may_be_played_for_a_leaf() {
    // rules.md 12: an endless turn counts 1 on the last ply and 0 above it.
    let void: Vec<&str> = TINY.iter().copied().chain(["endless_turn=void_game"]).collect();
    let game = anywoli(&void);
    let state = game.encode(&notation::parse(&game, ROUND, true).expect("position"));
    check::paths_are(&game, &state, &[1, 0]);
    // One that is illegal is no path; here it was the only turn, so there is a pass in its place (rules.md 12).
    let game = anywoli(&TINY);
    let state = game.encode(&notation::parse(&game, ROUND, true).expect("position"));
    assert_eq!(game.moves(&state), [sowbase_solver::Move::PASS]);
    assert_eq!(sowbase_solver::perft::perft(&game, &state, 1), 1);
}

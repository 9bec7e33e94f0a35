//! Turns that never stop, and what each rule does with them.

use super::*;
use crate::board::{Board, Narrow, Row};

/// Calls `each` for every board of 2 × `n` pits with 0 to 3 seeds in each (2 × 5: 1,048,576; 2 × 6: 16,777,216).
fn base_boards(n: usize, mut each: impl FnMut(&[u8])) {
    let mut pits = vec![0u8; 2 * n];
    loop {
        each(&pits);
        let Some(at) = pits.iter().position(|&seeds| seeds < 3) else { return };
        pits[..at].fill(0);
        pits[at] += 1;
    }
}

#[test]
fn scratch() {
    for n in [5, 6] {
        let game = anywoli(&[&format!("pits_per_row={n}")]);
        let (mut boards, mut turns, mut boards4, mut turns4, mut stuck) = (0, 0, 0, 0, 0);
        base_boards(n, |pits| {
            let board: Board<Narrow<5>> = Board::from_pits(&pits[..n], &pits[n..]);
            let state = AnywoliState { board, ..AnywoliState::default() };
            let pits_to_play = board.own.occupied_count();
            let mut playable = 0;
            let _ = game.children::<()>(&state, |mv, _| {
                playable += u32::from(mv != sowbase_solver::Move::PASS);
                ControlFlow::Continue(())
            });
            if playable < pits_to_play {
                let endless = pits_to_play - playable;
                boards += 1;
                turns += endless;
                if board.seeds() % 4 == 0 {
                    boards4 += 1;
                    turns4 += endless;
                    println!("{n} {pits:?} {endless} {playable} seeds {}", board.seeds());
                }
                if playable == 0 {
                    stuck += 1;
                }
            }
        });
        println!("{n}: boards {boards} turns {turns} mult of four: boards {boards4} turns {turns4} stuck {stuck}");
    }
}

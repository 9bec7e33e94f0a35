//! A new game in about forty lines: two rows of two pits, sow one lap, capture nothing; who cannot move has lost a seed.
//! Path counts, random play and every other generic room of the solver work on it at once.
//!
//! `cargo run --release --example toy_game`

#![expect(clippy::print_stdout, reason = "an example shows its result")]

use std::ops::ControlFlow;

use sowbase_solver::playout::play_out;
use sowbase_solver::{Child, Ending, Game, Line, Move, Reason, Score, Turn, perft};

#[derive(Clone)]
struct Toy;

impl Game for Toy {
    /// The mover's two pits, then the opponent's.
    type State = [u8; 4];

    fn start(&self) -> [u8; 4] {
        [2; 4]
    }

    fn children<B>(
        &self,
        state: &[u8; 4],
        mut visit: impl FnMut(Move, Child<[u8; 4]>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for pit in 0..2 {
            let mut after = *state;
            let hand = std::mem::take(&mut after[pit]);
            (1..=usize::from(hand)).for_each(|step| after[(pit + step) % 4] += 1);
            after.rotate_left(2);
            if hand > 0 {
                visit(
                    Move(pit as u32),
                    Child { state: after, gain: Score(0), turn: Turn::Pass, quiet: true },
                )?;
            }
        }
        ControlFlow::Continue(())
    }

    fn settle(&self, _: &[u8; 4]) -> Ending {
        Ending::paying(0, 1, Reason::NO_MOVE)
    }
    fn seeds(&self, state: &[u8; 4]) -> u32 {
        state.iter().map(|&seeds| u32::from(seeds)).sum()
    }
    fn ceiling(&self, _: &[u8; 4]) -> Score {
        Score(1)
    }
    fn cut(&self, line: &Line<[u8; 4]>, state: &[u8; 4]) -> Option<Ending> {
        (line.occurrences(state) > 1).then(|| Ending::as_it_stands(Reason::REPETITION))
    }
}

fn main() {
    let counts: Vec<u64> = (1..=8).map(|depth| perft::perft(&Toy, &Toy.start(), depth)).collect();
    println!("paths: {counts:?}");
    let mut rng = fastrand::Rng::with_seed(1);
    let finish = play_out(&Toy, Toy.start(), Line::new(Toy.start(), 8, Score(0)), |n| rng.u64(..n));
    println!("a random game: {finish:?}");
}

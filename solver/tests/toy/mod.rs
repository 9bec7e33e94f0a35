//! A toy game with cycles, for tests of the solvers: two rows of a few pits, one lap, and a capture of two.

#![allow(dead_code, unreachable_pub, reason = "each test uses its own part")]

use std::ops::ControlFlow;

use sowbase_solver::{Child, Ending, Game, Layer, Layered, Line, Move, Reason, Score, Turn};

/// Up to four pits in a row; pits beyond that stay empty.
pub type Pits = [u8; 8];

/// The toy: sow a pit round the board; a last seed that makes two in an opponent's pit captures both. A player without
/// seeds passes, or cannot move and the other keeps what is left.
#[derive(Clone, Debug)]
pub struct Toy {
    /// Pits in a row.
    pub n: usize,
    /// A player without seeds passes while the other has some: much play is endless.
    pub pass: bool,
    /// A last seed in the own first pit moves again, in the same layer.
    pub again: bool,
    /// The end pays a number that has no meaning, in place of the seeds left: finds errors that real scores hide.
    pub meaningless: bool,
    /// A capture from the last pit ends the game there.
    pub over: bool,
}

impl Toy {
    /// The plain toy with `n` pits in a row.
    pub fn new(n: usize) -> Self {
        Self { n, pass: true, again: false, meaningless: false, over: false }
    }

    fn boards(&self, seeds: u8) -> Vec<Pits> {
        fn fill(pits: &mut Pits, from: usize, to: usize, left: u8, all: &mut Vec<Pits>) {
            if from + 1 == to {
                pits[from] = left;
                all.push(*pits);
                return;
            }
            for seeds in 0..=left {
                pits[from] = seeds;
                fill(pits, from + 1, to, left - seeds, all);
            }
            pits[from] = 0;
        }
        let mut all = Vec::new();
        fill(&mut [0; 8], 0, 2 * self.n, seeds, &mut all);
        all
    }

    fn turned(&self, pits: Pits) -> Pits {
        std::array::from_fn(|i| if i < 2 * self.n { pits[(i + self.n) % (2 * self.n)] } else { 0 })
    }
}

impl Game for Toy {
    type State = Pits;

    fn start(&self) -> Pits {
        std::array::from_fn(|i| u8::from(i < 2 * self.n))
    }

    fn children<B>(
        &self,
        state: &Pits,
        mut visit: impl FnMut(Move, Child<Pits>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.pass && state[..self.n].iter().all(|&seeds| seeds == 0) && self.seeds(state) > 0 {
            let state = self.turned(*state);
            return visit(Move::PASS, Child { state, gain: Score::ZERO, turn: Turn::Pass, quiet: true });
        }
        for pit in (0..self.n).filter(|&pit| state[pit] > 0) {
            let (mut pits, mut at) = (*state, pit);
            pits[pit] = 0;
            for _ in 0..state[pit] {
                at = (at + 1) % (2 * self.n);
                pits[at] += 1;
            }
            let mut gain = 0;
            if at >= self.n && pits[at] == 2 {
                gain = 2;
                pits[at] = 0;
            }
            let turn = match () {
                () if gain > 0 && self.over && pit + 1 == self.n => Turn::Over,
                () if self.again && at == 0 => Turn::Again,
                () => Turn::Pass,
            };
            let state = if turn == Turn::Again { pits } else { self.turned(pits) };
            visit(Move(pit as u32), Child { state, gain: Score(gain), turn, quiet: gain == 0 })?;
        }
        ControlFlow::Continue(())
    }

    fn settle(&self, state: &Pits) -> Ending {
        let left = self.seeds(state);
        if self.meaningless {
            let mixed = state.iter().fold(7u32, |mixed, &x| (mixed ^ u32::from(x)).wrapping_mul(0x9E37_79B1));
            let own = (mixed >> 16) % (left + 1);
            return Ending::paying(own, left - own, Reason::NO_MOVE);
        }
        Ending::paying(0, left, Reason::NO_MOVE)
    }

    fn seeds(&self, state: &Pits) -> u32 {
        state.iter().map(|&seeds| u32::from(seeds)).sum()
    }

    fn ceiling(&self, state: &Pits) -> Score {
        Score(self.seeds(state) as i16)
    }

    fn cut(&self, _: &Line<Pits>, _: &Pits) -> Option<Ending> {
        None
    }
}

impl Layered for Toy {
    fn layer(&self, state: &Pits) -> Layer {
        Layer { seeds: self.seeds(state) as u8, shape: 0 }
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.boards(layer.seeds).len() as u128
    }

    fn rank(&self, state: &Pits) -> u64 {
        self.wide_rank(state) as u64
    }

    fn unrank(&self, layer: Layer, index: u64) -> Pits {
        self.wide_unrank(layer, u128::from(index))
    }

    fn wide_rank(&self, state: &Pits) -> u128 {
        let boards = self.boards(self.layer(state).seeds);
        boards.iter().position(|board| board == state).expect("every board is listed") as u128
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> Pits {
        self.boards(layer.seeds)[index as usize]
    }
}

/// The layer of some seeds.
pub fn layer(seeds: u8) -> Layer {
    Layer { seeds, shape: 0 }
}

/// Layers 0 to `seeds`.
pub fn layers(seeds: u8) -> Vec<Layer> {
    (0..=seeds).map(layer).collect()
}

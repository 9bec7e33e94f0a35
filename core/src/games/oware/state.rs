//! The states of single-lap games: a board, and the stores only where the rules of a move ask for them.

use sowbase_solver::retrograde::{Method, Rows, Unmoves};
use sowbase_solver::{Layered, State, Turn};

use super::facts::Facts;
use super::lanes::Lanes;
use super::play::SingleLap;
use super::terms::SingleLapRules;
use crate::board::{Board, Row};

/// What the engine needs of a state.
pub trait Seat<R: Row>: State {
    /// The pits, the mover's first.
    fn board(&self) -> Board<R>;

    /// What the mover has in store, at most 127; 0 where states hold no stores.
    fn store(&self) -> u8;

    /// A state with stores of the mover and the other player, where it holds any.
    fn seat(board: Board<R>, stores: [u16; 2]) -> Self;

    /// The state after a move that left `board`, still seen by its mover, and brought him `gained` seeds.
    fn next(&self, board: Board<R>, gained: u8, turn: Turn) -> Self;

    /// See [`crate::games::Rulebook::methods`].
    #[expect(clippy::type_complexity, reason = "a list of methods of this very game")]
    fn methods<F: Facts, V: SingleLapRules>() -> Vec<Box<dyn Method<SingleLap<R, F, V, Self>>>>
    where
        R: Lanes,
        SingleLap<R, F, V, Self>: Layered,
    {
        Vec::new()
    }
}

impl<R: Row> Seat<R> for Board<R> {
    #[inline(always)]
    fn board(&self) -> Self {
        *self
    }
    #[inline(always)]
    fn store(&self) -> u8 {
        0
    }
    #[inline(always)]
    fn seat(board: Self, _: [u16; 2]) -> Self {
        board
    }
    #[inline(always)]
    fn next(&self, board: Self, _: u8, turn: Turn) -> Self {
        if turn == Turn::Again { board } else { board.flipped() }
    }
    fn methods<F: Facts, V: SingleLapRules>() -> Vec<Box<dyn Method<SingleLap<R, F, V, Self>>>>
    where
        R: Lanes,
    {
        vec![Box::new(Rows::default()), Box::new(Unmoves::default())]
    }
}

/// A board with stores, for rules under which a capture depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stocked<R> {
    board: Board<R>,
    /// The mover's store and the other player's, 127 standing for more too: no rule asks for so many.
    stores: [u8; 2],
}

impl<R: Row> Seat<R> for Stocked<R> {
    fn board(&self) -> Board<R> {
        self.board
    }
    fn store(&self) -> u8 {
        self.stores[0]
    }
    fn seat(board: Board<R>, stores: [u16; 2]) -> Self {
        Self { board, stores: stores.map(|store| store.min(127) as u8) }
    }
    fn next(&self, board: Board<R>, gained: u8, turn: Turn) -> Self {
        let [own, opposite] = [(self.stores[0] + gained).min(127), self.stores[1]];
        if turn == Turn::Again {
            Self { board, stores: [own, opposite] }
        } else {
            Self { board: board.flipped(), stores: [opposite, own] }
        }
    }
}

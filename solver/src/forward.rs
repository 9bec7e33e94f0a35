//! Games of two rows that never come back: a move either leaves the layer or raises the number of the mover's row.
//!
//! A state is the mover's row and the opposite row, numbered by rectangles: by the seeds of the opposite row, then by
//! its number, then by the number of the mover's row. What a move does splits in two: the mover's row alone says what
//! becomes of it and how many seeds reach the other side (a [`Stroke`]), the opposite row alone says what it makes of
//! them ([`Forward::meet`]). So a layer is solved in one pass in the order of its rows, from tables of rows, without
//! numbering a single board.

use crate::game::Layered;

/// A row, half a board, by its seeds and its number among the rows of as many seeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Half {
    /// Seeds in the row.
    pub seeds: u8,
    /// Its number.
    pub row: u32,
}

/// What a move does to the opposite row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reach {
    /// Seeds sown there.
    pub given: u8,
    /// The pit whose seeds are then taken, in the order of that row's owner.
    pub taken: Option<u8>,
}

impl Reach {
    /// The opposite row stays as it is.
    pub const NOTHING: Self = Self { given: 0, taken: None };
}

/// What a move does to the mover's row, whatever the opposite row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// The mover's row after it.
    pub own: Half,
    /// What it gains, beside the seeds taken from the opposite row.
    pub gain: u8,
    /// The same player moves again.
    pub again: bool,
    /// What it does to the opposite row.
    pub reach: Reach,
    /// Where the opposite row lets nothing be taken ([`Forward::meet`] says `None`), the move stays in the layer, hands
    /// over, and leaves the mover the row of as many seeds with this number.
    pub otherwise: Option<u32>,
}

/// An opposite row after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Met {
    /// The row.
    pub half: Half,
    /// Seeds taken from it, all of them gained.
    pub taken: u8,
}

/// A game of two rows whose layers have an order.
///
/// Laws, which tests check against [`crate::Game::children`] and [`Layered::rank`]:
/// the number of a state is that of rectangles as said above; a move that stays in its layer hands over, gains nothing,
/// leaves the opposite row as it is and raises the number of the mover's row; a state with an empty row has no move and
/// any other has one; a move that ends the game pays what its state would settle for.
pub trait Forward: Layered {
    /// Rows of so many seeds. `None` where the rules break a law above, or where there are too many rows.
    fn rows(&self, seeds: u8) -> Option<u32>;

    /// The moves of a mover's row, in any order.
    fn strokes(&self, half: Half, visit: impl FnMut(Stroke));

    /// The opposite row after a move that does `reach` to it; `None` where nothing can be taken and the move is quiet.
    /// Never `None` where `reach.taken` is.
    fn meet(&self, half: Half, reach: Reach) -> Option<Met>;
}

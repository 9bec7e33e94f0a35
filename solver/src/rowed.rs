//! The rung for single-lap games: a state is two rows, and a move splits into what each of them makes of it.
//!
//! The mover's row and the pit lifted give his new row, how many seeds the other side is *given* (one in each of its
//! first pits, again from the first after the last), and whether the last seed *lands* there. The opponent's row and
//! the seeds given tell the rest. So all that happens to one row of the mover, against every row of the opponent, is
//! one stretch of memory.

use crate::game::{Layered, Turn};

/// A move as the mover's row sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sowing<R> {
    /// The mover's row after it.
    pub row: R,
    /// Seeds given to the opponent's row.
    pub given: u8,
    /// True when the last seed falls in the opponent's row. Only then can it capture.
    pub lands: bool,
}

/// What a move that lands in the opponent's row does there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harvest<R> {
    /// It captures nothing.
    Quiet,
    /// It may not be played while there is a move of another kind. What a state without any such other move allows is
    /// asked of [`crate::Game::children`].
    Withheld,
    /// It captures.
    Taken {
        /// Seeds captured, at least one.
        seeds: u8,
        /// The opponent's row after it.
        left: R,
        /// Who moves next; [`Turn::Over`] when the game is over.
        turn: Turn,
        /// When the game is over: how often the mover's own seeds are added to what he captured.
        own: i8,
    },
}

/// States are an own row and an opposite row, and moves split.
///
/// The numbering of [`Layered`] must be that of rectangles: boards of a layer by the seeds in the opposite row, by the
/// number of that row, by the number of the own row. Rows of equal seeds are numbered so that giving seeds to two rows
/// keeps their order. A move that captures nothing passes the turn, gains nothing and stays in the layer; every other
/// move leaves it. There is one shape.
pub trait Rowed: Layered {
    /// A row of pits.
    type Row: Copy + Send + Sync + 'static;

    /// True when moves split under the rules in force, for all states of rows that are plain.
    fn splits(&self) -> bool;

    /// True when `other` has the same rows and the same moves, so that tables made for one serve the other.
    fn same_rows(&self, other: &Self) -> bool;

    /// Rows of `seeds` seeds.
    fn row_count(&self, seeds: u8) -> u64;

    /// The row with a number among those of `seeds` seeds.
    fn row(&self, seeds: u8, number: u32) -> Self::Row;

    /// The number of a row among those of as many seeds.
    fn row_number(&self, row: Self::Row) -> u32;

    /// True when the moves of a state with this own row split, whatever plain row lies opposite.
    fn plain_own(&self, row: Self::Row) -> bool;

    /// The same of the opposite row. The empty row must not be plain where feeding is a duty.
    fn plain_opposite(&self, row: Self::Row) -> bool;

    /// The most moves that a row can have.
    fn most_moves(&self) -> usize;

    /// Visits the moves of a plain own row.
    fn sowings(&self, own: Self::Row, visit: impl FnMut(Sowing<Self::Row>));

    /// A row after it was given seeds.
    fn given(&self, row: Self::Row, seeds: u8) -> Self::Row;

    /// What a move does that lands in a plain opposite row, which was given `seeds` seeds by it and is now `row`.
    fn harvest(&self, row: Self::Row, seeds: u8) -> Harvest<Self::Row>;

    /// Visits the states with plain rows from which a sowing leads here if it captures nothing: the mover's row, the
    /// opposite row, and the sowing's seeds given and whether it lands. `own` and `opposite` are those of the mover
    /// after the sowing, that is of the side that has just moved.
    fn unsow(&self, own: Self::Row, opposite: Self::Row, visit: impl FnMut(Self::Row, Self::Row, u8, bool));

    /// The state of two rows.
    fn state(&self, own: Self::Row, opposite: Self::Row) -> Self::State;
}

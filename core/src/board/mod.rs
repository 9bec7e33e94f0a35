//! Geometry and packing of boards; knows no rule and no solver.
//!
//! A row (or a circuit of four-row games) is one byte a pit in a machine word: [`Row`]. A [`Board`] is two rows, the
//! mover's and the opponent's. At most 127 seeds in all, so that a byte never overflows and its top bit stays free.

pub mod base;
pub mod key;
pub mod narrow;
pub mod rank;
mod row;
pub mod sow;

pub use narrow::Narrow;
pub use row::Row;

/// Seeds that a board may hold in all.
pub const MAX_SEEDS: u32 = 127;

/// Two rows seen by the side to move. Byte `i` of a row is its pit `i` in its owner's sowing order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board<R> {
    /// The mover's row.
    pub own: R,
    /// The other row.
    pub opposite: R,
}

impl<R: Row> Board<R> {
    /// The board as the other side sees it.
    #[inline(always)]
    pub fn flipped(self) -> Self {
        Self { own: self.opposite, opposite: self.own }
    }

    /// Seeds in both rows.
    #[inline(always)]
    pub fn seeds(self) -> u32 {
        self.own.seeds() + self.opposite.seeds()
    }

    /// A board from pits in sowing order, the mover's first.
    pub fn from_pits(own: &[u8], opposite: &[u8]) -> Self {
        Self { own: R::from_pits(own), opposite: R::from_pits(opposite) }
    }

    /// Pit `i` of the ring of 2 × `n` pits that starts at the mover's first.
    #[inline(always)]
    pub fn ring_pit(self, n: usize, i: usize) -> u8 {
        if i < n { self.own.pit(i) } else { self.opposite.pit(i - n) }
    }

    /// The board with pit `i` of the ring holding `seeds`.
    #[inline(always)]
    pub fn with_ring_pit(self, n: usize, i: usize, seeds: u8) -> Self {
        if i < n {
            Self { own: self.own.with(i, seeds), ..self }
        } else {
            Self { opposite: self.opposite.with(i - n, seeds), ..self }
        }
    }
}

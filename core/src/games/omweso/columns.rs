//! Columns: what a landing on an inner pit takes from the opponent. A set of columns is a bit at the lane of the mover's
//! inner pit, 8 to 15.

use std::sync::Arc;

/// The opponent's pits of every set of columns of a board.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    m: u32,
    pits: Arc<[u128; 256]>,
}

/// The bits of the lanes of inner pits.
const INNER: u32 = 0xff00;

impl Columns {
    /// The columns of a board of `m`.
    pub(super) fn new(m: usize) -> Self {
        let pits = std::array::from_fn(|set| {
            let columns = (0..m).filter(|column| set >> column & 1 == 1);
            // Opposite the outer lane of a column lies the inner lane counted from the other end.
            columns.fold(0, |pits, column| pits | 0xff << (8 * column) | 0xff << (8 * (8 + m - 1 - column)))
        });
        Self { m: m as u32, pits: Arc::new(pits) }
    }

    /// The opponent's circuit without the pits of a set of columns.
    #[inline(always)]
    pub(super) fn rob(&self, circuit: u128, set: u32) -> u128 {
        circuit & !self.pits[(set >> 8 & 0xff) as usize]
    }

    /// The columns whose two pits both hold seeds, and the seeds of every column, a byte each.
    #[inline(always)]
    pub(super) fn full(&self, opposite: u128) -> (u32, u64) {
        let outer = opposite as u64;
        let inner = ((opposite >> 64) as u64).swap_bytes() >> (8 * (8 - self.m));
        let both = top_bits(outer) & top_bits(inner);
        // One bit a byte, gathered in the top byte.
        let set = ((both >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u32;
        (set << 8, outer + inner)
    }

    /// The two end columns.
    #[inline(always)]
    pub(super) fn ends(&self) -> u32 {
        1 << 8 | 1 << (7 + self.m)
    }
}

/// The top bit of each byte that is not 0.
#[inline(always)]
fn top_bits(row: u64) -> u64 {
    (row + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080
}

/// True when a landing at a lane would capture: outer pits are in no set.
#[inline(always)]
pub(super) fn has(set: u32, lane: u32) -> bool {
    set >> lane & 1 == 1
}

/// How many columns a set has.
pub(super) fn count(set: u32) -> u32 {
    (set & INNER).count_ones()
}

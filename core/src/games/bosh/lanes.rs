//! The hot form of the ring: six bits a hole in one word, up to 10 holes and 63 stones.
//!
//! A lap is one table read and one wide add, and the five turns of a board are played side by side: a turn that has
//! stopped lifts nothing, so further laps leave it as it is, and the only branch is "are all of them through?".

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::endless::Kept;
use super::marks::Marks;
use super::packed::Packed;
use super::ring::Kernel;
use super::state::Shape;

/// Bits of a hole.
pub(super) const BITS: usize = 6;
/// Most stones of a hole, and of a ring in the hot form.
pub(super) const FULL: u64 = 63;
/// Laps that the turns of a board are played side by side; a turn that goes on is then looked at alone.
const TOGETHER: u32 = 64;
/// Most holes of a ring.
const PITS: usize = 2 * Packed::ROW;

/// Six bits a hole, at most 63 stones in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lanes(pub(super) u64);

/// The next hole to be lifted: its row in the table from bit 12 on, and in the low six bits how far its lane is up.
type Cursor = u16;

const fn cursor(pit: usize) -> Cursor {
    ((pit << 12) | (BITS * pit)) as Cursor
}

/// Every lap of a ring of some holes, by hole and hand.
#[derive(Debug)]
struct Table {
    /// What to add to the ring: stones sown less the hand, as one wide number.
    add: [u64; 1024],
    /// The hole after the last stone.
    next: [Cursor; 1024],
}

/// Every lap of every ring.
#[derive(Debug)]
pub struct LaneLaps {
    /// By holes of the ring, from 2 on.
    tables: Box<[Table; PITS - 1]>,
    /// Points of circles, by holes of the ring; made when a turn of such a ring first proves endless.
    marks: [OnceLock<Marks>; PITS - 1],
    skip_origin: bool,
}

impl Table {
    fn new(pits: usize, skip_origin: bool) -> Self {
        let mut table = Self { add: [0; 1024], next: [0; 1024] };
        for origin in 0..pits {
            let (mut sown, mut last) = (0u64, origin);
            table.next[origin << 6] = cursor(origin);
            for hand in 1..=FULL as usize {
                last = (last + 1) % pits;
                if skip_origin && last == origin {
                    last = (last + 1) % pits;
                }
                // A lane overflows only for hands that no board of 63 stones has.
                sown = sown.wrapping_add(1 << (BITS * last));
                let at = origin << 6 | hand;
                table.add[at] = sown.wrapping_sub((hand as u64) << (BITS * origin));
                table.next[at] = cursor((last + 1) % pits);
            }
        }
        table
    }
}

impl LaneLaps {
    /// For rings of 2 holes and more.
    pub(super) fn new(skip_origin: bool) -> Self {
        let tables = Box::new(std::array::from_fn(|i| Table::new(i + 2, skip_origin)));
        Self { tables, marks: std::array::from_fn(|_| OnceLock::new()), skip_origin }
    }

    /// Plays a turn that has gone on for long to its end; `None` when it never stops.
    #[cold]
    #[inline(never)]
    fn long(&self, pits: usize, mut turn: Turn) -> Option<Turn> {
        let table = &self.tables[pits - 2];
        let marks = &self.marks[pits - 2];
        let mut kept = Kept::new(turn, u64::from(TOGETHER), self.skip_origin);
        loop {
            turn.lap(table);
            if turn.stopped() {
                return Some(turn);
            }
            let ring = turn.turned(pits);
            if Marks::is_point(ring) && marks.get().is_some_and(|marks| marks.holds(ring)) {
                return None;
            }
            if kept.comes_back(&turn) {
                break;
            }
        }
        // A circle unless the lap limit spoke: mark its points, so that whoever comes to it next stops there.
        if kept.is(&turn) {
            let marks = marks.get_or_init(Marks::new);
            let first = turn;
            loop {
                let ring = turn.turned(pits);
                if Marks::is_point(ring) {
                    marks.add(ring);
                }
                turn.lap(table);
                if turn == first {
                    break;
                }
            }
        }
        None
    }
}

/// A turn that goes on from a hole.
#[derive(Clone, Copy, PartialEq)]
struct Turn {
    ring: u64,
    at: Cursor,
}

impl Turn {
    #[inline(always)]
    fn hand(self) -> usize {
        (self.ring >> (self.at & 63) & FULL) as usize
    }

    #[inline(always)]
    fn stopped(self) -> bool {
        self.hand() == 0
    }

    /// Plays one lap. An empty hole adds nothing and stays the hole to be lifted: a turn that has stopped is not
    /// changed.
    #[inline(always)]
    fn lap(&mut self, table: &Table) {
        let row = usize::from(self.at >> BITS);
        let at = row | self.hand();
        self.ring = self.ring.wrapping_add(table.add[at]);
        self.at = table.next[at];
    }

    /// The ring with the hole to be lifted first: the whole state of a turn, for it does not know whose it is.
    #[inline(always)]
    fn turned(self, pits: usize) -> u64 {
        let (bits, up) = (BITS * pits, usize::from(self.at & 63));
        (self.ring >> up | self.ring << (bits - up)) & ((1 << bits) - 1)
    }
}

/// The lowest bit of each lane of the mover's holes.
const ONES: u64 = 0x0104_1041;

impl Lanes {
    /// The top bit of each of the first `own` lanes that hold a stone.
    #[inline(always)]
    fn occupied(self, own: usize) -> u64 {
        let low = self.0 & (ONES * 31);
        ((low + ONES * 31) | self.0) & (ONES << 5) & ((1 << (BITS * own)) - 1)
    }
}

impl Kernel for Lanes {
    type Laps = LaneLaps;

    #[inline(always)]
    fn pit(self, pit: usize) -> u8 {
        (self.0 >> (BITS * pit) & FULL) as u8
    }

    #[inline(always)]
    fn without(self, pit: usize) -> Self {
        Self(self.0 & !(FULL << (BITS * pit)))
    }

    #[inline(always)]
    fn flipped(self, own: usize, pits: usize) -> Self {
        let ring = (1u64 << (BITS * pits)) - 1;
        Self(self.0 >> (BITS * own) | self.0 << (BITS * (pits - own)) & ring)
    }

    #[inline(always)]
    fn turns<B>(
        self,
        laps: &LaneLaps,
        shape: Shape,
        mut visit: impl FnMut(usize, Option<(Self, usize)>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let table = &laps.tables[shape.pits() - 2];
        let own = shape.own();
        let mut turns: [Turn; Packed::ROW] = std::array::from_fn(|pit| {
            let ring = if pit < own { self.0 } else { 0 };
            Turn { ring, at: cursor(pit) }
        });
        let mut laps_left = TOGETHER / 2;
        loop {
            let mut live = 0;
            for turn in &mut turns {
                turn.lap(table);
                live |= turn.hand();
                turn.lap(table);
            }
            laps_left -= 1;
            if live == 0 || laps_left == 0 {
                break;
            }
        }
        let mut lifted = self.occupied(own);
        while lifted != 0 {
            let pit = lifted.trailing_zeros() as usize / BITS;
            lifted &= lifted - 1;
            let turn = turns[pit];
            let end = if turn.stopped() { Some(turn) } else { laps.long(shape.pits(), turn) };
            visit(pit, end.map(|turn| (Self(turn.ring), usize::from(turn.at >> 12))))?;
        }
        ControlFlow::Continue(())
    }
}

//! What is known of a state while its layer is solved: two bytes of open ends or of a result.
//!
//! | bits | open | settled |
//! | --- | --- | --- |
//! | 0–7 | best of the moves that leave the layer, a signed byte, −128 for none | the value |
//! | 8–12 | quiet moves whose child is not settled for its mover | the same, left as it was |
//! | 14 | – | its parents are still to be told |
//! | 15 | 0 | 1 |
//!
//! Scores need one such cell: a state is settled for one side only. Bounds need two, for what the mover can force (`lo`)
//! and what he can be held to (`hi`) come to rest apart.

use crate::mem::prefetch;

/// See the table above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot(pub u16);

/// The most quiet moves a state may have.
pub(super) const MOST_QUIET: u16 = 31;

/// No move leaves the layer.
pub(super) const NONE: i8 = i8::MIN;

const SETTLED: u16 = 1 << 15;
const FRESH: u16 = 1 << 14;
const QUIET: u16 = MOST_QUIET << 8;

impl Slot {
    #[inline(always)]
    pub(super) fn open(best: i8, quiet: u16) -> Self {
        Self(u16::from(best as u8) | quiet << 8)
    }
    #[inline(always)]
    pub(super) fn number(self) -> i8 {
        self.0 as u8 as i8
    }
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.0 < SETTLED
    }
    #[inline(always)]
    pub(super) fn is_fresh(self) -> bool {
        self.0 & FRESH != 0
    }
    #[inline(always)]
    pub(super) fn has_quiet(self) -> bool {
        self.0 & QUIET != 0
    }
    #[inline(always)]
    pub(super) fn settled(value: i8) -> Self {
        Self(u16::from(value as u8) | SETTLED | FRESH)
    }
    #[inline(always)]
    pub(super) fn told(self) -> Self {
        Self(self.0 & !FRESH)
    }
    #[inline(always)]
    pub(super) fn one_less(self) -> Self {
        Self(self.0 - (1 << 8))
    }
}

/// The cells of a block of states that one party owns. Offsets are within the block.
///
/// At threshold `t` a state is *up* when its mover forces at least `t`, and *down* when he can be held to at most `−t`.
pub(super) trait Cells {
    /// States.
    fn len(&self) -> usize;
    /// Notes what the moves say that leave the layer (`best` for what the mover forces and for what he is held to) and
    /// how many quiet ones there are.
    fn fill(&mut self, at: usize, best: [i8; 2], quiet: u16);
    /// Calls `found` with offset and direction (true: up) of the states that need no quiet child to settle at `t`, and
    /// settles them.
    fn seed(&mut self, t: i8, found: impl FnMut(usize, bool));
    /// Asks for the memory of a state that will be told something soon.
    fn prefetch(&self, at: usize);
    /// A quiet child is down: the state goes up, unless it was. True when it does.
    fn child_down(&mut self, at: usize, t: i8) -> bool;
    /// A quiet child is up: true when the state goes down by it.
    fn child_up(&mut self, at: usize, t: i8) -> bool;
    /// Forgets that the parents are to be told.
    fn told(&mut self, at: usize, up: bool);
    /// Calls `found` with the states whose parents are to be told.
    fn fresh(&self, found: impl FnMut(usize, bool));
}

/// Cells for scores: thresholds from the highest to 1.
pub(super) struct Single<'a>(pub &'a mut [u16]);

impl Cells for Single<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn fill(&mut self, at: usize, [best, _]: [i8; 2], quiet: u16) {
        self.0[at] = Slot::open(best, quiet).0;
    }

    fn seed(&mut self, t: i8, mut found: impl FnMut(usize, bool)) {
        // Bits that matter: settled or not and the best; quiet moves only where the best is bad.
        let (up, down) = (Slot::open(t, 0).0, Slot::open(-t, 0).0);
        for (at, slot) in self.0.iter_mut().enumerate() {
            if *slot & !QUIET == up {
                *slot = Slot::settled(t).0;
                found(at, true);
            } else if *slot == down {
                *slot = Slot::settled(-t).0;
                found(at, false);
            }
        }
    }

    #[inline(always)]
    fn prefetch(&self, at: usize) {
        prefetch(self.0, at);
    }

    #[inline(always)]
    fn child_down(&mut self, at: usize, t: i8) -> bool {
        let open = Slot(self.0[at]).is_open();
        if open {
            self.0[at] = Slot::settled(t).0;
        }
        open
    }

    #[inline(always)]
    fn child_up(&mut self, at: usize, t: i8) -> bool {
        let slot = Slot(self.0[at]);
        if !slot.is_open() {
            return false;
        }
        let less = slot.one_less();
        let down = !less.has_quiet() && less.number() <= -t;
        self.0[at] = if down { Slot::settled(-t).0 } else { less.0 };
        down
    }

    #[inline(always)]
    fn told(&mut self, at: usize, _: bool) {
        self.0[at] = Slot(self.0[at]).told().0;
    }

    fn fresh(&self, mut found: impl FnMut(usize, bool)) {
        for (at, slot) in self.0.iter().map(|&slot| Slot(slot)).enumerate() {
            if slot.is_fresh() {
                found(at, slot.number() > 0);
            }
        }
    }
}

/// Cells for bounds: thresholds from the highest to one above the lowest. `lo` settles when the state goes up, `hi` when
/// it goes down; the quiet moves are counted in `hi`.
pub(super) struct Double<'a> {
    pub lo: &'a mut [u16],
    pub hi: &'a mut [u16],
}

impl Cells for Double<'_> {
    fn len(&self) -> usize {
        self.lo.len()
    }

    #[inline]
    fn fill(&mut self, at: usize, [lo, hi]: [i8; 2], quiet: u16) {
        self.lo[at] = Slot::open(lo, 0).0;
        self.hi[at] = Slot::open(hi, quiet).0;
    }

    fn seed(&mut self, t: i8, mut found: impl FnMut(usize, bool)) {
        let (up, down) = (Slot::open(t, 0).0, Slot::open(-t, 0).0);
        for (at, (lo, hi)) in self.lo.iter_mut().zip(self.hi.iter_mut()).enumerate() {
            if *lo == up {
                *lo = Slot::settled(t).0;
                found(at, true);
            }
            if *hi == down {
                *hi = Slot::settled(-t).0;
                found(at, false);
            }
        }
    }

    #[inline(always)]
    fn prefetch(&self, at: usize) {
        prefetch(self.lo, at);
        prefetch(self.hi, at);
    }

    #[inline(always)]
    fn child_down(&mut self, at: usize, t: i8) -> bool {
        let open = Slot(self.lo[at]).is_open();
        if open {
            self.lo[at] = Slot::settled(t).0;
        }
        open
    }

    #[inline(always)]
    fn child_up(&mut self, at: usize, t: i8) -> bool {
        let slot = Slot(self.hi[at]);
        debug_assert!(slot.is_open(), "a state goes down after all its quiet children are up");
        let less = slot.one_less();
        let down = !less.has_quiet() && less.number() <= -t;
        self.hi[at] = if down { Slot::settled(-t).0 } else { less.0 };
        down
    }

    #[inline(always)]
    fn told(&mut self, at: usize, up: bool) {
        let slot = if up { &mut self.lo[at] } else { &mut self.hi[at] };
        *slot = Slot(*slot).told().0;
    }

    fn fresh(&self, mut found: impl FnMut(usize, bool)) {
        for (at, (&lo, &hi)) in self.lo.iter().zip(self.hi.iter()).enumerate() {
            if Slot(lo).is_fresh() {
                found(at, true);
            }
            if Slot(hi).is_fresh() {
                found(at, false);
            }
        }
    }
}

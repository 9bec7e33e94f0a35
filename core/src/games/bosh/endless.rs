//! Turns that never stop, found exactly.
//!
//! A lap is injective where the origin is not skipped: from the hole now to be lifted one can tell the hole lifted
//! before it (the last one, counted up to the hole before this, that holds the least) and its stones. So a turn that
//! never stops is a pure cycle, and any state of it comes back: one state is kept and compared after each lap. Where
//! the origin is skipped two laps may end in the same state; there the state kept moves on by powers of two (Brent).
//!
//! A lap limit stays for cycles too long to wait for (rules.md 12), on boards far larger than the standard one.

/// A turn that has not stopped in so many laps never stops. Turns that do stop have at most some hundred laps.
pub(super) const LAP_LIMIT: u64 = 10_000_000;

/// A turn that is being played.
pub(super) trait LongTurn: Copy + PartialEq {
    /// The hole to be lifted is empty.
    fn stopped(&self) -> bool;
    /// Plays one lap.
    fn lap(&mut self);
}

/// The state of a turn that is compared with those after it.
#[derive(Clone, Copy)]
pub(super) struct Kept<T> {
    state: T,
    laps: u64,
    /// When the state kept moves on; never where laps are injective.
    next: u64,
}

impl<T: Copy + PartialEq> Kept<T> {
    /// Keeps a state that is reached after `laps` laps.
    pub(super) fn new(state: T, laps: u64, skip_origin: bool) -> Self {
        Self { state, laps, next: if skip_origin { laps + 64 } else { u64::MAX } }
    }

    /// Looks at the state after one more lap: true when the turn is known to go on for ever.
    #[inline(always)]
    pub(super) fn comes_back(&mut self, turn: &T) -> bool {
        self.laps += 1;
        if *turn == self.state || self.laps >= LAP_LIMIT {
            return true;
        }
        if self.laps == self.next {
            self.state = *turn;
            self.next *= 2;
        }
        false
    }

    /// True when a state is the one kept.
    pub(super) fn is(&self, turn: &T) -> bool {
        *turn == self.state
    }
}

/// Plays a turn to its last lap; `None` when it never stops.
pub(super) fn walk<T: LongTurn>(mut turn: T, skip_origin: bool) -> Option<T> {
    let mut kept = Kept::new(turn, 0, skip_origin);
    while !turn.stopped() {
        turn.lap();
        if !turn.stopped() && kept.comes_back(&turn) {
            return None;
        }
    }
    Some(turn)
}

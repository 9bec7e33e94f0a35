//! Turns that never stop, found exactly.
//!
//! A lap is injective where the origin is not skipped: from the hole now to be lifted one can tell the hole lifted
//! before it (the last one, counted up to the hole before this, that holds the least) and its stones. So a turn that
//! never stops is a pure cycle, and any state of it comes back: one state is kept and compared after each lap. Where
//! the origin is skipped two laps may end in the same state; there the state kept moves on by powers of two (Brent).

/// A turn that is being played.
pub(super) trait LongTurn: Copy + PartialEq {
    /// The hole to be lifted is empty.
    fn stopped(&self) -> bool;
    /// Plays one lap.
    fn lap(&mut self);
}

/// Plays a turn to its last lap; `None` when it never stops. `skip_origin`: the state kept must move on.
pub(super) fn walk<T: LongTurn>(mut turn: T, skip_origin: bool) -> Option<T> {
    let mut kept = turn;
    let (mut laps, mut next) = (0u64, 64u64);
    while !turn.stopped() {
        turn.lap();
        if turn == kept {
            return None;
        }
        laps += 1;
        if skip_origin && laps == next {
            kept = turn;
            next *= 2;
        }
    }
    Some(turn)
}

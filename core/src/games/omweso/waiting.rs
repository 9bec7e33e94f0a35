//! Turns that wait at a choice point, and where a stretch of laps without capture began.

use super::laps::{Hand, hand};

/// The signs chosen at the choice points of a turn; nobody writes them down unless the turn's text is wanted.
pub(super) trait Signs: Clone + Default {
    /// Takes down the sign of a choice.
    fn chosen(&mut self, sign: char);
}

impl Signs for () {
    #[inline(always)]
    fn chosen(&mut self, _: char) {}
}

impl Signs for String {
    fn chosen(&mut self, sign: char) {
        self.push(sign);
    }
}

/// What a waiting turn remembers of a capture that was declined: the stretch goes on from there. Nothing where captures
/// are mandatory; a waiting turn is then a reverse lap that captures, and begins a new stretch.
pub(super) trait Declined: Copy {
    const MAY: bool;
    fn none() -> Self;
    fn some(stretch: Stretch) -> Self;
    fn get(self) -> Option<Stretch>;
}

impl Declined for () {
    const MAY: bool = false;
    #[inline(always)]
    fn none() -> Self {}
    #[inline(always)]
    fn some(_: Stretch) -> Self {}
    #[inline(always)]
    fn get(self) -> Option<Stretch> {
        None
    }
}

impl Declined for Option<Stretch> {
    const MAY: bool = true;
    fn none() -> Self {
        None
    }
    fn some(stretch: Stretch) -> Self {
        Some(stretch)
    }
    fn get(self) -> Self {
        self
    }
}

/// A turn at the moment when the last seed of a lap has fallen.
#[derive(Clone, Debug)]
pub(super) struct Landing<D, N> {
    pub(super) circuit: u128,
    /// The columns that can still be captured; above them the lanes from which a relay may run clockwise.
    pub(super) full: u32,
    pub(super) laps: u32,
    /// Where the lap started, and where its last seed fell.
    pub(super) start: u32,
    pub(super) last: u32,
    pub(super) reversed: bool,
    pub(super) declined: D,
    pub(super) signs: N,
}

/// Where a stretch of laps without capture began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// The circuit, with the hand in its pit if it was lifted there, without it if it was captured.
    pub(super) circuit: u128,
    /// The pit and the hand; none when that beginning cannot come back.
    pub(super) hand: Hand,
    /// The lap at which the first relay becomes the origin, or the lap limit.
    pub(super) alarm: u32,
    /// True when the origin is a relay, where a last seed has fallen.
    pub(super) landed: bool,
}

/// A stretch of laps without capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) origin: Origin,
    /// The lane of the last capture of the turn: the stretch follows it.
    pub(super) captured_at: u32,
}

impl Origin {
    /// True when a landing of `seeds` is where the stretch began. The seeds on the circuit tell the two forms apart.
    #[inline(always)]
    pub(super) fn comes_back(&self, circuit: u128, last: u32, seeds: u32) -> bool {
        let lifted = || circuit - (u128::from(seeds) << (8 * last));
        hand(last, seeds) == self.hand && (circuit == self.circuit || lifted() == self.circuit)
    }
}

impl<D: Declined, N: Signs> Landing<D, N> {
    /// The end of the first lap.
    #[inline(always)]
    pub(super) fn first(circuit: u128, full: u32, start: u32, last: u32) -> Self {
        let signs = N::default();
        Self { circuit, full, laps: 1, start, last, reversed: false, declined: D::none(), signs }
    }
}

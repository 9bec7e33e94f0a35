//! The general form of the ring: a byte a hole, up to 32 holes and 127 stones.

use std::ops::ControlFlow;

use super::endless::{LongTurn, walk};
use super::ring::{Kernel, Ring};
use super::rules::BoshRules;
use super::state::Shape;

/// Most holes of a ring.
const PITS: usize = 32;

/// A byte a hole; holes beyond the ring hold 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide(pub [u8; PITS]);

impl Wide {
    /// No stones.
    pub const EMPTY: Self = Self([0; PITS]);

    /// The ring of some holes.
    pub fn from_pits(pits: impl Iterator<Item = u8>) -> Self {
        let mut ring = Self::EMPTY;
        ring.0.iter_mut().zip(pits).for_each(|(hole, seeds)| *hole = seeds);
        ring
    }
}

/// One lap: all stones of `pit`, one to each hole after it. Returns the hole after the last stone.
#[inline]
fn lap(ring: &mut Wide, pit: usize, pits: usize, skip_origin: bool) -> usize {
    let hand = usize::from(std::mem::take(&mut ring.0[pit]));
    // A round of the hand gives one to each hole that is sown.
    let sown = if skip_origin { pits - 1 } else { pits };
    let (rounds, rest) = (hand / sown, hand % sown);
    if rounds > 0 {
        let own = ring.0[pit];
        ring.0[..pits].iter_mut().for_each(|hole| *hole += rounds as u8);
        if skip_origin {
            ring.0[pit] = own;
        }
    }
    for i in 1..=rest {
        ring.0[(pit + i) % pits] += 1;
    }
    match (rest, skip_origin) {
        // The last stone of a full round without the origin falls in the hole before it.
        (0, true) => pit,
        _ => (pit + rest + 1) % pits,
    }
}

/// A turn that goes on from a hole.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    ring: Wide,
    pit: usize,
    pits: usize,
    skip_origin: bool,
}

impl LongTurn for Turn {
    fn stopped(&self) -> bool {
        self.ring.0[self.pit] == 0
    }
    fn lap(&mut self) {
        self.pit = lap(&mut self.ring, self.pit, self.pits, self.skip_origin);
    }
}

/// What the general form needs to know of the rules.
#[derive(Clone, Copy, Debug)]
pub struct WideLaps {
    /// The hole lifted gets no stone.
    pub skip_origin: bool,
}

impl WideLaps {
    /// For a rule set.
    pub fn new(rules: &BoshRules) -> Self {
        Self { skip_origin: rules.skip_origin }
    }
}

impl Kernel for Wide {
    type Laps = WideLaps;

    #[inline(always)]
    fn pit(self, pit: usize) -> u8 {
        self.0[pit]
    }

    #[inline(always)]
    fn without(mut self, pit: usize) -> Self {
        self.0[pit] = 0;
        self
    }

    fn flipped(mut self, own: usize, pits: usize) -> Self {
        self.0[..pits].rotate_left(own);
        self
    }

    fn turns<B>(
        self,
        laps: &WideLaps,
        shape: Shape,
        mut visit: impl FnMut(usize, Option<(Self, usize)>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for pit in 0..shape.own() {
            if self.0[pit] > 0 {
                let turn = Turn { ring: self, pit, pits: shape.pits(), skip_origin: laps.skip_origin };
                visit(pit, walk(turn, laps.skip_origin).map(|turn| (turn.ring, turn.pit)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Ring for Wide {
    type Fast = Self;

    fn from_wide(wide: Self) -> Self {
        wide
    }
    fn to_wide(self) -> Self {
        self
    }
    #[inline(always)]
    fn fast(self, _: u8) -> Option<Self> {
        Some(self)
    }
    #[inline(always)]
    fn from_fast(fast: Self) -> Self {
        fast
    }
    fn laps(rules: &BoshRules) -> WideLaps {
        WideLaps::new(rules)
    }
}

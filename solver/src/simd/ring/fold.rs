//! The best of the moves of a block.
//!
//! A block is a ring with all frames of it that are stored together: in frame `f` the mover's row begins at pit `f`. Where
//! the two rows have different numbers of pits there are two orientations, and their states come one after the other. A
//! layer being solved holds, for each block, first the lower bounds of its states and then the upper ones.

use super::{FULL, PITS};

/// Places of a [`Best`] that belong to one kind of bound and one orientation.
const SLOT: usize = 16;
/// The slots of lower bounds.
pub(super) const LOWER: u64 = 0xffff_ffff;

/// The best so far of each state of a block: lower bounds of the two orientations, then upper bounds; 16 places each, one
/// a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Best(pub [i8; 4 * SLOT]);

impl Best {
    /// No move yet.
    pub const NONE: i8 = i8::MIN;
    /// No move in any state.
    pub const EMPTY: Self = Self([Self::NONE; 4 * SLOT]);

    /// The lower bounds of an orientation.
    #[inline(always)]
    pub fn lower(&mut self, orientation: usize) -> &mut [i8] {
        &mut self.0[SLOT * orientation..][..SLOT]
    }

    /// The upper bounds of an orientation.
    #[inline(always)]
    pub fn upper(&mut self, orientation: usize) -> &mut [i8] {
        &mut self.0[SLOT * (2 + orientation)..][..SLOT]
    }

    /// The set of places of a lower and the upper bound of a frame.
    pub fn places(orientation: usize, frame: usize) -> u64 {
        1 << (SLOT * orientation + frame) | 1 << (SLOT * (2 + orientation) + frame)
    }
}

/// What the moves of some blocks bring.
#[derive(Debug)]
pub struct Moves<'a> {
    /// The best of each block.
    pub best: &'a mut [Best],
    /// By block: the sets of frames of the moves that capture nothing, one bit each.
    pub quiet: &'a mut [u64],
}

/// Where a best takes its values from.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Pattern(pub(super) [u8; 4 * SLOT]);

/// How values of one block lie to the states of another, for rings of one size.
#[derive(Debug)]
pub struct Fold {
    /// Numbers of orientations.
    pub(super) orientations: usize,
    /// By states of a stretch and first pit: which byte of a block of this layer each place takes.
    pub(super) inside: Box<[Pattern]>,
    /// The same for a plane of a lower layer.
    pub(super) below: Box<[Pattern]>,
    /// The same: which places have a value there.
    pub(super) there: Box<[u64]>,
}

/// Entries for each length of a stretch.
const EACH: usize = 16;

/// The entry of a stretch.
#[inline(always)]
pub(super) fn entry(states: usize, first: usize) -> usize {
    states * EACH + first
}

impl Fold {
    /// For rows of `open` pits, those of the mover in the first orientation first.
    ///
    /// # Panics
    /// For rings that do not fit a word.
    pub fn new(open: [usize; 2]) -> Self {
        let pits = open[0] + open[1];
        assert!(pits <= PITS, "{pits} pits");
        let orientations = if open[0] == open[1] { 1 } else { 2 };
        let zeros = || vec![Pattern([0; 4 * SLOT]); (PITS + 1) * EACH].into_boxed_slice();
        let mut fold =
            Self { orientations, inside: zeros(), below: zeros(), there: vec![0; (PITS + 1) * EACH].into() };
        for states in 1..=pits {
            for first in 0..pits {
                for (orientation, own) in open.into_iter().enumerate().take(orientations) {
                    // The opponent's row begins after the mover's.
                    let other = orientations - 1 - orientation;
                    for frame in 0..pits {
                        let there = (frame + own + pits - first) % pits;
                        if there < states {
                            let at = other * states + there;
                            fold.set(
                                entry(states, first),
                                orientation,
                                frame,
                                at,
                                at + orientations * states,
                            );
                        }
                    }
                }
            }
        }
        fold
    }

    /// The value at `lower` and `upper` is that of the opponent: it bounds the mover's from the other side.
    fn set(&mut self, entry: usize, orientation: usize, frame: usize, lower: usize, upper: usize) {
        let (low, high) = (SLOT * orientation + frame, SLOT * (2 + orientation) + frame);
        self.inside[entry].0[low] = upper as u8;
        self.inside[entry].0[high] = lower as u8;
        self.below[entry].0[low] = lower as u8;
        self.below[entry].0[high] = lower as u8;
        self.there[entry] |= Best::places(orientation, frame);
    }

    /// True when some of the wanted places have their values in a stretch of so many states, whose first pit is that one.
    #[inline]
    pub fn wants(&self, states: usize, first: usize, wanted: u64) -> bool {
        self.there[entry(states, first)] & wanted != 0
    }

    /// Orientations of a block: one where the rows are equal.
    pub fn orientations(&self) -> usize {
        self.orientations
    }
}

/// The values of a lower layer.
#[derive(Clone, Copy, Debug)]
pub enum Below<'a> {
    /// One value a state.
    Exact(&'a [i8]),
    /// Lower and upper bounds.
    Bounds([&'a [i8]; 2]),
}

impl<'a> Below<'a> {
    /// The planes that are read.
    #[inline(always)]
    pub(super) fn planes(&self) -> impl Iterator<Item = &'a [i8]> {
        let (one, two) = match *self {
            Self::Exact(plane) => (plane, None),
            Self::Bounds([lower, upper]) => (lower, Some(upper)),
        };
        std::iter::once(one).chain(two)
    }
}

/// Where values are looked up.
#[derive(Debug)]
pub struct Sources<'a> {
    /// The layer being solved: block by block, lower bounds and then upper ones.
    pub layer: &'a [i8],
    /// By seeds captured, the lower layers; the first is not used.
    pub below: &'a [Below<'a>],
}

const _: () = assert!(FULL < 127 && 2 * PITS * 2 <= 4 * SLOT, "a byte holds a value, a vector a block");

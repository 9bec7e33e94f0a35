//! Rings of pits in one word, many at a time: relays, numbers by the fullest pit, and the best of many moves.
//!
//! A ring has 2 to 10 pits of six bits, at most 63 seeds in all, and is kept turned so that the pit of interest is in the
//! lowest bits. A *lap* lifts that pit, sows one seed in each pit after it (the pit itself not left out), and turns the
//! ring to the pit after the last seed; a relay stops when that pit is empty. Work goes through in batches of a few
//! hundred rings, each with a [`Tag`] that says what it is for.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod fold;
mod laps;
mod place;
mod portable;

#[cfg(test)]
mod tests;

pub use fold::{Below, Best, Fold, Moves, Sources};
pub use laps::Laps;
pub use place::{Items, Numbers};

/// Bits of a pit.
pub const BITS: usize = 6;
/// Most seeds of a pit, and of a ring.
pub const FULL: u64 = 63;
/// Most pits of a ring.
pub const PITS: usize = 10;
/// Most rings of a batch.
pub const MOST: usize = 1024;
/// Vectors are written whole: what lies behind the last ring may be overwritten.
const SLACK: usize = 32;

/// What a ring of a batch is for, in 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tag(pub u64);

impl Tag {
    /// How far the ring is turned, in bits; which frames the move is for; which block wants it; what was captured.
    pub fn new(turned: usize, frames: usize, block: usize, captured: u64) -> Self {
        Self(turned as u64 | (frames as u64) << 16 | (block as u64) << 32 | captured << 48)
    }

    /// How far the ring is turned, in bits, as often round as it may be.
    #[inline(always)]
    pub fn turned(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    /// The set of frames, as an index into a table of the caller's.
    #[inline(always)]
    pub fn frames(self) -> usize {
        (self.0 >> 16 & 0xffff) as usize
    }

    /// The block that wants the value.
    #[inline(always)]
    pub fn block(self) -> usize {
        (self.0 >> 32 & 0xffff) as usize
    }

    /// Seeds captured.
    #[inline(always)]
    pub fn captured(self) -> u64 {
        self.0 >> 48
    }

    /// The same with another turning.
    #[inline(always)]
    pub fn turned_to(self, turned: usize) -> Self {
        Self(self.0 & !0xffff | turned as u64)
    }
}

/// Rings, each with its tag.
#[derive(Clone, Debug)]
pub struct Batch {
    rings: Box<[u64]>,
    tags: Box<[u64]>,
    len: usize,
}

impl Default for Batch {
    fn default() -> Self {
        let zeros = || vec![0; MOST + SLACK].into_boxed_slice();
        Self { rings: zeros(), tags: zeros(), len: 0 }
    }
}

impl Batch {
    /// Rings in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True when there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a ring.
    ///
    /// # Panics
    /// When there are [`MOST`] already.
    #[inline(always)]
    pub fn push(&mut self, ring: u64, tag: Tag) {
        assert!(self.len < MOST, "a batch holds at most {MOST} rings");
        self.rings[self.len] = ring;
        self.tags[self.len] = tag.0;
        self.len += 1;
    }

    /// The rings with their tags.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Tag)> {
        self.rings[..self.len].iter().copied().zip(self.tags[..self.len].iter().copied().map(Tag))
    }
}

/// Which instructions the functions of this module use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    wide: bool,
}

impl Path {
    /// The fastest that this machine has and the user allows.
    pub fn best() -> Self {
        Self { wide: super::allowed() && Self::has_wide() }
    }

    /// The one that every machine has.
    pub fn portable() -> Self {
        Self { wide: false }
    }

    /// True for vector instructions.
    pub fn is_wide(self) -> bool {
        self.wide
    }

    #[cfg(target_arch = "x86_64")]
    fn has_wide() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vbmi")
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn has_wide() -> bool {
        false
    }

    /// Plays the relays of `live` for some dozen laps; those that stop move to `done`, turned so that the empty pit
    /// which stopped them is the lowest. Their tags say by how much. No order is kept.
    ///
    /// # Panics
    /// When `done` has no room for them.
    pub fn relay(self, laps: &Laps, live: &mut Batch, done: &mut Batch) {
        assert!(done.len + live.len <= MOST, "no room for {} rings", live.len);
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is only ever set where all these features were found.
            return unsafe { avx512::relay(laps, live, done) };
        }
        portable::relay(laps, live, done);
    }

    /// Numbers rings by their fullest pit: those with one fullest pit go to `items`, those with several to `tied`,
    /// turned as they were (their tags say by how much, less than once round).
    ///
    /// With `TAKE` the second pit is captured first. Without `captures` rings that lost seeds are left out.
    ///
    /// # Panics
    /// When there is no room for them.
    pub fn place<const TAKE: bool>(
        self,
        numbers: &Numbers,
        rings: &Batch,
        captures: bool,
        items: &mut Items,
        tied: &mut Batch,
    ) {
        assert!(items.len() + rings.len <= MOST && tied.len + rings.len <= MOST, "no room for {}", rings.len);
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: as above.
            return unsafe { avx512::place::<TAKE>(numbers, rings, captures, items, tied) };
        }
        portable::place::<TAKE>(numbers, rings, captures, items, tied);
    }

    /// Brings the values of the blocks that `items` lead to into the best of the blocks that want them, and notes which
    /// sets of frames (modulo 64) had an item without capture.
    ///
    /// # Panics
    /// When an item leads nowhere, or its block or frames are not there.
    pub fn fold(
        self,
        fold: &Fold,
        items: &Items,
        frames: &[u64],
        sources: &Sources<'_>,
        moves: &mut Moves<'_>,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: as above.
            return unsafe { avx512::fold(fold, items, frames, sources, moves) };
        }
        portable::fold(fold, items, frames, sources, moves);
    }
}

//! Rows of numbers worked on many at a time, behind safe functions.
//!
//! Three paths give the same numbers: `Wide` (AVX-512, chosen at run time), `Narrow` (what every x86-64 machine has) and
//! `Plain` (one number after another, for all other machines, and the twin in tests). The numbers of a plane may be
//! written by other threads meanwhile: they are read and written as atomics or by single machine instructions, and
//! each byte read is either the old one or the new one. Whoever calls must be content with both.

#![allow(unsafe_code, reason = "vector instructions; every function checks its bounds first")]
#![allow(clippy::needless_pass_by_value, reason = "a tile is a handful of words")]

#[cfg(target_arch = "x86_64")]
mod narrow;
mod plain;
pub mod ring;
mod squeeze;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod wide;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, AtomicI16, Ordering};

pub use squeeze::{Part, Quiet, QuietPart, Squeeze};

use crate::mem::Cell;

/// Lanes that are worked on together: rows are as wide as a multiple of it.
pub const LANES: usize = 64;

/// Which instructions are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// 64 bytes at a time.
    Wide,
    /// 16 bytes at a time.
    Narrow,
    /// One number at a time.
    Plain,
}

impl Path {
    /// The best path of this machine; the environment variable `SOWBASE_SIMD=off` keeps the wide one out.
    pub fn best() -> Self {
        static BEST: OnceLock<Path> = OnceLock::new();
        *BEST.get_or_init(|| {
            Self::known().into_iter().find(|&path| allowed() || path != Self::Wide).unwrap_or(Self::Plain)
        })
    }

    /// The paths that this machine can go, the best first.
    pub fn known() -> Vec<Self> {
        let mut known = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if wide::is_there() {
                known.push(Self::Wide);
            }
            known.push(Self::Narrow);
        }
        known.push(Self::Plain);
        known
    }
}

/// True unless the user has switched wide instructions off.
fn allowed() -> bool {
    static ALLOWED: OnceLock<bool> = OnceLock::new();
    *ALLOWED.get_or_init(|| std::env::var_os("SOWBASE_SIMD").is_none_or(|word| word != "off"))
}

/// A row of which the least is taken.
#[derive(Debug)]
pub struct Source<'a, T: Lane> {
    /// The row.
    pub row: &'a [T::Atomic],
    /// The places that count; all of them when not given.
    pub quiet: Option<QuietPart<'a>>,
}

// By hand, because the derived ones would ask more of the numbers than is needed.
#[expect(clippy::expl_impl_clone_on_copy, reason = "see above")]
impl<T: Lane> Clone for Source<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Lane> Copy for Source<'_, T> {}

/// Up to 64 × 64 numbers of a plane.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'a, T: Lane> {
    /// The plane from the first number of the tile on.
    pub plane: &'a [T::Atomic],
    /// Numbers from one row to the next.
    pub stride: usize,
    /// One bit for each row that is meant.
    pub rows: u64,
    /// One bit for each column that is meant.
    pub columns: u64,
}

impl<T: Lane> Tile<'_, T> {
    /// Rows up to the last that is meant.
    fn height(&self) -> usize {
        64 - self.rows.leading_zeros() as usize
    }

    fn check(&self) {
        let height = self.height();
        assert!(
            height == 0 || (height - 1) * self.stride + LANES <= self.plane.len(),
            "tile outside its plane"
        );
    }
}

/// Numbers that rows are made of.
pub trait Lane: Cell + Ord + Into<i32> {
    /// More than any number of a state: no move.
    const NONE: Self;

    /// True when this number takes the place of `old`: it differs, or is `farther` from 0 where only that counts.
    #[inline(always)]
    fn displaces(self, old: Self, farther: bool) -> bool {
        if farther { self.into().abs() > old.into().abs() } else { self != old }
    }

    /// The number of a value that is known to fit.
    fn from_value(value: i32) -> Self;
    /// Reads a number that others may write.
    fn load(cell: &Self::Atomic) -> Self;
    /// Writes a number that others may read.
    fn store(cell: &Self::Atomic, number: Self);
    /// Replaces `old` by `new`; else gives what is there instead.
    ///
    /// # Errors
    /// The number that is there, when it is not `old`.
    fn replace(cell: &Self::Atomic, old: Self, new: Self) -> Result<Self, Self>;

    /// The numbers of `row` at the places of a part of a squeeze go to `out` from its place [`LANES`] on. What lies
    /// beside them in `out` becomes anything.
    fn squeeze(path: Path, row: &[Self::Atomic], part: &Part<'_>, out: &[Self::Atomic]);

    /// For each place the least of `first` and the sources, negated and, when `stepped`, moved one step towards 0.
    /// Places are as many as `out` has: a multiple of [`LANES`].
    fn least(path: Path, first: &[Self], sources: &[Source<'_, Self>], stepped: bool, out: &mut [Self]);

    /// Turns 64 × 64 numbers over (row `i` of `panel` is column `i` of the tile) and puts what differs into the tile, or
    /// only what is `farther` from 0 than the number there. `changed[j]` has a bit for each column that changes in row
    /// `j`; returns how many do.
    fn exchange(
        path: Path,
        panel: &[Self],
        stride: usize,
        tile: Tile<'_, Self>,
        farther: bool,
        changed: &mut [u64; 64],
    ) -> u32;
}

macro_rules! lanes {
    ($number:ty, $atomic:ty, $squeeze:ident, $least:ident, $exchange:ident) => {
        impl Lane for $number {
            const NONE: Self = <$number>::MAX;

            #[inline]
            fn from_value(value: i32) -> Self {
                value as $number
            }
            #[inline]
            fn load(cell: &$atomic) -> Self {
                cell.load(Ordering::Relaxed)
            }
            #[inline]
            fn store(cell: &$atomic, number: Self) {
                cell.store(number, Ordering::Relaxed);
            }
            #[inline]
            fn replace(cell: &$atomic, old: Self, new: Self) -> Result<Self, Self> {
                cell.compare_exchange(old, new, Ordering::SeqCst, Ordering::SeqCst)
            }

            #[inline]
            fn squeeze(path: Path, row: &[$atomic], part: &Part<'_>, out: &[$atomic]) {
                part.check(row.len(), out.len());
                match path {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: the path is only known where its instructions are, and the bounds are checked.
                    Path::Wide => unsafe { wide::$squeeze(row, part, out) },
                    #[cfg(target_arch = "x86_64")]
                    Path::Narrow => narrow::$squeeze(row, part, out),
                    _ => plain::squeeze::<Self>(row, part, out),
                }
            }

            #[inline]
            fn least(
                path: Path,
                first: &[Self],
                sources: &[Source<'_, Self>],
                stepped: bool,
                out: &mut [Self],
            ) {
                let words = out.len() / LANES;
                assert!(first.len() >= out.len() && words * LANES == out.len(), "rows of different widths");
                for source in sources {
                    let quiet = source
                        .quiet
                        .is_none_or(|quiet| quiet.bits.len() >= words && quiet.others.len() >= words * LANES);
                    assert!(source.row.len() >= out.len() && quiet, "a source that is too short");
                }
                match path {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: as above.
                    Path::Wide => unsafe { wide::$least(first, sources, stepped, out) },
                    #[cfg(target_arch = "x86_64")]
                    Path::Narrow => narrow::$least(first, sources, stepped, out),
                    _ => plain::least::<Self>(first, sources, stepped, out),
                }
            }

            fn exchange(
                path: Path,
                panel: &[Self],
                stride: usize,
                tile: Tile<'_, Self>,
                farther: bool,
                changed: &mut [u64; 64],
            ) -> u32 {
                assert!(stride >= LANES && panel.len() >= 63 * stride + LANES, "a panel that is too small");
                tile.check();
                match path {
                    #[cfg(target_arch = "x86_64")]
                    // SAFETY: as above.
                    Path::Wide => unsafe { wide::$exchange(panel, stride, tile, farther, changed) },
                    #[cfg(target_arch = "x86_64")]
                    Path::Narrow => narrow::$exchange(panel, stride, tile, farther, changed),
                    _ => plain::exchange::<Self>(panel, stride, tile, farther, changed),
                }
            }
        }
    };
}

lanes!(i8, AtomicI8, squeeze8, least8, exchange8);
lanes!(i16, AtomicI16, squeeze16, least16, exchange16);

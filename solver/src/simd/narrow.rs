//! What every x86-64 machine has: 16 bytes at a time.

use core::arch::asm;
#[allow(
    clippy::wildcard_imports,
    reason = "instructions are many, and their names say where they are from"
)]
use core::arch::x86_64::*;
use std::sync::atomic::{AtomicI8, AtomicI16};

use super::{LANES, Part, Source, Tile};

/// Reads 16 bytes that others may write.
///
/// # Safety
/// They must be there.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn load<T>(from: *const T) -> __m128i {
    let word: __m128i;
    // SAFETY: the bytes are there.
    unsafe {
        asm!("movdqu {w}, xmmword ptr [{p}]", w = lateout(xmm_reg) word, p = in(reg) from,
            options(nostack, preserves_flags, readonly));
    }
    word
}

/// Writes 16 bytes that others may read.
///
/// # Safety
/// They must be there.
#[inline]
#[target_feature(enable = "sse2")]
unsafe fn store<T>(to: *const T, word: __m128i) {
    // SAFETY: the bytes are there.
    unsafe {
        asm!("movdqu xmmword ptr [{p}], {w}", w = in(xmm_reg) word, p = in(reg) to,
            options(nostack, preserves_flags));
    }
}

macro_rules! squeeze {
    ($name:ident, $atomic:ty) => {
        /// Runs are copied 16 bytes at a time; what is copied too much is overwritten by the next run.
        pub(super) fn $name(row: &[$atomic], part: &Part<'_>, out: &[$atomic]) {
            const EACH: usize = 16 / size_of::<$atomic>();
            let (runs, part) = (part.runs, &part.places);
            for run in runs {
                let begin = (run.to as usize).max(part.start);
                let end = ((run.to + run.len) as usize).min(part.end);
                let from = run.from as usize + (begin - run.to as usize);
                let mut place = begin;
                while place < end {
                    // SAFETY: a run lies within the row, which has 16 lanes to spare, as the short row has 64.
                    unsafe {
                        let from = row.as_ptr().add(from + place - begin);
                        store(out.as_ptr().add(LANES + place - part.start), load(from));
                    }
                    place += EACH;
                }
            }
        }
    };
}

squeeze!(squeeze8, AtomicI8);
squeeze!(squeeze16, AtomicI16);

pub(super) fn least8(first: &[i8], sources: &[Source<'_, i8>], stepped: bool, out: &mut [i8]) {
    // SAFETY: the instructions are there on every machine of this kind, and all rows are as long as `out`.
    unsafe {
        // Signed bytes have no least of their own: with the top bit turned over they compare as unsigned ones.
        let top = _mm_set1_epi8(-128);
        for at in (0..out.len()).step_by(64) {
            let begin = first.as_ptr().add(at);
            let mut acc: [__m128i; 4] =
                core::array::from_fn(|i| _mm_xor_si128(_mm_loadu_si128(begin.add(16 * i).cast()), top));
            for source in sources {
                let from = source.row.as_ptr().add(at);
                if let Some(quiet) = source.quiet {
                    let others = quiet.others.as_ptr().add(at);
                    for (i, acc) in acc.iter_mut().enumerate() {
                        let number = _mm_xor_si128(load(from.add(16 * i)), top);
                        let number = _mm_or_si128(number, _mm_loadu_si128(others.add(16 * i).cast()));
                        *acc = _mm_min_epu8(*acc, number);
                    }
                } else {
                    for (i, acc) in acc.iter_mut().enumerate() {
                        *acc = _mm_min_epu8(*acc, _mm_xor_si128(load(from.add(16 * i)), top));
                    }
                }
            }
            for (i, acc) in acc.into_iter().enumerate() {
                let zero = _mm_setzero_si128();
                let mut value = _mm_sub_epi8(zero, _mm_xor_si128(acc, top));
                if stepped {
                    let sign = _mm_sub_epi8(_mm_cmpgt_epi8(zero, value), _mm_cmpgt_epi8(value, zero));
                    value = _mm_sub_epi8(value, sign);
                }
                _mm_storeu_si128(out.as_mut_ptr().add(at + 16 * i).cast(), value);
            }
        }
    }
}

pub(super) fn least16(first: &[i16], sources: &[Source<'_, i16>], stepped: bool, out: &mut [i16]) {
    // SAFETY: as above.
    unsafe {
        let none = _mm_set1_epi16(i16::MAX);
        for at in (0..out.len()).step_by(8) {
            let mut acc = _mm_loadu_si128(first.as_ptr().add(at).cast());
            for source in sources {
                let mut number = load(source.row.as_ptr().add(at));
                if let Some(quiet) = source.quiet {
                    let others = _mm_loadl_epi64(quiet.others.as_ptr().add(at).cast());
                    let others = _mm_unpacklo_epi8(others, others);
                    number = _mm_or_si128(_mm_andnot_si128(others, number), _mm_and_si128(others, none));
                }
                acc = _mm_min_epi16(acc, number);
            }
            let zero = _mm_setzero_si128();
            let mut value = _mm_sub_epi16(zero, acc);
            if stepped {
                let sign = _mm_sub_epi16(_mm_cmpgt_epi16(zero, value), _mm_cmpgt_epi16(value, zero));
                value = _mm_sub_epi16(value, sign);
            }
            _mm_storeu_si128(out.as_mut_ptr().add(at).cast(), value);
        }
    }
}

/// 16 × 16 bytes turned over: four times row i is dealt out with row i + 8.
#[inline(always)]
fn turned8(mut rows: [__m128i; 16]) -> [__m128i; 16] {
    for _ in 0..4 {
        // SAFETY: the instructions are there on every machine of this kind.
        rows = unsafe {
            core::array::from_fn(|i| {
                let (a, b) = (rows[i / 2], rows[i / 2 + 8]);
                if i % 2 == 0 { _mm_unpacklo_epi8(a, b) } else { _mm_unpackhi_epi8(a, b) }
            })
        };
    }
    rows
}

/// 8 × 8 numbers of two bytes turned over.
#[inline(always)]
fn turned16(mut rows: [__m128i; 8]) -> [__m128i; 8] {
    for _ in 0..3 {
        // SAFETY: as above.
        rows = unsafe {
            core::array::from_fn(|i| {
                let (a, b) = (rows[i / 2], rows[i / 2 + 4]);
                if i % 2 == 0 { _mm_unpacklo_epi16(a, b) } else { _mm_unpackhi_epi16(a, b) }
            })
        };
    }
    rows
}

/// All bits of each of 16 lanes whose bit is set.
fn spread(bits: u16) -> [u8; 16] {
    core::array::from_fn(|i| if bits >> i & 1 == 1 { 255 } else { 0 })
}

macro_rules! exchange {
    ($name:ident, $number:ty, $turned:ident, $equal:ident, $more:ident, $minus:ident) => {
        pub(super) fn $name(
            panel: &[$number],
            stride: usize,
            tile: Tile<'_, $number>,
            farther: bool,
            changed: &mut [u64; 64],
        ) -> u32 {
            const EACH: usize = 16 / size_of::<$number>();
            const BYTES: usize = size_of::<$number>();
            changed.fill(0);
            for side in (0..64).step_by(EACH) {
                let columns = (tile.columns >> side) as u16 & (u16::MAX >> (16 - EACH));
                if columns == 0 {
                    continue;
                }
                // One byte of each lane that is meant, and all bytes of it.
                let meant = spread(columns);
                let meant: [u8; 16] = core::array::from_fn(|i| meant[i / BYTES]);
                for top in (0..tile.height()).step_by(EACH) {
                    // SAFETY: the panel holds 64 rows of 64, the tile lies within its plane.
                    unsafe {
                        let meant = _mm_loadu_si128(meant.as_ptr().cast());
                        let rows = $turned(core::array::from_fn(|i| {
                            _mm_loadu_si128(panel.as_ptr().add((side + i) * stride + top).cast())
                        }));
                        for (j, row) in rows.into_iter().enumerate() {
                            if tile.rows >> (top + j) & 1 == 0 {
                                continue;
                            }
                            let place = tile.plane.as_ptr().add((top + j) * tile.stride + side);
                            let old = load(place);
                            let differs = if farther {
                                let size = |word| {
                                    let sign = $more(_mm_setzero_si128(), word);
                                    $minus(_mm_xor_si128(word, sign), sign)
                                };
                                _mm_and_si128($more(size(row), size(old)), meant)
                            } else {
                                _mm_andnot_si128($equal(old, row), meant)
                            };
                            let bits = _mm_movemask_epi8(differs) as u32 as u64;
                            if bits != 0 {
                                let new =
                                    _mm_or_si128(_mm_and_si128(differs, row), _mm_andnot_si128(differs, old));
                                store(place, new);
                                changed[top + j] |= halve(bits, BYTES) << side;
                            }
                        }
                    }
                }
            }
            changed.iter().map(|bits| bits.count_ones()).sum()
        }
    };
}

/// One bit for each lane of `bytes` bytes, from one for each byte.
#[inline(always)]
fn halve(bits: u64, bytes: usize) -> u64 {
    if bytes == 1 { bits } else { (0..8).fold(0, |all, i| all | (bits >> (2 * i) & 1) << i) }
}

exchange!(exchange8, i8, turned8, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_sub_epi8);
exchange!(exchange16, i16, turned16, _mm_cmpeq_epi16, _mm_cmpgt_epi16, _mm_sub_epi16);

//! AVX-512: 64 bytes at a time.
//!
//! What other threads may write meanwhile is read and written by single instructions that the compiler cannot take
//! apart: the operands of `asm!`.

use core::arch::asm;
#[allow(
    clippy::wildcard_imports,
    reason = "instructions are many, and their names say where they are from"
)]
use core::arch::x86_64::*;
use std::sync::atomic::{AtomicI8, AtomicI16};

use super::{LANES, Part, Source, Tile};

/// True where this machine has all instructions used here.
pub(super) fn is_there() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

/// Reads 64 bytes that others may write.
///
/// # Safety
/// They must be there.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load<T>(from: *const T) -> __m512i {
    let word: __m512i;
    // SAFETY: the bytes are there.
    unsafe {
        asm!("vmovdqu64 {w}, zmmword ptr [{p}]", w = lateout(zmm_reg) word, p = in(reg) from,
            options(nostack, preserves_flags, readonly));
    }
    word
}

/// Writes 64 bytes that others may read.
///
/// # Safety
/// They must be there.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store<T>(to: *const T, word: __m512i) {
    // SAFETY: the bytes are there.
    unsafe {
        asm!("vmovdqu64 zmmword ptr [{p}], {w}", w = in(zmm_reg) word, p = in(reg) to,
            options(nostack, preserves_flags));
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
pub(super) fn squeeze8(row: &[AtomicI8], part: &Part<'_>, out: &[AtomicI8]) {
    let (row, out, start) = (row.as_ptr(), out.as_ptr(), part.places.start);
    for word in part.words {
        // SAFETY: words lie within the row, and the short row has a word to spare before and after the part.
        unsafe {
            let (from, to) = (row.add(word.from as usize), out.add(LANES + word.to as usize - start));
            store(to, _mm512_maskz_compress_epi8(word.mask, load(from)));
        }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
pub(super) fn squeeze16(row: &[AtomicI16], part: &Part<'_>, out: &[AtomicI16]) {
    let (row, out, start) = (row.as_ptr(), out.as_ptr(), part.places.start);
    for word in part.words {
        let (low, high) = (word.mask as u32, (word.mask >> 32) as u32);
        // SAFETY: as above.
        unsafe {
            let (from, to) = (row.add(word.from as usize), out.add(LANES + word.to as usize - start));
            store(to, _mm512_maskz_compress_epi16(low, load(from)));
            let (from, to) = (from.add(32), to.add(low.count_ones() as usize));
            store(to, _mm512_maskz_compress_epi16(high, load(from)));
        }
    }
}

/// Takes the least of `$count` words at a time, all sources for each, so that what is least so far stays in registers.
macro_rules! least {
    ($name:ident, $number:ty, $min:literal, $mask:ty, $half:expr, $sub:ident, $finish:expr) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
        pub(super) fn $name(first: &[$number], sources: &[Source<'_, $number>], stepped: bool, out: &mut [$number]) {
            const EACH: usize = 64 / size_of::<$number>();
            let total = out.len() / EACH;
            // The quiet places are words of 64; of 16-bit lanes a word is half of one.
            let mask = |bits: &[u64], at: usize| -> $mask { $half(bits, at) };
            let mut at = 0;
            while at + 4 <= total {
                // SAFETY: all rows are as long as `out`.
                unsafe {
                    let begin = first.as_ptr().add(at * EACH);
                    let mut acc: [__m512i; 4] =
                        core::array::from_fn(|i| _mm512_loadu_si512(begin.add(i * EACH).cast()));
                    for source in sources {
                        let from = source.row.as_ptr().add(at * EACH);
                        if let Some(quiet) = source.quiet {
                            let bits = quiet.bits;
                            for (i, acc) in acc.iter_mut().enumerate() {
                                asm!(concat!($min, " {a}{{{k}}}, {a}, zmmword ptr [{p}]"), a = inout(zmm_reg) *acc,
                                    k = in(kreg) mask(bits, at + i), p = in(reg) from.add(i * EACH),
                                    options(nostack, preserves_flags, readonly));
                            }
                        } else {
                            for (i, acc) in acc.iter_mut().enumerate() {
                                asm!(concat!($min, " {a}, {a}, zmmword ptr [{p}]"), a = inout(zmm_reg) *acc,
                                    p = in(reg) from.add(i * EACH), options(nostack, preserves_flags, readonly));
                            }
                        }
                    }
                    for (i, acc) in acc.into_iter().enumerate() {
                        let value = $finish($sub(_mm512_setzero_si512(), acc), stepped);
                        _mm512_storeu_si512(out.as_mut_ptr().add((at + i) * EACH).cast(), value);
                    }
                }
                at += 4;
            }
            while at < total {
                // SAFETY: as above.
                unsafe {
                    let mut acc = _mm512_loadu_si512(first.as_ptr().add(at * EACH).cast());
                    for source in sources {
                        let from = source.row.as_ptr().add(at * EACH);
                        let k = source.quiet.map_or(<$mask>::MAX, |quiet| mask(quiet.bits, at));
                        asm!(concat!($min, " {a}{{{k}}}, {a}, zmmword ptr [{p}]"), a = inout(zmm_reg) acc,
                            k = in(kreg) k, p = in(reg) from, options(nostack, preserves_flags, readonly));
                    }
                    let value = $finish($sub(_mm512_setzero_si512(), acc), stepped);
                    _mm512_storeu_si512(out.as_mut_ptr().add(at * EACH).cast(), value);
                }
                at += 1;
            }
        }
    };
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn step8(value: __m512i, stepped: bool) -> __m512i {
    if !stepped {
        return value;
    }
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi8(1));
    let value2 = _mm512_mask_sub_epi8(value, _mm512_cmpgt_epi8_mask(value, zero), value, one);
    _mm512_mask_add_epi8(value2, _mm512_cmplt_epi8_mask(value, zero), value, one)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn step16(value: __m512i, stepped: bool) -> __m512i {
    if !stepped {
        return value;
    }
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(1));
    let value2 = _mm512_mask_sub_epi16(value, _mm512_cmpgt_epi16_mask(value, zero), value, one);
    _mm512_mask_add_epi16(value2, _mm512_cmplt_epi16_mask(value, zero), value, one)
}

least!(least8, i8, "vpminsb", u64, |bits: &[u64], at: usize| bits[at], _mm512_sub_epi8, step8);
least!(
    least16,
    i16,
    "vpminsw",
    u32,
    |bits: &[u64], at: usize| (bits[at / 2] >> (32 * (at % 2))) as u32,
    _mm512_sub_epi16,
    step16
);

/// How two words are dealt out lane by lane: the halves of the result.
fn dealt8() -> [[u8; 64]; 2] {
    core::array::from_fn(|half| core::array::from_fn(|i| (i / 2 + 64 * (i % 2) + 32 * half) as u8))
}

fn dealt16() -> [[u16; 32]; 2] {
    core::array::from_fn(|half| core::array::from_fn(|i| (i / 2 + 32 * (i % 2) + 16 * half) as u16))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
pub(super) fn exchange8(
    panel: &[i8],
    stride: usize,
    tile: Tile<'_, i8>,
    farther: bool,
    changed: &mut [u64; 64],
) -> u32 {
    // SAFETY: 64 bytes each.
    let [low, high] = dealt8().map(|lanes| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) });
    let mut one = [_mm512_setzero_si512(); 64];
    let mut two = one;
    // Six times row i is dealt out with row i + 32.
    for i in 0..32 {
        // SAFETY: the panel holds 64 rows.
        let [a, b] =
            [i, i + 32].map(|row| unsafe { _mm512_loadu_si512(panel.as_ptr().add(row * stride).cast()) });
        one[2 * i] = _mm512_permutex2var_epi8(a, low, b);
        one[2 * i + 1] = _mm512_permutex2var_epi8(a, high, b);
    }
    macro_rules! deal {
        ($from:ident, $to:ident) => {
            for i in 0..32 {
                $to[2 * i] = _mm512_permutex2var_epi8($from[i], low, $from[i + 32]);
                $to[2 * i + 1] = _mm512_permutex2var_epi8($from[i], high, $from[i + 32]);
            }
        };
    }
    deal!(one, two);
    deal!(two, one);
    deal!(one, two);
    deal!(two, one);
    deal!(one, two);
    let mut count = 0;
    for (j, word) in two.iter().enumerate().take(tile.height()) {
        // SAFETY: the tile lies within its plane.
        let (place, old) = unsafe {
            let place = tile.plane.as_ptr().add(j * tile.stride);
            (place, load(place))
        };
        let meant = if tile.rows >> j & 1 == 1 { tile.columns } else { 0 };
        let differs = if farther {
            _mm512_mask_cmpgt_epi8_mask(meant, _mm512_abs_epi8(*word), _mm512_abs_epi8(old))
        } else {
            _mm512_mask_cmpneq_epi8_mask(meant, old, *word)
        };
        changed[j] = differs;
        if differs != 0 {
            count += differs.count_ones();
            // SAFETY: as above.
            unsafe {
                asm!("vmovdqu8 zmmword ptr [{p}]{{{k}}}, {w}", p = in(reg) place, k = in(kreg) differs,
                    w = in(zmm_reg) *word, options(nostack, preserves_flags));
            }
        }
    }
    changed[tile.height()..].fill(0);
    count
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,popcnt,bmi1")]
pub(super) fn exchange16(
    panel: &[i16],
    stride: usize,
    tile: Tile<'_, i16>,
    farther: bool,
    changed: &mut [u64; 64],
) -> u32 {
    // SAFETY: 64 bytes each.
    let [low, high] = dealt16().map(|lanes| unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) });
    changed.fill(0);
    let mut count = 0;
    // Four times 32 × 32.
    for (side, top) in [(0, 0), (0, 32), (32, 0), (32, 32)] {
        let (rows, columns) = ((tile.rows >> top) as u32, (tile.columns >> side) as u32);
        if rows == 0 || columns == 0 {
            continue;
        }
        let mut one: [__m512i; 32] = core::array::from_fn(|i| {
            // SAFETY: the panel holds 64 rows.
            unsafe { _mm512_loadu_si512(panel.as_ptr().add((side + i) * stride + top).cast()) }
        });
        for _ in 0..5 {
            let mut two = [_mm512_setzero_si512(); 32];
            for i in 0..16 {
                two[2 * i] = _mm512_permutex2var_epi16(one[i], low, one[i + 16]);
                two[2 * i + 1] = _mm512_permutex2var_epi16(one[i], high, one[i + 16]);
            }
            one = two;
        }
        for (j, word) in one.iter().enumerate().filter(|(j, _)| rows >> j & 1 == 1) {
            // SAFETY: the tile lies within its plane.
            let (place, old) = unsafe {
                let place = tile.plane.as_ptr().add((top + j) * tile.stride + side);
                (place, load(place))
            };
            let differs = if farther {
                _mm512_mask_cmpgt_epi16_mask(columns, _mm512_abs_epi16(*word), _mm512_abs_epi16(old))
            } else {
                _mm512_mask_cmpneq_epi16_mask(columns, old, *word)
            };
            if differs != 0 {
                changed[top + j] |= u64::from(differs) << side;
                count += differs.count_ones();
                // SAFETY: as above.
                unsafe {
                    asm!("vmovdqu16 zmmword ptr [{p}]{{{k}}}, {w}", p = in(reg) place, k = in(kreg) differs,
                        w = in(zmm_reg) *word, options(nostack, preserves_flags));
                }
            }
        }
    }
    count
}

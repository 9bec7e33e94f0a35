//! The path for machines with 512-bit vectors: eight rings a vector, sixteen or more relays in flight.

use core::arch::x86_64::{
    __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi64_mask,
    _mm512_i64gather_epi64, _mm512_load_si512, _mm512_loadu_si512, _mm512_lzcnt_epi64, _mm512_mask_max_epi8,
    _mm512_maskz_compress_epi64, _mm512_maskz_loadu_epi8, _mm512_max_epu64, _mm512_min_epu64,
    _mm512_mul_epu32, _mm512_mullo_epi64, _mm512_or_si512, _mm512_permutexvar_epi8, _mm512_set1_epi8,
    _mm512_set1_epi64, _mm512_setzero_si512, _mm512_slli_epi64, _mm512_sllv_epi64, _mm512_srli_epi64,
    _mm512_srlv_epi64, _mm512_store_si512, _mm512_storeu_si512, _mm512_sub_epi8, _mm512_sub_epi64,
    _mm512_testn_epi64_mask, _mm512_xor_si512,
};

use super::fold::{LOWER, Pattern, entry};
use super::laps::low_bits;
use super::{BITS, Batch, Below, Best, FULL, Fold, Items, Laps, Moves, Numbers, PITS, SLACK, Sources, Tag};

/// Laps of the passes of a relay: after each pass those that have stopped are taken out.
const PASSES: [usize; 10] = [2, 2, 2, 3, 4, 5, 6, 8, 16, 16];
/// Rings of a vector.
const LANES: usize = 8;
/// Vectors in flight.
const TOGETHER: usize = 4;
const _: () = assert!(LANES * TOGETHER <= SLACK, "vectors are read and written whole");

#[inline]
#[target_feature(enable = "avx512f")]
fn all(number: u64) -> __m512i {
    _mm512_set1_epi64(number as i64)
}

/// Eight numbers from a place on.
#[inline]
#[target_feature(enable = "avx512f")]
fn load(numbers: &[u64], at: usize) -> __m512i {
    let numbers = &numbers[at..at + LANES];
    // SAFETY: the slice holds eight numbers; alignment is not asked for.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}

/// Eight numbers to a place on.
#[inline]
#[target_feature(enable = "avx512f")]
fn store(numbers: &mut [u64], at: usize, vector: __m512i) {
    let numbers = &mut numbers[at..at + LANES];
    // SAFETY: the slice has room for eight numbers; alignment is not asked for.
    unsafe { _mm512_storeu_si512(numbers.as_mut_ptr().cast(), vector) }
}

/// A table of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn bytes(table: &[u8; 64]) -> __m512i {
    // SAFETY: the table has 64 bytes; alignment is not asked for.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

/// The lanes below a count.
fn below(count: usize) -> u8 {
    if count >= LANES { u8::MAX } else { (1 << count) - 1 }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vbmi")]
pub(super) fn relay(laps: &Laps, live: &mut Batch, done: &mut Batch) {
    let (turns, rounds) = (bytes(&laps.turn), bytes(&laps.rounds));
    let (ones, others) = (all(laps.ones()), all(laps.ones() & !1));
    let (bits, ring_bits) = (all(laps.bits() as u64), all(low_bits(laps.bits())));
    let (one, full) = (all(1), all(FULL));
    for pass in PASSES {
        let (mut kept, mut from) = (0, 0);
        while from < live.len {
            let mut rings = [_mm512_setzero_si512(); TOGETHER];
            let mut tags = [_mm512_setzero_si512(); TOGETHER];
            for i in 0..TOGETHER {
                rings[i] = load(&live.rings, from + i * LANES);
                tags[i] = load(&live.tags, from + i * LANES);
            }
            for _ in 0..pass {
                for i in 0..TOGETHER {
                    // An empty hand turns by 0 and adds 0: all other bytes of the look-ups are 0 for the same reason.
                    let hand = _mm512_and_si512(rings[i], full);
                    let turn = _mm512_permutexvar_epi8(hand, turns);
                    let sown = _mm512_mullo_epi64(_mm512_permutexvar_epi8(hand, rounds), ones);
                    let reach = _mm512_sub_epi64(_mm512_sllv_epi64(one, turn), one);
                    let rest = _mm512_sub_epi64(_mm512_and_si512(others, reach), hand);
                    let ring = _mm512_add_epi64(rings[i], _mm512_add_epi64(sown, rest));
                    rings[i] = turned(ring, turn, bits, ring_bits);
                    tags[i] = _mm512_add_epi64(tags[i], turn);
                }
            }
            for i in 0..TOGETHER {
                let there = below(live.len.saturating_sub(from + i * LANES));
                let stopped = _mm512_testn_epi64_mask(rings[i], full);
                done.take(rings[i], tags[i], stopped & there);
                let goes_on = !stopped & there;
                store(&mut live.rings, kept, _mm512_maskz_compress_epi64(goes_on, rings[i]));
                store(&mut live.tags, kept, _mm512_maskz_compress_epi64(goes_on, tags[i]));
                kept += goes_on.count_ones() as usize;
            }
            from += TOGETHER * LANES;
        }
        live.len = kept;
        if kept == 0 {
            return;
        }
    }
}

/// Rings turned, each by its own number of bits up to once round.
#[inline]
#[target_feature(enable = "avx512f")]
fn turned(ring: __m512i, up: __m512i, bits: __m512i, ring_bits: __m512i) -> __m512i {
    let high = _mm512_sllv_epi64(ring, _mm512_sub_epi64(bits, up));
    _mm512_or_si512(_mm512_srlv_epi64(ring, up), _mm512_and_si512(high, ring_bits))
}

impl Batch {
    /// Adds those rings of a vector that a mask names.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn take(&mut self, rings: __m512i, tags: __m512i, mask: u8) {
        store(&mut self.rings, self.len, _mm512_maskz_compress_epi64(mask, rings));
        store(&mut self.tags, self.len, _mm512_maskz_compress_epi64(mask, tags));
        self.len += mask.count_ones() as usize;
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vbmi")]
pub(super) fn place<const TAKE: bool>(
    numbers: &Numbers,
    rings: &Batch,
    captures: bool,
    items: &mut Items,
    tied: &mut Batch,
) {
    let laps = &numbers.laps;
    let (pits, round) = (laps.pits, laps.bits() as u64);
    let (ones, ring_bits, bits) = (all(laps.ones()), all(low_bits(laps.bits())), all(round));
    let (full, tops, rests) = (all(FULL), all(laps.ones() << (BITS - 1)), all(laps.ones() * (FULL >> 1)));
    // Exact for all turnings of a relay: up to 54 + 64 · 60 bits.
    let once_round = all((1u64 << 22).div_ceil(round));
    let mut from = 0;
    while from < rings.len {
        let mut ring = load(&rings.rings, from);
        let mut tag = load(&rings.tags, from);
        let mut taken = _mm512_srli_epi64::<48>(tag);
        if TAKE {
            taken = _mm512_and_si512(_mm512_srli_epi64::<6>(ring), full);
            ring = _mm512_sub_epi64(ring, _mm512_slli_epi64::<6>(taken));
            tag = _mm512_or_si512(tag, _mm512_slli_epi64::<48>(taken));
        }
        let mut there = below(rings.len - from);
        from += LANES;
        if !captures {
            there &= _mm512_cmpeq_epi64_mask(taken, _mm512_setzero_si512());
        }
        let mut m = _mm512_and_si512(ring, full);
        for pit in 1..pits {
            let shift = all((BITS * pit) as u64);
            m = _mm512_max_epu64(m, _mm512_and_si512(_mm512_srlv_epi64(ring, shift), full));
        }
        // The top bit of each pit that holds as much as the fullest.
        let differs = _mm512_xor_si512(ring, _mm512_mullo_epi64(m, ones));
        let some = _mm512_add_epi64(_mm512_and_si512(differs, rests), rests);
        let fullest = _mm512_andnot_si512(_mm512_or_si512(some, differs), tops);
        let several = _mm512_and_si512(fullest, _mm512_sub_epi64(fullest, all(1)));
        let single = _mm512_cmpeq_epi64_mask(several, _mm512_setzero_si512());

        let turns = _mm512_and_si512(tag, all(0xffff));
        let rounds = _mm512_srli_epi64::<22>(_mm512_mul_epu32(turns, once_round));
        let turns = _mm512_sub_epi64(turns, _mm512_mul_epu32(rounds, bits));
        let rest = _mm512_andnot_si512(all(0xffff), tag);
        let again = there & !single;
        if again != 0 {
            tied.take(ring, _mm512_or_si512(rest, turns), again);
        }

        let up = _mm512_sub_epi64(all(63 - (BITS as u64 - 1)), _mm512_lzcnt_epi64(fullest));
        let ring = turned(ring, up, bits, ring_bits);
        let first = _mm512_add_epi64(turns, up);
        let first = _mm512_min_epu64(first, _mm512_sub_epi64(first, bits));
        // A sixth, exact up to 63.
        let first = _mm512_srli_epi64::<8>(_mm512_mul_epu32(first, all(43)));
        let left = _mm512_sub_epi64(all(numbers.seeds), taken);
        let sums = _mm512_sub_epi64(_mm512_mullo_epi64(left, ones), _mm512_mullo_epi64(ring, ones));
        let sums = _mm512_add_epi64(sums, ring);
        let row = _mm512_mul_epu32(m, all((PITS * (FULL as usize + 1)) as u64));
        let mut before = _mm512_setzero_si512();
        for pit in 2..pits {
            let shift = all((BITS * pit) as u64);
            let seeds = _mm512_and_si512(_mm512_srlv_epi64(sums, shift), full);
            let column = all(((pits - 1 - pit) * (FULL as usize + 1)) as u64);
            let at = _mm512_add_epi64(_mm512_add_epi64(row, column), seeds);
            before = _mm512_add_epi64(before, look_up(&numbers.step, at));
        }
        let start = look_up(&numbers.start, _mm512_add_epi64(_mm512_slli_epi64::<6>(taken), m));
        let at = _mm512_add_epi64(start, _mm512_mullo_epi64(before, all(pits as u64)));
        let tag = _mm512_or_si512(_mm512_or_si512(rest, first), all((pits << 8) as u64));
        let mask = there & single;
        store(&mut items.at, items.len, _mm512_maskz_compress_epi64(mask, at));
        store(&mut items.tags, items.len, _mm512_maskz_compress_epi64(mask, tag));
        items.len += mask.count_ones() as usize;
    }
}

/// Eight entries of a table of a power of two of rows; lanes that name none (they are not used) read some other entry.
#[inline]
#[target_feature(enable = "avx512f")]
fn look_up(table: &[u64], at: __m512i) -> __m512i {
    let last = all(table.len() as u64 - 1);
    let at = _mm512_min_epu64(at, last);
    assert!(!table.is_empty());
    // SAFETY: every lane is at most the number of the last entry.
    unsafe { _mm512_i64gather_epi64::<8>(at, table.as_ptr().cast()) }
}

#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512cd,avx512vbmi")]
pub(super) fn fold(fold: &Fold, items: &Items, frames: &[u64], sources: &Sources<'_>, moves: &mut Moves<'_>) {
    for (at, first, states, tag) in items.iter() {
        let (entry, at) = (entry(states, first), at as usize * fold.orientations);
        let wanted = frames[tag.frames()] & fold.there[entry];
        let (best, gain) = (&mut moves.best[tag.block()], tag.captured());
        let each = fold.orientations * states;
        if gain == 0 {
            moves.quiet[tag.block()] |= 1 << (tag.frames() & 63);
            raise(best, wanted, gain, &sources.layer[2 * at..][..2 * each], &fold.inside[entry]);
            continue;
        }
        let pattern = &fold.below[entry];
        match sources.below[gain as usize] {
            Below::Exact(plane) => raise(best, wanted, gain, &plane[at..][..each], pattern),
            Below::Bounds([lower, upper]) => {
                raise(best, wanted & LOWER, gain, &upper[at..][..each], pattern);
                raise(best, wanted & !LOWER, gain, &lower[at..][..each], pattern);
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn raise(best: &mut Best, wanted: u64, gain: u64, values: &[i8], pattern: &Pattern) {
    debug_assert!(values.len() < 64, "a block fits a vector");
    let there = low_bits(values.len() & 63);
    // SAFETY: bytes beyond the slice are masked out and not touched.
    let values = unsafe { _mm512_maskz_loadu_epi8(there, values.as_ptr()) };
    // SAFETY: a pattern and a best have 64 bytes and lie at a multiple of 64.
    let (pattern, old) =
        unsafe { (_mm512_load_si512(pattern.0.as_ptr().cast()), _mm512_load_si512(best.0.as_ptr().cast())) };
    let values = _mm512_sub_epi8(_mm512_set1_epi8(gain as i8), _mm512_permutexvar_epi8(pattern, values));
    let new = _mm512_mask_max_epi8(old, wanted, old, values);
    // SAFETY: as above.
    unsafe { _mm512_store_si512(best.0.as_mut_ptr().cast(), new) }
}

/// The number of a lane's tag would pass its 16 bits with longer passes.
const _: () = assert!(BITS * PITS * 65 < 1 << 16 && size_of::<Tag>() == 8);

//! Counting over whole planes, on all cores: bytes are counted, no state is decoded.

use std::cmp::Reverse;

use rayon::prelude::*;

/// Numbers that one task counts; small enough for counters of 32 bits.
const CHUNK: usize = 1 << 20;

/// How often each score occurs, the lowest first; scores that do not occur are left out.
pub(super) fn histogram(scores: &[i8]) -> Vec<(i16, u64)> {
    let none = || [0u64; 256];
    let add = |mut a: [u64; 256], b: [u64; 256]| {
        a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
        a
    };
    let counts = scores.par_chunks(CHUNK).map(tally).reduce(none, add);
    let all = (i8::MIN..=i8::MAX).map(|score| (i16::from(score), counts[usize::from(score as u8)]));
    all.filter(|(_, count)| *count > 0).collect()
}

fn tally(chunk: &[i8]) -> [u64; 256] {
    // Four tables, so that equal neighbours need not wait for each other's counter.
    let mut tables = [[0u32; 256]; 4];
    let mut fours = chunk.chunks_exact(4);
    for four in &mut fours {
        for (table, score) in tables.iter_mut().zip(four) {
            table[usize::from(*score as u8)] += 1;
        }
    }
    for score in fours.remainder() {
        tables[0][usize::from(*score as u8)] += 1;
    }
    std::array::from_fn(|at| tables.iter().map(|table| u64::from(table[at])).sum())
}

/// How many places two planes of the same length differ in.
pub(super) fn differing<T: PartialEq + Sync>(a: &[T], b: &[T]) -> u64 {
    let chunks = a.par_chunks(CHUNK).zip(b.par_chunks(CHUNK));
    chunks.map(|(a, b)| a.iter().zip(b).map(|(a, b)| u64::from(a != b)).sum::<u64>()).sum()
}

/// The first `most` places in which two planes differ.
pub(super) fn first_differing<T: PartialEq + Sync>(a: &[T], b: &[T], most: usize) -> Vec<u64> {
    let mut all = Vec::new();
    for (chunk, (a, b)) in a.chunks(CHUNK).zip(b.chunks(CHUNK)).enumerate() {
        if all.len() >= most {
            break;
        }
        if a != b {
            let places = a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b);
            all.extend(places.map(|(at, _)| (chunk * CHUNK + at) as u64).take(most - all.len()));
        }
    }
    all
}

/// The largest number and the first place where it stands; `None` where there are none.
pub(super) fn longest(plies: &[u16]) -> Option<(u16, u64)> {
    let best = |(chunk, numbers): (usize, &[u16])| {
        let most = numbers.iter().copied().max()?;
        let at = numbers.iter().position(|&number| number == most)?;
        Some((most, (chunk * CHUNK + at) as u64))
    };
    plies.par_chunks(CHUNK).enumerate().filter_map(best).max_by_key(|(most, at)| (*most, Reverse(*at)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn counting_in_chunks_is_counting_one_by_one() {
        // Longer than two chunks, with a rest that is no multiple of four.
        let mut rng = fastrand::Rng::with_seed(7);
        let scores: Vec<i8> = (0..2 * CHUNK + 7).map(|_| rng.i8(-9..4)).collect();
        let mut slow = BTreeMap::new();
        for &score in &scores {
            *slow.entry(i16::from(score)).or_insert(0u64) += 1;
        }
        assert_eq!(histogram(&scores), slow.into_iter().collect::<Vec<_>>());
        let mut other = scores.clone();
        other[CHUNK + 1] = 100;
        other[2 * CHUNK + 6] = 100;
        assert_eq!(differing(&scores, &other), 2);
        assert_eq!(first_differing(&scores, &other, 5), [CHUNK as u64 + 1, 2 * CHUNK as u64 + 6]);
        assert_eq!(first_differing(&scores, &other, 1), [CHUNK as u64 + 1]);
        let mut plies = vec![3u16; 2 * CHUNK];
        plies[CHUNK + 5] = 9;
        plies[CHUNK + 9] = 9;
        assert_eq!(longest(&plies), Some((9, CHUNK as u64 + 5)));
        assert_eq!(longest(&[]), None);
    }

    proptest! {
        #[test]
        fn every_byte_is_counted(scores in proptest::collection::vec(any::<i8>(), 0..300)) {
            let counts = histogram(&scores);
            prop_assert_eq!(counts.iter().map(|(_, n)| n).sum::<u64>(), scores.len() as u64);
            for (score, n) in counts {
                prop_assert_eq!(scores.iter().filter(|&&other| i16::from(other) == score).count() as u64, n);
            }
        }
    }
}

//! Compact keys of boards: seeds as zeros and a one after each pit but the last, `seeds + pits - 1` bits.
//!
//! Oware's 48 seeds in 12 pits take 59 bits, Omweso's 64 in 32 pits 95. For tables, records and hashing.

use super::{Board, Row};

/// The key of a board of two rows of `n` pits: own pits first, pit 0 lowest. A leading one marks the length, so that
/// boards of different totals have different keys. Needs `seeds + 2n` bits; at most 128.
pub fn key<R: Row>(board: Board<R>, n: usize) -> Option<u128> {
    let mut key = 0u128;
    let mut at = 0;
    for i in 0..2 * n {
        at += u32::from(board.ring_pit(n, i));
        if at >= 128 {
            return None;
        }
        key |= 1 << at;
        at += 1;
    }
    Some(key)
}

/// The board of a key made by [`key`] for rows of `n` pits; `None` when the key is not of such a board.
pub fn unkey<R: Row>(mut key: u128, n: usize) -> Option<Board<R>> {
    if key.count_ones() as usize != 2 * n {
        return None;
    }
    let mut board = Board::default();
    for i in 0..2 * n {
        let seeds = key.trailing_zeros();
        if seeds > super::MAX_SEEDS {
            return None;
        }
        board = board.with_ring_pit(n, i, seeds as u8);
        key = key.checked_shr(seeds + 1).unwrap_or(0);
    }
    Some(board)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The slow twin writes the bits as text.
    fn slow(pits: &[u8]) -> u128 {
        let text: String = pits.iter().rev().map(|&s| format!("1{}", "0".repeat(usize::from(s)))).collect();
        u128::from_str_radix(&text, 2).expect("bits")
    }

    #[test]
    fn oware_start_fits_the_bits_of_the_design() {
        let board: Board<u64> = Board::from_pits(&[4; 6], &[4; 6]);
        let key = key(board, 6).expect("fits");
        // design.md 3: 59 bits and the leading one.
        assert_eq!(128 - key.leading_zeros(), 60);
    }

    proptest! {
        #[test]
        fn keys_equal_the_slow_twin_and_round_trip(n in 1..=16usize, pits in proptest::collection::vec(0..4u8, 32)) {
            let (own, opposite) = (&pits[..n], &pits[16..16 + n]);
            let board: Board<u128> = Board::from_pits(own, opposite);
            let bits = board.seeds() as usize + 2 * n;
            match key(board, n) {
                Some(found) => {
                    prop_assert_eq!(found, slow(&[own, opposite].concat()));
                    prop_assert_eq!(unkey::<u128>(found, n), Some(board));
                }
                None => prop_assert!(bits > 128),
            }
        }

        #[test]
        fn junk_keys_do_not_panic(bits: u128, n in 1..=16usize) {
            if let Some(board) = unkey::<u128>(bits, n) {
                prop_assert_eq!(key(board, n), Some(bits));
            }
        }
    }
}

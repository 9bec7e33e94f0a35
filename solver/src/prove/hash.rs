//! Keys spread over all their bits, so that low ones serve as well as high ones.

use std::hash::Hash;

use crate::key::Key;

#[inline(always)]
fn fold(one: u64, other: u64) -> u64 {
    let product = u128::from(one) * u128::from(other);
    product as u64 ^ (product >> 64) as u64
}

/// Where a thing lies in a table, and how it is known again. Things of different `salt` are different things.
#[inline(always)]
pub(super) fn mixed<T: Hash>(thing: &T, salt: u64) -> Key {
    let key = Key::of(thing).with(salt);
    let place = fold(key.place ^ 0xa076_1d64_78bd_642f, 0xe703_7ed1_a0b4_28db);
    Key { place, check: fold(key.check, 0x8ebc_6af0_9c88_c6e3) ^ key.place }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn close_things_lie_apart() {
        let all: HashSet<_> = (0..1u64 << 16).map(|word| mixed(&(word, word << 40), 1)).collect();
        assert_eq!(all.len(), 1 << 16);
        // 2^16 balls in 2^20 bins: about 63,500 bins are hit; far fewer would be a bad mix.
        for bins in
            [|key: &Key| key.place >> 44, |key: &Key| key.place & 0xf_ffff, |key: &Key| key.check & 0xf_ffff]
        {
            let places: HashSet<_> = all.iter().map(bins).collect();
            assert!(places.len() > 62_000, "{}", places.len());
        }
        let checks: HashSet<_> = all.iter().map(|key| key.check).collect();
        assert_eq!(checks.len(), 1 << 16);
    }
}

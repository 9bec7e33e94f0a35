//! Decoded blocks kept for the next look-up, within a number of bytes. Many threads ask at once, so there are many
//! parts, each with its own lock.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Which block: the file's number and the block's in it.
pub(super) type Key = (u32, u64);

const PARTS: usize = 64;
/// What keeping a block costs beside its symbols, about.
const BESIDE: usize = 96;

/// The blocks kept.
#[derive(Debug)]
pub(super) struct Cache {
    parts: Vec<Mutex<Part>>,
}

/// Blocks in a ring. A hand goes round and drops the first that was not asked for since it last came by.
#[derive(Debug, Default)]
struct Part {
    room: usize,
    used: usize,
    places: HashMap<Key, usize>,
    ring: Vec<Kept>,
    hand: usize,
}

#[derive(Debug)]
struct Kept {
    key: Key,
    symbols: Box<[u8]>,
    asked: bool,
}

impl Cache {
    /// A cache of at most `bytes` bytes; blocks that do not fit are not kept.
    pub(super) fn new(bytes: usize) -> Self {
        let part = || Mutex::new(Part { room: bytes / PARTS, ..Part::default() });
        Self { parts: std::iter::repeat_with(part).take(PARTS).collect() }
    }

    fn part(&self, (file, block): Key) -> &Mutex<Part> {
        let mixed = (u64::from(file) << 40 ^ block).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        &self.parts[(mixed >> 58) as usize % PARTS]
    }

    /// What `read` says of a block that is kept.
    pub(super) fn get<T>(&self, key: Key, read: impl FnOnce(&[u8]) -> T) -> Option<T> {
        let mut part = self.part(key).lock().unwrap_or_else(PoisonError::into_inner);
        let place = *part.places.get(&key)?;
        let kept = &mut part.ring[place];
        kept.asked = true;
        Some(read(&kept.symbols))
    }

    /// Keeps a block.
    pub(super) fn put(&self, key: Key, symbols: &[u8]) {
        let mut part = self.part(key).lock().unwrap_or_else(PoisonError::into_inner);
        let size = symbols.len() + BESIDE;
        // Another thread may have been faster.
        if size > part.room || part.places.contains_key(&key) {
            return;
        }
        while part.used + size > part.room {
            part.drop_one();
        }
        part.used += size;
        let place = part.ring.len();
        part.places.insert(key, place);
        part.ring.push(Kept { key, symbols: symbols.into(), asked: false });
    }

    /// Bytes in use.
    #[cfg(test)]
    fn used(&self) -> usize {
        self.parts.iter().map(|part| part.lock().expect("no panic").used).sum()
    }
}

impl Part {
    fn drop_one(&mut self) {
        loop {
            if self.hand >= self.ring.len() {
                self.hand = 0;
            }
            if !std::mem::take(&mut self.ring[self.hand].asked) {
                break;
            }
            self.hand += 1;
        }
        let gone = self.ring.swap_remove(self.hand);
        self.places.remove(&gone.key);
        if let Some(moved) = self.ring.get(self.hand) {
            self.places.insert(moved.key, self.hand);
        }
        self.used -= gone.symbols.len() + BESIDE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_right_and_within_its_room() {
        let cache = Cache::new(PARTS * 1_000);
        let symbols = |block: u64| vec![block as u8; 100 + (block % 7) as usize];
        let mut found = 0;
        for round in 0..5_000u64 {
            let key = ((round % 3) as u32, round.wrapping_mul(2_654_435_761) % 700);
            match cache.get(key, <[u8]>::to_vec) {
                Some(kept) => {
                    assert_eq!(kept, symbols(key.1));
                    found += 1;
                }
                None => cache.put(key, &symbols(key.1)),
            }
            assert!(cache.used() <= PARTS * 1_000);
        }
        assert!(found > 300, "{found}");
    }

    #[test]
    fn nothing_is_kept_where_there_is_no_room() {
        let cache = Cache::new(0);
        cache.put((0, 1), &[1, 2, 3]);
        assert_eq!(cache.get((0, 1), <[u8]>::len), None);
    }
}

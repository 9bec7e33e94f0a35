//! The transposition table: what was found out about states, in a fixed number of bytes, shared by threads without locks.

use std::io;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

use super::entry::{Entry, Kind};
use crate::key::Key;
use crate::slots::Slots;

/// A transposition table.
#[derive(Debug)]
pub struct Table {
    slots: Slots,
    age: AtomicU8,
}

/// Lines of the cache that [`Table::fullness`] looks at.
const SAMPLE: usize = 1000;

impl Table {
    /// A table of at most so many bytes, at least one line of the cache.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub fn new(bytes: usize) -> io::Result<Self> {
        Ok(Self { slots: Slots::new(bytes)?, age: AtomicU8::new(0) })
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> usize {
        self.slots.bytes()
    }

    /// Tells that a search begins: what is left of earlier ones gives way first.
    pub fn next_search(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % Entry::AGES, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.slots.clear();
        self.age.store(0, Relaxed);
    }

    /// Asks for the memory of a key that will be looked up soon.
    #[inline(always)]
    pub fn prefetch(&self, key: Key) {
        self.slots.prefetch(self.slots.line(key.place));
    }

    /// What is kept of a state.
    #[inline(always)]
    pub fn get(&self, key: Key) -> Option<Entry> {
        self.slots.get(self.slots.line(key.place), key.check).map(Entry::unpack)
    }

    /// Keeps what was found out about a state; its age is filled in. What was proven of it before stays proven; a value of
    /// this search gives way to a deeper one, and another state to one that cost more.
    #[inline]
    pub fn put(&self, key: Key, mut entry: Entry) {
        entry.age = self.age.load(Relaxed);
        let worth = |word| Self::worth(&Entry::unpack(word), entry.age);
        let word = |old: Option<u64>| old.map_or(entry, |old| merged(Entry::unpack(old), entry)).pack();
        self.slots.put(self.slots.line(key.place), key.check, worth, word);
    }

    /// How much an entry is worth keeping: what cost more, what is exactly proven, and what is fresh.
    #[inline(always)]
    fn worth(entry: &Entry, age: u8) -> i32 {
        let searches_ago = i32::from((Entry::AGES + age - entry.age) % Entry::AGES);
        i32::from(entry.depth) + if entry.proven.is_exact() { 4 } else { 0 } - 8 * searches_ago
    }

    /// Permille of a sample of the table that this search has filled.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        self.slots.permille(SAMPLE, |word| Entry::unpack(word).age == age)
    }
}

/// An entry and an older one of the same state.
#[inline(always)]
fn merged(old: Entry, new: Entry) -> Entry {
    let proven = old.proven.and(new.proven);
    let best = if new.best == Entry::NO_MOVE { old.best } else { new.best };
    let keeps_old = old.kind != Kind::None
        && old.age == new.age
        && new.kind != Kind::Exact
        && old.depth > new.depth.saturating_add(2);
    if keeps_old { Entry { proven, ..old } } else { Entry { best, proven, ..new } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hundredths::Hundredths;
    use crate::score::{Interval, Score};

    fn entry(value: i32, depth: u8) -> Entry {
        let proven = Interval { lo: Score(-10), hi: Score(10) };
        Entry { value: Hundredths(value), kind: Kind::Exact, depth, best: 3, age: 0, proven }
    }

    #[test]
    fn what_is_put_is_found_under_its_key_only() {
        let table = Table::new(1 << 16).expect("memory");
        assert_eq!(table.bytes(), 1 << 16);
        let keys: Vec<_> = (0..500u64).map(|state| Key::of(&state)).collect();
        for (at, key) in keys.iter().enumerate() {
            table.put(*key, entry(at as i32 - 250, 5));
        }
        for (at, key) in keys.iter().enumerate() {
            assert_eq!(table.get(*key), Some(entry(at as i32 - 250, 5)));
        }
        assert_eq!(table.get(Key::of(&1000u64)), None);
        assert!((100..140).contains(&table.fullness()), "{}", table.fullness());
        table.clear();
        assert!(keys.iter().all(|key| table.get(*key).is_none()) && table.fullness() == 0);
    }

    #[test]
    fn the_smallest_table_keeps_the_deepest_and_lets_the_old_go() {
        let table = Table::new(0).expect("memory");
        let keys: Vec<_> = (0..6u64).map(|state| Key::of(&state)).collect();
        for (depth, key) in (10..).zip(&keys) {
            table.put(*key, entry(0, depth));
        }
        assert_eq!(keys.iter().filter(|key| table.get(**key).is_some()).count(), 4);
        assert!(table.get(keys[5]).is_some() && table.get(keys[0]).is_none());
        for _ in 0..4 {
            table.next_search();
        }
        table.put(keys[0], entry(0, 1));
        assert!(table.get(keys[0]).is_some(), "what is of earlier searches gives way");
    }

    #[test]
    fn what_is_proven_of_a_state_stays_proven() {
        let table = Table::new(0).expect("memory");
        let (key, wide) = (Key::of(&1u64), entry(0, 3));
        table.put(key, Entry { proven: Interval { lo: Score(2), hi: Score(10) }, ..wide });
        table.put(
            key,
            Entry { proven: Interval { lo: Score(-10), hi: Score(4) }, best: Entry::NO_MOVE, ..wide },
        );
        let kept = table.get(key).expect("there");
        assert_eq!((kept.proven, kept.best), (Interval { lo: Score(2), hi: Score(4) }, 3));
    }

    /// Threads write to the same few places; whatever is read must be what one of them wrote.
    #[test]
    fn torn_words_are_no_entry() {
        let table = Table::new(64 * 8).expect("memory");
        rayon::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move |_| {
                    for round in 0..20_000u64 {
                        let state = (round * 7 + thread) % 97;
                        let key = Key::of(&state);
                        let value = state as i32;
                        table.put(key, Entry { best: state as u8, ..entry(value, (round % 100) as u8) });
                        if let Some(found) = table.get(key) {
                            assert_eq!((found.value.0, found.best), (value, state as u8));
                        }
                    }
                });
            }
        });
    }
}

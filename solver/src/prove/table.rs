//! A table of fixed size that all threads share without locks: what is known again is what was written, or nothing.
//!
//! Keys are 128-bit hashes, of which the place of a line and 64 bits are kept; that two of the states of one search look
//! the same is less likely than a failing memory. What a certificate says does not rest on it.

use std::hash::Hash;
use std::io;

use super::hash::mixed;
use crate::key::Key;
use crate::slots::Slots;

/// What is kept of a key: 56 bits that the user of the table gives a meaning, and 8 that say how much work they cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Note {
    /// The low 56 bits.
    pub bits: u64,
    /// How much work it took, roughly: what costs more stays longer.
    pub work: u8,
}

impl Note {
    fn word(self) -> u64 {
        self.bits << 8 | u64::from(self.work)
    }

    fn of(word: u64) -> Self {
        Self { bits: word >> 8, work: word as u8 }
    }
}

/// Work of so many nodes as a note has it: four steps to a doubling.
pub(super) fn effort(nodes: u64) -> u8 {
    let nodes = nodes.saturating_add(4);
    let doublings = nodes.ilog2();
    (4 * (doublings - 2) + (nodes >> (doublings - 2) & 3) as u32) as u8
}

/// Where a key lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    line: usize,
    check: u64,
}

impl Place {
    /// A number for the key that has little to do with where it lies.
    pub fn check(self) -> u64 {
        self.check
    }
}

/// The table.
#[derive(Debug)]
pub struct Table {
    slots: Slots,
}

impl Table {
    /// A table of about `bytes` bytes, at least one line of the cache.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub fn new(bytes: u64) -> io::Result<Self> {
        Ok(Self { slots: Slots::new(bytes as usize)? })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        self.slots.bytes() as u64
    }

    /// Where a key lies; keys of different `salt` are different keys. Asks for the memory.
    #[inline]
    pub fn place<T: Hash>(&self, key: &T, salt: u64) -> Place {
        let Key { place, check } = mixed(key, salt);
        let line = self.slots.line(place);
        self.slots.prefetch(line);
        Place { line, check }
    }

    /// What is noted of a key.
    #[inline]
    pub fn get(&self, place: Place) -> Option<Note> {
        self.slots.get(place.line, place.check).map(Note::of)
    }

    /// Notes something of a key, in place of what was known of it, or else of what cost least.
    #[inline]
    pub fn put(&self, place: Place, note: Note) {
        self.slots.put(place.line, place.check, |word| i32::from(Note::of(word).work), |_| note.word());
    }

    /// All slots that hold something and cost at least `work`: place of the line, check, word. For checkpoints.
    pub fn dump(&self, work: u8) -> Vec<[u64; 3]> {
        let all = self.slots.all().filter(|(.., word)| Note::of(*word).work >= work);
        all.map(|(line, check, word)| [line as u64, check, word]).collect()
    }

    /// Takes a dump of a table of the same size back.
    pub fn restore(&self, dump: &[[u64; 3]]) {
        for &[line, check, word] in dump {
            if let Some(line) = usize::try_from(line).ok().filter(|line| self.slots.has(*line)) {
                self.put(Place { line, check }, Note::of(word));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever is found is what was written last; a large table loses nothing of a few keys.
        #[test]
        fn what_is_found_is_what_was_written(writes in proptest::collection::vec((0..40u64, 1..1u64 << 56, any::<u8>()), 0..200), bytes in 0..4_000u64) {
            let (table, mut plain) = (Table::new(bytes).expect("memory"), HashMap::new());
            for (key, bits, work) in writes {
                let note = Note { bits, work };
                table.put(table.place(&key, 7), note);
                plain.insert(key, note);
                prop_assert_eq!(table.get(table.place(&key, 7)), Some(note));
            }
            for (key, note) in &plain {
                let found = table.get(table.place(key, 7));
                prop_assert!(found.is_none() || found == Some(*note));
                prop_assert_eq!(table.get(table.place(key, 8)), None);
            }
            let twin = Table::new(bytes).expect("memory");
            twin.restore(&table.dump(0));
            for key in plain.keys() {
                prop_assert_eq!(twin.get(twin.place(key, 7)), table.get(table.place(key, 7)));
            }
        }
    }
}

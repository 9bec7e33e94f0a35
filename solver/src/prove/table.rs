//! A table of fixed size that all threads share without locks: what is known again is what was written, or nothing.
//!
//! A slot is two atomic words, a note and the note xored with a check of its key: words of two writers do not fit
//! together, so a torn slot is an empty one. Keys are 128-bit hashes, of which the place of a group and 64 bits are kept;
//! that two of the states of one search look the same is less likely than a failing memory. What a certificate says does
//! not rest on it.

use std::hash::Hash;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::hash::mixed;
use crate::key::Key;
use crate::mem::{CLUSTER, Cluster, Clusters, prefetch};

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
    group: usize,
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
    clusters: Clusters,
}

/// The slots of a cluster: a check and a note each.
fn slots(cluster: &Cluster) -> impl Iterator<Item = &[AtomicU64]> {
    cluster.0.chunks_exact(2)
}

impl Table {
    /// A table of about `bytes` bytes, at least one line of the cache.
    ///
    /// # Errors
    /// When the system has no memory left to promise.
    pub fn new(bytes: u64) -> io::Result<Self> {
        let clusters = (bytes as usize / (CLUSTER * size_of::<AtomicU64>())).max(1);
        Ok(Self { clusters: Clusters::zeroed(clusters)? })
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        size_of_val(self.clusters.all()) as u64
    }

    /// Where a key lies; keys of different `salt` are different keys. Asks for the memory.
    #[inline]
    pub fn place<T: Hash>(&self, key: &T, salt: u64) -> Place {
        let Key { place, check } = mixed(key, salt);
        let clusters = self.clusters.all();
        let group = ((u128::from(place) * clusters.len() as u128) >> 64) as usize;
        prefetch(clusters, group);
        Place { group, check }
    }

    /// What is noted of a key.
    #[inline]
    pub fn get(&self, place: Place) -> Option<Note> {
        for slot in slots(&self.clusters.all()[place.group]) {
            let word = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ word == place.check && word != 0 {
                return Some(Note { bits: word >> 8, work: word as u8 });
            }
        }
        None
    }

    /// Notes something of a key, in place of what was known of it, or else of what cost least.
    #[inline]
    pub fn put(&self, place: Place, note: Note) {
        let cluster = &self.clusters.all()[place.group];
        let mut victim = (u16::MAX, &cluster.0[..2]);
        for slot in slots(cluster) {
            let word = slot[1].load(Relaxed);
            if slot[0].load(Relaxed) ^ word == place.check {
                victim = (0, slot);
                break;
            }
            let cost = if word == 0 { 0 } else { 1 + u16::from(word as u8) };
            if cost < victim.0 {
                victim = (cost, slot);
            }
        }
        let word = note.word();
        victim.1[0].store(place.check ^ word, Relaxed);
        victim.1[1].store(word, Relaxed);
    }

    /// All slots that hold something and cost at least `work`: place of the group, check, word. For checkpoints.
    pub fn dump(&self, work: u8) -> Vec<[u64; 3]> {
        let all = self.clusters.all().iter().enumerate().flat_map(|(group, cluster)| {
            slots(cluster).filter_map(move |slot| {
                let word = slot[1].load(Relaxed);
                (word != 0 && word as u8 >= work).then(|| [group as u64, slot[0].load(Relaxed) ^ word, word])
            })
        });
        all.collect()
    }

    /// Takes a dump of a table of the same size back.
    pub fn restore(&self, dump: &[[u64; 3]]) {
        for &[group, check, word] in dump {
            if let Ok(group) = usize::try_from(group)
                && group < self.clusters.all().len()
            {
                self.put(Place { group, check }, Note { bits: word >> 8, work: word as u8 });
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

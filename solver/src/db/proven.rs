//! Which files of a folder were proven right, and by which version: `proven.bin`, a private note that `db verify` leaves
//! and `db info` reads. It may be deleted at any time; a file that changes is no longer the one that was proven.

use std::collections::BTreeMap;
use std::path::Path;

use bincode::{Decode, Encode};

use super::error::{DbError, nothing_lost};
use super::folder::{Folder, name};
use super::manifest::Manifest;
use super::note;
use super::whole::Whole;
use crate::game::Layer;
use crate::metric::Metric;

const NAME: &str = "proven.bin";
const MAGIC: [u8; 8] = *b"SOWPROV1";
/// The largest body in bytes: some thousands of files.
const LIMIT: usize = 1 << 20;

/// A file that was proven, and by what.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
struct Seal {
    name: String,
    blake3: String,
    by: String,
}

fn encode(seals: &Vec<Seal>) -> Option<Vec<u8>> {
    note::encode::<LIMIT>(MAGIC, seals)
}

#[cfg(test)]
fn decode(bytes: &[u8]) -> Option<Vec<Seal>> {
    note::decode::<LIMIT, _>(MAGIC, bytes)
}

/// What is noted; nothing where there is no note or it cannot be read.
fn read(folder: &Path) -> Vec<Seal> {
    note::read::<LIMIT, _>(MAGIC, &folder.join(NAME)).unwrap_or_default()
}

impl Folder {
    /// Notes that files were proven right by a program, `by` its name and version.
    ///
    /// # Errors
    /// When somebody else works in the folder, or it cannot be written: then nothing is noted, and nothing is lost.
    pub fn seal(&self, files: &[(Layer, Metric)], by: &str) -> Result<(), DbError> {
        self.note(files, Some(by))
    }

    /// Takes back what is noted of files: they were found wrong after all.
    ///
    /// # Errors
    /// As [`Folder::seal`].
    pub fn unseal(&self, files: &[(Layer, Metric)]) -> Result<(), DbError> {
        self.note(files, None)
    }

    fn note(&self, files: &[(Layer, Metric)], by: Option<&str>) -> Result<(), DbError> {
        let _lock = self.lock()?;
        let manifest = Manifest::read(self.path())?;
        let names: Vec<String> =
            files.iter().map(|(layer, metric)| self.file_name(*layer, *metric)).collect();
        let mut seals = read(self.path());
        seals.retain(|seal| !names.contains(&seal.name) && manifest.files.contains_key(&seal.name));
        for name in names {
            if let Some((entry, by)) = manifest.files.get(&name).zip(by) {
                seals.push(Seal { name, blake3: entry.blake3.clone(), by: by.to_owned() });
            }
        }
        seals.sort_by(|one, other| one.name.cmp(&other.name));
        let Some(bytes) = encode(&seals) else { return Ok(()) };
        let path = self.path().join(NAME);
        Whole::write(&path, &bytes).map_err(DbError::io("write", path, nothing_lost))
    }

    /// The files of this folder that were proven right as they are now, by name, and by what program each.
    pub fn proven(&self) -> BTreeMap<String, String> {
        let manifest = Manifest::read(self.path()).unwrap_or_default();
        let same = |seal: &Seal| {
            let entry = manifest.files.get(&seal.name).filter(|entry| entry.blake3 == seal.blake3);
            let size = self.path().join(&seal.name).metadata().map(|file| file.len());
            entry.is_some_and(|entry| size.is_ok_and(|size| size == entry.size))
        };
        read(self.path()).into_iter().filter(same).map(|seal| (seal.name, seal.by)).collect()
    }

    /// The name of the file of a metric of a layer.
    pub fn file_name(&self, layer: Layer, metric: Metric) -> String {
        name(&self.file(layer, metric))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seals() -> Vec<Seal> {
        let seal = |name: &str| Seal { name: name.into(), blake3: "ab".repeat(32), by: "sowbase 1".into() };
        vec![seal("layer-00-0000.score.sow"), seal("layer-01-0000.score.sow")]
    }

    #[test]
    fn round_trip_and_every_flipped_byte_is_refused() {
        let bytes = encode(&seals()).expect("small");
        assert_eq!(decode(&bytes), Some(seals()));
        for at in 0..bytes.len() {
            let mut bad = bytes.clone();
            bad[at] ^= 1;
            assert_eq!(decode(&bad), None, "byte {at}");
            assert_eq!(decode(&bytes[..at]), None, "{at} bytes");
        }
    }

    #[test]
    fn hostile_lengths_are_refused_without_memory() {
        // ecosystem.md 2.5: a list that claims 2^40 or 2^64 - 1 elements, with a right checksum.
        for claim in [1u64 << 40, u64::MAX] {
            let body = claim.to_le_bytes();
            let mut bytes = MAGIC.to_vec();
            bytes.extend((body.len() as u32).to_le_bytes());
            bytes.extend(crc32fast::hash(&body).to_le_bytes());
            bytes.extend(body);
            assert_eq!(decode(&bytes), None);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
        }
    }
}

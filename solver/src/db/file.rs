//! One metric of one layer in one file, format 1. `docs/database-format.md` has the same for other programs.
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 18 + h | prefix and header, see `header.rs` |
//! | 18 + h | 8 × blocks | index: length (u32) and CRC-32 (u32) of each block |
//! | then | … | the blocks, one after another, to the end of the file |
//!
//! Version history: 1, the first that is published. Format 0 (`SOWBASE0`, three bytes a state) was private.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::block::Reader;
use super::error::{BUILD_AGAIN, DbError, readable};
use super::header::{Header, LIMIT, MAGIC, PREFIX, VERSION};
use super::tiles::{Tile, Tiles};
use super::{Identity, at};
use crate::game::Layer;
use crate::metric::Metric;

const FOREIGN: &str = "give the folder of these rules, or move it away and build again";

/// A file that is open, its header and index checked.
#[derive(Debug)]
pub(super) struct LayerFile {
    path: PathBuf,
    file: at::Place,
    pub(super) header: Header,
    pub(super) tiles: Tiles,
    reader: Reader,
    /// Where each block begins, and where the last ends.
    starts: Vec<u64>,
    crcs: Vec<u32>,
}

impl LayerFile {
    /// Opens a file and checks its header and index.
    pub(super) fn open(path: &Path) -> Result<Self, DbError> {
        let failed = |source| DbError::io("read", path, readable)(source);
        let there = fs::metadata(path).map_err(failed)?;
        // Opening a pipe would wait for somebody to write into it.
        if !there.is_file() {
            return Err(DbError::Refused {
                path: path.to_owned(),
                expected: "a file".into(),
                found: if there.is_dir() { "a folder" } else { "something else" }.into(),
                remedy: "move it away and build again",
            });
        }
        let file = File::open(path).map_err(failed)?;
        Self::of(path, &mut &file, there.len(), |file| Ok(at::Place::new(file.try_clone()?)))
    }

    /// The same for the bytes of a file that are in memory; `path` is what they are called.
    pub(super) fn of_bytes(path: &Path, bytes: &'static [u8]) -> Result<Self, DbError> {
        Self::of(path, &mut &bytes[..], bytes.len() as u64, |_| Ok(at::Place::Bytes(bytes)))
    }

    fn of<R: Read>(
        path: &Path,
        file: &mut R,
        size: u64,
        place: impl FnOnce(&mut R) -> io::Result<at::Place>,
    ) -> Result<Self, DbError> {
        let failed = |source| DbError::io("read", path, readable)(source);
        let refused = |expected: String, found: String, remedy| {
            Err(DbError::Refused { path: path.to_owned(), expected, found, remedy })
        };
        let short = |what: String| refused(what, format!("a file of {size} bytes"), BUILD_AGAIN);
        let mut prefix = [0; PREFIX];
        if !read_exact(file, &mut prefix).map_err(failed)? {
            return short("a layer of sowbase".into());
        }
        if prefix.starts_with(b"SOWBASE0") {
            return refused(format!("format {VERSION}"), "format 0".into(), BUILD_AGAIN);
        }
        if !prefix.starts_with(MAGIC) {
            let found = String::from_utf8_lossy(&prefix[..8]).escape_debug().to_string();
            return refused("a layer of sowbase (SOWLAYER)".into(), found, BUILD_AGAIN);
        }
        let version = u16::from_le_bytes([prefix[8], prefix[9]]);
        if version != VERSION {
            let remedy = if version > VERSION {
                "use a newer sowbase, or build again in another folder"
            } else {
                BUILD_AGAIN
            };
            return refused(format!("format {VERSION}"), format!("format {version}"), remedy);
        }
        let number =
            |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
        let (length, crc) = (number(10) as usize, number(14));
        if length > LIMIT || (PREFIX + length) as u64 > size {
            return short(format!("a header of {length} bytes"));
        }
        let mut bytes = vec![0; length];
        if !read_exact(file, &mut bytes).map_err(failed)? {
            return short("a whole header".into());
        }
        let found = Header::crc(&prefix[..14], &bytes);
        if found != crc {
            return refused(format!("CRC-32 {crc:08x} of the header"), format!("{found:08x}"), BUILD_AGAIN);
        }
        let Some((header, tiles)) =
            Header::decode(&bytes).and_then(|header| header.tiles().map(|tiles| (header, tiles)))
        else {
            return refused("a header".into(), "other bytes".into(), BUILD_AGAIN);
        };
        let first = (PREFIX + length) as u64;
        let whole =
            header.blocks.checked_mul(8).and_then(|index| first.checked_add(index)?.checked_add(header.data));
        if whole != Some(size) {
            let expected = whole.map_or_else(|| "a size".into(), |whole| format!("{whole} bytes"));
            return refused(expected, format!("a file of {size} bytes"), BUILD_AGAIN);
        }
        let mut index = vec![0; 8 * header.blocks as usize];
        if !read_exact(file, &mut index).map_err(failed)? {
            return short("a whole index".into());
        }
        let found = crc32fast::hash(&index);
        if found != header.index_crc {
            let expected = format!("CRC-32 {:08x} of the index", header.index_crc);
            return refused(expected, format!("{found:08x}"), BUILD_AGAIN);
        }
        let mut start = first + index.len() as u64;
        let (mut starts, mut crcs) =
            (Vec::with_capacity(index.len() / 8 + 1), Vec::with_capacity(index.len() / 8));
        for entry in index.chunks_exact(8) {
            starts.push(start);
            start += u64::from(u32::from_le_bytes([entry[0], entry[1], entry[2], entry[3]]));
            crcs.push(u32::from_le_bytes([entry[4], entry[5], entry[6], entry[7]]));
        }
        starts.push(start);
        if start != size {
            return refused(format!("blocks that end at byte {size}"), format!("byte {start}"), BUILD_AGAIN);
        }
        let reader = Reader::new(&header);
        let file = place(file).map_err(failed)?;
        Ok(Self { path: path.to_owned(), file, header, tiles, reader, starts, crcs })
    }

    /// Refuses a file of other rules or of another layer.
    pub(super) fn belongs(
        &self,
        identity: &Identity,
        (layer, metric): (Layer, Metric),
        states: u128,
    ) -> Result<(), DbError> {
        let same = |what: &str, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
            let (expected, found) = (format!("{what} {expected}"), format!("{what} {found}"));
            let path = self.path.clone();
            if expected == found {
                Ok(())
            } else {
                Err(DbError::Refused { path, expected, found, remedy: FOREIGN })
            }
        };
        same("game", &identity.game, &self.header.identity.game)?;
        same("fingerprint", &identity.fingerprint, &self.header.identity.fingerprint)?;
        same("metric", &metric, &self.header.metric)?;
        same("seeds", &layer.seeds, &self.header.layer.seeds)?;
        same("shape", &layer.shape, &self.header.layer.shape)?;
        same("states", &states, &self.header.states)
    }

    pub(super) fn reader(&self) -> &Reader {
        &self.reader
    }

    /// The symbols of a block, channel after channel, checked; `bytes` is memory to read into.
    pub(super) fn block(
        &self,
        number: u64,
        bytes: &mut Vec<u8>,
        symbols: &mut Vec<u8>,
    ) -> Result<Tile, DbError> {
        let at = number as usize;
        let tile = self.tiles.tile(number);
        let refused = |expected: String, found: String| DbError::Refused {
            path: self.path.clone(),
            expected,
            found,
            remedy: BUILD_AGAIN,
        };
        let length = (self.starts[at + 1] - self.starts[at]) as usize;
        if length > tile.states() * self.header.channels.len() {
            return Err(refused(
                format!("block {number} no longer than its values"),
                format!("{length} bytes"),
            ));
        }
        bytes.resize(length, 0);
        self.file.read(self.starts[at], bytes).map_err(DbError::io("read", &self.path, readable))?;
        let found = crc32fast::hash(bytes);
        if found != self.crcs[at] {
            let expected = format!("CRC-32 {:08x} of block {number}", self.crcs[at]);
            return Err(refused(expected, format!("{found:08x}")));
        }
        let whole = self.reader.decode(bytes, &tile, symbols);
        whole.ok_or_else(|| refused(format!("block {number}"), "other bytes".into()))?;
        Ok(tile)
    }
}

/// Fills the buffer; false when the file ends before it is full.
fn read_exact(file: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

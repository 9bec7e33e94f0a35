//! Writing a layer: learnt, coded by all threads, batch after batch, into a file that is whole or not there.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use rayon::prelude::*;

use super::Identity;
use super::block::Writer;
use super::channel::Channel;
use super::coder::Scratch;
use super::error::{DbError, nothing_lost};
use super::header::{Coder, Header, LIMIT};
use super::learn::{Block, learn};
use super::tiles::{Shape, Tiles};
use super::whole::Whole;
use crate::game::{Layer, Panel};
use crate::retrograde::{Planes, SolveError};
use crate::watch::{Stopped, Watch};

/// Rows of a tile.
const ROWS: u16 = 64;
/// Symbols of a block: larger ones would be a little smaller in bits (8192: 1 %), and slower to look up in.
const SYMBOLS: u16 = 5120;
/// Layers of fewer symbols are stored as they are: a model would be longer than what it saves.
const WORTH: u64 = 512;
/// Blocks that are coded before they are written: a few megabytes.
const BATCH: u64 = 1 << 9;

/// How hard to compress.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effort {
    /// Not at all: the symbols as they are.
    Raw,
    /// As a build does: small, and much faster than the build.
    #[default]
    Build,
    /// Smaller: more tables, chosen by more of the layer.
    Pack,
}

/// Writes a metric of a layer so that the file is either whole or not there: to a temporary file in the same folder,
/// synced, renamed, folder synced. Returns its size in bytes. The same bytes for any number of threads.
///
/// # Errors
/// When the panels are not those of the layer, the file system refuses, or `watch` says stop; the temporary file is
/// removed.
pub fn write_layer(
    path: &Path,
    identity: &Identity,
    (layer, panels): (Layer, &[Panel]),
    planes: &Planes,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<u64, DbError> {
    let draft = Draft::write(path, identity, (layer, panels), planes, effort, watch)?;
    draft.finish().map_err(DbError::io("write", path, nothing_lost))
}

/// A whole file that does not have its name yet; removed when it is dropped.
#[derive(Debug)]
pub(super) struct Draft {
    file: Whole,
    size: u64,
}

impl Draft {
    /// Writes a layer beside `to`.
    pub(super) fn write(
        to: &Path,
        identity: &Identity,
        (layer, panels): (Layer, &[Panel]),
        planes: &Planes,
        effort: Effort,
        watch: &dyn Watch,
    ) -> Result<Self, DbError> {
        let mut file = Whole::begin(to).map_err(DbError::io("write", to, nothing_lost))?;
        let size = write_to(file.file(), to, identity, (layer, panels), planes, effort, watch)?;
        Ok(Self { file, size })
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// Gives it its name, for good; returns its size.
    pub(super) fn finish(self) -> io::Result<u64> {
        self.file.finish()?;
        Ok(self.size)
    }
}

/// Writes a layer to anything that can be written at a place; `path` is for messages.
pub(super) fn write_to(
    file: &mut (impl Write + Seek),
    path: &Path,
    identity: &Identity,
    (layer, panels): (Layer, &[Panel]),
    planes: &Planes,
    effort: Effort,
    watch: &dyn Watch,
) -> Result<u64, DbError> {
    let failed = |source| DbError::io("write", path, nothing_lost)(source);
    let refused = |expected: String, found: String, remedy| DbError::Refused {
        path: path.to_owned(),
        expected,
        found,
        remedy,
    };
    let channels = Channel::all(planes);
    let shape = Shape { rows: ROWS, width: SYMBOLS / ROWS / channels.len() as u16 };
    let states = planes.len() as u64;
    let tiles = Tiles::new(panels, shape).filter(|tiles| tiles.states() == states).ok_or_else(|| {
        let found = format!("panels of other states: {panels:?}");
        refused(format!("panels of {states} states"), found, "correct the numbering of the game")
    })?;
    let (coder, models) = match effort {
        _ if states * (channels.len() as u64) < WORTH => (Coder::Raw, Vec::new()),
        Effort::Raw => (Coder::Raw, Vec::new()),
        Effort::Build => (Coder::Models, learn(planes, &tiles, &channels, false)),
        Effort::Pack => (Coder::Models, learn(planes, &tiles, &channels, true)),
    };
    let mut header = Header {
        identity: identity.clone(),
        metric: planes.metric(),
        layer,
        states,
        panels: panels.to_vec(),
        shape,
        blocks: tiles.blocks(),
        data: 0,
        index_crc: 0,
        coder,
        channels,
        models,
    };
    let too_long =
        || refused(format!("a header of at most {LIMIT} bytes"), "more".into(), "shorten the rules");
    let head = header.encode().ok_or_else(too_long)?.len() as u64;
    // Header and index come first in the file and are known last.
    file.seek(SeekFrom::Start(head + 8 * header.blocks)).map_err(failed)?;
    let mut index = Vec::new();
    let writer = Writer::new(&header);
    watch.begin(&format!("layer {} writing", layer.seeds), header.blocks);
    for first in (0..header.blocks).step_by(BATCH as usize) {
        // A build has solved the layer: writing it is quicker than solving it again.
        if effort == Effort::Pack && watch.stop() {
            return Err(SolveError::Stopped(Stopped).into());
        }
        let batch = first..header.blocks.min(first + BATCH);
        let steps = batch.end - batch.start;
        let coded: Vec<(Vec<u8>, u32)> = batch
            .into_par_iter()
            .map_init(
                || (Block::new(), Scratch::default()),
                |(block, scratch), number| {
                    block.fill(planes, &tiles, &header.channels, number);
                    let bytes = writer.encode(block, scratch);
                    let crc = crc32fast::hash(&bytes);
                    (bytes, crc)
                },
            )
            .collect();
        let mut bytes = Vec::new();
        for (block, crc) in coded {
            index.extend((block.len() as u32).to_le_bytes());
            index.extend(crc.to_le_bytes());
            bytes.extend(block);
        }
        header.data += bytes.len() as u64;
        file.write_all(&bytes).map_err(failed)?;
        watch.advance(steps);
    }
    header.index_crc = crc32fast::hash(&index);
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    file.write_all(&header.encode().ok_or_else(too_long)?).map_err(failed)?;
    file.write_all(&index).map_err(failed)?;
    file.flush().map_err(failed)?;
    watch.end();
    Ok(head + index.len() as u64 + header.data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::Plane;
    use crate::watch::Unwatched;

    /// A disk with room for a number of bytes.
    struct Full(io::Cursor<Vec<u8>>, usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let room = self.1.saturating_sub(self.0.position() as usize);
            if room == 0 && !bytes.is_empty() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.write(&bytes[..room.min(bytes.len())])
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Seek for Full {
        fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
            self.0.seek(to)
        }
    }

    #[test]
    fn a_disk_that_is_full_at_any_byte_is_told() {
        let planes = Planes::Score(Plane::from((0..2_000).map(|i| (i / 50 % 9) as i8).collect::<Vec<_>>()));
        let rules = vec!["Sow one lap.".into()];
        let identity = Identity { game: "toy".into(), fingerprint: "0a".into(), rules };
        let what = (Layer { seeds: 3, shape: 0 }, &[Panel { rows: 40, width: 50 }][..]);
        let write = |room| {
            let mut disk = Full(io::Cursor::default(), room);
            let path = Path::new("layer");
            write_to(&mut disk, path, &identity, what, &planes, Effort::Build, &Unwatched)
        };
        let size = write(usize::MAX).expect("room") as usize;
        assert_eq!(write(size).expect("just enough") as usize, size);
        for room in 0..size {
            let text = write(room).expect_err("full").to_string();
            assert!(
                text.contains("cannot write layer") && text.contains("finished layers are safe"),
                "{text}"
            );
        }
    }
}

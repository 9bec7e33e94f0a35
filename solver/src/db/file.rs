//! One layer in one file, format 0. Numbers are little-endian.
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | `SOWBASE0` |
//! | 8 | 2 | version of the format: 0 |
//! | 10 | 4 | h, bytes of the header |
//! | 14 | 4 | CRC-32 of the header |
//! | 18 | h | header: game, fingerprint, rules in words, seeds, shape, states, CRC-32 of the values |
//! | 18 + h | 3 × states | lower bound, upper bound, score of each state, signed bytes, in the order of their numbers |

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use super::Identity;
use super::error::{BUILD_AGAIN, DbError, NOTHING_LOST, READABLE};
use super::header::{self, Header};
use crate::game::Layer;
use crate::retrograde::LayerValues;

const MAGIC: &[u8; 8] = b"SOWBASE0";
const VERSION: u16 = 0;
const PREFIX: usize = 18;

/// Names of unfinished files begin so.
pub(super) const UNFINISHED: &str = ".tmp-";

/// Writes a layer so that the file is either whole or not there: to a temporary file in the same folder, synced,
/// renamed, folder synced.
///
/// # Errors
/// When the file system refuses; the temporary file is removed.
pub fn write_layer(
    path: &Path,
    identity: &Identity,
    layer: Layer,
    values: &LayerValues,
) -> Result<(), DbError> {
    let Identity { game, fingerprint, rules } = identity.clone();
    let Layer { seeds, shape } = layer;
    let crc = crc32fast::hash(values.bytes());
    let header = Header { game, fingerprint, rules, seeds, shape, states: values.len(), crc };
    let header = header::encode(&header).ok_or_else(|| DbError::Refused {
        path: path.to_owned(),
        expected: format!("rules in words of less than {} bytes", header::LIMIT),
        found: "more".into(),
        remedy: "shorten them",
    })?;
    let mut prefix = MAGIC.to_vec();
    prefix.extend(VERSION.to_le_bytes());
    prefix.extend((header.len() as u32).to_le_bytes());
    prefix.extend(crc32fast::hash(&header).to_le_bytes());
    let folder = path.parent().unwrap_or(Path::new("."));
    let failed = |source| DbError::io("write", path, NOTHING_LOST)(source);
    let mut file = temporary(folder).map_err(failed)?;
    for part in [&prefix, &header, values.bytes()] {
        file.write_all(part).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    sync_folder(folder).map_err(failed)
}

fn temporary(folder: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    // As any other file: what the user's mask leaves of it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Makes a rename last through a power cut.
pub(super) fn sync_folder(folder: &Path) -> std::io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Reads a layer of `states` states and checks all of it.
///
/// # Errors
/// When the file is damaged, cut short, of another version, or of other rules or another layer.
pub fn read_layer(
    path: &Path,
    identity: &Identity,
    layer: Layer,
    states: u128,
) -> Result<LayerValues, DbError> {
    let failed = |source| DbError::io("read", path, READABLE)(source);
    let refused = |expected: String, found: String, remedy| DbError::Refused {
        path: path.to_owned(),
        expected,
        found,
        remedy,
    };
    let size = fs::metadata(path).map_err(failed)?.len();
    let mut file = File::open(path).map_err(failed)?;
    let short = |what: &str| refused(what.into(), format!("a file of {size} bytes"), BUILD_AGAIN);
    let mut prefix = [0; PREFIX];
    read_exact(&mut file, &mut prefix).map_err(failed)?.ok_or_else(|| short("a layer of sowbase"))?;
    if !prefix.starts_with(MAGIC) {
        let found = String::from_utf8_lossy(&prefix[..8]).escape_debug().to_string();
        return Err(refused("a layer of sowbase (SOWBASE0)".into(), found, BUILD_AGAIN));
    }
    let version = u16::from_le_bytes([prefix[8], prefix[9]]);
    if version != VERSION {
        return Err(refused(format!("format {VERSION}"), format!("format {version}"), BUILD_AGAIN));
    }
    let number = |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
    let (length, crc) = (number(10) as usize, number(14));
    if length > header::LIMIT || (PREFIX + length) as u64 > size {
        return Err(short(&format!("a header of {length} bytes")));
    }
    let mut bytes = vec![0; length];
    read_exact(&mut file, &mut bytes).map_err(failed)?.ok_or_else(|| short("a whole header"))?;
    let found = crc32fast::hash(&bytes);
    if found != crc {
        return Err(refused(format!("CRC-32 {crc:08x} of the header"), format!("{found:08x}"), BUILD_AGAIN));
    }
    let header = header::decode(&bytes)
        .ok_or_else(|| refused("a header".into(), "other bytes".into(), BUILD_AGAIN))?;
    belongs(&header, identity, layer, states).map_err(|(expected, found)| {
        refused(expected, found, "give the folder of these rules, or build again")
    })?;
    let (whole, rest) = (header.states * LayerValues::STRIDE as u64, size - (PREFIX + length) as u64);
    if rest != whole {
        return Err(refused(format!("{whole} bytes of values"), format!("{rest}"), BUILD_AGAIN));
    }
    let mut values = vec![0; whole as usize];
    read_exact(&mut file, &mut values).map_err(failed)?.ok_or_else(|| short("all values"))?;
    let found = crc32fast::hash(&values);
    if found != header.crc {
        let expected = format!("CRC-32 {:08x} of the values", header.crc);
        return Err(refused(expected, format!("{found:08x}"), BUILD_AGAIN));
    }
    LayerValues::from_bytes(values)
        .ok_or_else(|| refused("scores within their bounds".into(), "others".into(), BUILD_AGAIN))
}

/// Is this the layer meant? If not: what was expected and what was found.
fn belongs(header: &Header, identity: &Identity, layer: Layer, states: u128) -> Result<(), (String, String)> {
    let same = |what: &str, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
        let (expected, found) = (format!("{what} {expected}"), format!("{what} {found}"));
        if expected == found { Ok(()) } else { Err((expected, found)) }
    };
    same("game", &identity.game, &header.game)?;
    same("fingerprint", &identity.fingerprint, &header.fingerprint)?;
    same("seeds", &layer.seeds, &header.seeds)?;
    same("shape", &layer.shape, &header.shape)?;
    same("states", &states, &header.states)
}

/// Fills the buffer; `None` when the file ends before it is full.
fn read_exact(file: &mut File, buffer: &mut [u8]) -> std::io::Result<Option<()>> {
    match file.read_exact(buffer) {
        Ok(()) => Ok(Some(())),
        Err(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

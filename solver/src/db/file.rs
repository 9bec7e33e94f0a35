//! One layer in one file, format 0. Numbers are little-endian.
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | `SOWBASE0` |
//! | 8 | 2 | version of the format: 0 |
//! | 10 | 4 | h, bytes of the header |
//! | 14 | 4 | CRC-32 of the header |
//! | 18 | h | header: game, fingerprint, rules in words, metric, seeds, shape, states, CRC-32 of the values |
//! | 18 + h | … | the planes of the metric, one after another, in the order of the states' numbers |

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use super::Identity;
use super::error::{BUILD_AGAIN, DbError, NOTHING_LOST, READABLE};
use super::header::{self, Header};
use crate::game::Layer;
use crate::mem::Plane;
use crate::metric::Metric;
use crate::retrograde::Planes;

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
pub fn write_layer(path: &Path, identity: &Identity, layer: Layer, values: &Planes) -> Result<(), DbError> {
    let Identity { game, fingerprint, rules } = identity.clone();
    let Layer { seeds, shape } = layer;
    let values_bytes = bytes_of(values);
    let crc = crc32fast::hash(&values_bytes);
    let (metric, states) = (values.metric() as u8, values.len() as u64);
    let header = Header { game, fingerprint, rules, metric, seeds, shape, states, crc };
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
    for part in [&prefix, &header, &values_bytes] {
        file.write_all(part).map_err(failed)?;
    }
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    sync_folder(folder).map_err(failed)
}

fn bytes_of(planes: &Planes) -> Vec<u8> {
    match planes {
        Planes::Score(scores) => scores.bytes().to_vec(),
        Planes::Bounds([lo, hi]) => [lo.bytes(), hi.bytes()].concat(),
        Planes::Distance(planes) => {
            planes.iter().flat_map(|plane| plane.iter().copied()).flat_map(u16::to_le_bytes).collect()
        }
    }
}

fn planes_of(metric: Metric, bytes: &[u8]) -> Planes {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let signed = |bytes: &[u8]| Plane::from(bytes.iter().map(|&byte| byte as i8).collect::<Vec<_>>());
    let wide = |bytes: &[u8]| {
        let pairs = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        Plane::from(pairs.collect::<Vec<_>>())
    };
    match metric {
        Metric::Score => Planes::Score(signed(bytes)),
        Metric::Bounds => Planes::Bounds([signed(first), signed(second)]),
        Metric::Distance => Planes::Distance([wide(first), wide(second)]),
    }
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
    (layer, metric): (Layer, Metric),
    states: u128,
) -> Result<Planes, DbError> {
    let failed = |source| DbError::io("read", path, READABLE)(source);
    let (mut file, header, rest) = open(path)?;
    belongs(&header, identity, (layer, metric), states).map_err(|(expected, found)| {
        refused(path, expected, found, "give the folder of these rules, or build again")
    })?;
    let whole = header.states * metric.bytes();
    if rest != whole {
        return Err(refused(path, format!("{whole} bytes of values"), format!("{rest}"), BUILD_AGAIN));
    }
    let mut values = vec![0; whole as usize];
    let short = || refused(path, "all values".into(), format!("a file that ends before {whole}"), BUILD_AGAIN);
    read_exact(&mut file, &mut values).map_err(failed)?.ok_or_else(short)?;
    let found = crc32fast::hash(&values);
    if found != header.crc {
        let expected = format!("CRC-32 {:08x} of the values", header.crc);
        return Err(refused(path, expected, format!("{found:08x}"), BUILD_AGAIN));
    }
    Ok(planes_of(metric, &values))
}

fn refused(path: &Path, expected: String, found: String, remedy: &'static str) -> DbError {
    DbError::Refused { path: path.to_owned(), expected, found, remedy }
}

/// Opens a layer file and reads its header; also gives the bytes that follow it, where the file now stands.
///
/// # Errors
/// When the file is no layer, cut short, or of another version.
pub(super) fn open(path: &Path) -> Result<(File, Header, u64), DbError> {
    let failed = |source| DbError::io("read", path, READABLE)(source);
    let mut file = File::open(path).map_err(failed)?;
    let size = file.metadata().map_err(failed)?.len();
    let short = |what: &str| refused(path, what.into(), format!("a file of {size} bytes"), BUILD_AGAIN);
    let mut prefix = [0; PREFIX];
    read_exact(&mut file, &mut prefix).map_err(failed)?.ok_or_else(|| short("a layer of sowbase"))?;
    if !prefix.starts_with(MAGIC) {
        let found = String::from_utf8_lossy(&prefix[..8]).escape_debug().to_string();
        return Err(refused(path, "a layer of sowbase (SOWBASE0)".into(), found, BUILD_AGAIN));
    }
    let version = u16::from_le_bytes([prefix[8], prefix[9]]);
    if version != VERSION {
        return Err(refused(path, format!("format {VERSION}"), format!("format {version}"), BUILD_AGAIN));
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
        let expected = format!("CRC-32 {crc:08x} of the header");
        return Err(refused(path, expected, format!("{found:08x}"), BUILD_AGAIN));
    }
    let header = header::decode(&bytes)
        .ok_or_else(|| refused(path, "a header".into(), "other bytes".into(), BUILD_AGAIN))?;
    Ok((file, header, size - (PREFIX + length) as u64))
}

/// Is this the layer meant? If not: what was expected and what was found.
fn belongs(
    header: &Header,
    identity: &Identity,
    (layer, metric): (Layer, Metric),
    states: u128,
) -> Result<(), (String, String)> {
    let same = |what: &str, expected: &dyn std::fmt::Display, found: &dyn std::fmt::Display| {
        let (expected, found) = (format!("{what} {expected}"), format!("{what} {found}"));
        if expected == found { Ok(()) } else { Err((expected, found)) }
    };
    same("game", &identity.game, &header.game)?;
    same("fingerprint", &identity.fingerprint, &header.fingerprint)?;
    same("metric", &(metric as u8), &header.metric)?;
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

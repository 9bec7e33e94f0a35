//! Private notes: what a program writes for itself and can make again. The only module that knows bincode.
//!
//! Decoding never trusts its input: magic, length and CRC-32 are checked first, a limit bounds every allocation, the types
//! have no recursion, and bytes left over are refused.

use std::path::Path;

use bincode::{Decode, Encode, config};

/// Magic, length and CRC-32.
pub(super) const PREFIX: usize = 16;

fn coding<const LIMIT: usize>() -> impl config::Config {
    config::standard().with_fixed_int_encoding().with_limit::<LIMIT>()
}

/// A note as bytes; `None` where it is larger than `LIMIT`.
pub(super) fn encode<const LIMIT: usize>(magic: [u8; 8], note: &impl Encode) -> Option<Vec<u8>> {
    let body = bincode::encode_to_vec(note, coding::<LIMIT>()).ok();
    let body = body.filter(|body| body.len() <= LIMIT.min(u32::MAX as usize))?;
    let mut bytes = magic.to_vec();
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(body);
    Some(bytes)
}

/// A note from bytes; `None` where they are none.
pub(super) fn decode<const LIMIT: usize, T: Decode<()>>(magic: [u8; 8], bytes: &[u8]) -> Option<T> {
    let (prefix, body) = bytes.split_at_checked(PREFIX)?;
    let number = |at: usize| Some(u32::from_le_bytes(prefix.get(at..at + 4)?.try_into().ok()?));
    let whole = prefix.starts_with(&magic) && body.len() <= LIMIT && number(8)? as usize == body.len();
    if !whole || crc32fast::hash(body) != number(12)? {
        return None;
    }
    let (note, used) = bincode::decode_from_slice(body, coding::<LIMIT>()).ok()?;
    (used == body.len()).then_some(note)
}

/// A note from a file; `None` where there is none or it cannot be read.
pub(super) fn read<const LIMIT: usize, T: Decode<()>>(magic: [u8; 8], path: &Path) -> Option<T> {
    let small = path.metadata().is_ok_and(|file| file.len() <= (PREFIX + LIMIT) as u64);
    let bytes = if small { std::fs::read(path).ok() } else { None };
    decode::<LIMIT, T>(magic, &bytes?)
}

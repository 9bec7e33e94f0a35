//! The header of a layer file, coded by bincode. The only module that knows bincode.
//!
//! Decoding never trusts its input: the caller has checked length and CRC-32, the limit bounds every allocation, the
//! type has no recursion and no elements without bytes, and bytes left over are refused.

use bincode::{Decode, Encode, config};

/// The largest header in bytes.
pub(super) const LIMIT: usize = 1 << 16;

/// What a layer file says of itself.
#[derive(Clone, PartialEq, Eq, Debug, Encode, Decode)]
pub(super) struct Header {
    pub(super) game: String,
    pub(super) fingerprint: String,
    pub(super) rules: Vec<String>,
    pub(super) metric: u8,
    pub(super) seeds: u8,
    pub(super) shape: u16,
    /// States in the layer.
    pub(super) states: u64,
    /// CRC-32 of the values.
    pub(super) crc: u32,
}

fn coding() -> impl config::Config {
    config::standard().with_fixed_int_encoding().with_limit::<LIMIT>()
}

/// The header as bytes; `None` when it is too long.
pub(super) fn encode(header: &Header) -> Option<Vec<u8>> {
    bincode::encode_to_vec(header, coding()).ok().filter(|bytes| bytes.len() <= LIMIT)
}

/// The header of some bytes, all of them; `None` when they are none.
pub(super) fn decode(bytes: &[u8]) -> Option<Header> {
    if bytes.len() > LIMIT {
        return None;
    }
    let (header, used) = bincode::decode_from_slice(bytes, coding()).ok()?;
    (used == bytes.len()).then_some(header)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn header() -> Header {
        Header {
            game: "toy".into(),
            fingerprint: "0123456789abcdef".into(),
            rules: vec!["sow".into(), "capture".into()],
            metric: 0,
            seeds: 4,
            shape: 1,
            states: 35,
            crc: 7,
        }
    }

    #[test]
    fn round_trip_and_nothing_left_over() {
        let mut bytes = encode(&header()).expect("short");
        assert_eq!(decode(&bytes), Some(header()));
        bytes.push(0);
        assert_eq!(decode(&bytes), None);
    }

    #[test]
    fn hostile_lengths_are_refused_without_memory() {
        // ecosystem.md 2.5: a text or list that claims 2^40 or 2^64 - 1 elements.
        for claim in [1u64 << 40, u64::MAX, 1 << 17] {
            assert_eq!(decode(&claim.to_le_bytes()), None);
            let mut bytes = encode(&header()).expect("short");
            bytes[..8].copy_from_slice(&claim.to_le_bytes());
            assert_eq!(decode(&bytes), None);
            // The list of rules begins after the two texts.
            let at = 8 + 3 + 8 + 16;
            let mut bytes = encode(&header()).expect("short");
            bytes[at..at + 8].copy_from_slice(&claim.to_le_bytes());
            assert_eq!(decode(&bytes), None);
        }
        assert_eq!(encode(&Header { game: "x".repeat(LIMIT), ..header() }), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
        }
    }
}

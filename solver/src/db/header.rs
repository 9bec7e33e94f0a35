//! The head of a file, field by field. All numbers are little-endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | `SOWLAYER` |
//! | 2 | version of the format: 1 |
//! | 4 | h, bytes of the header that follows |
//! | 4 | CRC-32 of the 14 bytes before and of the header |
//! | h | header |
//!
//! The header: game, fingerprint (texts: length u16, UTF-8); rules in words (count u16, texts); metric u8 (0 score,
//! 1 bounds, 2 distance); seeds u8; shape u16; states u64; panels (count u32; rows u64, width u64 each); largest tile
//! (rows u16, width u16); blocks u64; bytes of all blocks u64; CRC-32 of the index u32; coder u8 (0 raw, 1 zstd,
//! 2 models); channels (count u8; plane u8, byte u8, low i16, symbols u16 each); with coder 2 a model for each channel.
//!
//! Reading trusts nothing: every count is checked against the bytes that are there before memory is taken for it.

use super::Identity;
use super::bytes::{Fields, put_text};
use super::channel::{Channel, MOST};
use super::model::Model;
use super::tiles::{Shape, Tiles};
use crate::game::{Layer, Panel};
use crate::metric::Metric;

pub(super) const MAGIC: &[u8; 8] = b"SOWLAYER";
pub(super) const VERSION: u16 = 1;
/// Bytes before the header.
pub(super) const PREFIX: usize = 18;
/// The largest header in bytes.
pub(super) const LIMIT: usize = 1 << 26;
/// The largest block, in bytes of symbols.
pub(super) const BLOCK: u64 = 1 << 14;

/// How blocks are coded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Coder {
    /// Symbols as they are.
    Raw,
    /// zstd frames of the symbols.
    Zstd,
    /// By models of the channels.
    Models,
}

/// What a file says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) identity: Identity,
    pub(super) metric: Metric,
    pub(super) layer: Layer,
    pub(super) states: u64,
    pub(super) panels: Vec<Panel>,
    pub(super) shape: Shape,
    pub(super) blocks: u64,
    pub(super) data: u64,
    pub(super) index_crc: u32,
    pub(super) coder: Coder,
    pub(super) channels: Vec<Channel>,
    /// One for each channel with [`Coder::Models`], else none.
    pub(super) models: Vec<Model>,
}

impl Header {
    /// The bytes of prefix and header; `None` when they are too many.
    pub(super) fn encode(&self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; PREFIX];
        put_text(&mut bytes, &self.identity.game)?;
        put_text(&mut bytes, &self.identity.fingerprint)?;
        bytes.extend(u16::try_from(self.identity.rules.len()).ok()?.to_le_bytes());
        self.identity.rules.iter().try_for_each(|rule| put_text(&mut bytes, rule))?;
        bytes.extend([self.metric as u8, self.layer.seeds]);
        bytes.extend(self.layer.shape.to_le_bytes());
        bytes.extend(self.states.to_le_bytes());
        bytes.extend(u32::try_from(self.panels.len()).ok()?.to_le_bytes());
        for panel in &self.panels {
            bytes.extend(panel.rows.to_le_bytes());
            bytes.extend(panel.width.to_le_bytes());
        }
        bytes.extend(self.shape.rows.to_le_bytes());
        bytes.extend(self.shape.width.to_le_bytes());
        bytes.extend(self.blocks.to_le_bytes());
        bytes.extend(self.data.to_le_bytes());
        bytes.extend(self.index_crc.to_le_bytes());
        bytes.extend([self.coder as u8, self.channels.len() as u8]);
        self.channels.iter().for_each(|channel| channel.write(&mut bytes));
        self.models.iter().for_each(|model| model.write(&mut bytes));
        let length = bytes.len() - PREFIX;
        if length > LIMIT {
            return None;
        }
        bytes[..8].copy_from_slice(MAGIC);
        bytes[8..10].copy_from_slice(&VERSION.to_le_bytes());
        bytes[10..14].copy_from_slice(&(length as u32).to_le_bytes());
        let crc = Self::crc(&bytes[..14], &bytes[PREFIX..]);
        bytes[14..PREFIX].copy_from_slice(&crc.to_le_bytes());
        Some(bytes)
    }

    /// The checksum of what precedes it and of the header.
    pub(super) fn crc(before: &[u8], header: &[u8]) -> u32 {
        let mut crc = crc32fast::Hasher::new();
        crc.update(before);
        crc.update(header);
        crc.finalize()
    }

    /// The header of some bytes, all of them; `None` when they are none.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(bytes);
        let (game, fingerprint) = (fields.text()?, fields.text()?);
        let rules = (0..fields.u16()?).map(|_| fields.text()).collect::<Option<_>>()?;
        let metric = *Metric::ALL.get(usize::from(fields.u8()?))?;
        let layer = Layer { seeds: fields.u8()?, shape: fields.u16()? };
        let (states, count) = (fields.u64()?, fields.u32()? as usize);
        let panels = fields.take(count.checked_mul(16)?)?;
        let half = |bytes: &[u8]| Fields(bytes).u64().unwrap_or(0);
        let panels =
            panels.chunks_exact(16).map(|both| Panel { rows: half(both), width: half(&both[8..]) }).collect();
        let shape = Shape { rows: fields.u16()?, width: fields.u16()? };
        let (blocks, data, index_crc) = (fields.u64()?, fields.u64()?, fields.u32()?);
        let coder = match fields.u8()? {
            0 => Coder::Raw,
            1 => Coder::Zstd,
            2 => Coder::Models,
            _ => return None,
        };
        let count = usize::from(fields.u8()?);
        if count > MOST || shape.states() * count as u64 > BLOCK {
            return None;
        }
        let channels: Vec<_> =
            (0..count).map(|_| Channel::read(&mut fields, metric)).collect::<Option<_>>()?;
        let symbols: Vec<_> = channels.iter().map(|channel| usize::from(channel.symbols)).collect();
        let coded = if coder == Coder::Models { count } else { 0 };
        let models =
            (1..=coded).map(|end| Model::read(&mut fields, &symbols[..end])).collect::<Option<_>>()?;
        let identity = Identity { game, fingerprint, rules };
        let header = Self {
            identity,
            metric,
            layer,
            states,
            panels,
            shape,
            blocks,
            data,
            index_crc,
            coder,
            channels,
            models,
        };
        let tiles = header.tiles()?;
        let agree = tiles.states() == states && tiles.blocks() == blocks;
        (fields.is_empty() && agree && Channel::complete(&header.channels, metric)).then_some(header)
    }

    /// How its states are cut.
    pub(super) fn tiles(&self) -> Option<Tiles> {
        Tiles::new(&self.panels, self.shape)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::model::TWO_UP;
    use super::*;

    fn header() -> Header {
        let channel = Channel { plane: 0, byte: 0, low: -2, symbols: 4 };
        let classes = [vec![0, 1, 1, 2], vec![0, 0, 1, 1], vec![0; 4]];
        let frequencies = vec![4096, 0, 0, 0, 1, 127, 128, 3840];
        let map = vec![0, 1, 1, 1, 0, 0];
        let model = Model { symbols: 4, third_symbols: 4, third: TWO_UP, classes, map, frequencies };
        let rules = vec!["Sow one lap.".into(), String::new()];
        Header {
            identity: Identity { game: "toy".into(), fingerprint: "0123456789abcdef".into(), rules },
            metric: Metric::Score,
            layer: Layer { seeds: 4, shape: 1 },
            states: 35,
            panels: vec![Panel { rows: 5, width: 7 }],
            shape: Shape { rows: 4, width: 4 },
            blocks: 4,
            data: 7,
            index_crc: 9,
            coder: Coder::Models,
            channels: vec![channel],
            models: vec![model],
        }
    }

    #[test]
    fn what_is_written_is_read_and_nothing_more() {
        let bytes = header().encode().expect("short");
        assert_eq!(Header::decode(&bytes[PREFIX..]), Some(header()));
        for end in PREFIX..bytes.len() {
            assert_eq!(Header::decode(&bytes[PREFIX..end]), None, "{end} bytes");
        }
        assert_eq!(Header::decode(&[&bytes[PREFIX..], &[0]].concat()), None);
        // Numbers that do not agree.
        assert_eq!(
            Header::decode(&Header { states: 36, ..header() }.encode().expect("short")[PREFIX..]),
            None
        );
        assert_eq!(
            Header::decode(&Header { blocks: 5, ..header() }.encode().expect("short")[PREFIX..]),
            None
        );
        assert_eq!(
            Header::decode(&Header { channels: vec![], ..header() }.encode().expect("short")[PREFIX..]),
            None
        );
        let long = Identity { game: "x".repeat(1 << 16), ..header().identity };
        assert_eq!(Header { identity: long, ..header() }.encode(), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(changes in proptest::collection::vec((0..200usize, any::<u8>()), 1..4)) {
            let mut bytes = header().encode().expect("short");
            for (at, byte) in changes {
                let end = bytes.len();
                bytes[PREFIX + at % (end - PREFIX)] = byte;
            }
            let _ = Header::decode(&bytes[PREFIX..]);
        }
    }
}

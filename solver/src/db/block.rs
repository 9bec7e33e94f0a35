//! Blocks: the channels of one tile as bytes, by the coder of the file. A block that would not be shorter than its
//! symbols holds them as they are: its length tells.

use super::channel::Channel;
use super::coder::{self, Encoder, Scratch};
use super::decode::{self, Decoder};
use super::header::{Coder, Header};
use super::learn::Block;
use super::tiles::Tile;

/// Codes blocks of one file.
#[derive(Debug)]
pub(super) struct Writer {
    encoders: Vec<Encoder>,
}

impl Writer {
    pub(super) fn new(header: &Header) -> Self {
        Self { encoders: header.models.iter().map(Encoder::new).collect() }
    }

    /// The bytes of a block.
    pub(super) fn encode(&self, block: &Block, scratch: &mut Scratch) -> Vec<u8> {
        let mut bytes = Vec::new();
        if !self.encoders.is_empty() {
            coder::encode(&self.encoders, &block.symbols, (block.rows, block.width), scratch, &mut bytes);
        }
        if self.encoders.is_empty() || bytes.len() >= block.symbols.len() {
            block.symbols.clone()
        } else {
            bytes
        }
    }
}

/// Decodes blocks of one file.
#[derive(Debug)]
pub(super) struct Reader {
    coder: Coder,
    channels: Vec<Channel>,
    decoders: Vec<Decoder>,
}

impl Reader {
    pub(super) fn new(header: &Header) -> Self {
        let decoders = header.models.iter().map(Decoder::new).collect();
        Self { coder: header.coder, channels: header.channels.clone(), decoders }
    }

    pub(super) fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The symbols of a tile, channel after channel, which are to fill `symbols`; `None` when the bytes are no such
    /// block.
    pub(super) fn decode(&self, bytes: &[u8], tile: &Tile, symbols: &mut Vec<u8>) -> Option<()> {
        let (states, channels) = (tile.states(), self.channels.len());
        symbols.clear();
        if bytes.len() == states * channels {
            symbols.extend(bytes);
        } else if self.coder == Coder::Models {
            symbols.resize(states * channels, 0);
            // Tables hold no symbol beyond the last, so the check below is theirs already.
            return decode::decode(&self.decoders, bytes, (tile.rows, tile.width), symbols);
        } else {
            return None;
        }
        let known = |(channel, symbols): (&Channel, &[u8])| {
            symbols.iter().all(|&symbol| u16::from(symbol) < channel.symbols)
        };
        self.channels.iter().zip(symbols.chunks_exact(states)).all(known).then_some(())
    }
}

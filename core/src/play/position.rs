//! A position as plain data: what lies on the table, seen by nobody in particular.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// South (player 0, who moves first in a fresh game) or North.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Player 0.
    #[default]
    South,
    /// Player 1.
    North,
}

impl Side {
    /// Both sides, South first.
    pub const BOTH: [Self; 2] = [Self::South, Self::North];

    /// The other side.
    pub fn other(self) -> Self {
        if self == Self::South { Self::North } else { Self::South }
    }
    /// 0 for South, 1 for North: the index into pairs.
    pub fn index(self) -> usize {
        self as usize
    }
    /// `S` or `N`.
    pub fn letter(self) -> char {
        if self == Self::South { 'S' } else { 'N' }
    }
    /// The side of a letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'S' | 's' => Some(Self::South),
            'N' | 'n' => Some(Self::North),
            _ => None,
        }
    }
    /// "South" or "North".
    pub fn name(self) -> &'static str {
        if self == Self::South { "South" } else { "North" }
    }
}

/// Everything but the history: pits, stores, side to move, counters, and what a game keeps beside the board.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// South's pits and North's, each in its owner's sowing order. A closed hole holds 0.
    pub pits: [Vec<u8>; 2],
    /// Closed holes (Bosh), one bit a pit.
    pub closed: [u32; 2],
    /// Seeds captured (Kalah: in store; Bosh: in reserve).
    pub stores: [u16; 2],
    /// Who moves.
    pub side: Side,
    /// Plies since the last capture.
    pub quiet: u32,
    /// Plies played.
    pub plies: u32,
    /// What the game keeps beside: key and value as in the notation, only where they differ from the game's default
    /// for a given position.
    pub extras: BTreeMap<String, String>,
}

impl Position {
    /// A board with empty stores and South to move.
    pub fn new(south: Vec<u8>, north: Vec<u8>) -> Self {
        Self { pits: [south, north], ..Self::default() }
    }

    /// The pits of a side.
    pub fn row(&self, side: Side) -> &[u8] {
        &self.pits[side.index()]
    }

    /// Seeds in the pits of a side.
    pub fn row_seeds(&self, side: Side) -> u32 {
        self.row(side).iter().map(|&seeds| u32::from(seeds)).sum()
    }

    /// Seeds on the board.
    pub fn on_board(&self) -> u32 {
        self.row_seeds(Side::South) + self.row_seeds(Side::North)
    }

    /// Seeds on the board and in store.
    pub fn total(&self) -> u32 {
        self.on_board() + u32::from(self.stores[0]) + u32::from(self.stores[1])
    }

    /// True when a hole is closed.
    pub fn is_closed(&self, side: Side, pit: usize) -> bool {
        self.closed[side.index()] >> pit & 1 == 1
    }

    /// What the side to move is ahead in store.
    pub fn banked(&self) -> i32 {
        let [mover, other] = [self.side, self.side.other()].map(|side| i32::from(self.stores[side.index()]));
        mover - other
    }

    /// An extra by key.
    pub fn extra(&self, key: &str) -> Option<&str> {
        self.extras.get(key).map(String::as_str)
    }
}

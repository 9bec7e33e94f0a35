//! What an Anywoli state holds beside the board, for the rules that need it; 0 under the default rules.

use super::rules::{AnywoliRules, EndlessTurn, LastFour};

/// A few bits beside the board, seen by the mover.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u32);

const EXTRA: u32 = 1;
const VOID: u32 = 2;
const FIRST: u32 = 2;
const SECOND_BEGAN: u32 = 16;
const LOT: u32 = 16;

impl Flags {
    /// The mover is making an extra move, which he may decline.
    pub fn is_extra(self) -> bool {
        self.0 & EXTRA != 0
    }
    /// The last turn never stopped, and the game is annulled.
    pub fn is_void(self) -> bool {
        self.0 & VOID != 0
    }
    /// Who was first to capture with the last seed of a lap: the mover (0) or the other (1).
    pub fn first_final(self) -> Option<usize> {
        (self.0 >> FIRST & 3).checked_sub(1).map(|who| who as usize)
    }
    /// Who began the game: the mover (0) or the other (1).
    pub fn starter(self) -> usize {
        usize::from(self.0 & SECOND_BEGAN != 0)
    }
    /// The seed of the lottery.
    pub fn lot(self) -> u16 {
        (self.0 >> LOT) as u16
    }

    /// Sets or clears the extra move.
    pub fn extra(self, on: bool) -> Self {
        Self(self.0 & !EXTRA | u32::from(on))
    }
    /// Annuls the game.
    pub fn void(self) -> Self {
        Self(self.0 | VOID)
    }
    /// Notes who captured first with the last seed of a lap; a later one changes nothing.
    pub fn note_final(self, who: usize) -> Self {
        if self.first_final().is_some() { self } else { Self(self.0 | (who as u32 + 1) << FIRST) }
    }
    /// Sets who began.
    pub fn began(self, who: usize) -> Self {
        Self(self.0 & !SECOND_BEGAN | (who as u32 * SECOND_BEGAN))
    }
    /// Sets the seed of the lottery.
    pub fn with_lot(self, lot: u16) -> Self {
        Self(self.0 & !(0xffff << LOT) | u32::from(lot) << LOT)
    }

    /// The same seen by the other side.
    pub fn flipped(self, rules: &AnywoliRules) -> Self {
        let first = match self.0 >> FIRST & 3 {
            1 => 2,
            2 => 1,
            none => none,
        };
        let flags = Self(self.0 & !(3 << FIRST) | first << FIRST);
        if rules.last_four == LastFour::StarterTakes8 { flags.began(1 - self.starter()) } else { flags }
    }
}

impl AnywoliRules {
    /// How many values the flags take under these rules, part by part: extra move, annulled, first final capture,
    /// starter, lot.
    fn radixes(&self) -> [u32; 5] {
        let two = |needed: bool| 1 + u32::from(needed);
        [
            two(self.knows_extra_moves()),
            two(self.endless_turn == EndlessTurn::VoidGame),
            if self.last_four == LastFour::FirstFinalCapture { 3 } else { 1 },
            two(self.last_four == LastFour::StarterTakes8),
            if self.last_four == LastFour::Lottery { 1 << 16 } else { 1 },
        ]
    }

    /// How many values the flags take under these rules.
    pub(super) fn places(&self) -> u32 {
        self.radixes().iter().product()
    }

    /// The number of flags, below [`AnywoliRules::places`].
    pub(super) fn place(&self, flags: Flags) -> u32 {
        let first = flags.first_final().map_or(0, |who| who as u32 + 1);
        let parts = [
            u32::from(flags.is_extra()),
            u32::from(flags.is_void()),
            first,
            flags.starter() as u32,
            u32::from(flags.lot()),
        ];
        self.radixes().iter().zip(parts).fold(0, |place, (radix, part)| place * radix + part)
    }

    /// The inverse of [`AnywoliRules::place`].
    pub(super) fn unplace(&self, mut place: u32) -> Flags {
        let mut parts = [0; 5];
        for (part, radix) in parts.iter_mut().zip(self.radixes()).rev() {
            *part = place % radix;
            place /= radix;
        }
        let [extra, void, first, starter, lot] = parts;
        let flags = Flags(0).extra(extra == 1).began(starter as usize).with_lot(lot as u16);
        let flags = if void == 1 { flags.void() } else { flags };
        if first == 0 { flags } else { flags.note_final(first as usize - 1) }
    }
}

//! How a game ends and what the ending hands out.

use crate::score::Score;

/// What ended a game, as a short key; the words for people are made where the game is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reason(pub &'static str);

impl Reason {
    /// The side to move has no legal move.
    pub const NO_MOVE: Self = Self("no_move");
    /// A player holds more than half of all seeds (or what the rules name instead).
    pub const MAJORITY: Self = Self("majority");
    /// The position has come up before with the same side to move.
    pub const REPETITION: Self = Self("repetition");
    /// Too many plies in a row without a capture.
    pub const NO_CAPTURE_LIMIT: Self = Self("no_capture_limit");
    /// The agreed number of plies has been played.
    pub const PLY_LIMIT: Self = Self("ply_limit");
    /// The last seeds went to one player by rule.
    pub const LAST_SEEDS: Self = Self("last_seeds");
    /// A row is empty, and the rules end the game there.
    pub const ROW_EMPTY: Self = Self("row_empty");
    /// The players agreed to stop.
    pub const AGREED: Self = Self("agreed");
    /// A turn that never stops.
    pub const ENDLESS_TURN: Self = Self("endless_turn");
    /// A grand slam that ends the game.
    pub const GRAND_SLAM: Self = Self("grand_slam");

    /// True when the way to a state may be what ended the game there, not the state and the counters: nothing that rests on
    /// it is proven.
    pub fn rests_on_the_way(self) -> bool {
        self == Self::REPETITION || self == Self::ENDLESS_TURN
    }
}

/// Who won, when the totals do not say it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Verdict {
    /// More in store wins, equal is a draw.
    #[default]
    Totals,
    /// A draw whatever the stores.
    Draw,
    /// Annulled: nobody wins, nothing counts.
    Nobody,
}

/// What an ending hands out, from the view of the side to move, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// Seeds (Omweso: points) that go to the side to move.
    pub own: i16,
    /// Seeds that go to the other side.
    pub opposite: i16,
    /// Seeds that count half for each side.
    pub shared: i16,
    /// Who won, when the totals do not say it.
    pub verdict: Verdict,
    /// Why it ended.
    pub reason: Reason,
}

impl Ending {
    /// An ending that hands out seeds.
    pub fn paying(own: u32, opposite: u32, reason: Reason) -> Self {
        Self { own: own as i16, opposite: opposite as i16, shared: 0, verdict: Verdict::Totals, reason }
    }

    /// An ending that hands out nothing: what is in store counts.
    pub fn as_it_stands(reason: Reason) -> Self {
        Self::paying(0, 0, reason)
    }

    /// Half of `seeds` for each side.
    pub fn split(seeds: u32, reason: Reason) -> Self {
        Self { shared: seeds as i16, ..Self::paying(0, 0, reason) }
    }

    /// The same ending with another verdict.
    pub fn judged(self, verdict: Verdict) -> Self {
        Self { verdict, ..self }
    }

    /// What the ending is worth to the side to move, `banked` ahead in store.
    pub fn score(&self, banked: Score) -> Score {
        match self.verdict {
            Verdict::Totals => Score(self.own - self.opposite),
            Verdict::Draw | Verdict::Nobody => -banked,
        }
    }

    /// The same ending seen by the other side.
    pub fn flipped(self) -> Self {
        Self { own: self.opposite, opposite: self.own, ..self }
    }
}

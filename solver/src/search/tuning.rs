//! What a search leaves out, and how it orders the rest. Every part can be switched off, to see what it is worth.

/// The parts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tuning {
    /// Every variation is searched to the same depth, and a stored value serves only the same depth and the same way there:
    /// the value is that of plain minimax, whatever the table and the threads. For tests; switches all below off but the
    /// orders.
    pub level: bool,
    /// Late quiet moves are first searched less deep.
    pub reductions: bool,
    /// Near the horizon, moves and states are dropped that are too far from the window for what is left of depth.
    pub futility: bool,
    /// Near the horizon, the latest quiet moves are dropped.
    pub late_pruning: bool,
    /// Without a move from the table, the search is less deep: it will find one.
    pub blind_reduction: bool,
    /// Moves that were good before in the same place go first.
    pub killers: bool,
    /// Moves that were good often go before others.
    pub history: bool,
    /// Values of the last iteration bound the next.
    pub aspiration: bool,
    /// Plies of captures and extra moves beyond the horizon, at most.
    pub quiet_plies: u8,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            level: false,
            reductions: true,
            futility: true,
            late_pruning: true,
            blind_reduction: true,
            killers: true,
            history: true,
            aspiration: true,
            quiet_plies: 12,
        }
    }
}

/// The parts that [`Tuning::without`] knows.
pub const PARTS: [&str; 8] = [
    "reductions",
    "futility",
    "late-pruning",
    "blind-reduction",
    "killers",
    "history",
    "aspiration",
    "quiescence",
];

impl Tuning {
    /// The same without a part, by its name: one of [`PARTS`]. `None` for another name.
    #[must_use]
    pub fn without(mut self, part: &str) -> Option<Self> {
        match part {
            "reductions" => self.reductions = false,
            "futility" => self.futility = false,
            "late-pruning" => self.late_pruning = false,
            "blind-reduction" => self.blind_reduction = false,
            "killers" => self.killers = false,
            "history" => self.history = false,
            "aspiration" => self.aspiration = false,
            "quiescence" => self.quiet_plies = 0,
            _ => return None,
        }
        Some(self)
    }

    /// The values of plain minimax.
    pub const LEVEL: Self = Self {
        level: true,
        reductions: false,
        futility: false,
        late_pruning: false,
        blind_reduction: false,
        killers: true,
        history: true,
        aspiration: true,
        quiet_plies: 2,
    };
}

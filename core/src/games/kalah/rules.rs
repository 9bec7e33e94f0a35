//! The options of Kalah.

use crate::games::options::{Count, Limit, Opt, RuleSet, choice, options};

choice! {
    /// Where a capture may start.
    CaptureSide {
        /// From an own pit only.
        Own = "own",
    }
}

choice! {
    /// Who takes the seeds left when a row is empty.
    RemainingTo {
        /// The player in whose row they lie.
        Owner = "owner",
        /// The player whose row is empty.
        Other = "other",
        /// Nobody.
        Nobody = "nobody",
    }
}

/// All options of Kalah; the default is Kalah(6,4).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KalahRules {
    /// Pits in a row.
    pub pits_per_row: Count<1, 16>,
    /// Seeds in each pit at the start.
    pub seeds_per_pit: Count<1, 63>,
    /// A last seed in an own empty pit is banked even if the opposite pit is empty.
    pub empty_capture: bool,
    /// Where a capture may start.
    pub capture_side: CaptureSide,
    /// The pit lifted gets no seed of its own lap.
    pub skip_origin: bool,
    /// Who takes the seeds left at the end.
    pub remaining_to: RemainingTo,
    /// After South's first turn North may take over South's side.
    pub pie_rule: bool,
    /// Plies after which the game stops.
    pub ply_limit: Limit,
}

impl Default for KalahRules {
    fn default() -> Self {
        Self {
            pits_per_row: Count(6),
            seeds_per_pit: Count(4),
            empty_capture: false,
            capture_side: CaptureSide::Own,
            skip_origin: false,
            remaining_to: RemainingTo::Owner,
            pie_rule: false,
            ply_limit: Limit(None),
        }
    }
}

impl RuleSet for KalahRules {
    const GAME: &'static str = "kalah";
    const INDEX_SCHEME: u32 = 2;

    fn options() -> &'static [Opt<Self>] {
        options!(KalahRules {
            pits_per_row: Numbers, "Pits in each player's row.", "K1 [X:IRV]";
            seeds_per_pit: Nothing, "Seeds in each pit at the start.", "K1 [X:IRV]";
            empty_capture: Numbers, "A last seed in an own empty pit is banked even if the opposite pit is empty.", "K4 [X:IRV], false [X:OS]";
            capture_side: Numbers, "A capture starts from an own pit only.", "K4 [X:IRV]";
            skip_origin: Numbers, "The pit lifted gets no seed of its own lap.", "K2; Irving rejects true [X:IRV]";
            remaining_to: Numbers, "Who takes the seeds left when a row is empty.", "K5 [X:IRV] [X:OS]";
            pie_rule: State, "After South's first turn North may take over South's side (move text swap).", "rules.md 12";
            ply_limit: History, "Plies after which the game stops; seeds on the board count for nobody.", "rules.md 12";
        })
    }

    fn not_tabled(&self) -> Option<String> {
        let limit = self.ply_limit.0?;
        Some(format!("with ply_limit={limit} a value depends on the plies left"))
    }

    fn check(&self) -> Result<(), String> {
        let (n, s) = (self.pits_per_row.0, self.seeds_per_pit.0);
        if 2 * n * s > crate::board::MAX_SEEDS {
            return Err(format!(
                "pits_per_row={n} with seeds_per_pit={s} makes {} seeds; at most {} can be handled, so at most {} a pit",
                2 * n * s,
                crate::board::MAX_SEEDS,
                crate::board::MAX_SEEDS / (2 * n)
            ));
        }
        if n == 1 && self.skip_origin {
            return Err("skip_origin=true needs pits_per_row of at least 2".into());
        }
        Ok(())
    }
}

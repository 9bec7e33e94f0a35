//! What the options of Oware and Urim come down to: the terms on which the one engine plays.

use sowbase_solver::Hundredths;

use super::lanes::Lanes;
use super::rules::{GrandSlam, LimitRule, WinAt};
use crate::board::{Board, MAX_SEEDS};
use crate::games::history::{History, Repetition};
use crate::games::options::{CountSet, RuleSet};
use crate::games::rulebook::Example;
use crate::puzzles::Theme;

/// A rule set that the single-lap engine can play.
pub trait SingleLapRules: RuleSet + Copy {
    /// The terms that the options come down to.
    fn terms(&self) -> Terms;

    /// See [`crate::games::Rulebook::estimate`]; of a board of `n` pits a row.
    fn estimate<R: Lanes>(n: usize, board: Board<R>) -> Hundredths;

    /// Worked examples of rules.md.
    fn examples() -> &'static [Example];

    /// See [`crate::games::Rulebook::themes`].
    fn themes() -> &'static [Theme];

    /// See [`crate::games::Rulebook::points`].
    fn points(&self, totals: [f64; 2]) -> Option<u32> {
        let _ = totals;
        None
    }

    /// Points that win a match, where one is played.
    fn match_target(&self) -> Option<u32> {
        None
    }

    /// What the game adds to the words of the rules.
    fn more_words(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The terms of a game: how a move goes, what a fresh board holds, and how the game ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Terms {
    /// How a move goes.
    pub plan: Plan,
    /// Seeds in each pit at the start.
    pub seeds: u32,
    /// Endings that a position alone does not show.
    pub ends: Ends,
}

/// How a move goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Pits in a row.
    pub pits: u8,
    /// What happens to a capture of all.
    pub grand_slam: GrandSlam,
    /// An opponent without seeds must be fed.
    pub must_feed: bool,
    /// A move that leaves the opponent a move comes first.
    pub leave_a_move: bool,
    /// A pit with more than one seed comes before one with a single seed.
    pub singles_last: bool,
    /// Seeds a pit holds at most.
    pub limit: Option<u8>,
    /// What becomes of a seed for a full pit.
    pub limit_rule: LimitRule,
    /// Counts of the landing pit that begin a capture.
    pub trigger: CountSet,
    /// Counts of the pits before it that go with it.
    pub chain: CountSet,
}

/// Endings that a position alone does not show.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ends {
    /// Seeds in store that end the game.
    pub win_at: WinAt,
    /// The game stops when a player has three quarters of all seeds.
    pub three_quarters: bool,
    /// Repetition and limits.
    pub history: History,
}

impl Plan {
    /// True when every lap finds room for all its seeds and may be sown whatever pits are full.
    #[inline(always)]
    pub(super) fn has_room(&self) -> bool {
        match (self.limit, self.limit_rule) {
            (None, _) | (_, LimitRule::ToStore) => true,
            (_, LimitRule::Illegal) => false,
            // One seed in hand leaves the other pits less than a full board.
            (Some(limit), LimitRule::Skip) => u32::from(limit) * (2 * u32::from(self.pits) - 1) >= MAX_SEEDS,
        }
    }
}

impl Terms {
    /// Seeds of a fresh game.
    pub fn total(&self) -> u32 {
        2 * u32::from(self.plan.pits) * self.seeds
    }

    /// More than half of all seeds, or the number that the rules write out.
    pub fn winning(&self) -> u32 {
        match self.ends.win_at {
            WinAt::Seeds(seeds) => seeds,
            WinAt::Majority | WinAt::None => self.total() / 2 + 1,
        }
    }

    /// At least three quarters of all seeds.
    pub fn three_quarters(&self) -> u32 {
        (3 * self.total()).div_ceil(4)
    }

    /// Seeds in store that end the game at once, if the rules name any.
    pub fn stop_at(&self) -> Option<u32> {
        let win = (self.ends.win_at != WinAt::None).then(|| self.winning());
        let early = self.ends.three_quarters.then(|| self.three_quarters());
        win.into_iter().chain(early).min()
    }

    /// The checks of [`RuleSet::check`]; `limit` is the name of the option with the most seeds in a pit.
    ///
    /// # Errors
    /// A sentence that names the values and the way out.
    pub fn check(&self, limit: &str) -> Result<(), String> {
        let (n, seeds, total) = (u32::from(self.plan.pits), self.seeds, self.total());
        if total > MAX_SEEDS {
            return Err(format!(
                "pits_per_row={n} with seeds_per_pit={seeds} makes {total} seeds; at most {MAX_SEEDS} can be handled, \
                 so at most {} a pit",
                MAX_SEEDS / (2 * n)
            ));
        }
        if let Some(most) = self.plan.limit.filter(|&most| u32::from(most) < seeds) {
            return Err(format!(
                "{limit}={most} is less than seeds_per_pit={seeds}: give more room or fewer seeds"
            ));
        }
        for set in [self.plan.trigger, self.plan.chain] {
            if set.0 == 0 || set.0 & 1 == 1 {
                return Err("a set of counts that capture needs at least one, each from 1 to 31".into());
            }
        }
        match self.ends.win_at {
            WinAt::Seeds(win) if 2 * win <= total || win > total => Err(format!(
                "win_at={win}: of {total} seeds it takes more than half, {} to {total} (or majority, or none)",
                total / 2 + 1
            )),
            _ => Ok(()),
        }
    }

    /// Why no database can hold values under these terms, if so.
    pub fn not_tabled(&self) -> Option<String> {
        let because =
            |what: &str, why: &str| Some(format!("{what}: {why}, and a database knows only the board"));
        if self.plan.grand_slam == GrandSlam::AllowedIfWins {
            return because("grand_slam=allowed_if_wins", "whether a slam is captured depends on the stores");
        }
        if self.ends.history.repetition == Repetition::Draw {
            return because("repetition=draw", "a recurrence takes back what is in store");
        }
        if let Some(limit) = self.ends.history.ply_limit.0 {
            return because(&format!("ply_limit={limit}"), "a value depends on the plies left");
        }
        if let Some(limit) = self.ends.history.no_capture_limit.0 {
            return because(
                &format!("no_capture_limit={limit}"),
                "a value depends on the plies since the last capture",
            );
        }
        None
    }
}

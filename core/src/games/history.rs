//! Endings that most games share: repetition, limits. One struct of rules, one `cut`.

use sowbase_solver::{Ending, Line, Reason, State, Verdict};

use super::options::{Limit, choice};

choice! {
    /// Who gets the seeds on the board when a position comes up again.
    Repetition {
        /// Each player takes the seeds of his own row.
        OwnSide = "own_side",
        /// The seeds left count half for each.
        Split = "split",
        /// The game is a draw whatever the stores.
        Draw = "draw",
        /// No repetition rule.
        Ignore = "ignore",
        /// As `own_side` when both rows hold seeds, else play goes on.
        OwnSideIfBoth = "own_side_if_both",
    }
}

/// The rules of endings that need a game's history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct History {
    /// What a recurrence pays.
    pub repetition: Repetition,
    /// Which occurrence ends the game: 2 or 3.
    pub occurrence: u32,
    /// Plies without capture after which the game stops.
    pub no_capture_limit: Limit,
    /// Plies after which the game stops.
    pub ply_limit: Limit,
}

/// The counters of a line that one of two limits, on plies without a capture and on plies, may be reached by within `plies`
/// plies: bits 16 to 39 and from 40 on of a [`Game::context`].
///
/// [`Game::context`]: sowbase_solver::Game::context
#[inline]
pub fn near_limits<S: State>(line: &Line<S>, plies: u32, [no_capture, all]: [Limit; 2]) -> u64 {
    let near = |limit: Limit, count: u32| {
        let near = limit.0.is_some_and(|limit| count + plies >= limit);
        u64::from(if near { count + 1 } else { 0 })
    };
    near(no_capture, line.quiet()) << 16 | near(all, line.plies()) << 40
}

impl History {
    /// The ending that repetition or a limit brings to `state`, with `own` and `opposite` seeds in the two rows.
    ///
    /// Order: repetition, ply limit, then the no-capture limit, which applies only if no other ending does: `can_move`
    /// says whether the side to move has a move.
    #[inline]
    pub fn cut<S: State>(
        &self,
        line: &Line<S>,
        state: &S,
        rows: impl Fn() -> (u32, u32),
        can_move: impl FnOnce() -> bool,
    ) -> Option<Ending> {
        if self.repetition != Repetition::Ignore
            && line.quiet() > 0
            && line.occurrences(state) >= self.occurrence
            && let Some(ending) = self.recurred(rows())
        {
            return Some(ending);
        }
        self.limits(line, rows, can_move)
    }

    /// The ending that a limit brings: the part of [`History::cut`] that does not look for a recurrence.
    #[inline]
    pub fn limits<S: State>(
        &self,
        line: &Line<S>,
        rows: impl Fn() -> (u32, u32),
        can_move: impl FnOnce() -> bool,
    ) -> Option<Ending> {
        if self.ply_limit.0.is_some_and(|limit| line.plies() >= limit) {
            return Some(Ending::as_it_stands(Reason::PLY_LIMIT));
        }
        if self.no_capture_limit.0.is_some_and(|limit| line.quiet() >= limit) && can_move() {
            return Some(self.divided(rows(), Reason::NO_CAPTURE_LIMIT));
        }
        None
    }

    /// What of a line these rules look at within `plies` plies, beside the repetition set: see [`Game::context`]. Counters
    /// that no limit can be reached by count for nothing; what is banked does where a draw takes it back.
    ///
    /// [`Game::context`]: sowbase_solver::Game::context
    #[inline]
    pub fn context<S: State>(&self, line: &Line<S>, plies: u32) -> u64 {
        let banked = if self.annuls() { line.banked_word() } else { 0 };
        banked | near_limits(line, plies, [self.no_capture_limit, self.ply_limit])
    }

    /// True when a recurrence or a limit can take back what is in store.
    #[inline]
    pub fn annuls(&self) -> bool {
        self.repetition == Repetition::Draw
    }

    /// The ending that a recurrence brings, if any, with so many seeds in the mover's row and the other.
    pub fn recurred(&self, rows: (u32, u32)) -> Option<Ending> {
        let ends = match self.repetition {
            Repetition::Ignore => false,
            Repetition::OwnSideIfBoth => rows.0 > 0 && rows.1 > 0,
            Repetition::OwnSide | Repetition::Split | Repetition::Draw => true,
        };
        ends.then(|| self.divided(rows, Reason::REPETITION))
    }

    /// How endless play divides the seeds of the two rows (also used where a rule ends a game "as by repetition").
    pub fn divided(&self, (own, opposite): (u32, u32), reason: Reason) -> Ending {
        match self.repetition {
            Repetition::OwnSide | Repetition::OwnSideIfBoth | Repetition::Ignore => {
                Ending::paying(own, opposite, reason)
            }
            Repetition::Split => Ending::split(own + opposite, reason),
            Repetition::Draw => Ending::as_it_stands(reason).judged(Verdict::Draw),
        }
    }
}

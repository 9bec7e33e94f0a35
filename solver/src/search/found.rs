//! What a search found out about a state.

use crate::game::{Child, Turn};
use crate::hundredths::Hundredths;
use crate::score::{Interval, Score};

/// The value of a state as a search sees it, and what is proven of it. Eight bytes: returned in a register.
///
/// `value` may rest on estimates, on the repetition of a path, on a table. `proven` never does: it is made of what the
/// rules pay, of databases, and of trees that end, so it holds whatever was played before. `value` always lies in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The value.
    pub value: Hundredths,
    /// The value surely lies in here.
    pub proven: Interval,
}

impl Found {
    /// A value that is proven.
    #[inline(always)]
    pub fn exact(score: Score) -> Self {
        Self { value: score.into(), proven: Interval::exact(score) }
    }

    /// A guess, brought into what is proven.
    #[inline(always)]
    pub fn guess(value: Hundredths, proven: Interval) -> Self {
        Self { value: value.max(proven.lo.into()).min(proven.hi.into()), proven }
    }

    /// The same of the move that leads there, seen by its mover.
    #[inline(always)]
    pub fn backup<S>(self, child: &Child<S>) -> Self {
        let gain = Hundredths::from(child.gain);
        let value = if child.turn == Turn::Pass { gain - self.value } else { gain + self.value };
        Self { value, proven: child.backup_interval(self.proven) }
    }

    /// True when the value is proven to be just this.
    pub fn is_exact(self) -> bool {
        self.proven.is_exact()
    }
}

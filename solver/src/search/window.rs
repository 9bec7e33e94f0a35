//! What a search still wants to know.

use crate::game::{Child, Turn};
use crate::hundredths::Hundredths;
use crate::score::Score;

/// Between which values a value is asked for: `alpha < beta`. A closed window cannot be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    alpha: Hundredths,
    beta: Hundredths,
}

impl Window {
    /// Every value there can be.
    pub const FULL: Self = Self { alpha: Hundredths(-Hundredths::MAX.0), beta: Hundredths::MAX };

    /// Values above `alpha` and below `beta`; `None` when there are no two such numbers in order.
    #[inline(always)]
    pub fn new(alpha: Hundredths, beta: Hundredths) -> Option<Self> {
        (alpha < beta).then_some(Self { alpha, beta })
    }

    /// The narrowest window: asks only whether a value is more than `alpha`.
    #[inline(always)]
    pub fn null(alpha: Hundredths) -> Self {
        Self { alpha, beta: alpha + Hundredths(1) }
    }

    /// The narrowest window that asks for a whole: whether a score is at least `score`.
    #[inline(always)]
    pub fn at_least(score: Score) -> Self {
        let beta = Hundredths::from(score);
        Self { alpha: beta - Hundredths(1), beta }
    }

    /// A value of at most this says no more than that it is no better.
    #[inline(always)]
    pub fn alpha(self) -> Hundredths {
        self.alpha
    }

    /// A value of at least this says no more than that it is good enough.
    #[inline(always)]
    pub fn beta(self) -> Hundredths {
        self.beta
    }

    /// What is still asked once `value` is certain; `None`: nothing, it is good enough.
    #[inline(always)]
    pub fn raised(self, value: Hundredths) -> Option<Self> {
        Self::new(self.alpha.max(value), self.beta)
    }

    /// The window in which a child's value is asked for, seen by the side that moves there. Handing over turns the window
    /// round; where one side moves again it is only moved by the gain. The one place where a window changes its sign.
    #[inline(always)]
    pub fn child<S>(self, child: &Child<S>) -> Self {
        let gain = Hundredths::from(child.gain);
        if child.turn == Turn::Pass {
            Self { alpha: gain - self.beta, beta: gain - self.alpha }
        } else {
            Self { alpha: self.alpha - gain, beta: self.beta - gain }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(gain: i16, turn: Turn) -> Child<u8> {
        Child { state: 0, gain: Score(gain), turn, quiet: gain == 0 }
    }

    #[test]
    fn a_closed_window_cannot_be_built() {
        assert_eq!(Window::new(Hundredths(3), Hundredths(3)), None);
        assert_eq!(Window::null(Hundredths(3)).raised(Hundredths(4)), None);
        assert_eq!(Window::at_least(Score(2)), Window::null(Hundredths(199)));
    }

    /// What a value means to a window of the parent, it means to the child's window once backed up.
    #[test]
    fn a_value_lies_in_the_childs_window_as_its_backup_does_in_the_parents() {
        let window = Window::new(Hundredths(-100), Hundredths(500)).expect("open");
        for gain in [-3, 0, 4] {
            for turn in [Turn::Pass, Turn::Again] {
                let child = child(gain, turn);
                let below = window.child(&child);
                for value in -12..12 {
                    let backed = Hundredths::from(child.backup(Score(value)));
                    let value = Hundredths::from(Score(value));
                    let parent = (backed > window.alpha(), backed < window.beta());
                    let own = (value > below.alpha(), value < below.beta());
                    let expected = if turn == Turn::Pass { (own.1, own.0) } else { own };
                    assert_eq!(parent, expected);
                }
            }
        }
    }
}

//! What a check found wrong: the first faults, and how many there are.

use std::fmt;

use crate::game::Layer;

/// The numbers of a state in one metric, wide enough for what children can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// A score.
    Score(i32),
    /// A lower and an upper bound.
    Bounds {
        /// The lower bound.
        lo: i32,
        /// The upper bound.
        hi: i32,
    },
    /// Plies; `None` where no number of plies would be right, because no move keeps the score.
    Distance {
        /// Plies to the next capture.
        next: Option<u32>,
        /// Plies to the end.
        end: Option<u32>,
    },
}

impl fmt::Display for Says {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |plies: &Option<u32>| plies.map_or_else(|| "none".to_owned(), |plies| plies.to_string());
        match self {
            Self::Score(score) => write!(f, "score {score}"),
            Self::Bounds { lo, hi } => write!(f, "bounds {lo} to {hi}"),
            Self::Distance { next, end } => {
                write!(f, "plies to the next capture {}, to the end {}", plies(next), plies(end))
            }
        }
    }
}

/// What is wrong with a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is not the best of its children: what they say.
    Children(Says),
    /// It agrees with its children, but nobody gets there in finite time: a cycle holds it up.
    Baseless,
}

/// A state with wrong numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its layer.
    pub layer: Layer,
    /// Its number in the layer.
    pub index: u64,
    /// What is stored.
    pub stored: Says,
    /// What is wrong with that.
    pub wrong: Wrong,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "layer {}", self.layer.seeds)?;
        if self.layer.shape > 0 {
            write!(f, " of shape {}", self.layer.shape)?;
        }
        write!(f, ", state {}: stored {}; ", self.index, self.stored)?;
        match &self.wrong {
            Wrong::Children(says) => write!(f, "its moves say {says}"),
            Wrong::Baseless => f.write_str("not reached in finite time, only held up by a cycle"),
        }
    }
}

/// The first faults in the order of states, and how many there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Faults {
    pub(super) first: Vec<Fault>,
    pub(super) count: u64,
}

impl Faults {
    pub(super) fn add(&mut self, fault: Fault, most: usize) {
        self.count += 1;
        if self.first.len() < most {
            self.first.push(fault);
        }
    }

    /// Adds those of the states that come after.
    pub(super) fn append(&mut self, later: Self, most: usize) {
        self.count += later.count;
        let room = most - self.first.len().min(most);
        self.first.extend(later.first.into_iter().take(room));
    }
}

//! What is marked on a board beside the seeds: where a move began, where its seeds fell, what was captured.

use crate::games::{Step, Trace};
use crate::play::Side;

/// A place where a seed can fall.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// A pit, by owner and number from 0.
    Pit(Side, usize),
    /// A player's store.
    Store(Side),
}

/// Marks on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// Pits that were lifted, with the seeds then in hand.
    pub lifted: Vec<(Side, usize, u8)>,
    /// Where seeds fell, in order.
    pub drops: Vec<Spot>,
    /// Pits that were captured, with the seeds taken.
    pub captured: Vec<(Side, usize, u8)>,
}

impl Marks {
    /// The marks of a move that was played: the pit it began with, the place of its last seed, and its captures.
    pub fn last_move(trace: &Trace) -> Self {
        let mut marks = Self::default();
        for step in &trace.steps {
            match step {
                Step::Lift { side, pit, seeds, relay: false } => marks.lifted.push((*side, *pit, *seeds)),
                Step::Drop { side, pit, .. } => marks.drops = vec![Spot::Pit(*side, *pit)],
                Step::Store { side } => marks.drops = vec![Spot::Store(*side)],
                Step::Capture { side, pit, seeds, .. } => marks.captured.push((*side, *pit, *seeds)),
                _ => {}
            }
        }
        marks
    }

    /// Places where seeds fell, each with the numbers of those seeds, from 1.
    pub(crate) fn numbers(&self) -> Vec<(Spot, Vec<usize>)> {
        let mut all: Vec<(Spot, Vec<usize>)> = Vec::new();
        for (number, &spot) in (1..).zip(&self.drops) {
            match all.iter_mut().find(|(other, _)| *other == spot) {
                Some((_, numbers)) => numbers.push(number),
                None => all.push((spot, vec![number])),
            }
        }
        all
    }

    /// Pits captured, each once, with all seeds taken there.
    pub(crate) fn takings(&self) -> Vec<(Side, usize, u32)> {
        let mut all: Vec<(Side, usize, u32)> = Vec::new();
        for &(side, pit, seeds) in &self.captured {
            match all.iter_mut().find(|other| (other.0, other.1) == (side, pit)) {
                Some(other) => other.2 += u32::from(seeds),
                None => all.push((side, pit, u32::from(seeds))),
            }
        }
        all
    }
}

/// The numbers of the seeds that fell in one place, as short as a badge needs: `3`, `1 13`, or `1…25`.
pub(crate) fn numbered(numbers: &[usize]) -> String {
    match numbers {
        [] => String::new(),
        [one] => one.to_string(),
        [one, two] => format!("{one} {two}"),
        [first, .., last] => format!("{first}…{last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_one_place_share_a_badge() {
        let spots = [Spot::Pit(Side::South, 1), Spot::Store(Side::South), Spot::Pit(Side::South, 1)];
        let marks = Marks { drops: spots.to_vec(), ..Marks::default() };
        assert_eq!(marks.numbers(), [(spots[0], vec![1, 3]), (spots[1], vec![2])]);
        assert_eq!([&[][..], &[4], &[1, 3], &[1, 3, 5]].map(numbered), ["", "4", "1 3", "1…5"]);
    }

    #[test]
    fn what_is_taken_twice_from_a_pit_is_told_once() {
        let marks = Marks { captured: vec![(Side::North, 2, 4), (Side::North, 2, 1)], ..Marks::default() };
        assert_eq!(marks.takings(), [(Side::North, 2, 5)]);
    }
}

//! Playing strengths from 1 to 10, for people to play against and for measures of difficulty.
//!
//! A level has two sides: how many nodes it searches, and how much of a move's value it does not care about (`slack`). It
//! plays any move that its search finds within its slack of the best, the better ones more often, so a weak level plays
//! plausible second-best moves and never one that throws away more than its slack as far as it sees. The slack grows
//! smaller with the seeds that are left on the board, so that a weak level does not lose its way when one seed decides.
//! `docs/levels.md` says how the levels fare against one another.

use std::fmt;

use fastrand::Rng;

use super::{Answer, EngineOptions, SearchedMove};
use crate::error::Error;
use crate::games::{Ladder, STEPS};

/// A playing strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// 1 (weakest) to [`Level::HIGHEST`]; 0: none of the game's own.
    pub number: u8,
    /// Nodes of a search.
    pub nodes: u64,
    /// In hundredths of a seed, on a full board: moves that lose no more than this may be played.
    pub slack: i32,
}

impl Level {
    /// The strongest.
    pub const HIGHEST: u8 = STEPS.len() as u8;

    /// A level by its number; `ladder` are nodes and slack of all, the weakest first.
    ///
    /// # Errors
    /// For a number that is no level.
    pub(crate) fn on(ladder: &Ladder, number: u8) -> Result<Self, Error> {
        let at = usize::from(number).checked_sub(1).and_then(|at| ladder.get(at));
        let (nodes, slack) = *at.ok_or_else(|| {
            Error::Usage(format!("there is no level {number}: 1 (weakest) to {} (strongest)", Self::HIGHEST))
        })?;
        Ok(Self { number, nodes, slack })
    }

    /// What an engine of this level is opened with. Only the strongest looks values up: the others would play every small
    /// ending to perfection.
    #[must_use]
    pub(super) fn options(&self, options: EngineOptions) -> EngineOptions {
        EngineOptions { databases: options.databases && self.number == Self::HIGHEST, ..options }
    }

    /// How many moves its search must give a value of their own; 0: all.
    pub(super) fn lines(&self) -> usize {
        usize::from(self.slack == 0)
    }

    /// The move it plays after a search over all moves, `seeds` of `total` being left on the board.
    pub(super) fn pick<'a>(
        &self,
        answer: &'a Answer,
        (seeds, total): (u32, u32),
        rng: &mut Rng,
    ) -> Option<&'a SearchedMove> {
        let best = answer.best()?;
        let slack = i64::from(self.slack) * i64::from(seeds) / i64::from(total.max(1));
        let loss = |mv: &SearchedMove| i64::from(best.hundredths) - i64::from(mv.hundredths);
        let seen = |mv: &&SearchedMove| mv.own_value && mv.depth > 0 && loss(mv) <= slack;
        let within: Vec<&SearchedMove> = answer.moves.iter().filter(seen).collect();
        let weight = |mv: &SearchedMove| (slack - loss(mv) + 1) as u64;
        let mut left = rng.u64(..within.iter().map(|mv| weight(mv)).sum::<u64>().max(1));
        for mv in within {
            if left < weight(mv) {
                return Some(mv);
            }
            left -= weight(mv);
        }
        Some(best)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => write!(f, "level {}/{}", self.nodes, self.slack),
            number => write!(f, "level {number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Limits, Question};
    use crate::games::entry;
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_level_plays_what_it_finds_within_its_slack_and_nothing_else() {
        let opened = entry("kalah").and_then(|entry| entry.open(&[])).expect("opens");
        let position = opened.play.start();
        let mut engine = opened.search.engine(&EngineOptions::default()).expect("memory");
        for number in 1..=Level::HIGHEST {
            let level = opened.search.level(number).expect("a level");
            let question = Question {
                position: &position,
                moves: &[],
                limits: Limits { nodes: Some(level.nodes), ..Limits::default() },
                lines: level.lines(),
            };
            let answer = engine.search(&question, &AtomicBool::new(false), &mut |_| {}).expect("searches");
            let mut rng = Rng::with_seed(1);
            let mut picked = BTreeSet::new();
            for _ in 0..500 {
                picked.insert(level.pick(&answer, (48, 48), &mut rng).expect("a move").r#move.clone());
            }
            let best = answer.best().expect("a move").hundredths;
            let within = answer.moves.iter().filter(|mv| mv.own_value && best - mv.hundredths <= level.slack);
            assert_eq!(picked, within.map(|mv| mv.r#move.clone()).collect(), "{level}");
        }
    }

    #[test]
    fn other_numbers_are_refused() {
        for number in [0, 11, 255] {
            let error = Level::on(&STEPS, number).expect_err("no level").to_string();
            assert!(error.contains("1 (weakest) to 10 (strongest)"), "{error}");
        }
    }

    #[test]
    fn a_ladder_rises() {
        for entry in crate::games::CATALOGUE {
            let opened = entry.open(&[]).expect("opens");
            let levels: Vec<Level> =
                (1..=Level::HIGHEST).map(|number| opened.search.level(number).expect("a level")).collect();
            assert!(levels.is_sorted_by(|a, b| a.nodes <= b.nodes && a.slack >= b.slack), "{levels:?}");
        }
    }
}

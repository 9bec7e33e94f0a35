//! The published solution of Awari (Vrije Universiteit Amsterdam, doi 10.48338/vu01-11wjke): files `scores.N`, a signed
//! byte for each board of N seeds whose opposite row has an empty pit, which is the score under `awari_academic`.
//!
//! The boards left out need no file: a pit that was lifted stays empty in its own lap, so after *any* move the row that
//! is then the opposite one has an empty pit. All moves of a board that is left out lead to boards that are not, and one
//! ply gives its score.

pub mod order;
mod shelf;
mod transfer;

use std::path::Path;

use super::facts::Facts;
use super::lanes::Lanes;
use super::play::SingleLap;
use super::rules::{GrandSlam, OwareRules};
use super::state::Seat;
use super::terms::SingleLapRules;
use crate::board::Board;
use crate::games::foreign::{Foreign, Shelf};
use crate::games::options::RuleSet;
use shelf::Scores;

/// The format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AwariScores;

/// The rules of the files, as far as they change numbers.
fn academic() -> OwareRules {
    OwareRules {
        grand_slam: GrandSlam::IllegalUnlessForced,
        must_leave_opponent_a_move: true,
        ..OwareRules::default()
    }
}

impl<R: Lanes, F: Facts, V: SingleLapRules, S: Seat<R>> Foreign<SingleLap<R, F, V, S>> for AwariScores {
    fn name(&self) -> &'static str {
        "awari-scores"
    }

    fn refusal(&self, game: &SingleLap<R, F, V, S>) -> Option<String> {
        let same = game.rules.database_canonical() == academic().database_canonical();
        (!same).then(|| {
            "awari-scores holds values of oware --variant awari_academic; these rules have others".to_owned()
        })
    }

    fn shelf(&self, dir: &Path) -> Box<dyn Shelf<SingleLap<R, F, V, S>>> {
        Box::new(Scores::new(dir))
    }
}

/// The pits of a board, the mover's first, as the files count them.
fn pits_of<R: Lanes>(board: Board<R>) -> [u8; order::PITS] {
    std::array::from_fn(|pit| board.ring_pit(order::PITS / 2, pit))
}

#[cfg(test)]
mod tests;

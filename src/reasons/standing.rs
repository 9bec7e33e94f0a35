//! Who stands better, by how much, and how sure that is.

use serde::Serialize;

use super::scene::Scene;
use crate::play::Side;
use crate::tables::Worth;

/// What a lead is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Seeds in store at the end.
    Seeds,
    /// Points of the game.
    Points,
}

/// Who is ahead at the end of the game under best play.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    /// Who is ahead; `None`: level.
    pub ahead: Option<Side>,
    /// By how much, what is in store included.
    pub by: f64,
    /// What `by` is counted in.
    pub unit: Unit,
    /// What `by` is worth: the lead itself, the least or the most of it, or a guess. Of a level game: seen by the side to
    /// move, as scores are.
    pub bound: Worth,
    /// Plies of the search behind a guess.
    pub depth: u32,
    /// The lead counts endless play as nothing, and another rule might change it.
    pub counting_endless_nothing: bool,
    /// Who is to move.
    pub mover: Side,
}

impl Standing {
    pub(super) fn of(scene: &Scene) -> Option<Self> {
        let (best, mover) = (scene.best, scene.mover);
        let lead = 100 * scene.banked() + best.hundredths?;
        let ahead = match lead {
            0 => None,
            1.. => Some(mover),
            _ => Some(mover.other()),
        };
        // The least that the mover is ahead is the most that the other side is.
        let bound = match (best.worth?, ahead == Some(mover.other())) {
            (Worth::Lower, true) => Worth::Upper,
            (Worth::Upper, true) => Worth::Lower,
            (worth, _) => worth,
        };
        Some(Self {
            ahead,
            by: f64::from(lead.abs()) / 100.0,
            unit: scene.unit,
            bound,
            depth: best.depth,
            counting_endless_nothing: best.counting_endless_nothing && !scene.opened.play.endless_is_even(),
            mover,
        })
    }
}

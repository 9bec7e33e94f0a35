//! What problems are about. A theme is a kind of goal and what the official line must show; each is one exact sentence.

use super::goal::Aim;
use super::tale::Tale;
use crate::games::Step;

/// How a theme's goal is found for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// To win, in as few turns as can be, at most so many.
    Win(u8),
    /// As many seeds as can be forced in so many turns at most.
    Gain(u8),
    /// All seeds on the board in one turn.
    Clear,
    /// All of the last seeds of a board of so many, in so many turns at most.
    Last(u8, u8),
    /// To win because the other side has no move or no seeds, in as few turns as can be, at most so many.
    Strand(u8),
    /// A win that pays so many points, in so many turns at most.
    Points(u16, u8),
}

/// A theme.
#[derive(Clone, Copy, Debug)]
pub struct Theme {
    /// Its name on the command line and in packs.
    pub key: &'static str,
    /// What it is, exactly: what the side to move is to do, and what the official line shows.
    pub sentence: &'static str,
    /// How the goal is found.
    pub kind: Kind,
    /// What the official line must show.
    pub shows: fn(&Tale) -> bool,
}

/// Themes of every game.
pub const COMMON: [Theme; 2] = [
    Theme {
        key: "forced-win",
        sentence: "The side to move has won after at most three of its turns, whatever the other side does, and at each of \
                   its moves one move alone does it.",
        kind: Kind::Win(3),
        shows: |_| true,
    },
    Theme {
        key: "win-seeds",
        sentence: "Within one or two turns the side to move captures so many seeds more than the other side, whatever that \
                   does, and at each of its moves one move alone does it; the next best first move gets at least two fewer.",
        kind: Kind::Gain(2),
        shows: |tale| tale.own().any(|told| !told.trace.quiet),
    },
];

/// Extra moves in a turn of the solver, at most.
pub(crate) fn extra_moves(tale: &Tale) -> usize {
    let (mut most, mut now) = (0, 0);
    for told in &tale.moves {
        if told.before.side == tale.solver && told.trace.steps.contains(&Step::Again) {
            now += 1;
            most = most.max(now);
        } else {
            now = 0;
        }
    }
    most
}

/// Whether the solver's first move captures from a pit of the other side.
pub(crate) fn first_captures(tale: &Tale) -> bool {
    let takes = |step: &Step| matches!(step, Step::Capture { side, to, .. } if *side != tale.solver && *to == tale.solver);
    tale.first().is_some_and(|told| told.trace.steps.iter().any(takes))
}

impl Kind {
    /// Goals to try on a board of `seeds`, the first that can be reached is taken; `None` for a kind whose number must be
    /// found.
    pub(super) fn aims(self, seeds: u32) -> Option<(Aim, u8)> {
        match self {
            Self::Win(turns) => Some((Aim::Win, turns)),
            Self::Strand(turns) => Some((Aim::Strand, turns)),
            Self::Points(points, turns) => Some((Aim::Points(points), turns)),
            Self::Clear => Some((Aim::Gain(seeds as u16), 1)),
            Self::Last(_, turns) => Some((Aim::Gain(seeds as u16), turns)),
            Self::Gain(_) => None,
        }
    }
}

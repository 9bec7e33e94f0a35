//! The official line of a problem, played out slowly: what themes look at.

use super::goal::Goal;
use super::tree::Choice;
use crate::games::{Rulebook, Step, Trace};
use crate::play::{Position, Side};

/// A problem by what it is about: the goal and the board without what the line does not touch.
pub(super) type Identity = (Goal, [Vec<u8>; 2]);

/// A move of the line.
#[derive(Clone, Debug)]
pub struct Told {
    /// Before it.
    pub before: Position,
    /// The move.
    pub trace: Trace,
}

/// A line of play.
#[derive(Clone, Debug)]
pub struct Tale {
    /// Who solves.
    pub solver: Side,
    /// Move by move.
    pub moves: Vec<Told>,
}

impl Tale {
    /// The official line of a solution; `None` when a move of it is not legal.
    pub(super) fn of<G: Rulebook>(game: &G, position: &Position, solution: &Choice) -> Option<Self> {
        let (mut now, mut moves) = (position.clone(), Vec::new());
        for text in solution.line() {
            let trace = game.trace(&now, &text)?;
            let after = trace.after.clone();
            moves.push(Told { before: now, trace });
            now = after;
        }
        Some(Self { solver: position.side, moves })
    }

    /// The solver's moves.
    pub fn own(&self) -> impl Iterator<Item = &Told> {
        self.moves.iter().filter(|told| told.before.side == self.solver)
    }

    /// The first move.
    pub fn first(&self) -> Option<&Told> {
        self.moves.first()
    }

    /// Seeds of the pit that a move lifts first.
    pub fn lifted(told: &Told) -> u32 {
        let lift = told.trace.steps.iter().find_map(|step| match step {
            Step::Lift { seeds, relay: false, .. } => Some(u32::from(*seeds)),
            _ => None,
        });
        lift.unwrap_or_default()
    }

    /// Laps of the longest sowing of the solver.
    pub fn laps(&self) -> u32 {
        let laps = |told: &Told| {
            told.trace
                .steps
                .iter()
                .filter(|step| matches!(step, Step::Lift { .. } | Step::Resow { .. }))
                .count()
        };
        self.own().map(|told| laps(told) as u32).max().unwrap_or_default()
    }

    /// What the problem is about: two with the same are one.
    pub(super) fn identity(&self, goal: Goal) -> Identity {
        (goal, self.core())
    }

    /// The position with what the line does not touch left out, seen by the solver.
    fn core(&self) -> [Vec<u8>; 2] {
        let Some(first) = self.first() else { return [Vec::new(), Vec::new()] };
        let mut touched = [0u64; 2];
        let mut touch = |side: Side, pit: usize| touched[side.index()] |= 1 << pit;
        for told in &self.moves {
            for step in &told.trace.steps {
                match step {
                    Step::Lift { side, pit, .. }
                    | Step::Drop { side, pit, .. }
                    | Step::Capture { side, pit, .. }
                    | Step::Resow { side, pit, .. } => touch(*side, *pit),
                    _ => {}
                }
            }
        }
        [self.solver, self.solver.other()].map(|side| {
            let row = first.before.row(side).iter().enumerate();
            row.map(|(pit, seeds)| if touched[side.index()] >> pit & 1 == 1 { *seeds } else { 0 }).collect()
        })
    }
}

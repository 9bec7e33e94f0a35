//! The start of a game, and the placing of the seeds where the players do it themselves.
//!
//! A fresh board always shows an arrangement. Under a free set-up the player whose turn it is to place may `keep` it or
//! write another as `place:4,4,…`, pits in circuit order; with `free_secret` both are revealed at once, by one move
//! `place:SOUTH:NORTH` after which the same player begins. There are about 10¹¹ ways to place 32 seeds, so only `keep`
//! is listed; the others are legal all the same. Placing counts as plies, but not as turns without capture.

use sowbase_solver::{Child, Move, Score, Turn};

use super::facts::Facts;
use super::play::{Omweso, OmwesoState};
use super::rules::Setup;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

/// The move that keeps the arrangement shown; the number after it stands for every arrangement that is typed.
pub(super) const KEEP: Move = Move(3 << 26);
const TYPED: Move = Move(KEEP.0 + 1);

impl Omweso {
    /// The pits of both players at the start.
    fn arrangement(&self) -> Vec<u8> {
        let m = self.m();
        let roomy = self.rules.setup_max.0.is_none_or(|max| max >= 4);
        let [outer, inner] = match self.rules.setup {
            Setup::Outer4 => [4, 0],
            Setup::Inner4 => [0, 4],
            Setup::TwoEach => [2, 2],
            Setup::FreeFirstThenSecond | Setup::FreeSecret => {
                if roomy {
                    [4, 0]
                } else {
                    [2, 2]
                }
            }
        };
        [vec![outer; m], vec![inner; m]].concat()
    }

    fn placings(&self) -> u8 {
        if self.rules.is_free_setup() { 2 } else { 0 }
    }

    pub(super) fn fresh(&self) -> OmwesoState {
        let pits = self.arrangement();
        self.state(&pits, &pits, Facts::new([true; 2], [false; 2], self.placings()))
    }

    /// A fresh game that `starter` begins.
    pub(super) fn fresh_position(&self, starter: Side) -> Position {
        let mut position =
            Position { side: starter, ..Position::new(self.arrangement(), self.arrangement()) };
        position.extras.insert("first".into(), "SN".into());
        position.extras.insert("captured".into(), "none".into());
        if self.placings() > 0 {
            position.extras.insert("place".into(), self.placings().to_string());
        }
        position
    }

    /// The one placement that is listed, fast.
    pub(super) fn keep(&self, state: &OmwesoState) -> (Move, Child<OmwesoState>) {
        let facts = state.facts;
        let ([first, first_other], [own, opposite]) = (facts.first(), facts.captured());
        let (board, facts, turn) = if self.rules.setup == Setup::FreeSecret {
            (state.board, Facts::new([first, first_other], [own, opposite], 0), Turn::Again)
        } else {
            let left = facts.placings() - 1;
            (state.board.flipped(), Facts::new([first_other, first], [opposite, own], left), Turn::Pass)
        };
        let state = OmwesoState { board, facts, mark: self.marks.mark(facts) };
        (KEEP, Child { state, gain: Score(0), turn, quiet: false })
    }

    /// A placement by its text: `keep`, or an arrangement; else why it cannot be.
    pub(super) fn slow_placement(&self, position: &Position, text: &str) -> Result<Trace, String> {
        let secret = self.rules.setup == Setup::FreeSecret;
        let mut after = position.clone();
        if text != "keep" {
            let how = if secret { "place:SOUTH:NORTH" } else { "place:PITS" };
            let wrong =
                || format!("the seeds are still to be placed: play keep or {how}, commas between the pits");
            let rows: Vec<&str> = text.strip_prefix("place:").ok_or_else(wrong)?.split(':').collect();
            let sides = if secret { &Side::BOTH[..] } else { &[position.side][..] };
            if rows.len() != sides.len() {
                return Err(wrong());
            }
            for (&side, row) in sides.iter().zip(rows) {
                after.pits[side.index()] = self.read_row(side, row, position.row_seeds(side))?;
            }
        }
        let left = if secret { 0 } else { placings_of(position) - 1 };
        after.extras.remove("place");
        if left > 0 {
            after.extras.insert("place".into(), left.to_string());
        }
        let turn = if secret { Turn::Again } else { Turn::Pass };
        let mut steps = Vec::new();
        for side in Side::BOTH {
            if secret || side == position.side {
                let seeds = after.row(side).iter().enumerate();
                steps.extend(seeds.map(|(pit, &now)| Step::Drop { side, pit, now }));
            }
        }
        if !secret {
            after.side = position.side.other();
            steps.push(Step::HandOver);
        }
        let mv = if text == "keep" { KEEP } else { TYPED };
        Ok(Trace { text: text.to_owned(), mv, steps, after, gain: [0; 2], quiet: false, turn, ending: None })
    }

    fn read_row(&self, side: Side, row: &str, seeds: u32) -> Result<Vec<u8>, String> {
        let pits: Option<Vec<u8>> = row.split(',').map(|pit| pit.parse().ok()).collect();
        let n = 2 * self.m();
        let pits = pits.filter(|pits| pits.len() == n).ok_or_else(|| {
            format!("{} places his seeds by {n} whole numbers with commas between", side.name())
        })?;
        let placed: u32 = pits.iter().map(|&pit| u32::from(pit)).sum();
        if placed != seeds {
            return Err(format!("{} places {placed} seeds, but has {seeds}", side.name()));
        }
        match self.rules.setup_max.0 {
            Some(max) if pits.iter().any(|&pit| u32::from(pit) > max) => Err(format!(
                "{} places more than {max} seeds in a pit (setup_max={max}; setup_max=none allows it)",
                side.name()
            )),
            _ => Ok(pits),
        }
    }
}

/// Placements still to be made in a position.
pub(super) fn placings_of(position: &Position) -> u8 {
    position.extra("place").and_then(|text| text.parse().ok()).unwrap_or(0)
}

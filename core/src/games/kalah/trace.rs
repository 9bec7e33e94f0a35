//! The slow rules of Kalah, seed by seed on a plain position.

use sowbase_solver::{Ending, Move, Turn};

use super::play::Kalah;
use super::rules::RemainingTo;
use crate::board::Row;
use crate::games::notation::pit_letter;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

impl<R: Row> Kalah<R> {
    pub(super) fn slow_moves(&self, position: &Position) -> Vec<Trace> {
        if Side::BOTH.iter().any(|&side| position.row_seeds(side) == 0) {
            return Vec::new();
        }
        let mut all: Vec<Trace> = (0..self.n())
            .filter(|&pit| position.row(position.side)[pit] > 0)
            .map(|pit| self.slow_move(position, pit))
            .collect();
        if position.extra("pie") == Some("2") {
            let mut after = position.clone();
            after.extras.remove("pie");
            all.push(Trace {
                text: "swap".into(),
                mv: self.swap(),
                steps: vec![Step::Swap],
                after,
                gain: [0, 0],
                quiet: true,
                turn: Turn::Pass,
                ending: None,
            });
        }
        all
    }

    fn slow_move(&self, position: &Position, origin: usize) -> Trace {
        let (n, mover) = (self.n(), position.side);
        let mut after = position.clone();
        let mut hand = std::mem::take(&mut after.pits[mover.index()][origin]);
        let mut steps = vec![Step::Lift { side: mover, pit: origin, seeds: hand, relay: false }];
        let mut gain = 0u16;
        // Where the next seed goes; pit n of the mover's row is his store.
        let (mut side, mut pit) = (mover, origin);
        let mut was_empty = false;
        let mut in_store = false;
        while hand > 0 {
            pit += 1;
            if pit == n && side == mover && !in_store {
                in_store = true;
                gain += 1;
                hand -= 1;
                steps.push(Step::Store { side: mover });
                continue;
            }
            if pit >= n {
                side = side.other();
                pit = 0;
            }
            in_store = false;
            if self.rules.skip_origin && side == mover && pit == origin {
                steps.push(Step::Skip { side, pit, why: "the pit lifted gets no seed" });
                continue;
            }
            let seeds = &mut after.pits[side.index()][pit];
            was_empty = *seeds == 0;
            *seeds += 1;
            hand -= 1;
            steps.push(Step::Drop { side, pit, now: *seeds });
        }
        if !in_store && side == mover && was_empty {
            gain += self.slow_capture(&mut after, &mut steps, mover, pit);
        }
        after.stores[mover.index()] += gain;
        let turn = if in_store { Turn::Again } else { Turn::Pass };
        self.slow_finish(position, after, steps, origin, gain, turn)
    }

    fn slow_capture(&self, after: &mut Position, steps: &mut Vec<Step>, mover: Side, pit: usize) -> u16 {
        let (other, facing) = (mover.other(), self.n() - 1 - pit);
        let taken = after.row(other)[facing];
        if taken == 0 && !self.rules.empty_capture {
            return 0;
        }
        after.pits[mover.index()][pit] = 0;
        after.pits[other.index()][facing] = 0;
        let rule = "K4: the last seed fell in an own empty pit";
        steps.push(Step::Capture { side: mover, pit, seeds: 1, to: mover, rule });
        if taken > 0 {
            steps.push(Step::Capture { side: other, pit: facing, seeds: taken, to: mover, rule });
        }
        u16::from(taken) + 1
    }

    fn slow_finish(
        &self,
        before: &Position,
        mut after: Position,
        mut steps: Vec<Step>,
        origin: usize,
        gain: u16,
        turn: Turn,
    ) -> Trace {
        let mover = before.side;
        let over = Side::BOTH.iter().any(|&side| after.row_seeds(side) == 0);
        let turn = if over { Turn::Over } else { turn };
        match (turn, before.extra("pie")) {
            (Turn::Again, _) => {}
            (Turn::Pass, Some("1")) => drop(after.extras.insert("pie".into(), "2".into())),
            _ => drop(after.extras.remove("pie")),
        }
        match turn {
            Turn::Again => steps.push(Step::Again),
            Turn::Pass => steps.push(Step::HandOver),
            Turn::Over => {}
        }
        if turn == Turn::Again && before.extra("pie") == Some("2") {
            after.extras.remove("pie");
        }
        if turn != Turn::Again {
            after.side = mover.other();
        }
        let ending = over.then(|| self.slow_remainder(&after));
        let mut both = [0; 2];
        both[mover.index()] = gain;
        Trace {
            text: pit_letter(mover, origin).to_string(),
            mv: Move(origin as u32),
            steps,
            after,
            gain: both,
            quiet: gain == 0,
            turn,
            ending,
        }
    }

    fn slow_remainder(&self, after: &Position) -> Ending {
        let (own, opposite) = (after.row_seeds(after.side), after.row_seeds(after.side.other()));
        let (own, opposite) = match self.rules.remaining_to {
            RemainingTo::Owner => (own, opposite),
            RemainingTo::Other => (opposite, own),
            RemainingTo::Nobody => (0, 0),
        };
        Ending::paying(own, opposite, sowbase_solver::Reason::ROW_EMPTY)
    }
}

//! The slow twin of `sprint.rs`: the same question answered by the slow rules on plain positions. Problems are checked by it.

use std::collections::HashMap;

use super::goal::{Aim, Goal, Judge, Purse, Within};
use crate::games::{Rulebook, Trace};
use crate::play::{Position, Side, fresh_line, judge};

/// A position on the way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Spot {
    pub(super) position: Position,
    /// Turns of the solver, this one included, or plies that are left.
    pub(super) left: u8,
}

/// What a move leads to.
#[derive(Clone, Debug)]
pub(super) enum Led {
    /// The goal is reached, or it cannot be any more in time.
    Done(bool),
    On(Spot),
}

/// The question about one position.
pub(super) struct Slow<'a, G: Rulebook> {
    judge: Judge<'a, G>,
    by_turns: bool,
    pub(super) solver: Side,
    known: HashMap<Spot, Option<u16>>,
    /// True once more positions were met than are looked at: then nothing that was said counts.
    pub(super) exhausted: bool,
}

/// Positions that are looked at for one question: shipped problems take some thousands.
const MOST: usize = 3_000_000;

impl<'a, G: Rulebook> Slow<'a, G> {
    /// The question, and where it begins.
    pub(super) fn new(game: &'a G, position: &Position, goal: Goal) -> (Self, Spot) {
        let (by_turns, left) = match goal.within {
            Within::Turns(turns) => (true, turns),
            Within::Plies(plies) => (false, plies),
        };
        let mut first = position.clone();
        (first.quiet, first.plies) = (0, 0);
        let solver = position.side;
        let judge = Judge { game, aim: goal.aim, ahead: position.banked() as i16 };
        (
            Self { judge, by_turns, solver, known: HashMap::new(), exhausted: false },
            Spot { position: first, left },
        )
    }

    fn purse(&self, totals: [f64; 2]) -> Purse {
        let [own, other] = [self.solver, self.solver.other()].map(|side| totals[side.index()] as i16);
        Purse { own, other }
    }

    /// What a move leads to.
    pub(super) fn after(&self, spot: &Spot, trace: &Trace) -> Led {
        let mut position = trace.after.clone();
        (position.quiet, position.plies) = (0, 0);
        let game = self.judge.game;
        let ending = trace.ending.or_else(|| {
            let (state, line) = fresh_line(game, &position);
            game.cut(&line, &state)
        });
        let over = ending.is_some();
        let totals = match &ending {
            Some(ending) => {
                let result = judge(game, ending, &position);
                [result.south, result.north]
            }
            None => position.stores.map(f64::from),
        };
        let board = if over { 0 } else { position.on_board() as i16 };
        if self.judge.reached(self.purse(totals), board, over) {
            return Led::Done(true);
        }
        let others = position.side != self.solver;
        if over {
            // Whether the move itself ended the game, and not the stores.
            let by_move = trace.ending.is_some() && game.traces(&position).is_empty();
            let won = self.purse(totals).own > self.purse(totals).other;
            return Led::Done(self.judge.aim == Aim::Strand && others && by_move && won);
        }
        let hands_over = position.side != spot.position.side;
        let spends = !self.by_turns || (spot.position.side == self.solver && hands_over);
        let left = spot.left - u8::from(spends);
        // The reply to the last turn may show that there is nothing to feed the other with.
        if left == 0 && !(others && self.by_turns && self.judge.aim == Aim::Strand) {
            return Led::Done(game.traces(&position).is_empty() && self.settled(&position));
        }
        Led::On(Spot { position, left })
    }

    /// What is left of the time if the goal may be reached so many turns later.
    pub(super) fn later_left(&self, left: u8, more: u8) -> u8 {
        left + if self.by_turns { more } else { 2 * more }
    }

    /// True when nothing is left to do.
    pub(super) fn already(&self, spot: &Spot) -> bool {
        let purse = self.purse(spot.position.stores.map(f64::from));
        self.judge.reached(purse, spot.position.on_board() as i16, false)
    }

    /// Whether the goal is reached where no move is left.
    fn settled(&self, position: &Position) -> bool {
        let game = self.judge.game;
        let result = judge(game, &game.settle(&game.encode(position)), position);
        let purse = self.purse([result.south, result.north]);
        if self.judge.aim == Aim::Strand {
            let stranded = position.side != self.solver || position.row_seeds(self.solver.other()) == 0;
            return stranded && purse.own > purse.other;
        }
        self.judge.reached(purse, 0, true)
    }

    /// Plies until the goal is reached; `None` where it is not in time.
    pub(super) fn plies(&mut self, spot: &Spot) -> Option<u16> {
        if let Some(known) = self.known.get(spot) {
            return *known;
        }
        self.exhausted |= self.known.len() >= MOST;
        if self.exhausted {
            return None;
        }
        let traces = self.judge.game.traces(&spot.position);
        let plies = if traces.is_empty() {
            self.settled(&spot.position).then_some(0)
        } else {
            let all: Vec<Option<u16>> = traces.iter().map(|trace| self.plies_of(spot, trace)).collect();
            if spot.position.side == self.solver {
                all.into_iter().flatten().min()
            } else {
                all.into_iter().collect::<Option<Vec<u16>>>().and_then(|all| all.into_iter().max())
            }
        };
        self.known.insert(spot.clone(), plies);
        plies
    }

    /// The same of a move.
    pub(super) fn plies_of(&mut self, spot: &Spot, trace: &Trace) -> Option<u16> {
        match self.after(spot, trace) {
            Led::Done(reached) => reached.then_some(1),
            Led::On(next) => self.plies(&next).map(|plies| plies + 1),
        }
    }
}

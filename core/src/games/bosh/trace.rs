//! The slow rules of Bosh, stone by stone on a plain position.

use sowbase_solver::{Ending, Move, Reason, Turn};

use super::endless::LAP_LIMIT;
use super::play::Bosh;
use super::ring::Ring;
use super::rules::{CaptureSide, EndlessTurn, RoundEnd};
use crate::games::notation::pit_letter;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

/// The open holes of both players in sowing order, South's first: where each lies, and its stones.
#[derive(Clone, PartialEq)]
struct Holes {
    at: Vec<(Side, usize)>,
    seeds: Vec<u8>,
}

impl Holes {
    fn of(position: &Position) -> Self {
        let all = |side: Side| (0..position.row(side).len()).map(move |pit| (side, pit));
        let open = |&(side, pit): &(Side, usize)| !position.is_closed(side, pit);
        let at: Vec<_> = all(Side::South).chain(all(Side::North)).filter(open).collect();
        let seeds = at.iter().map(|&(side, pit)| position.row(side)[pit]).collect();
        Self { at, seeds }
    }

    fn next(&self, hole: usize) -> usize {
        (hole + 1) % self.at.len()
    }

    /// One lap, told step by step; returns the hole after the last stone.
    fn lap(&mut self, origin: usize, skip_origin: bool, relay: bool, mut tell: impl FnMut(Step)) -> usize {
        let mut hand = std::mem::take(&mut self.seeds[origin]);
        let (side, pit) = self.at[origin];
        tell(Step::Lift { side, pit, seeds: hand, relay });
        let mut hole = origin;
        while hand > 0 {
            hole = self.next(hole);
            let (side, pit) = self.at[hole];
            if skip_origin && hole == origin {
                tell(Step::Skip { side, pit, why: "the hole lifted gets no stone" });
                continue;
            }
            self.seeds[hole] += 1;
            hand -= 1;
            tell(Step::Drop { side, pit, now: self.seeds[hole] });
        }
        self.next(hole)
    }

    /// True when the turn from a hole stops: it never does once a state comes back (one is remembered, and another one
    /// after 1, 2, 4, 8 … laps) or the lap limit is reached.
    fn stops(&self, origin: usize, skip_origin: bool) -> bool {
        let (mut now, mut at) = (self.clone(), origin);
        let (mut then, mut then_at, mut laps, mut again) = (self.seeds.clone(), origin, 0, 1);
        loop {
            at = now.lap(at, skip_origin, true, |_| {});
            laps += 1;
            if now.seeds[at] == 0 {
                return true;
            }
            if laps >= LAP_LIMIT || (at == then_at && now.seeds == then) {
                return false;
            }
            if laps == again {
                then.clone_from(&now.seeds);
                (then_at, again) = (at, 2 * laps);
            }
        }
    }

    fn put_back(&self, position: &mut Position) {
        for (&(side, pit), &seeds) in self.at.iter().zip(&self.seeds) {
            position.pits[side.index()][pit] = seeds;
        }
    }
}

impl<R: Ring> Bosh<R> {
    pub(super) fn slow_moves(&self, position: &Position) -> Vec<Trace> {
        if position.extra("void").is_some() {
            return Vec::new();
        }
        if position.extra("fill").is_some() {
            return self.slow_picks(position);
        }
        let row_empty = Side::BOTH.iter().any(|&side| position.row_seeds(side) == 0);
        if self.rules.round_end == RoundEnd::AnyRowEmpty && row_empty {
            return Vec::new();
        }
        let open = (0..self.n()).filter(|&pit| !position.is_closed(position.side, pit));
        open.enumerate()
            .filter(|&(_, pit)| position.row(position.side)[pit] > 0)
            .filter_map(|(number, pit)| self.slow_turn(position, number, pit))
            .collect()
    }

    /// A turn from a pit; `number` counts the mover's open holes. `None` when it may not be played.
    fn slow_turn(&self, position: &Position, number: usize, pit: usize) -> Option<Trace> {
        let mover = position.side;
        let mut holes = Holes::of(position);
        let origin = holes.at.iter().position(|&at| at == (mover, pit))?;
        let skip = self.rules.skip_origin;
        let mut trace = Trace {
            text: pit_letter(mover, pit).to_string(),
            mv: Move(number as u32),
            steps: Vec::new(),
            after: Position { side: mover.other(), ..position.clone() },
            gain: [0, 0],
            quiet: true,
            turn: Turn::Pass,
            ending: None,
        };
        if !holes.stops(origin, skip) {
            if self.rules.endless_turn == EndlessTurn::Illegal {
                return None;
            }
            trace.steps.push(Step::Lift { side: mover, pit, seeds: position.row(mover)[pit], relay: false });
            trace.steps.push(Step::Endless { rule: "the turn never stops: the round does not count" });
            trace.after.extras.insert("void".into(), "1".into());
            return Some(trace);
        }
        let mut hole = holes.lap(origin, skip, false, |step| trace.steps.push(step));
        while holes.seeds[hole] > 0 {
            hole = holes.lap(hole, skip, true, |step| trace.steps.push(step));
        }
        self.slow_capture(&mut holes, hole, mover, &mut trace);
        holes.put_back(&mut trace.after);
        trace.after.stores[mover.index()] += trace.gain[mover.index()];
        trace.quiet = trace.gain == [0, 0];
        let [own, opposite] = [trace.after.side, mover].map(|side| trace.after.row_seeds(side));
        if self.rules.round_end == RoundEnd::AnyRowEmpty && (own == 0 || opposite == 0) {
            trace.turn = Turn::Over;
            trace.ending = Some(Ending::paying(own, opposite, Reason::ROW_EMPTY));
        } else {
            trace.steps.push(Step::HandOver);
        }
        Some(trace)
    }

    /// The turn has stopped before an empty hole: what lies beyond is taken.
    fn slow_capture(&self, holes: &mut Holes, empty: usize, mover: Side, trace: &mut Trace) {
        let mut empty = empty;
        let mut rule = "B5: the hole beyond one empty hole";
        while holes.seeds[empty] == 0 {
            let beyond = holes.next(empty);
            let (side, pit) = holes.at[beyond];
            let seeds = holes.seeds[beyond];
            if seeds == 0 || (side == mover && self.rules.capture_side == CaptureSide::Opponent) {
                return;
            }
            holes.seeds[beyond] = 0;
            trace.gain[mover.index()] += u16::from(seeds);
            trace.steps.push(Step::Capture { side, pit, seeds, to: mover, rule });
            if !self.rules.capture_chain {
                return;
            }
            rule = "capture_chain: empty and full holes alternate";
            empty = holes.next(beyond);
        }
    }

    /// Every way to fill as many holes as are filled now, in the order of the numbers made of the open holes' bits.
    fn slow_picks(&self, position: &Position) -> Vec<Trace> {
        let side = position.side;
        let filled: Vec<u8> = (0..self.n())
            .filter(|&pit| !position.is_closed(side, pit))
            .map(|pit| position.row(side)[pit])
            .collect();
        let begins = position.extra("fill").and_then(|text| text.chars().next()).and_then(Side::from_letter);
        let mut all = Vec::new();
        for open in 0..1u32 << self.n() {
            let holes: Vec<usize> = (0..self.n()).filter(|pit| open >> pit & 1 == 1).collect();
            if holes.len() != filled.len() {
                continue;
            }
            let mut after = position.clone();
            after.pits[side.index()].fill(0);
            after.closed[side.index()] = ((1 << self.n()) - 1) & !open;
            for (&pit, &seeds) in holes.iter().zip(&filled) {
                after.pits[side.index()][pit] = seeds;
            }
            let (turn, step) = if begins == Some(side) {
                (Turn::Again, Step::Again)
            } else {
                after.side = side.other();
                (Turn::Pass, Step::HandOver)
            };
            // The one who begins picks last, if he has a hole to leave closed.
            if turn == Turn::Again || after.closed[after.side.index()] == 0 {
                after.extras.remove("fill");
            }
            let letters: String = holes.iter().map(|&pit| pit_letter(side, pit)).collect();
            all.push(Trace {
                text: format!("fill:{letters}"),
                mv: Move(open),
                steps: vec![step],
                after,
                gain: [0, 0],
                quiet: true,
                turn,
                ending: None,
            });
        }
        all
    }
}

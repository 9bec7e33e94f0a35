//! The slow twin: every complete turn told step by step, with what it wins.

use std::ops::ControlFlow;

use sowbase_solver::{Ending, Move, Reason, Turn, Verdict};

use super::placing::placings_of;
use super::play::Omweso;
use super::rules::{AkakyalaScope, EndlessTurn, OkukoneezaUntil};
use super::slow::{End, STARTS, Script, Turn as SlowTurn};
use crate::games::notation::pit_letter;
use crate::games::trace::{Step, Trace};
use crate::play::{Position, Side};

/// The opponent has lost every seed, the last to a capture in an end column.
pub(super) const AKAWUMBI: Reason = Reason("akawumbi");
/// Both end columns were captured in one turn.
pub(super) const EMITWE_EBIRI: Reason = Reason("emitwe_ebiri");
/// The opponent's front row was cleared.
pub(super) const FRONT_ROW: Reason = Reason("front_row");
/// Two captures before the opponent's first.
pub(super) const AKAKYALA: Reason = Reason("akakyala");

fn has(position: &Position, key: &str, side: Side, absent: bool) -> bool {
    position.extra(key).map_or(absent, |sides| sides.contains(side.letter()))
}

/// True when a side still has its first turn before it.
pub(super) fn has_first_turn(position: &Position, side: Side) -> bool {
    has(position, "first", side, false)
}

/// True when a side has captured in this game.
pub(super) fn has_captured(position: &Position, side: Side) -> bool {
    has(position, "captured", side, true)
}

/// Writes an extra that names sides; the default is left out.
pub(super) fn set_sides(position: &mut Position, key: &str, sides: [bool; 2], default: &str) {
    let text = match sides {
        [true, true] => "SN",
        [true, false] => "S",
        [false, true] => "N",
        [false, false] => "none",
    };
    position.extras.remove(key);
    if text != default {
        position.extras.insert(key.into(), text.into());
    }
}

impl Omweso {
    pub(super) fn slow_moves(&self, position: &Position) -> Vec<Trace> {
        let mut all = Vec::new();
        let _ = self.all_slow_turns(position, |trace| {
            all.push(trace);
            ControlFlow::<()>::Continue(())
        });
        all
    }

    /// The first `most` legal moves.
    pub(super) fn first_slow_moves(&self, position: &Position, most: usize) -> Vec<Trace> {
        let mut first = Vec::new();
        let _ = self.all_slow_turns(position, |trace| {
            first.push(trace);
            if first.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        first
    }

    /// The turn of one start whose later choices are `signs`, if it is legal: played straight, without a list.
    pub(super) fn slow_turn(
        &self,
        position: &Position,
        (pit, start): (usize, char),
        signs: &str,
    ) -> Option<Trace> {
        if start == 'k' {
            let only = self.slow_turns(position, pit, start, ControlFlow::Break).break_value();
            return only.filter(|_| signs.is_empty());
        }
        let mut turn = SlowTurn::new(&self.rules, position);
        let mut script = Script::following(signs);
        let end = turn.play(pit, start, &mut script)?;
        let legal = end != End::Endless || self.rules.endless_turn != EndlessTurn::Illegal;
        if !legal || script.written() != signs {
            return None;
        }
        let text = format!("{}{start}{signs}", pit_letter(position.side, pit));
        Some(Trace { mv: Move::UNLISTED, ..self.told(position, turn, end, text, 0) })
    }

    /// True when there is a legal move; a list of all of them can be long.
    pub(super) fn has_slow_move(&self, position: &Position) -> bool {
        self.all_slow_turns(position, |_| ControlFlow::Break(())).is_break()
    }

    /// Visits every legal move, in order.
    fn all_slow_turns<B>(
        &self,
        position: &Position,
        mut visit: impl FnMut(Trace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if placings_of(position) > 0 {
            return match self.slow_placement(position, "keep") {
                Ok(trace) => visit(trace),
                Err(_) => ControlFlow::Continue(()),
            };
        }
        for pit in 0..2 * self.m() {
            for start in STARTS {
                self.slow_turns(position, pit, start, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the legal turns of one start, in order.
    pub(super) fn slow_turns<B>(
        &self,
        position: &Position,
        pit: usize,
        start: char,
        mut visit: impl FnMut(Trace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let seeds = position.row(position.side)[pit];
        if seeds < 2 {
            return ControlFlow::Continue(());
        }
        let kind = STARTS.iter().position(|&other| other == start).unwrap_or_default();
        let first = (pit * 4 + kind) << 26;
        let text = format!("{}{start}", pit_letter(position.side, pit));
        if start == 'k' {
            if seeds == 3 && self.may_two_and_one(position) {
                let mut turn = SlowTurn::new(&self.rules, position);
                turn.two_and_one(pit);
                visit(self.told(position, turn, End::Stopped, text, first))?;
            }
            return ControlFlow::Continue(());
        }
        let mut ordinal = 0;
        let mut next = Some(Script::default());
        while let Some(mut script) = next {
            let mut turn = SlowTurn::new(&self.rules, position);
            let Some(end) = turn.play(pit, start, &mut script) else { break };
            if end != End::Endless || self.rules.endless_turn != EndlessTurn::Illegal {
                visit(self.told(position, turn, end, text.clone() + &script.written(), first + ordinal))?;
                ordinal += 1;
            }
            next = script.next();
        }
        ControlFlow::Continue(())
    }

    /// Okukoneeza is open: nobody (or not the mover himself) has captured yet.
    pub(super) fn may_two_and_one(&self, position: &Position) -> bool {
        let mover = position.side;
        let over = match self.rules.okukoneeza_until {
            OkukoneezaUntil::AnyCapture => Side::BOTH.iter().any(|&side| has_captured(position, side)),
            OkukoneezaUntil::OwnCapture => has_captured(position, mover),
        };
        self.rules.okukoneeza && !over
    }

    fn told(
        &self,
        before: &Position,
        mut turn: SlowTurn<'_>,
        end: End,
        text: String,
        number: usize,
    ) -> Trace {
        let (mover, other) = (before.side, before.side.other());
        let ending = self.slow_ending(before, &turn, end);
        let mut steps = std::mem::take(&mut turn.steps);
        steps.push(match (end, &ending) {
            (End::Endless, _) => Step::Endless { rule: "M22: a never-ending turn" },
            _ => Step::HandOver,
        });
        if ending.is_some() && steps.last() == Some(&Step::HandOver) {
            steps.pop();
        }
        let quiet = turn.captures.is_empty();
        let mut after = before.clone();
        after.side = other;
        let mut first = Side::BOTH.map(|side| has_first_turn(before, side));
        first[mover.index()] = false;
        set_sides(&mut after, "first", first, "none");
        let mut captured = Side::BOTH.map(|side| has_captured(before, side));
        captured[mover.index()] |= !quiet;
        set_sides(&mut after, "captured", captured, "SN");
        let mut gain = [0; 2];
        gain[mover.index()] = turn.seeds_taken;
        after.pits[mover.index()] = turn.own;
        after.pits[other.index()] = turn.opposite;
        Trace {
            text,
            mv: Move(number as u32),
            steps,
            after,
            gain,
            quiet,
            turn: if ending.is_some() { Turn::Over } else { Turn::Pass },
            ending,
        }
    }

    /// What a turn ends, seen by the side that would move next.
    fn slow_ending(&self, before: &Position, turn: &SlowTurn<'_>, end: End) -> Option<Ending> {
        if end == End::Endless {
            let ending = Ending::as_it_stands(Reason::ENDLESS_TURN);
            return Some(match self.rules.endless_turn {
                EndlessTurn::OpponentWins => Ending::paying(1, 0, Reason::ENDLESS_TURN),
                EndlessTurn::AnnulGame | EndlessTurn::Illegal => ending.judged(Verdict::Nobody),
            });
        }
        let won = |points, reason| Some(Ending::paying(0, points, reason));
        match turn.wins_the_head() {
            0 => {}
            points if points > 2 => return won(points, AKAWUMBI),
            points if turn.has_both_ends() => return won(points, EMITWE_EBIRI),
            points => return won(points, FRONT_ROW),
        }
        if self.rules.akakyala && self.slow_akakyala(before, turn) {
            return won(2, AKAKYALA);
        }
        if turn.opposite.iter().all(|&seeds| seeds < 2) { won(1, Reason::NO_MOVE) } else { None }
    }

    fn slow_akakyala(&self, before: &Position, turn: &SlowTurn<'_>) -> bool {
        let now = match self.rules.akakyala_scope {
            AkakyalaScope::TwoTurns => usize::from(!turn.captures.is_empty()),
            AkakyalaScope::TwoCaptures => turn.captures.len(),
        };
        let earlier = usize::from(has_captured(before, before.side));
        !has_captured(before, before.side.other()) && earlier + now >= 2
    }
}

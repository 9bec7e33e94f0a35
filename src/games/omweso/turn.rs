//! All complete turns of a state, fast: laps by table, choice points on an explicit stack.
//!
//! At a choice point the first choice (`+`, or capturing where that may be declined) is played on at once and the other
//! waits on the stack, so that turns come in depth-first order. A mover's captures in one turn are told by the columns
//! that are still full: nothing refills the opponent's pits while he waits.
//!
//! A stretch of laps without capture repeats itself only as a whole, from its first lap on (rules.md, section 12). So
//! it is enough to keep where it began; where captured seeds are not sown as a relay would be, that beginning
//! cannot come back, and the first relay after it is kept.

use std::ops::ControlFlow;

use sowbase_solver::{Child, Move};

use super::laps::{Kind, pit_of, seeds_in};
use super::play::{Omweso, OmwesoState};
use super::verdict::Scene;

/// The signs chosen at the choice points of a turn; nobody writes them down unless the turn's text is wanted.
pub(super) trait Signs: Clone + Default {
    /// Takes down the sign of a choice.
    fn chosen(&mut self, sign: char);
}

impl Signs for () {
    #[inline(always)]
    fn chosen(&mut self, _: char) {}
}

impl Signs for String {
    fn chosen(&mut self, sign: char) {
        self.push(sign);
    }
}

/// Bits of a move number that count the turns from one start.
const ORDINAL_BITS: u32 = 26;

/// How a turn starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Counter-clockwise.
    Forward = 0,
    /// Clockwise.
    Reverse = 1,
    /// Okukoneeza.
    TwoAndOne = 2,
}

impl Start {
    /// The start of a move number.
    pub(super) fn of(mv: Move) -> Self {
        match mv.0 >> ORDINAL_BITS & 3 {
            0 => Self::Forward,
            1 => Self::Reverse,
            _ => Self::TwoAndOne,
        }
    }
}

/// The first move number of a start: pit, kind of start, then the ordinal of the turn in depth-first order.
pub(super) fn first_number(pit: usize, start: Start) -> u32 {
    ((pit as u32) << 2 | start as u32) << ORDINAL_BITS
}

/// The pit of a move number.
pub(super) fn pit_of_number(mv: Move) -> usize {
    (mv.0 >> (ORDINAL_BITS + 2)) as usize
}

/// A turn at the moment when the last seed of a lap has fallen.
#[derive(Clone, Debug)]
pub(super) struct Landing<N> {
    circuit: u128,
    /// Seeds of each column that can still be captured, a byte a column.
    columns: u64,
    laps: u32,
    /// Where the lap started, and where its last seed fell.
    start: u32,
    last: u32,
    reversed: bool,
    /// Set when the capture here has been declined: then the stretch goes on, else a new one begins here.
    declined: Option<(Origin, u32)>,
    signs: N,
}

/// Where a stretch of laps without capture began.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// The circuit, with the hand in its pit if it was lifted there, without it if it was captured.
    circuit: u128,
    lane: u32,
    /// The hand; 0 when that beginning cannot come back.
    hand: u32,
    /// The lap at which the first relay becomes the origin, or the lap limit.
    alarm: u32,
    /// True when the origin is a relay, where a last seed has fallen.
    landed: bool,
}

impl Origin {
    /// True when a landing of `seeds` is where the stretch began. The seeds on the circuit tell the two forms apart.
    #[inline(always)]
    fn comes_back(&self, circuit: u128, last: u32, seeds: u32) -> bool {
        let lifted = || circuit - (u128::from(seeds) << (8 * last));
        last == self.lane && seeds == self.hand && (circuit == self.circuit || lifted() == self.circuit)
    }
}

/// What stops a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    Empty,
    Endless,
    Won,
}

impl Omweso {
    /// Visits every turn that starts in one of `lanes` (a bit a lane), in the order of move numbers.
    #[inline(always)]
    pub(super) fn turns<N: Signs, B>(
        &self,
        state: &OmwesoState,
        lanes: u32,
        visit: impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.may_decline {
            self.turns_in::<true, N, B>(state, lanes, visit)
        } else {
            self.turns_in::<false, N, B>(state, lanes, visit)
        }
    }

    #[inline(always)]
    fn turns_in<const DECLINE: bool, N: Signs, B>(
        &self,
        state: &OmwesoState,
        lanes: u32,
        mut visit: impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let scene = self.scene(state);
        let mut waiting: Vec<Landing<N>> = Vec::new();
        let own = state.board.own;
        for half in [0, 8u32] {
            let row = (own >> (8 * half)) as u64;
            let mut movable = two_or_more(row);
            while movable != 0 {
                let lane = half + movable.trailing_zeros() / 8;
                movable &= movable - 1;
                if lanes >> lane & 1 == 0 {
                    continue;
                }
                let hand = seeds_in(own, lane);
                let first = first_number(pit_of(self.m(), lane as usize), Start::Forward);
                // At most two first laps: forward, then back if that captures.
                let (circuit, last) = self.laps.sow(own, Kind::Forward, lane, hand);
                let mut lap = Landing::first(circuit, scene.columns, lane, last);
                let mut number = first;
                let mut back = if self.reverse.at_start >> lane & 1 == 1 {
                    self.captures_directly(own, scene.columns, Kind::Reverse, lane, hand)
                } else {
                    None
                };
                loop {
                    let origin = Origin { circuit: own, lane, hand, alarm: self.lap_limit, landed: false };
                    self.follow::<DECLINE, N, B>(&scene, lap, origin, number, &mut waiting, &mut visit)?;
                    let Some((circuit, last)) = back.take() else { break };
                    lap = Landing { reversed: true, ..Landing::first(circuit, scene.columns, lane, last) };
                    number = first + ((Start::Reverse as u32) << ORDINAL_BITS);
                }
                if hand == 3 && scene.may_two_and_one {
                    let child = self.finish(&scene, self.two_and_one(own, lane), scene.columns, 0);
                    let number = first + ((Start::TwoAndOne as u32) << ORDINAL_BITS);
                    visit(Move(number), child, &N::default())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The circuit after okukoneeza.
    fn two_and_one(&self, own: u128, lane: u32) -> u128 {
        let next = self.laps.landing(Kind::Forward, lane, 1);
        let beyond = self.laps.landing(Kind::Forward, lane, 2);
        let one = |lane: u32| 1u128 << (8 * lane);
        (own - 3 * one(lane)) + 2 * one(next) + one(beyond)
    }

    /// Where a reverse lap ends and the circuit after it, if it captures directly.
    #[inline(always)]
    fn captures_directly(
        &self,
        circuit: u128,
        columns: u64,
        kind: Kind,
        start: u32,
        hand: u32,
    ) -> Option<(u128, u32)> {
        // Most reverse laps fail by where they end, before anything is sown.
        let last = self.laps.landing(kind, start, hand);
        if column(columns, last) == 0 {
            return None;
        }
        let (circuit, last) = self.laps.sow(circuit, kind, start, hand);
        (seeds_in(circuit, last) > 1).then_some((circuit, last))
    }

    /// Plays a turn on from its first landing, and every turn that branches off from it.
    #[inline(always)]
    fn follow<const DECLINE: bool, N: Signs, B>(
        &self,
        scene: &Scene,
        first: Landing<N>,
        origin: Origin,
        number: u32,
        waiting: &mut Vec<Landing<N>>,
        visit: &mut impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut ordinal = 0;
        let (mut at, mut origin) = (first, origin);
        loop {
            let Landing { mut circuit, mut columns, mut laps, mut start, mut last, mut reversed, .. } = at;
            let mut signs = at.signs;
            let mut declined = DECLINE && at.declined.is_some();
            let mut captured_at = 0;
            if DECLINE && let Some((kept, last_capture)) = at.declined {
                (origin, captured_at) = (kept, last_capture);
            }
            let stop = loop {
                let seeds = seeds_in(circuit, last);
                if seeds < 2 {
                    break Stop::Empty;
                }
                let taken = column(columns, last);
                if taken != 0 && !(DECLINE && declined) {
                    if laps >= self.lap_limit {
                        break Stop::Endless;
                    }
                    if DECLINE && !reversed {
                        if origin.landed && origin.comes_back(circuit, last, seeds) {
                            break Stop::Endless;
                        }
                        let declined = Some((origin, captured_at));
                        let mut other = Landing {
                            circuit,
                            columns,
                            laps,
                            start,
                            last,
                            reversed,
                            declined,
                            signs: signs.clone(),
                        };
                        other.signs.chosen('r');
                        waiting.push(other);
                        signs.chosen('c');
                    }
                    columns &= !(0xff << (8 * (last & 7)));
                    captured_at = last;
                    if self.immediate && self.wins(scene, columns, last) {
                        // The captured seeds go back to the start pit, so that none is lost.
                        circuit += u128::from(taken) << (8 * start);
                        break Stop::Won;
                    }
                    let allowed =
                        if reversed { self.reverse.after_reverse } else { self.reverse.after_forward };
                    origin = self.captured_origin(circuit, start, taken, allowed, laps);
                    reversed = false;
                    if allowed >> start & 1 == 1
                        && let Some((circuit, last)) =
                            self.captures_directly(circuit, columns, Kind::CapturedReverse, start, taken)
                    {
                        waiting.push(Landing::back(circuit, columns, laps + 1, start, last, &mut signs));
                    }
                    (circuit, last) = self.laps.sow(circuit, Kind::Captured, start, taken);
                } else {
                    declined = false;
                    if origin.comes_back(circuit, last, seeds) {
                        break Stop::Endless;
                    }
                    if laps >= origin.alarm {
                        if laps >= self.lap_limit {
                            break Stop::Endless;
                        }
                        origin =
                            Origin { circuit, lane: last, hand: seeds, alarm: self.lap_limit, landed: true };
                    }
                    start = last;
                    if self.reverse.at_relay >> start & 1 == 1
                        && let Some((circuit, last)) =
                            self.captures_directly(circuit, columns, Kind::Reverse, start, seeds)
                    {
                        waiting.push(Landing::back(circuit, columns, laps + 1, start, last, &mut signs));
                    }
                    (circuit, last) = self.laps.sow(circuit, Kind::Forward, start, seeds);
                }
                laps += 1;
            };
            if stop == Stop::Endless {
                if !self.endless_illegal {
                    visit(Move(number + ordinal), self.endless(scene, circuit, columns), &signs)?;
                    ordinal += 1;
                }
            } else {
                visit(Move(number + ordinal), self.finish(scene, circuit, columns, captured_at), &signs)?;
                ordinal += 1;
            }
            match waiting.pop() {
                Some(next) => at = next,
                None => return ControlFlow::Continue(()),
            }
            assert!(ordinal < 1 << ORDINAL_BITS, "more than 67 million turns from one pit");
        }
    }

    /// The origin of the stretch that a capture begins; `allowed` are the lanes from which it may be sown clockwise.
    #[inline(always)]
    fn captured_origin(&self, circuit: u128, start: u32, taken: u32, allowed: u32, laps: u32) -> Origin {
        // The captured hand is a relay that can come again only if it is sown as one and offers the same choice.
        let same_choice = (allowed ^ self.reverse.at_relay) >> start & 1 == 0;
        let can_come_back = self.sown_as_relay && same_choice && seeds_in(circuit, start) == 0;
        let (hand, alarm) = if can_come_back { (taken, self.lap_limit) } else { (0, laps + 1) };
        Origin { circuit, lane: start, hand, alarm, landed: false }
    }
}

impl<N: Signs> Landing<N> {
    /// The end of the first lap.
    #[inline(always)]
    fn first(circuit: u128, columns: u64, start: u32, last: u32) -> Self {
        let signs = N::default();
        Self { circuit, columns, laps: 1, start, last, reversed: false, declined: None, signs }
    }

    /// The end of a reverse lap that was chosen; the turn at hand takes the other choice.
    #[inline(always)]
    fn back(circuit: u128, columns: u64, laps: u32, start: u32, last: u32, signs: &mut N) -> Self {
        let mut other = signs.clone();
        other.chosen('-');
        signs.chosen('+');
        Self { circuit, columns, laps, start, last, reversed: true, declined: None, signs: other }
    }
}

/// The seeds that a landing would capture; 0 in the outer row.
#[inline(always)]
fn column(columns: u64, lane: u32) -> u32 {
    let columns = if lane < 8 { 0 } else { columns };
    (columns >> (8 * (lane & 7))) as u32 & 0xff
}

/// The top bit of each byte of a row that holds two seeds or more.
#[inline(always)]
pub(super) fn two_or_more(row: u64) -> u64 {
    (row + 0x7e7e_7e7e_7e7e_7e7e) & 0x8080_8080_8080_8080
}

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
    /// Where the stretch without capture began; the circuit before the hand was lifted.
    origin: u128,
    /// Seeds of each column that can still be captured, a byte a column.
    columns: u64,
    laps: u32,
    /// The lap at which the origin is to be set.
    alarm: u32,
    /// Where the lap started, and where its last seed fell.
    start: u8,
    last: u8,
    origin_lane: u8,
    /// True when the origin is a landing and no lifted pit.
    origin_landed: bool,
    /// The lane of the last capture of the turn.
    captured_at: u8,
    reversed: bool,
    /// True when the capture here has been declined.
    declined: bool,
    signs: N,
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
        mut visit: impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let scene = self.scene(state);
        let mut waiting: Vec<Landing<N>> = Vec::new();
        let own = state.board.own;
        for half in [0, 8u8] {
            let row = (own >> (8 * half)) as u64;
            let mut movable = two_or_more(row);
            while movable != 0 {
                let lane = half + (movable.trailing_zeros() / 8) as u8;
                movable &= movable - 1;
                if lanes >> lane & 1 == 0 {
                    continue;
                }
                let hand = seeds_in(own, lane);
                let pit = pit_of(self.m(), usize::from(lane));
                let begin = |kind| self.begin::<N>(&scene, own, lane, hand, kind);
                self.follow(
                    &scene,
                    begin(Kind::Forward),
                    first_number(pit, Start::Forward),
                    &mut waiting,
                    &mut visit,
                )?;
                if self.reverse.at_start >> lane & 1 == 1
                    && self.captures_directly(own, scene.columns, Kind::Reverse, lane, hand).is_some()
                {
                    let first = first_number(pit, Start::Reverse);
                    self.follow(&scene, begin(Kind::Reverse), first, &mut waiting, &mut visit)?;
                }
                if hand == 3 && scene.may_two_and_one {
                    let circuit = self.two_and_one(own, lane);
                    let child = self.finish(&scene, circuit, scene.columns, 0);
                    visit(Move(first_number(pit, Start::TwoAndOne)), child, &N::default())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The circuit after okukoneeza.
    fn two_and_one(&self, own: u128, lane: u8) -> u128 {
        let next = self.laps.landing(Kind::Forward, lane, 1);
        let beyond = self.laps.landing(Kind::Forward, lane, 2);
        let one = |lane: u8| 1u128 << (8 * lane);
        (own - 3 * one(lane)) + 2 * one(next) + one(beyond)
    }

    /// The first lap of a turn.
    #[inline(always)]
    fn begin<N: Signs>(&self, scene: &Scene, own: u128, lane: u8, hand: u8, kind: Kind) -> Landing<N> {
        let (circuit, last) = self.laps.sow(own, kind, lane, hand);
        Landing {
            circuit,
            origin: own,
            columns: scene.columns,
            laps: 1,
            alarm: self.lap_limit,
            start: lane,
            last,
            origin_lane: lane,
            origin_landed: false,
            captured_at: 0,
            reversed: kind == Kind::Reverse,
            declined: false,
            signs: N::default(),
        }
    }

    /// Where a reverse lap ends and the circuit after it, if it captures directly.
    #[inline(always)]
    fn captures_directly(
        &self,
        circuit: u128,
        columns: u64,
        kind: Kind,
        start: u8,
        hand: u8,
    ) -> Option<(u128, u8)> {
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
    fn follow<N: Signs, B>(
        &self,
        scene: &Scene,
        first: Landing<N>,
        number: u32,
        waiting: &mut Vec<Landing<N>>,
        visit: &mut impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut ordinal = 0;
        let mut turn = first;
        loop {
            let stop = self.run(scene, &mut turn, waiting);
            if stop != Stop::Endless || !self.endless_illegal {
                assert!(ordinal < 1 << ORDINAL_BITS, "more than 67 million turns from one pit");
                let child = match stop {
                    Stop::Empty | Stop::Won => {
                        self.finish(scene, turn.circuit, turn.columns, turn.captured_at)
                    }
                    Stop::Endless => self.endless(scene, turn.circuit, turn.columns),
                };
                visit(Move(number + ordinal), child, &turn.signs)?;
                ordinal += 1;
            }
            match waiting.pop() {
                Some(next) => turn = next,
                None => return ControlFlow::Continue(()),
            }
        }
    }

    /// Plays a turn to its end, taking the first choice everywhere.
    #[inline(always)]
    fn run<N: Signs>(&self, scene: &Scene, turn: &mut Landing<N>, waiting: &mut Vec<Landing<N>>) -> Stop {
        loop {
            let seeds = seeds_in(turn.circuit, turn.last);
            if seeds == 1 {
                return Stop::Empty;
            }
            let taken = column(turn.columns, turn.last);
            let (kind, hand, may_reverse);
            if taken != 0 && !turn.declined {
                if turn.laps >= self.lap_limit {
                    return Stop::Endless;
                }
                if self.may_decline && !turn.reversed {
                    if turn.origin_landed && turn.circuit == turn.origin && turn.last == turn.origin_lane {
                        return Stop::Endless;
                    }
                    let mut other = turn.clone();
                    other.declined = true;
                    other.signs.chosen('r');
                    waiting.push(other);
                    turn.signs.chosen('c');
                }
                turn.columns &= !(0xff << (8 * (turn.last & 7)));
                turn.captured_at = turn.last;
                let allowed =
                    if turn.reversed { self.reverse.after_reverse } else { self.reverse.after_forward };
                self.new_stretch(turn, taken, allowed);
                if self.immediate && self.wins(scene, turn.columns, turn.last) {
                    // The captured seeds go back to the start pit, so that none is lost.
                    turn.circuit += u128::from(taken) << (8 * turn.start);
                    return Stop::Won;
                }
                (kind, hand) = (Kind::Captured, taken);
                may_reverse = allowed >> turn.start & 1 == 1;
            } else {
                turn.declined = false;
                // The low half first: it nearly always differs.
                if turn.circuit as u64 == turn.origin as u64
                    && turn.circuit == turn.origin
                    && turn.last == turn.origin_lane
                {
                    return Stop::Endless;
                }
                if turn.laps >= turn.alarm {
                    if turn.laps >= self.lap_limit {
                        return Stop::Endless;
                    }
                    (turn.origin, turn.origin_lane, turn.origin_landed) = (turn.circuit, turn.last, true);
                    turn.alarm = self.lap_limit;
                }
                turn.start = turn.last;
                (kind, hand) = (Kind::Forward, seeds);
                may_reverse = self.reverse.at_relay >> turn.start & 1 == 1;
            }
            if may_reverse {
                let back = if kind == Kind::Forward { Kind::Reverse } else { Kind::CapturedReverse };
                if let Some((circuit, last)) =
                    self.captures_directly(turn.circuit, turn.columns, back, turn.start, hand)
                {
                    let mut other = turn.clone();
                    (other.circuit, other.last) = (circuit, last);
                    other.laps += 1;
                    other.reversed = true;
                    other.signs.chosen('-');
                    waiting.push(other);
                    turn.signs.chosen('+');
                }
            }
            (turn.circuit, turn.last) = self.laps.sow(turn.circuit, kind, turn.start, hand);
            turn.laps += 1;
            turn.reversed = false;
        }
    }

    /// A capture of `taken` seeds begins a new stretch; `allowed` are the lanes from which they may be sown clockwise.
    #[inline(always)]
    fn new_stretch<N>(&self, turn: &mut Landing<N>, taken: u8, allowed: u32) {
        turn.origin_lane = turn.start;
        turn.origin_landed = false;
        // The captured hand is a relay that can come again only if it is sown as one and offers the same choice.
        let same_choice = (allowed ^ self.reverse.at_relay) >> turn.start & 1 == 0;
        if self.sown_as_relay && same_choice && seeds_in(turn.circuit, turn.start) == 0 {
            turn.origin = turn.circuit + (u128::from(taken) << (8 * turn.start));
            turn.alarm = self.lap_limit;
        } else {
            // No circuit has such lanes: nothing equals it until the first relay sets it.
            turn.origin = u128::MAX;
            turn.alarm = turn.laps + 1;
        }
    }
}

/// The seeds that a landing would capture; 0 in the outer row.
#[inline(always)]
fn column(columns: u64, lane: u8) -> u8 {
    let columns = if lane < 8 { 0 } else { columns };
    (columns >> (8 * (lane & 7))) as u8
}

/// The top bit of each byte of a row that holds two seeds or more.
#[inline(always)]
pub(super) fn two_or_more(row: u64) -> u64 {
    (row + 0x7e7e_7e7e_7e7e_7e7e) & 0x8080_8080_8080_8080
}

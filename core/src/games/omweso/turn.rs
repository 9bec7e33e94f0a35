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

use super::columns::has;
use super::laps::{Hand, Kind, NO_HAND, hand, pit_of, seeds_in};
use super::number::{ORDINAL_BITS, Start, first_number};
use super::play::{Omweso, OmwesoState};
use super::verdict::{RELAYS, Scene};
use super::waiting::{Declined, Landing, Origin, Signs, Stretch};

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
            self.turns_in::<Option<Stretch>, N, B>(state, lanes, visit)
        } else {
            self.turns_in::<(), N, B>(state, lanes, visit)
        }
    }

    #[inline(always)]
    fn turns_in<D: Declined, N: Signs, B>(
        &self,
        state: &OmwesoState,
        lanes: u32,
        mut visit: impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let scene = self.scene(state);
        let mut waiting: Vec<Landing<D, N>> = Vec::new();
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
                let seeds = seeds_in(own, lane);
                let lifted = hand(lane, seeds);
                let first = first_number(pit_of(self.m(), lane as usize), Start::Forward);
                // At most two first laps: forward, then back if that captures.
                let (circuit, last) = self.laps.sow(own, Kind::Forward, lifted);
                let mut lap = Landing::first(circuit, scene.full, lane, last);
                let mut number = first;
                let mut back = if self.reverse.at_start >> lane & 1 == 1 {
                    self.captures_directly(own, scene.full, Kind::Reverse, lifted)
                } else {
                    None
                };
                loop {
                    let origin = Origin { circuit: own, hand: lifted, alarm: self.lap_limit, landed: false };
                    self.follow::<D, N, B>(&scene, lap, origin, number, &mut waiting, &mut visit)?;
                    let Some((circuit, last)) = back.take() else { break };
                    lap = Landing { reversed: true, ..Landing::first(circuit, scene.full, lane, last) };
                    number = first + ((Start::Reverse as u32) << ORDINAL_BITS);
                }
                if seeds == 3 && scene.may_two_and_one {
                    let child = self.finish(&scene, self.two_and_one(own, lane), scene.full, 0);
                    let number = first + ((Start::TwoAndOne as u32) << ORDINAL_BITS);
                    visit(Move(number), child, &N::default())?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The circuit after okukoneeza.
    fn two_and_one(&self, own: u128, lane: u32) -> u128 {
        let next = self.laps.landing(Kind::Forward, hand(lane, 1));
        let beyond = self.laps.landing(Kind::Forward, hand(lane, 2));
        let one = |lane: u32| 1u128 << (8 * lane);
        (own - 3 * one(lane)) + 2 * one(next) + one(beyond)
    }

    /// Where a reverse lap ends and the circuit after it, if it captures directly.
    #[inline(always)]
    fn captures_directly(&self, circuit: u128, full: u32, kind: Kind, hand: Hand) -> Option<(u128, u32)> {
        // Most reverse laps fail by where they end, before anything is sown.
        let last = self.laps.landing(kind, hand);
        if !has(full, last) {
            return None;
        }
        let (circuit, last) = self.laps.sow(circuit, kind, hand);
        (seeds_in(circuit, last) > 1).then_some((circuit, last))
    }

    /// Plays a turn on from its first landing, and every turn that branches off from it.
    #[inline(always)]
    fn follow<D: Declined, N: Signs, B>(
        &self,
        scene: &Scene,
        first: Landing<D, N>,
        origin: Origin,
        number: u32,
        waiting: &mut Vec<Landing<D, N>>,
        visit: &mut impl FnMut(Move, Child<OmwesoState>, &N) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut ordinal = 0;
        let mut at = first;
        let mut stretch = Stretch { origin, captured_at: 0 };
        loop {
            let mut signs = at.signs.clone();
            if let Some(kept) = at.declined.get() {
                stretch = kept;
            }
            let stop = self.run(scene, &mut at, &mut stretch, &mut signs, waiting);
            if stop == Stop::Endless {
                if !self.endless_illegal {
                    visit(Move(number + ordinal), self.endless(scene, at.circuit, at.full), &signs)?;
                    ordinal += 1;
                }
            } else {
                let child = self.finish(scene, at.circuit, at.full, stretch.captured_at);
                visit(Move(number + ordinal), child, &signs)?;
                ordinal += 1;
            }
            match waiting.pop() {
                Some(next) => at = next,
                None => return ControlFlow::Continue(()),
            }
            // Beyond 67 million turns from one start (only where captures may be declined) numbers no longer tell
            // turns apart: such turns are counted, never listed.
            ordinal = ordinal.min((1 << ORDINAL_BITS) - 1);
        }
    }

    /// Plays a turn to its end, taking the first choice everywhere.
    #[inline(always)]
    fn run<D: Declined, N: Signs>(
        &self,
        scene: &Scene,
        at: &mut Landing<D, N>,
        stretch: &mut Stretch,
        signs: &mut N,
        waiting: &mut Vec<Landing<D, N>>,
    ) -> Stop {
        let mut declined = at.declined.get().is_some();
        if at.reversed {
            if at.laps >= self.lap_limit {
                return Stop::Endless;
            }
            if self.capture::<true, D, N>(scene, at, stretch, signs, waiting) {
                return Stop::Won;
            }
        }
        loop {
            let seeds = seeds_in(at.circuit, at.last);
            if seeds < 2 {
                return Stop::Empty;
            }
            let sets = at.full >> at.last;
            if sets & 1 == 1 && !(D::MAY && declined) {
                if at.laps >= self.lap_limit {
                    return Stop::Endless;
                }
                if D::MAY {
                    if stretch.origin.landed && stretch.origin.comes_back(at.circuit, at.last, seeds) {
                        return Stop::Endless;
                    }
                    let mut other =
                        Landing { reversed: false, declined: D::some(*stretch), signs: signs.clone(), ..*at };
                    other.signs.chosen('r');
                    waiting.push(other);
                    signs.chosen('c');
                }
                if self.capture::<false, D, N>(scene, at, stretch, signs, waiting) {
                    return Stop::Won;
                }
                continue;
            }
            declined = false;
            let lifted = hand(at.last, seeds);
            if (lifted == stretch.origin.hand || at.laps >= stretch.origin.alarm)
                && self.is_endless(&mut stretch.origin, at.circuit, at.last, seeds, at.laps)
            {
                return Stop::Endless;
            }
            at.start = at.last;
            if sets >> RELAYS & 1 == 1 {
                self.offer(Kind::Reverse, lifted, at, signs, waiting);
            }
            (at.circuit, at.last) = self.laps.sow(at.circuit, Kind::Forward, lifted);
            at.laps += 1;
        }
    }

    /// Captures, and sows what was captured unless that wins at once.
    #[inline(always)]
    fn capture<const REVERSED: bool, D: Declined, N: Signs>(
        &self,
        scene: &Scene,
        at: &mut Landing<D, N>,
        stretch: &mut Stretch,
        signs: &mut N,
        waiting: &mut Vec<Landing<D, N>>,
    ) -> bool {
        let seeds = scene.column(at.last);
        let taken = hand(at.start, seeds);
        at.full &= !(1 << at.last);
        stretch.captured_at = at.last;
        if self.immediate && self.wins(scene, at.full, at.last) {
            // The captured seeds go back to the start pit, so that none is lost.
            at.circuit += u128::from(seeds) << (8 * at.start);
            return true;
        }
        let after = if REVERSED { &self.reverse.after_reverse } else { &self.reverse.after_forward };
        // The captured hand is a relay that can come again only if it is sown as one and offers the same choice.
        let can_come_back = after.unlike_relay >> at.start & 1 == 0 && seeds_in(at.circuit, at.start) == 0;
        let (hand, alarm) = if can_come_back { (taken, self.lap_limit) } else { (NO_HAND, at.laps + 1) };
        stretch.origin = Origin { circuit: at.circuit, hand, alarm, landed: false };
        if after.allowed >> at.start & 1 == 1 {
            self.offer(Kind::CapturedReverse, taken, at, signs, waiting);
        }
        (at.circuit, at.last) = self.laps.sow(at.circuit, Kind::Captured, taken);
        at.laps += 1;
        false
    }

    /// Lets the choice of a reverse lap wait, if that captures directly.
    #[inline(always)]
    fn offer<D: Declined, N: Signs>(
        &self,
        kind: Kind,
        hand: Hand,
        at: &Landing<D, N>,
        signs: &mut N,
        waiting: &mut Vec<Landing<D, N>>,
    ) {
        if let Some((circuit, last)) = self.captures_directly(at.circuit, at.full, kind, hand) {
            let mut other = signs.clone();
            other.chosen('-');
            signs.chosen('+');
            let (full, laps, start) = (at.full, at.laps + 1, at.start);
            let declined = D::none();
            waiting.push(Landing {
                circuit,
                full,
                laps,
                start,
                last,
                reversed: true,
                declined,
                signs: other,
            });
        }
    }

    /// True when the turn is back where the stretch began, or at the lap limit. Else it may be the first relay of a
    /// stretch whose beginning cannot come back: that becomes the origin.
    #[cold]
    #[inline(never)]
    fn is_endless(&self, origin: &mut Origin, circuit: u128, last: u32, seeds: u32, laps: u32) -> bool {
        if origin.comes_back(circuit, last, seeds) || laps >= self.lap_limit {
            return true;
        }
        if laps >= origin.alarm {
            *origin = Origin { circuit, hand: hand(last, seeds), alarm: self.lap_limit, landed: true };
        }
        false
    }
}

/// The top bit of each byte of a row that holds two seeds or more.
#[inline(always)]
pub(super) fn two_or_more(row: u64) -> u64 {
    (row + 0x7e7e_7e7e_7e7e_7e7e) & 0x8080_8080_8080_8080
}

//! Every lap round a circuit by table: one wide addition, and where the last seed falls.
//!
//! A circuit of 2 × `m` pits lies in sixteen byte lanes, the outer row in the low half of the word and the inner row
//! in the high half, whatever `m` is: so the columns of both players meet in the same places on every board.

use std::sync::Arc;

use super::rules::Reentry;

/// One kind of lap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub(super) enum Kind {
    /// Counter-clockwise; the hand is lifted from the start pit.
    Forward = 0,
    /// Clockwise; the hand is lifted from the start pit.
    Reverse = 1,
    /// Counter-clockwise; the hand was captured.
    Captured = 2,
    /// Clockwise; the hand was captured.
    CapturedReverse = 3,
}

const HANDS: usize = 128;
const LANES: usize = 16;
const SIZE: usize = 4 * HANDS * LANES;

/// One lap.
#[derive(Clone, Copy, Debug, Default)]
struct Lap {
    /// What it adds to the circuit, low half first; lifting the hand is part of it. Lanes borrow from each other here,
    /// but not in the sum, which is a circuit.
    add: [u64; 2],
    /// The lane where the last seed falls.
    land: u32,
}

/// A start pit and a hand, as the tables find them.
pub(super) type Hand = usize;

/// A hand that no lap has.
pub(super) const NO_HAND: Hand = usize::MAX;

/// The hand of some seeds that are sown from a lane.
#[inline(always)]
pub(super) fn hand(start: u32, seeds: u32) -> Hand {
    (seeds as usize * LANES + start as usize) % (HANDS * LANES)
}

/// All laps of a circuit.
#[derive(Clone, Debug)]
pub(super) struct Laps(Arc<[Lap; SIZE]>);

impl Laps {
    /// The table for `m` columns.
    pub(super) fn new(m: usize, reentry: Reentry) -> Self {
        let mut laps = vec![Lap::default(); SIZE];
        for start in 0..2 * m {
            for kind in [Kind::Forward, Kind::Reverse, Kind::Captured, Kind::CapturedReverse] {
                fill(&mut laps, m, start, kind, reentry);
            }
        }
        let laps: Arc<[Lap]> = laps.into();
        Self(laps.try_into().expect("as many as were made"))
    }

    /// Sows a lap: the circuit after it and the lane of the last seed.
    #[inline(always)]
    pub(super) fn sow(&self, circuit: u128, kind: Kind, hand: Hand) -> (u128, u32) {
        let lap = &self.0[index(kind, hand)];
        let add = u128::from(lap.add[0]) | u128::from(lap.add[1]) << 64;
        (circuit.wrapping_add(add), lap.land)
    }

    /// The lane where the last seed of a lap falls.
    #[inline(always)]
    pub(super) fn landing(&self, kind: Kind, hand: Hand) -> u32 {
        self.0[index(kind, hand)].land
    }
}

/// Fills in every hand from one start.
fn fill(laps: &mut [Lap], m: usize, start: usize, kind: Kind, reentry: Reentry) {
    let lifted = matches!(kind, Kind::Forward | Kind::Reverse);
    let forward = matches!(kind, Kind::Forward | Kind::Captured);
    let step = if forward { 1 } else { 2 * m - 1 };
    let begins_here = !lifted && reentry == Reentry::Same;
    let (mut pit, mut drops) = (start, 0u128);
    for seeds in 0..HANDS {
        if seeds > 0 {
            if !(begins_here && seeds == 1) {
                pit = (pit + step) % (2 * m);
            }
            drops += 1 << (8 * lane_of(m, pit));
        }
        let lift = if lifted { (seeds as u128) << (8 * lane_of(m, start)) } else { 0 };
        let add = drops.wrapping_sub(lift);
        let lap = Lap { add: [add as u64, (add >> 64) as u64], land: lane_of(m, pit) as u32 };
        laps[index(kind, hand(lane_of(m, start) as u32, seeds as u32))] = lap;
    }
}

#[inline(always)]
fn index(kind: Kind, hand: Hand) -> usize {
    kind as usize * HANDS * LANES + hand % (HANDS * LANES)
}

/// The lane of a pit of the circuit.
#[inline(always)]
pub(super) fn lane_of(m: usize, pit: usize) -> usize {
    if pit < m { pit } else { pit - m + 8 }
}

/// The pit of a lane.
#[inline(always)]
pub(super) fn pit_of(m: usize, lane: usize) -> usize {
    if lane < 8 { lane } else { lane - 8 + m }
}

/// The seeds in a lane.
#[inline(always)]
pub(super) fn seeds_in(circuit: u128, lane: u32) -> u32 {
    let half = if lane < 8 { circuit as u64 } else { (circuit >> 64) as u64 };
    u32::from((half >> (8 * lane % 64)) as u8)
}

/// The circuit of a list of pits.
pub(super) fn from_pits(m: usize, pits: &[u8]) -> u128 {
    pits.iter()
        .enumerate()
        .fold(0, |circuit, (pit, &seeds)| circuit | u128::from(seeds) << (8 * lane_of(m, pit)))
}

/// The list of pits of a circuit.
pub(super) fn to_pits(m: usize, circuit: u128) -> Vec<u8> {
    (0..2 * m).map(|pit| seeds_in(circuit, lane_of(m, pit) as u32) as u8).collect()
}

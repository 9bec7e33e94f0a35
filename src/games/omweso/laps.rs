//! Every lap round a circuit by table: one wide addition, and where the last seed falls.
//!
//! A circuit of 2 × `m` pits lies in sixteen byte lanes, the outer row in the low half of the word and the inner row
//! in the high half, whatever `m` is: so the columns of both players meet in the same places on every board.

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

/// All laps of a circuit.
#[derive(Debug)]
pub(super) struct Laps {
    /// What a lap adds to the circuit; lifting the hand is part of it. Lanes borrow from each other here, but not in
    /// the sum, which is a circuit.
    add: Box<[u128; SIZE]>,
    land: Box<[u8; SIZE]>,
}

impl Laps {
    /// The tables for `m` columns.
    pub(super) fn new(m: usize, reentry: Reentry) -> Self {
        let mut laps = Self { add: Box::new([0; SIZE]), land: Box::new([0; SIZE]) };
        for start in 0..2 * m {
            for kind in [Kind::Forward, Kind::Reverse, Kind::Captured, Kind::CapturedReverse] {
                laps.fill(m, start, kind, reentry);
            }
        }
        laps
    }

    fn fill(&mut self, m: usize, start: usize, kind: Kind, reentry: Reentry) {
        let lifted = matches!(kind, Kind::Forward | Kind::Reverse);
        let forward = matches!(kind, Kind::Forward | Kind::Captured);
        let step = if forward { 1 } else { 2 * m - 1 };
        let begins_here = !lifted && reentry == Reentry::Same;
        let (mut pit, mut drops) = (start, 0u128);
        for hand in 0..HANDS {
            if hand > 0 {
                if !(begins_here && hand == 1) {
                    pit = (pit + step) % (2 * m);
                }
                drops += 1 << (8 * lane_of(m, pit));
            }
            let lift = if lifted { (hand as u128) << (8 * lane_of(m, start)) } else { 0 };
            let at = index(kind, lane_of(m, start) as u32, hand as u32);
            self.add[at] = drops.wrapping_sub(lift);
            self.land[at] = lane_of(m, pit) as u8;
        }
    }

    /// Sows a lap: the circuit after it and the lane of the last seed.
    #[inline(always)]
    pub(super) fn sow(&self, circuit: u128, kind: Kind, start: u32, hand: u32) -> (u128, u32) {
        let at = index(kind, start, hand);
        (circuit.wrapping_add(self.add[at]), u32::from(self.land[at]))
    }

    /// The lane where the last seed of a lap falls.
    #[inline(always)]
    pub(super) fn landing(&self, kind: Kind, start: u32, hand: u32) -> u32 {
        u32::from(self.land[index(kind, start, hand)])
    }
}

#[inline(always)]
fn index(kind: Kind, start: u32, hand: u32) -> usize {
    (kind as usize * HANDS * LANES + hand as usize * LANES + start as usize) % SIZE
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
    (half >> (8 * (lane & 7))) as u32 & 0xff
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

//! What all blocks of a layer share: the rules of its rounds and their tables.

use std::sync::OnceLock;

use sowbase_solver::retrograde::{SolveError, Solved};
use sowbase_solver::simd::ring::{BITS, Below, Best, FULL, Fold, Laps, Numbers, Path};
use sowbase_solver::{Layer, Metric};

use super::super::endless::LAP_LIMIT;
use super::super::fullest::{Rings, Words};
use super::super::marks::Marks;
use super::super::rules::{BoshRules, CaptureSide};
use super::ties::Ties;

/// Rounds with some open holes and stones.
#[derive(Debug)]
pub(super) struct Round {
    /// Open holes of the mover in each orientation.
    pub(super) open: [usize; 2],
    pub(super) pits: usize,
    pub(super) seeds: usize,
    pub(super) rings: &'static Rings,
    pub(super) laps: Laps,
    pub(super) numbers: Numbers,
    pub(super) ties: Ties,
    pub(super) fold: Fold,
    pub(super) path: Path,
    /// Only holes of the opponent are captured.
    pub(super) opponent_only: bool,
    /// A capture goes on while empty and full holes alternate.
    pub(super) chain: bool,
    marks: OnceLock<Marks>,
}

impl Round {
    /// The rounds of a layer; more open holes come first.
    pub(super) fn new(open: [usize; 2], seeds: usize, rules: &BoshRules, path: Path) -> Self {
        let pits = open[0] + open[1];
        let start = |captured: usize, m: usize| {
            let left = seeds - captured;
            let first = Words::below(m).first(pits - 2, left - m);
            (Rings::of(pits, left).start(m, pits) as u64).wrapping_add(first.wrapping_mul(pits as u64))
        };
        let step = |m: usize, after: usize, from: usize| Words::below(m).step(after, from);
        Self {
            open,
            pits,
            seeds,
            rings: Rings::of(pits, seeds),
            laps: Laps::new(pits),
            numbers: Numbers::new(pits, seeds as u64, start, step),
            ties: Ties::new(pits, seeds),
            fold: Fold::new(open),
            path,
            opponent_only: rules.capture_side == CaptureSide::Opponent,
            chain: rules.capture_chain,
            marks: OnceLock::new(),
        }
    }

    /// Orientations of a board: one where both rows have as many open holes.
    pub(super) fn orientations(&self) -> usize {
        self.fold.orientations()
    }

    /// By hole: the frames of a block, those below `gap`, in which it is the mover's.
    pub(super) fn frames(&self, gap: usize) -> Vec<u64> {
        let own = |hole: usize, orientation: usize, frame: usize| {
            let nth = (hole + self.pits - frame) % self.pits;
            if nth < self.open[orientation] { Best::places(orientation, frame) } else { 0 }
        };
        let both = |hole, frame| (0..self.orientations()).fold(0, |set, side| set | own(hole, side, frame));
        (0..self.pits).map(|hole| (0..gap).fold(0, |set, frame| set | both(hole, frame))).collect()
    }

    /// What a board pays whose mover has no legal turn: all to the opponent if he is stuck, else each his own row.
    pub(super) fn settled(&self, ring: u64, orientation: usize, frame: usize) -> i8 {
        let row = (frame..frame + self.open[orientation]).map(|hole| hole % self.pits);
        let own: u64 = row.map(|hole| ring >> (BITS * hole) & FULL).sum();
        (2 * own as i64 - self.seeds as i64) as i8
    }

    /// Plays a relay that has gone on for long: the ring where it stops and how far it has turned, or `None` when it never
    /// stops. The first state comes back then, for laps are injective (`endless.rs`).
    pub(super) fn long(&self, first: u64) -> Option<(u64, usize)> {
        let (mut ring, mut turned, mut laps) = (first, 0, 0);
        loop {
            let (next, turn) = self.laps.lap(ring);
            (ring, turned, laps) = (next, turned + turn, laps + 1);
            if ring & FULL == 0 {
                return Some((ring, turned % self.laps.bits()));
            }
            if Marks::is_point(ring) && self.marks.get().is_some_and(|marks| marks.holds(ring)) {
                return None;
            }
            if ring == first {
                break;
            }
            if laps >= LAP_LIMIT {
                return None;
            }
        }
        let marks = self.marks.get_or_init(Marks::new);
        loop {
            if Marks::is_point(ring) {
                marks.add(ring);
            }
            ring = self.laps.lap(ring).0;
            if ring == first {
                return None;
            }
        }
    }
}

/// The lower layers by stones captured.
pub(super) fn below(layer: Layer, metric: Metric, solved: &Solved) -> Result<Vec<Below<'_>>, SolveError> {
    let mut below = vec![Below::Exact(&[])];
    for seeds in (0..layer.seeds).rev() {
        let needs = Layer { seeds, ..layer };
        let known = match metric {
            Metric::Bounds => solved.bounds(needs).map(Below::Bounds),
            _ => solved.scores(needs).map(Below::Exact),
        };
        below.push(known.ok_or(SolveError::Missing { layer, needs })?);
    }
    Ok(below)
}

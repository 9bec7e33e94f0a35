//! Sowing one lap: by table where no pit is full, seed by seed where one may be.

use super::lanes::Lanes;
use super::rules::LimitRule;
use crate::board::sow::{self, Ring};
use crate::board::{Board, MAX_SEEDS};

/// A lap by origin and hand.
#[derive(Clone, Copy, Debug)]
struct Lap<R> {
    /// Seeds for each pit.
    add: Board<R>,
    /// The mask of the opponent's pits up to the one of the last seed; empty when that is the mover's.
    reach: R,
    /// The mask of the pit of the last seed, if it is the opponent's.
    land: R,
}

/// A board after a sowing, seen by its mover, before anything is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sown<R> {
    pub(super) own: R,
    pub(super) opposite: R,
    /// The mask of the opponent's pits up to the one of the last seed; empty when no capture can begin there.
    pub(super) reach: R,
    /// The mask of the pit of the last seed, if it is the opponent's.
    pub(super) land: R,
    /// Seeds that went to the mover's store for want of room.
    pub(super) stored: u8,
}

/// Every lap of a mover's pits on a ring of 2 × `n`; the pit lifted gets no seed.
#[derive(Clone, Debug)]
pub(super) struct Laps<R> {
    n: usize,
    laps: Box<[[Lap<R>; HANDS]]>,
}

const HANDS: usize = MAX_SEEDS as usize + 1;

impl<R: Lanes> Laps<R> {
    pub(super) fn new(n: usize) -> Self {
        let plain = sow::Laps::<R>::new(Ring { n, skip_origin: true, own_store: false });
        let lap = |origin: usize, hand: usize| {
            let lap = plain.lap(origin, hand as u8);
            let (reach, land) = ends(usize::from(lap.last), n);
            Lap { add: lap.add, reach, land }
        };
        let laps = (0..n).map(|origin| std::array::from_fn(|hand| lap(origin, hand))).collect();
        Self { n, laps }
    }

    /// Sows where no full pit can be met.
    #[inline(always)]
    pub(super) fn sow(&self, board: Board<R>, origin: usize) -> Sown<R> {
        let hand = board.own.pit(origin);
        let lap = &self.laps[origin][usize::from(hand) % HANDS];
        Sown {
            own: board.own.with(origin, 0).plus(lap.add.own),
            opposite: board.opposite.plus(lap.add.opposite),
            reach: lap.reach,
            land: lap.land,
            stored: 0,
        }
    }

    /// Sows where pits hold at most `limit`. `None`: the move may not be played, or its seeds find no room.
    pub(super) fn sow_limited(
        &self,
        board: Board<R>,
        origin: usize,
        limit: u8,
        rule: LimitRule,
    ) -> Option<Sown<R>> {
        let plain = self.sow(board, origin);
        if (plain.own | plain.opposite).over(limit) == R::EMPTY {
            return Some(plain);
        }
        let mut hand = board.own.pit(origin);
        let mut board = Board { own: board.own.with(origin, 0), ..board };
        let (mut place, mut last, mut stored, mut passed) = (origin, None, 0, 0);
        while hand > 0 {
            place = (place + 1) % (2 * self.n);
            if place == origin {
                continue;
            }
            let held = board.ring_pit(self.n, place);
            if held < limit {
                board = board.with_ring_pit(self.n, place, held + 1);
                (last, passed) = (Some(place), 0);
                hand -= 1;
                continue;
            }
            match rule {
                LimitRule::Illegal => return None,
                LimitRule::ToStore => {
                    (last, stored) = (None, stored + 1);
                    hand -= 1;
                }
                LimitRule::Skip => {
                    passed += 1;
                    if passed == 2 * self.n - 1 {
                        return None;
                    }
                }
            }
        }
        let (reach, land) = last.map_or((R::EMPTY, R::EMPTY), |place| ends(place, self.n));
        Some(Sown { own: board.own, opposite: board.opposite, reach, land, stored })
    }
}

/// The masks of a lap that ends in a pit of the ring.
fn ends<R: Lanes>(last: usize, n: usize) -> (R, R) {
    if last < n {
        return (R::EMPTY, R::EMPTY);
    }
    (R::up_to(last - n), R::EMPTY.with(last - n, 255))
}

//! Sowing one lap: by table where no pit is full, seed by seed where one may be.

use super::facts::Counts;
use super::lanes::Lanes;
use super::rules::LimitRule;
use super::terms::Plan;
use crate::board::sow::{self, Ring};
use crate::board::{Board, MAX_SEEDS};

/// What a lap does to the opponent's row, by origin and hand.
#[derive(Clone, Copy, Debug, Default)]
struct Far<R> {
    /// Seeds for each pit.
    add: R,
    /// Where it ends.
    end: End<R>,
}

/// What a lap does to the mover's row, and what few ask.
#[derive(Clone, Copy, Debug, Default)]
struct Near<R> {
    /// Seeds for each pit.
    add: R,
    /// The mask of the pit of the last seed, if it is the opponent's.
    land: R,
}

/// The end of a lap as captures need it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct End<R> {
    /// The tops of the opponent's pits up to the one of the last seed; none when no capture can begin there.
    pub(super) tops: R,
    /// The mask of all other lanes.
    pub(super) out_of_reach: R,
    /// What to add to the row so that a top is set where a pit holds too much to be captured.
    pub(super) too_much: R,
}

/// A board after a sowing, seen by its mover, before anything is captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sown<R> {
    pub(super) own: R,
    pub(super) opposite: R,
    pub(super) end: End<R>,
    /// The mask of the pit of the last seed, if it is the opponent's.
    pub(super) land: R,
    /// Seeds that went to the mover's store for want of room.
    pub(super) stored: u8,
}

/// Every lap of a mover's pits on a ring of 2 × `n`; the pit lifted gets no seed.
#[derive(Clone, Debug)]
pub(super) struct Laps<R> {
    n: usize,
    /// The most seeds of a landing pit that is captured, and of a pit before it.
    most: [u8; 2],
    // Sixteen origins whatever the board, so that no index needs a check that depends on it.
    far: Box<[[Far<R>; HANDS]; PITS]>,
    near: Box<[[Near<R>; HANDS]; PITS]>,
}

const HANDS: usize = MAX_SEEDS as usize + 1;
const PITS: usize = 16;

impl<R: Lanes> Laps<R> {
    pub(super) fn new(plan: &Plan) -> Self {
        let n = usize::from(plan.pits);
        let plain = sow::Laps::<R>::new(Ring { n, skip_origin: true, own_store: false });
        let most = [Counts::of(plan.trigger).hi, Counts::of(plan.chain).hi];
        let far = Box::new([[Far::default(); HANDS]; PITS]);
        let near = Box::new([[Near::default(); HANDS]; PITS]);
        let mut laps = Self { n, most, far, near };
        for origin in 0..n {
            for hand in 0..HANDS {
                let lap = plain.lap(origin, hand as u8);
                let (end, land) = laps.end(Some(usize::from(lap.last)));
                laps.far[origin][hand] = Far { add: lap.add.opposite, end };
                laps.near[origin][hand] = Near { add: lap.add.own, land };
            }
        }
        laps
    }

    /// What captures need of a lap that ends in a pit of the ring, or in no pit.
    pub(super) fn end(&self, last: Option<usize>) -> (End<R>, R) {
        let [landing, before] = self.most.map(|most| 127 - most);
        let Some(pit) = last.and_then(|last| last.checked_sub(self.n)) else {
            let end = End { tops: R::EMPTY, out_of_reach: !R::EMPTY, too_much: R::splat(before) };
            return (end, R::EMPTY);
        };
        let reach = R::up_to(pit);
        let too_much = R::splat(before).with(pit, landing);
        (End { tops: reach & R::splat(128), out_of_reach: !reach, too_much }, R::EMPTY.with(pit, 255))
    }

    /// The opponent's row after a lap of one of the mover's pits, and the end of that lap.
    #[inline(always)]
    pub(super) fn sow_far(&self, board: Board<R>, origin: usize) -> (R, &End<R>) {
        let far = &self.far[origin % PITS][usize::from(board.own.pit(origin)) % HANDS];
        (board.opposite.plus(far.add), &far.end)
    }

    /// Sows where no full pit can be met.
    #[inline(always)]
    pub(super) fn sow(&self, board: Board<R>, origin: usize) -> Sown<R> {
        let near = &self.near[origin % PITS][usize::from(board.own.pit(origin)) % HANDS];
        let (opposite, end) = self.sow_far(board, origin);
        let own = board.own.with(origin, 0).plus(near.add);
        Sown { own, opposite, end: *end, land: near.land, stored: 0 }
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
        let (end, land) = self.end(last);
        Some(Sown { own: board.own, opposite: board.opposite, end, land, stored })
    }
}

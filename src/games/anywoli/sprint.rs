//! The turn as nearly always happens: small pits, few laps, more than the last seeds left.

use sowbase_solver::{Child, Score, Turn};

use super::play::{Anywoli, AnywoliState};
use super::rules::FinalFour;
use crate::board::narrow::Relays;
use crate::board::{Board, Narrow};

/// The lanes that hold four although no seed of this turn brought them there: they are no capture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fours {
    own: u64,
    opposite: u64,
}

impl Fours {
    #[inline(always)]
    pub(super) fn of<const W: u32>(state: &AnywoliState<W>) -> Self {
        Self {
            own: Narrow::<W>::lanes_holding(state.board.own.low, 4),
            opposite: Narrow::<W>::lanes_holding(state.board.opposite.low, 4),
        }
    }
}

/// Laps after which a turn is looked at for not stopping at all; the longest that stops has 36 (rules.md 7).
const SPRINT: u32 = 48;

impl<const W: u32> Anywoli<W> {
    /// Plays the turn from an occupied pit; `None` where something rare happens: a pit outgrows its lane, a lap goes
    /// right round, the last seeds are near, the turn may never stop. Then [`Anywoli::careful`] plays it from its start.
    #[inline(always)]
    pub(super) fn sprint(
        &self,
        state: &AnywoliState<W>,
        mut fours: Fours,
        pit: usize,
    ) -> Option<Child<AnywoliState<W>>> {
        if (state.board.own.high | state.board.opposite.high) != 0 {
            return None;
        }
        let (mut own, mut opposite) = (state.board.own.low, state.board.opposite.low);
        let (mut taken, mut given) = (0, 0);
        let hand = own >> (pit as u32 * W) & Narrow::<W>::LANE;
        let mut lap = self.relays.lap_from(Relays::<W>::base(pit), hand);
        for _ in 0..SPRINT {
            own = own.wrapping_add(lap.own);
            opposite = opposite.wrapping_add(lap.opposite);
            let own_fours = Narrow::<W>::lanes_holding(own, 4);
            let opposite_fours = Narrow::<W>::lanes_holding(opposite, 4);
            let (mut mine, mut yours) = (own_fours & !fours.own, opposite_fours & !fours.opposite);
            fours = Fours { own: own_fours & fours.own, opposite: opposite_fours & fours.opposite };
            if (mine | yours | (own | opposite) & Narrow::<W>::TOPS) != 0 {
                if (own | opposite) & Narrow::<W>::TOPS != 0 {
                    return None;
                }
                let last = 1u64 << (u32::from(lap.shift) + W - 1);
                let (last_mine, last_yours) = if lap.far { (0, last) } else { (last, 0) };
                let ends = mine & last_mine | yours & last_yours;
                (mine, yours) = (mine & !last_mine, yours & !last_yours);
                // A lane that holds four loses its only bit.
                own ^= (mine | ends & last_mine) >> (W - 3);
                opposite ^= (yours | ends & last_yours) >> (W - 3);
                taken += count(mine);
                given += count(yours);
                if ends != 0 {
                    let to_mover = !lap.far || self.rules.final_four_to == FinalFour::Mover;
                    if to_mover { taken += 1 } else { given += 1 }
                }
                if Narrow::<W>::low_seeds(own, opposite) <= self.last_seeds {
                    return None;
                }
                if ends != 0 {
                    return Some(self.after_final_four(state, (own, opposite), (taken, given), lap.far));
                }
            }
            let word = if lap.far { opposite } else { own };
            let seeds = word >> lap.shift & Narrow::<W>::LANE;
            if seeds == 1 {
                let board = Board { own: Narrow::of(opposite), opposite: Narrow::of(own) };
                return Some(Child {
                    state: AnywoliState { board, flags: self.handed_over(state.flags) },
                    gain: Score(4 * (taken - given)),
                    turn: Turn::Pass,
                    quiet: taken + given == 0,
                });
            }
            lap = self.relays.lap_from(usize::from(lap.base), seeds);
        }
        None
    }

    /// The lap-ending four has been taken from the board, and the game goes on.
    #[inline]
    fn after_final_four(
        &self,
        state: &AnywoliState<W>,
        (own, opposite): (u64, u64),
        (taken, given): (i16, i16),
        far: bool,
    ) -> Child<AnywoliState<W>> {
        let captor = usize::from(far && self.rules.final_four_to == FinalFour::Owner);
        let board = Board { own: Narrow::of(own), opposite: Narrow::of(opposite) };
        self.moved_again_or_not(board, self.noted(state.flags, captor), Score(4 * (taken - given)))
    }
}

/// How many bits are set: nearly always none or one.
#[inline(always)]
fn count(mut lanes: u64) -> i16 {
    let mut n = 0;
    while lanes != 0 {
        lanes &= lanes - 1;
        n += 1;
    }
    n
}

//! The turn as nearly always happens: small pits, few laps, more than the last seeds left.

use sowbase_solver::{Child, Score, Turn};

use super::play::{Anywoli, AnywoliState};
use super::rules::FinalFour;
use crate::board::narrow::{Relay, Relays};
use crate::board::{Board, Narrow};

/// Laps after which a turn is looked at for not stopping at all; the longest that stops has 36 (rules.md 7).
const SPRINT: u32 = 48;

impl<const W: u32> Anywoli<W> {
    /// Plays the turn from an occupied pit; `None` where something rare happens: a pit outgrows its lane, a lap goes
    /// right round, the last seeds are near, the turn may never stop. Then [`Anywoli::careful`] plays it from its start.
    #[inline(always)]
    pub(super) fn sprint(&self, state: &AnywoliState<W>, pit: usize) -> Option<Child<AnywoliState<W>>> {
        if (state.board.own.high | state.board.opposite.high) != 0 {
            return None;
        }
        let (mut own, mut opposite) = (state.board.own.low, state.board.opposite.low);
        let (mut taken, mut given) = (0, 0);
        let hand = own >> (pit as u32 * W) & Narrow::<W>::LANE;
        let mut lap = Relays::<W>::of(self.relays.from(pit), hand * Relay::ONE);
        for _ in 0..SPRINT {
            let (own_before, opposite_before) = (own, opposite);
            own = own.wrapping_add(lap.own);
            opposite = opposite.wrapping_add(lap.opposite);
            // A pit that a seed brings from three to four gains the bit of value four; so does one that goes from 11 to
            // 12. A pit that outgrows its lane gains the lane's top bit.
            let (own_new, opposite_new) = (own & !own_before, opposite & !opposite_before);
            if (own_new | opposite_new) & (Self::FOURS | Narrow::<W>::TOPS) != 0 {
                if (own_new | opposite_new) & Narrow::<W>::TOPS != 0 {
                    return None;
                }
                let mine = own_new & Self::FOURS & !(own >> 1);
                let yours = opposite_new & Self::FOURS & !(opposite >> 1);
                own ^= mine;
                opposite ^= yours;
                let last = 4u64 << lap.shift;
                let ends = if lap.far { yours & last } else { mine & last } != 0;
                taken += count(mine);
                given += count(yours);
                if Narrow::<W>::low_seeds(own, opposite) <= self.last_seeds {
                    return None;
                }
                if ends {
                    let moved = i16::from(lap.far && self.rules.final_four_to == FinalFour::Mover);
                    let brought = (taken + moved, given - moved);
                    return Some(self.after_final_four(state, (own, opposite), brought, lap.far));
                }
            }
            let seeds = lap.seeds(own, opposite);
            if seeds == Relay::ONE {
                let board = Board { own: Narrow::of(opposite), opposite: Narrow::of(own) };
                return Some(Child {
                    state: AnywoliState { board, flags: self.handed_over(state.flags) },
                    gain: Score(4 * (taken - given)),
                    turn: Turn::Pass,
                    quiet: taken + given == 0,
                });
            }
            lap = Relays::<W>::of(self.relays.from(usize::from(lap.last)), seeds);
        }
        None
    }

    /// The bit of value four in every lane.
    const FOURS: u64 = Narrow::<W>::ONES << 2;

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

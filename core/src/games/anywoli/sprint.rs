//! The turn as nearly always happens: small pits, few laps, more than the last seeds left.

use sowbase_solver::{Child, Score, Turn};

use super::play::{Anywoli, AnywoliState};
use super::rules::FinalFour;
use crate::board::narrow::{Relay, Relays};
use crate::board::{Board, Narrow};

/// Laps after which a turn is looked at for not stopping at all; the longest that stops has 36 (rules.md 7).
const SPRINT: u32 = 48;

impl<const W: u32> Anywoli<W> {
    /// Plays the turn from an occupied pit, `left` being the seeds on the board; `None` where something rare happens: a
    /// pit outgrows its lane, a lap goes right round, the last seeds are near, the turn may never stop. Then
    /// [`Anywoli::careful`] plays it from its start.
    #[inline(always)]
    pub(super) fn sprint(
        &self,
        state: &AnywoliState<W>,
        mut left: u32,
        pit: usize,
    ) -> Option<Child<AnywoliState<W>>> {
        if (state.board.own.high | state.board.opposite.high) != 0 {
            return None;
        }
        let (mut own, mut opposite) = (state.board.own.low, state.board.opposite.low);
        let (mut net, mut quiet) = (0, true);
        let hand = own >> (pit as u32 * W) & Narrow::<W>::LANE;
        let mut lap = Relays::<W>::of(self.relays.from(pit), hand * Relay::ONE);
        for _ in 0..SPRINT {
            let (own_before, opposite_before) = (own, opposite);
            own = own.wrapping_add(lap.own);
            opposite = opposite.wrapping_add(lap.opposite);
            // A pit that a seed brings from three to four gains the bit of value four; so does one that goes from 11 to
            // 12. A pit that outgrows its lane gains the lane's top bit.
            let (own_new, opposite_new) = (own & !own_before, opposite & !opposite_before);
            if (own_new | opposite_new) & (Narrow::<W>::FOURS | Narrow::<W>::TOPS) != 0 {
                if (own_new | opposite_new) & Narrow::<W>::TOPS != 0 {
                    return None;
                }
                let mine = own_new & Narrow::<W>::FOURS & !(own >> 1);
                let yours = opposite_new & Narrow::<W>::FOURS & !(opposite >> 1);
                own ^= mine;
                opposite ^= yours;
                let (taken, given) = (Narrow::<W>::count_fours(mine), Narrow::<W>::count_fours(yours));
                left -= 4 * (taken + given);
                if left <= self.last_seeds {
                    return None;
                }
                net += taken as i16 - given as i16;
                quiet &= taken + given == 0;
            }
            let seeds = lap.seeds(own, opposite);
            if seeds <= Relay::ONE {
                if seeds == 0 {
                    // A pit that has just got a seed is empty only if the seed made four.
                    return Some(self.after_final_four(state, (own, opposite), net, lap.far));
                }
                let board = Board { own: Narrow::of(opposite), opposite: Narrow::of(own) };
                let after = AnywoliState { board, flags: self.handed_over(state.flags) };
                return Some(Child { state: after, gain: Score(4 * net), turn: Turn::Pass, quiet });
            }
            lap = Relays::<W>::of(self.relays.from(usize::from(lap.last)), seeds);
        }
        None
    }

    /// The lap-ending four has been taken from the board, `net` counting it for the owner of the pit; the game goes on.
    #[inline(always)]
    fn after_final_four(
        &self,
        state: &AnywoliState<W>,
        (own, opposite): (u64, u64),
        net: i16,
        far: bool,
    ) -> Child<AnywoliState<W>> {
        let to_owner = self.rules.final_four_to == FinalFour::Owner;
        let net = if far && !to_owner { net + 2 } else { net };
        let board = Board { own: Narrow::of(own), opposite: Narrow::of(opposite) };
        let flags =
            if self.flagged { self.noted(state.flags, usize::from(far && to_owner)) } else { state.flags };
        self.moved_again_or_not(board, flags, Score(4 * net))
    }
}

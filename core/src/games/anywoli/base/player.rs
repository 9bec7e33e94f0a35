//! All moves of a board, by the automaton where it can and by the rules themselves where it cannot.

use sowbase_solver::{Child, Score, Turn};

use super::ring::occupied;
use super::turns::{End, Played, Turns};
use crate::board::Board;
use crate::games::anywoli::play::{Anywoli, AnywoliState};

/// Plays the boards of a layer.
pub(super) struct Player<'a, const W: u32> {
    pub(super) game: &'a Anywoli<W>,
    pub(super) turns: &'a Turns,
    /// Seeds of the layer, more than the last ones.
    pub(super) seeds: u32,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Leads {
    /// To a board of the same layer, seen by the other side, whose move it is.
    Inside(u64),
    /// Out of the layer.
    Out(Played),
}

/// How many turns a board has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Count {
    /// Turns that can be played.
    pub(super) turns: u32,
    /// Turns that never stop and may not be played.
    pub(super) endless: u32,
}

impl<const W: u32> Player<'_, W> {
    /// Visits every move of a board; a board without a turn has one that hands it over as it is.
    #[inline(always)]
    pub(super) fn moves(&self, code: u64, mut visit: impl FnMut(Leads)) -> Count {
        let mut pits = occupied(code & self.turns.ring.own());
        let all = pits.count_ones();
        let mut endless = 0;
        while pits != 0 {
            let pit = pits.trailing_zeros() as usize / 2;
            pits &= pits - 1;
            match self.turns.play(code, pit, self.seeds) {
                Some(played) => visit(self.leads(played)),
                None => match self.careful(code, pit) {
                    Some(played) => visit(self.leads(played)),
                    None => endless += 1,
                },
            }
        }
        if endless == all {
            visit(Leads::Inside(self.turns.ring.flipped(code)));
        }
        Count { turns: all - endless, endless }
    }

    #[inline(always)]
    fn leads(&self, played: Played) -> Leads {
        if played.end == End::Quiet { Leads::Inside(self.after(&played)) } else { Leads::Out(played) }
    }

    /// The board as the side sees it that moves next; without meaning when the game is over.
    #[inline(always)]
    fn after(&self, played: &Played) -> u64 {
        if played.end == End::Again { played.code } else { self.turns.ring.flipped(played.code) }
    }

    /// The number of the board that a capture leads to, in the layer of the seeds left.
    #[inline(always)]
    pub(super) fn rank_after(&self, played: &Played) -> usize {
        self.game.ranking.rank_code(self.after(played)) as usize
    }

    /// The turn by the slow rules; `None` when it never stops.
    #[cold]
    fn careful(&self, code: u64, pit: usize) -> Option<Played> {
        let bits = self.turns.ring.bits();
        let board = Board::from_base_rows((code & self.turns.ring.own()) as u32, (code >> bits) as u32);
        let state = AnywoliState { board, ..AnywoliState::default() };
        let Child { state, gain: Score(gain), turn, quiet } = self.game.careful(&state, pit)?;
        let end = match turn {
            Turn::Pass if quiet => End::Quiet,
            Turn::Pass => End::Pass,
            Turn::Again => End::Again,
            Turn::Over => End::Over,
        };
        let (own, opposite) = state.board.base_rows().unwrap_or_default();
        let code = u64::from(opposite) << bits | u64::from(own);
        let code = if turn == Turn::Pass { self.turns.ring.flipped(code) } else { code };
        Some(Played { code, left: state.board.seeds(), gain: i32::from(gain), end })
    }
}

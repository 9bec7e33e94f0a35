//! The turn seed by seed, with everything that can happen in it: long laps, endless turns, the last seeds.

use sowbase_solver::{Child, Score, Turn};

use super::flags::Flags;
use super::lot;
use super::play::{Anywoli, AnywoliState};
use super::rules::{EndCheck, EndlessTurn, FinalFour, LastFour};
use crate::board::{Board, Narrow};

/// The lap after which `endless_turn=stop_at_cap` stops a turn (rules.md 12).
const CAP: u32 = 1_000;

type Pits = [u8; 32];

/// A turn being played, all seen by the mover: side 0 is his.
struct Turning {
    pits: Pits,
    /// Seeds on the board and in hand.
    left: u32,
    taken: [u32; 2],
    captor: Option<usize>,
    flags: Flags,
}

impl Turning {
    /// The four in a pit goes to a side.
    fn take(&mut self, at: usize, to: usize) {
        self.pits[at] = 0;
        self.left -= 4;
        self.taken[to] += 4;
        self.captor = Some(to);
    }
}

/// Finds a turn that never stops: a relay state (pits, pit to lift) that comes back without a capture in between.
///
/// From one relay to the next the step can be undone, so the first relay state after the start or a capture is the one
/// that comes back. With `skip_origin` it cannot, and the mark moves on at doubling distances (Brent).
struct Watch {
    mark: Option<(Pits, usize)>,
    steps: u32,
    moves_at: Option<u32>,
}

impl Watch {
    fn new(skip_origin: bool) -> Self {
        Self { mark: None, steps: 0, moves_at: skip_origin.then_some(1) }
    }

    fn captured(&mut self) {
        *self = Self::new(self.moves_at.is_some());
    }

    /// True when the relay state has been seen.
    fn sees(&mut self, pits: &Pits, at: usize) -> bool {
        let now = (*pits, at);
        if self.mark == Some(now) {
            return true;
        }
        self.steps += 1;
        if self.mark.is_none() || self.moves_at == Some(self.steps) {
            self.mark = Some(now);
            self.moves_at = self.moves_at.map(|at| 2 * at);
        }
        false
    }
}

impl<const W: u32> Anywoli<W> {
    /// The pits of the ring, the mover's first.
    pub(super) fn ring(&self, state: &AnywoliState<W>) -> impl Iterator<Item = u8> {
        let (n, board) = (self.n(), state.board);
        (0..2 * n).map(move |i| board.ring_pit(n, i))
    }

    /// Plays the turn from an occupied pit; `None` when it never stops and may not be played.
    #[cold]
    #[inline(never)]
    pub(super) fn careful(&self, state: &AnywoliState<W>, origin: usize) -> Option<Child<AnywoliState<W>>> {
        let (n, rules) = (self.n(), &self.rules);
        let mut pits = [0; 32];
        self.ring(state).zip(&mut pits).for_each(|(seeds, pit)| *pit = seeds);
        let mut turn =
            Turning { pits, left: state.board.seeds(), taken: [0; 2], captor: None, flags: state.flags };
        let mut watch = Watch::new(rules.skip_origin);
        let mut at = origin;
        let mut laps = 0;
        loop {
            let (start, before) = (at, turn.left);
            let mut hand = std::mem::take(&mut turn.pits[at]);
            while hand > 0 {
                at = (at + 1) % (2 * n);
                if rules.skip_origin && at == start {
                    continue;
                }
                turn.pits[at] += 1;
                hand -= 1;
                if hand > 0 && turn.pits[at] == 4 {
                    turn.take(at, at / n);
                    if rules.end_check == EndCheck::Immediate && turn.left <= self.last_seeds {
                        return Some(self.over(state, &turn, origin));
                    }
                }
            }
            laps += 1;
            match turn.pits[at] {
                4 => {
                    let to = if rules.final_four_to == FinalFour::Owner { at / n } else { 0 };
                    turn.take(at, to);
                    turn.flags = self.noted(turn.flags, to);
                    if turn.left <= self.last_seeds {
                        return Some(self.over(state, &turn, origin));
                    }
                    return Some(self.moved_again_or_not(self.board(&turn), turn.flags, gain(&turn)));
                }
                1 => return Some(self.stopped(state, &turn, origin)),
                _ if rules.end_check == EndCheck::EndOfLap && turn.left <= self.last_seeds => {
                    return Some(self.over(state, &turn, origin));
                }
                _ => {}
            }
            if rules.endless_turn == EndlessTurn::StopAtCap {
                if laps == CAP {
                    return Some(self.stopped(state, &turn, origin));
                }
                continue;
            }
            if turn.left < before {
                watch.captured();
            }
            if watch.sees(&turn.pits, at) {
                return (rules.endless_turn == EndlessTurn::VoidGame).then(|| self.annulled(state));
            }
        }
    }

    fn board(&self, turn: &Turning) -> Board<Narrow<W>> {
        let (own, opposite) = turn.pits[..2 * self.n()].split_at(self.n());
        Board::from_pits(own, opposite)
    }

    /// Notes a lap-ending four where the rules ask for the first.
    #[inline]
    pub(super) fn noted(&self, flags: Flags, captor: usize) -> Flags {
        if self.rules.last_four == LastFour::FirstFinalCapture { flags.note_final(captor) } else { flags }
    }

    /// After a lap-ending four that left enough seeds: the extra move, if there are any.
    #[inline(always)]
    pub(super) fn moved_again_or_not(
        &self,
        board: Board<Narrow<W>>,
        flags: Flags,
        gain: Score,
    ) -> Child<AnywoliState<W>> {
        if self.rules.extra_move {
            let flags = if self.flagged { flags.extra(self.rules.knows_extra_moves()) } else { flags };
            return Child { state: AnywoliState { board, flags }, gain, turn: Turn::Again, quiet: false };
        }
        let state = AnywoliState { board: board.flipped(), flags: self.handed_over(flags) };
        Child { state, gain, turn: Turn::Pass, quiet: false }
    }

    /// The turn has stopped without a four: in an empty pit, or by the lap limit.
    fn stopped(&self, state: &AnywoliState<W>, turn: &Turning, origin: usize) -> Child<AnywoliState<W>> {
        if turn.left <= self.last_seeds {
            return self.over(state, turn, origin);
        }
        let after = AnywoliState { board: self.board(turn).flipped(), flags: self.handed_over(turn.flags) };
        Child { state: after, gain: gain(turn), turn: Turn::Pass, quiet: turn.captor.is_none() }
    }

    /// The last seeds go to one player, and the game is over.
    fn over(&self, state: &AnywoliState<W>, turn: &Turning, origin: usize) -> Child<AnywoliState<W>> {
        let captor = turn.captor.unwrap_or(0);
        let to = match self.rules.last_four {
            LastFour::LastCaptor | LastFour::PlayOn => captor,
            LastFour::FirstFinalCapture => turn.flags.first_final().unwrap_or(captor),
            LastFour::CurrentMover => 0,
            LastFour::StarterTakes8 => turn.flags.starter(),
            LastFour::Lottery => {
                usize::from(!lot::favours_mover(turn.flags.lot(), self.ring(state), Some(origin)))
            }
        };
        let last = Score(turn.left as i16);
        let gain = gain(turn) + if to == 0 { last } else { -last };
        let after = AnywoliState { board: Board::default(), flags: self.handed_over(turn.flags) };
        Child { state: after, gain, turn: Turn::Over, quiet: false }
    }

    /// The game does not count: the other side finds a state that says so and has no move.
    fn annulled(&self, state: &AnywoliState<W>) -> Child<AnywoliState<W>> {
        let flags = self.handed_over(state.flags).void();
        let after = AnywoliState { board: state.board.flipped(), flags };
        Child { state: after, gain: Score::ZERO, turn: Turn::Pass, quiet: true }
    }
}

/// What the turn has brought the mover, net.
fn gain(turn: &Turning) -> Score {
    Score(turn.taken[0] as i16 - turn.taken[1] as i16)
}

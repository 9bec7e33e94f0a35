//! Beyond the horizon: captures and extra moves are played out before a state is judged.

use super::enter::Entered;
use super::evaluate::Evaluate;
use super::found::Found;
use super::order::Moved;
use super::seeker::Seeker;
use super::window::Window;
use crate::game::{Game, Turn};
use crate::hundredths::Hundredths;
use crate::probe::Probe;
use crate::score::{Interval, Score};

impl<G: Game, P: Probe<G>, E: Evaluate<G>> Seeker<'_, G, P, E> {
    /// The value of the newest state of the line when only captures and extra moves are played, at most `plies`, or none.
    pub(super) fn calm_down<const PV: bool>(
        &mut self,
        state: &G::State,
        window: Window,
        ply: usize,
        plies: u8,
    ) -> Found {
        self.count(ply);
        if PV {
            self.pv[ply].clear();
        }
        let proven = match self.enter(state, window, ply) {
            Entered::Done(found) => return found,
            Entered::Open(proven) => proven,
        };
        if self.tuning.level && self.game.count(state) == 0 {
            return Found::exact(self.game.settle(state).score(self.line.banked()));
        }
        let standing = self.judged(state, proven);
        if plies == 0 || standing.value >= window.beta() || ply + 1 >= super::limits::MAX_PLY {
            return standing;
        }
        let base = self.moves.len();
        let moves = &mut self.moves;
        let any = self.game.loud(state, |mv, child| {
            let again = i32::from(child.turn == Turn::Again);
            moves.push(Moved { child, mv, place: 0, order: 2 * i32::from(child.gain.0) + again });
        });
        if !any {
            return Found::exact(self.game.settle(state).score(self.line.banked()));
        }
        let mut open = window.raised(standing.value).unwrap_or(window);
        let (mut best, mut lo) = (standing.value, proven.lo);
        for at in 0..self.moves.len() - base {
            let moved = self.pick(base, at);
            let child = &moved.child;
            if self.tuning.futility && child.turn == Turn::Pass {
                // A capture that leaves the mover short by more than a move may change is not tried.
                let hope = standing.value + Hundredths::from(child.gain) + Hundredths(200);
                if hope <= open.alpha() {
                    best = best.max(hope);
                    continue;
                }
            }
            let found = if child.turn == Turn::Over {
                Found::exact(Score::ZERO).backup(child)
            } else {
                let undo = self.line.push(child, self.clears);
                let found =
                    self.calm_down::<PV>(&child.state, open.child(child), ply + 1, plies - 1).backup(child);
                self.line.pop(undo);
                found
            };
            if self.halted {
                break;
            }
            lo = lo.max(found.proven.lo);
            if found.value > best {
                best = found.value;
                if found.value > open.alpha() {
                    if PV {
                        if child.turn == Turn::Over {
                            self.pv[ply + 1].clear();
                        }
                        self.keep_pv(ply, moved.mv);
                    }
                    match open.raised(found.value) {
                        Some(narrower) => open = narrower,
                        None => break,
                    }
                }
            }
        }
        self.moves.truncate(base);
        Found::guess(best, Interval { lo, hi: proven.hi.max(lo) })
    }
}

//! What is known of a state before its moves are looked at: endings, what can still be won, databases, the table.

use super::entry::{Entry, Kind};
use super::evaluate::Evaluate;
use super::found::Found;
use super::limits::MAX_PLY;
use super::seeker::{Seeker, Tried};
use super::window::Window;
use crate::game::Game;
use crate::hundredths::Hundredths;
use crate::key::Key;
use crate::probe::Probe;
use crate::score::Interval;

/// What can be said of a state before its moves are looked at.
pub(super) enum Entered {
    /// Everything.
    Done(Found),
    /// So much.
    Open(Interval),
}

impl<G: Game, P: Probe<G>, E: Evaluate<G>> Seeker<'_, G, P, E> {
    /// What either side can still gain at most, and with it every value there can be.
    #[inline(always)]
    fn span(&self, state: &G::State) -> Interval {
        let top = self.game.ceiling(state);
        let mut span = Interval { lo: -top, hi: top };
        if self.annuls {
            let nothing = -self.line.banked();
            span = Interval { lo: span.lo.min(nothing), hi: span.hi.max(nothing) };
        }
        span
    }

    /// Endings that the line brings, what can still be won, and databases. `state` is the newest of the line.
    #[inline(always)]
    pub(super) fn enter(&mut self, state: &G::State, window: Window, ply: usize) -> Entered {
        if let Some(ending) = self.game.cut(&self.line, state) {
            let score = ending.score(self.line.banked());
            return Entered::Done(if ending.reason.rests_on_the_way() {
                Found::guess(score.into(), self.span(state))
            } else {
                Found::exact(score)
            });
        }
        let mut proven = self.span(state);
        if let Some(found) = decided(proven, window) {
            return Entered::Done(found);
        }
        if self.game.seeds(state) <= self.reach {
            if let Some(known) = self.probe.probe(self.game, state) {
                self.hits += 1;
                proven = proven.and(self.game.as_stored(&self.line, state, known));
                if let Some(found) = decided(proven, window) {
                    return Entered::Done(found);
                }
                if ply > 0 && known.is_exact() {
                    return Entered::Done(Found::guess(known.lo.into(), proven));
                }
            }
            if ply > 0
                && let Some(score) = self.probe.hint(self.game, state)
            {
                self.hits += 1;
                return Entered::Done(Found::guess(score.into(), proven));
            }
        }
        Entered::Open(proven)
    }

    /// The estimate of a state, as far as anything can still be gained.
    #[inline(always)]
    pub(super) fn judged(&self, state: &G::State, proven: Interval) -> Found {
        let top = Hundredths::from(self.game.ceiling(state));
        Found::guess(self.evaluate.estimate(self.game, state).max(-top).min(top), proven)
    }

    /// The key under which the table keeps the newest state of the line.
    #[inline(always)]
    pub(super) fn key(&self) -> Key {
        let beside = self.game.context(&self.line, MAX_PLY as u32);
        let key = if self.tuning.level { self.line.set_key() } else { self.line.key() };
        if beside == 0 { key } else { key.with(beside) }
    }

    /// What the table knows that answers a window; what it knows to be proven in any case.
    #[inline(always)]
    pub(super) fn recall<const PV: bool>(
        &self,
        entry: &Entry,
        proven: &mut Interval,
        window: Window,
        depth: i32,
    ) -> Option<Found> {
        let (level, same) = (self.tuning.level, i32::from(entry.depth) == depth);
        if !level || same {
            *proven = proven.and(entry.proven);
            if let Some(found) = decided(*proven, window) {
                return Some(found);
            }
        }
        if PV && !level || !same && (level || i32::from(entry.depth) < depth) {
            return None;
        }
        let holds = match entry.kind {
            Kind::Exact => true,
            Kind::Lower => entry.value >= window.beta(),
            Kind::Upper => entry.value <= window.alpha(),
            Kind::None => false,
        };
        holds.then(|| Found::guess(entry.value, *proven))
    }

    /// Tells the table what a node found out.
    #[inline(always)]
    pub(super) fn keep(&self, key: Key, window: Window, depth: i32, tried: &Tried) {
        let Found { value, proven } = tried.found;
        let kind = if value >= window.beta() {
            Kind::Lower
        } else if value <= window.alpha() {
            Kind::Upper
        } else {
            Kind::Exact
        };
        let best = tried.best.map_or(Entry::NO_MOVE, |place| place.min(255) as u8);
        let depth = depth.min(i32::from(Entry::DEEPEST)) as u8;
        self.table.put(key, Entry { value, kind, depth, best, age: 0, proven });
    }
}

/// What is proven may answer a window.
#[inline(always)]
fn decided(proven: Interval, window: Window) -> Option<Found> {
    let (lo, hi) = (Hundredths::from(proven.lo), Hundredths::from(proven.hi));
    if lo >= window.beta() || lo == hi {
        return Some(Found { value: lo, proven });
    }
    (hi <= window.alpha()).then_some(Found { value: hi, proven })
}

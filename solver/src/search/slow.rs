//! The slow twins of the search: every variation to the same depth, nothing left out, nothing remembered.

use std::ops::ControlFlow;

use super::evaluate::Evaluate;
use crate::game::{Child, Game, Turn};
use crate::hundredths::Hundredths;
use crate::line::Line;
use crate::probe::Probe;

/// What a twin looks values up and judges with.
#[derive(Clone, Copy, Debug)]
pub struct Slow<'a, G, P, E> {
    /// The rules.
    pub game: &'a G,
    /// Databases.
    pub probe: &'a P,
    /// The estimate at the horizon.
    pub evaluate: &'a E,
    /// Plies of captures and extra moves beyond the horizon, at most.
    pub quiet_plies: u8,
}

type Bounds = (Hundredths, Hundredths);

impl<G: Game, P: Probe<G>, E: Evaluate<G>> Slow<'_, G, P, E> {
    /// The value of plain minimax, `depth` plies deep.
    pub fn minimax(&self, line: &mut Line<G::State>, state: &G::State, depth: u32) -> Hundredths {
        self.node(line, state, depth, None)
    }

    /// The same by alpha-beta, moves in the order of the rules.
    pub fn alphabeta(&self, line: &mut Line<G::State>, state: &G::State, depth: u32) -> Hundredths {
        self.node(line, state, depth, Some((-Hundredths::MAX, Hundredths::MAX)))
    }

    fn node(
        &self,
        line: &mut Line<G::State>,
        state: &G::State,
        depth: u32,
        window: Option<Bounds>,
    ) -> Hundredths {
        if let Some(value) = self.known(line, state) {
            return value;
        }
        if depth == 0 {
            return self.quiet(line, state, self.quiet_plies, window);
        }
        let mut best = None;
        let _ = self.game.children::<()>(state, |_, child| {
            self.better(line, &child, &mut best, window, |line, state, window| {
                self.node(line, state, depth - 1, window)
            })
        });
        best.unwrap_or_else(|| self.game.settle(state).score(line.banked()).into())
    }

    /// Captures and extra moves only, and the right to leave it at that.
    fn quiet(
        &self,
        line: &mut Line<G::State>,
        state: &G::State,
        plies: u8,
        window: Option<Bounds>,
    ) -> Hundredths {
        if plies < self.quiet_plies
            && let Some(value) = self.known(line, state)
        {
            return value;
        }
        if self.game.count(state) == 0 {
            return self.game.settle(state).score(line.banked()).into();
        }
        let top = Hundredths::from(self.game.ceiling(state));
        let mut best = Some(self.evaluate.estimate(self.game, state).max(-top).min(top));
        if plies == 0 || window.is_some_and(|(_, beta)| best >= Some(beta)) {
            return best.unwrap_or_default();
        }
        let mut loud = Vec::new();
        self.game.loud(state, |_, child| loud.push(child));
        for child in loud {
            let broke = self.better(line, &child, &mut best, window, |line, state, window| {
                self.quiet(line, state, plies - 1, window)
            });
            if broke.is_break() {
                break;
            }
        }
        best.unwrap_or_default()
    }

    fn known(&self, line: &Line<G::State>, state: &G::State) -> Option<Hundredths> {
        if let Some(ending) = self.game.cut(line, state) {
            return Some(ending.score(line.banked()).into());
        }
        let exact = self.probe.probe(self.game, state).filter(|known| known.is_exact());
        let hint = || self.probe.hint(self.game, state);
        exact.map(|known| known.lo).or_else(hint).map(Hundredths::from)
    }

    /// Looks whether a move is better; breaks when it is good enough.
    fn better(
        &self,
        line: &mut Line<G::State>,
        child: &Child<G::State>,
        best: &mut Option<Hundredths>,
        window: Option<Bounds>,
        below: impl FnOnce(&mut Line<G::State>, &G::State, Option<Bounds>) -> Hundredths,
    ) -> ControlFlow<()> {
        let gain = Hundredths::from(child.gain);
        let window = window.map(|(alpha, beta)| (best.map_or(alpha, |best| best.max(alpha)), beta));
        let value = match child.turn {
            Turn::Over => gain,
            Turn::Pass | Turn::Again => {
                let turned = |(alpha, beta): Bounds| match child.turn {
                    Turn::Pass => (gain - beta, gain - alpha),
                    _ => (alpha - gain, beta - gain),
                };
                let undo = line.push(child, self.game.captures_are_final());
                let value = below(line, &child.state, window.map(turned));
                line.pop(undo);
                if child.turn == Turn::Pass { gain - value } else { gain + value }
            }
        };
        *best = (*best).max(Some(value));
        match window {
            Some((_, beta)) if value >= beta => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

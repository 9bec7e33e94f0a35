//! What is claimed of a state, and what must then hold of the states after it.

use std::ops::ControlFlow;

use crate::game::{Child, Game, Layered, Turn};
use crate::retrograde::{Value, Values};
use crate::score::Score;

/// What endless play is worth to the player who claims.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Endless {
    /// He must get there in finite time: a lower or upper bound.
    Lost,
    /// Nothing more to either side: a score.
    Zero,
    /// He may hold out for ever: that the other side cannot force more in finite time.
    Won,
}

impl Endless {
    /// What it is worth to the other player, who claims the opposite.
    pub fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Zero => Self::Zero,
            Self::Won => Self::Lost,
        }
    }

    /// True when play that never ends gives a claimant what he needs.
    #[inline]
    pub fn frees(self, need: i16) -> bool {
        match self {
            Self::Lost => false,
            Self::Zero => need <= 0,
            Self::Won => true,
        }
    }
}

/// The player who claims nets at least `need` from `state` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node<S> {
    /// The state, seen by its side to move.
    pub state: S,
    /// True when the player who claims is to move there.
    pub own: bool,
    /// What he must still net.
    pub need: i16,
}

/// What a move makes of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<S> {
    /// The game is over or known: the claim holds there or it does not.
    Decided(bool),
    /// This must be shown.
    On(Node<S>),
}

/// A claim to be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim<S> {
    /// Of which state, by whom, how much.
    pub node: Node<S>,
    /// What endless play is worth to him.
    pub endless: Endless,
}

impl<S: crate::State> Claim<S> {
    /// "The side to move of `state` gets at least `least`."
    pub fn at_least(state: S, least: Score, endless: Endless) -> Self {
        Self { node: Node { state, own: true, need: least.0 }, endless }
    }

    /// "The side to move of `state` gets not more than `most`", claimed by the other side.
    pub fn at_most(state: S, most: Score, endless: Endless) -> Self {
        Self { node: Node { state, own: false, need: -most.0 }, endless }
    }

    /// The opposite, which the other side claims. Exactly one of the two holds.
    pub fn denied(self) -> Self {
        Self { node: self.node.denied(), endless: self.endless.turned() }
    }
}

impl<S: crate::State> Node<S> {
    /// That the claim does not hold, as a claim of the other side.
    pub fn denied(self) -> Self {
        Self { own: !self.own, need: 1 - self.need, ..self }
    }

    /// What a move of the state's mover makes of it.
    #[inline]
    pub fn after(&self, child: &Child<S>) -> Step<S> {
        let net = if self.own { child.gain.0 } else { -child.gain.0 };
        let need = self.need - net;
        match child.turn {
            Turn::Over => Step::Decided(need <= 0),
            Turn::Pass => Step::On(Self { state: child.state, own: !self.own, need }),
            Turn::Again => Step::On(Self { state: child.state, own: self.own, need }),
        }
    }

    /// Whether it holds where no move is left.
    pub fn settled<G: Game<State = S>>(&self, game: &G) -> bool {
        let paid = game.settle(&self.state).score(Score::ZERO).0;
        self.need <= if self.own { paid } else { -paid }
    }

    /// What shows at a glance: nobody nets more than the ceiling, nobody loses more.
    #[inline]
    pub fn at_a_glance<G: Game<State = S>>(&self, game: &G) -> Option<bool> {
        let top = game.ceiling(&self.state).0;
        if self.need <= -top {
            Some(true)
        } else if self.need > top {
            Some(false)
        } else {
            None
        }
    }

    /// What a value of the state says of it.
    pub fn by_value(&self, value: Value, endless: Endless) -> Option<bool> {
        let seen = |worth: Score| if self.own { worth.0 } else { -worth.0 };
        let bounds = value.bounds.map(|bounds| {
            let [least, most] = [seen(bounds.lo), seen(bounds.hi)];
            [least.min(most), least.max(most)]
        });
        match endless {
            Endless::Lost => bounds.map(|[least, _]| least >= self.need),
            Endless::Won => bounds.map(|[_, most]| most >= self.need),
            Endless::Zero => {
                let by_bounds = bounds.and_then(|[least, most]| {
                    if least >= self.need {
                        Some(true)
                    } else if most < self.need {
                        Some(false)
                    } else {
                        None
                    }
                });
                value.score.map(|score| seen(score) >= self.need).or(by_bounds)
            }
        }
    }

    /// What is known of it without a search.
    #[inline]
    pub fn known<G: Layered<State = S>, V: Values<G> + ?Sized>(
        &self,
        game: &G,
        values: &V,
        endless: Endless,
    ) -> Option<bool> {
        self.at_a_glance(game).or_else(|| self.by_value(values.value(game, &self.state)?, endless))
    }

    /// Visits what each move makes of it; `false` when there is no move.
    pub fn steps<G: Game<State = S>, B>(
        &self,
        game: &G,
        mut visit: impl FnMut(Step<S>) -> ControlFlow<B>,
    ) -> (bool, ControlFlow<B>) {
        let mut any = false;
        let flow = game.children(&self.state, |_, child| {
            any = true;
            visit(self.after(&child))
        });
        (any, flow)
    }
}

/// Knows nothing.
impl<G: Layered> Values<G> for () {
    fn value(&self, _: &G, _: &G::State) -> Option<Value> {
        None
    }
}

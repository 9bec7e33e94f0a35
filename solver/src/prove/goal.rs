//! A game with one question asked of its end: is what a player owns then among the totals he wants?
//!
//! Between the rounds of a match it is not "as much as possible" that counts, but what the next round makes of it. So the
//! question is a set of totals; they need not follow one another. Whatever answers "at least 1" answers it.

use std::ops::ControlFlow;

use crate::ending::Ending;
use crate::game::{Child, Game, Layer, Layered, Move, Turn};
use crate::line::Line;
use crate::retrograde::{Value, Values};
use crate::score::{Interval, Score};

/// A set of totals, 0 to 127.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Totals(u128);

impl Totals {
    /// The totals that `wanted` says yes to, of 0 to `most`.
    pub fn of(most: u32, wanted: impl Fn(u32) -> bool) -> Self {
        Self((0..=most).filter(|total| wanted(*total)).fold(0, |bits, total| bits | 1 << total))
    }

    /// True when nothing is wanted.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a total is wanted.
    pub fn has(self, total: u32) -> bool {
        self.0 >> total & 1 == 1
    }

    /// Whether all of `from..=to` are wanted, or none of them; `None` where some are.
    fn decides(self, from: u32, to: u32) -> Option<bool> {
        let span = (u128::MAX >> (127 - (to - from))) << from;
        match self.0 & span {
            0 => Some(false),
            bits if bits == span => Some(true),
            _ => None,
        }
    }
}

/// A game of which only the end counts: 1 to the player who asks if his total is wanted, else 1 to the other.
///
/// Every seed must be somebody's in the end: on the board, in a store, or handed out by [`Game::settle`].
#[derive(Clone, Debug)]
pub struct Goal<G> {
    game: G,
    wanted: Totals,
    /// Seeds of the board and of the stores.
    all: u32,
}

/// A state of the game, what the player who asks owns beside the board, and whether he is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quest<S> {
    /// The state of the game.
    pub state: S,
    /// In store.
    pub mine: u8,
    /// True when the player who asks is to move.
    pub own: bool,
}

impl<G: Game> Goal<G> {
    /// The question for games of `all` seeds, 127 at most.
    pub fn new(game: G, wanted: Totals, all: u32) -> Self {
        Self { game, wanted, all }
    }

    /// What is known at sight when so many seeds are on the board.
    fn at_sight(&self, mine: u32, board: u32) -> Option<bool> {
        self.wanted.decides(mine, mine + board)
    }

    /// What is in store of the one who asks after a move that took `taken` seeds from the board and gained `net`.
    fn mine_after(quest: &Quest<G::State>, taken: u32, net: i16) -> u32 {
        let net = if quest.own { i32::from(net) } else { -i32::from(net) };
        u32::from(quest.mine) + i32::midpoint(taken as i32, net) as u32
    }

    /// The same, seen by the one to move, as a gain.
    fn paid(own: bool, holds: bool) -> Score {
        Score(if own == holds { 1 } else { -1 })
    }
}

impl<G: Game> Game for Goal<G> {
    type State = Quest<G::State>;

    fn start(&self) -> Self::State {
        Quest { state: self.game.start(), mine: 0, own: true }
    }

    fn children<B>(
        &self,
        quest: &Self::State,
        mut visit: impl FnMut(Move, Child<Self::State>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let before = self.game.seeds(&quest.state);
        self.game.children(&quest.state, |mv, child| {
            let left = if child.turn == Turn::Over { 0 } else { self.game.seeds(&child.state) };
            let mine = Self::mine_after(quest, before - left, child.gain.0);
            let (turn, gain) = match self.at_sight(mine, left) {
                Some(holds) => (Turn::Over, Self::paid(quest.own, holds)),
                None => (child.turn, Score::ZERO),
            };
            let own = quest.own == (child.turn == Turn::Again);
            let state = Quest { state: child.state, mine: mine as u8, own };
            visit(mv, Child { state, gain, turn, quiet: child.quiet })
        })
    }

    fn settle(&self, quest: &Self::State) -> Ending {
        let ending = self.game.settle(&quest.state);
        let net = ending.score(Score::ZERO).0;
        let mine = Self::mine_after(quest, self.game.seeds(&quest.state), net);
        let gain = Self::paid(quest.own, self.wanted.has(mine)).0;
        Ending::paying(u32::from(gain > 0), u32::from(gain < 0), ending.reason)
    }

    fn seeds(&self, quest: &Self::State) -> u32 {
        self.game.seeds(&quest.state)
    }

    fn ceiling(&self, _: &Self::State) -> Score {
        Score(1)
    }

    fn cut(&self, _: &Line<Self::State>, _: &Self::State) -> Option<Ending> {
        None
    }

    fn captures_are_final(&self) -> bool {
        self.game.captures_are_final()
    }

    fn cannot_cycle(&self) -> bool {
        self.game.cannot_cycle()
    }
}

impl<G: Layered> Goal<G> {
    /// States of the question for each state of the game.
    fn views(&self) -> u128 {
        2 * (u128::from(self.all) + 1)
    }

    fn view(quest: &Quest<G::State>) -> u128 {
        2 * u128::from(quest.mine) + u128::from(quest.own)
    }

    fn seen(state: G::State, view: u128) -> Quest<G::State> {
        Quest { state, mine: (view / 2) as u8, own: view % 2 == 1 }
    }
}

impl<G: Layered> Layered for Goal<G> {
    fn layer(&self, quest: &Self::State) -> Layer {
        self.game.layer(&quest.state)
    }

    fn layer_len(&self, layer: Layer) -> u128 {
        self.game.layer_len(layer).saturating_mul(self.views())
    }

    fn rank(&self, quest: &Self::State) -> u64 {
        self.game.rank(&quest.state) * self.views() as u64 + Self::view(quest) as u64
    }

    fn unrank(&self, layer: Layer, index: u64) -> Self::State {
        let views = self.views() as u64;
        Self::seen(self.game.unrank(layer, index / views), u128::from(index % views))
    }

    fn wide_rank(&self, quest: &Self::State) -> u128 {
        self.game.wide_rank(&quest.state) * self.views() + Self::view(quest)
    }

    fn wide_unrank(&self, layer: Layer, index: u128) -> Self::State {
        Self::seen(self.game.wide_unrank(layer, index / self.views()), index % self.views())
    }

    fn needed(&self, layer: Layer) -> Vec<Layer> {
        self.game.needed(layer)
    }

    fn tabled(&self, quest: &Self::State) -> bool {
        self.game.tabled(&quest.state)
    }

    fn top_score(&self, _: Layer) -> Score {
        Score(1)
    }
}

/// Values of the game, as answers to questions about it.
#[derive(Clone, Copy, Debug)]
pub struct Asked<V>(pub V);

impl<G: Layered, V: Values<G>> Values<Goal<G>> for Asked<V> {
    /// What both sides can force in finite time decides where all totals on that side of it are wanted, or none.
    fn value(&self, goal: &Goal<G>, quest: &Quest<G::State>) -> Option<Value> {
        let bounds = self.0.value(&goal.game, &quest.state)?.bounds?;
        let board = goal.game.seeds(&quest.state);
        let total = |net: Score| Goal::<G>::mine_after(quest, board, net.0);
        let mine = u32::from(quest.mine);
        let [one, other] = [total(bounds.lo), total(bounds.hi)];
        let (least, most) = (one.min(other), one.max(other));
        let holds = match (goal.wanted.decides(least, mine + board), goal.wanted.decides(mine, most)) {
            (Some(true), _) => true,
            (_, Some(false)) => false,
            _ => return None,
        };
        let worth = Goal::<G>::paid(quest.own, holds);
        Some(Value { bounds: Some(Interval::exact(worth)), score: Some(worth), ..Value::default() })
    }
}

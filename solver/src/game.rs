//! The ladder of traits: [`Game`] (rules) → [`Layered`] (states can be numbered: databases become possible).
//!
//! A state is seen by the side to move: own pits first, in sowing order, then the opponent's. It holds no stores:
//! a score says what is still to be gained, so one database serves every score on the board.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{ControlFlow, Range};

use crate::ending::Ending;
use crate::line::Line;
use crate::score::{Interval, Score};

/// What the solvers need of a state: a small value that can be copied, compared and hashed.
pub trait State: Copy + Eq + Hash + Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> State for T {}

/// A move as the game numbers it: as a rule the pit lifted, counted from 0 in the mover's own sowing order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub u32);

impl Move {
    /// The forced pass, in every game.
    pub const PASS: Self = Self(u32::MAX);
    /// A legal move that was found without a list of moves and so has no number.
    pub const UNLISTED: Self = Self(u32::MAX - 1);
}

/// Who moves after a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// The opponent.
    Pass,
    /// The same player again.
    Again,
    /// Nobody: the move itself ended the game. The gain holds all that is still to be paid.
    Over,
}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Child<S> {
    /// The state after the move, seen by the side that moves next (by the opponent when the game is over).
    pub state: S,
    /// What the move gained the mover, net of what it gave the opponent.
    pub gain: Score,
    /// Who moves next.
    pub turn: Turn,
    /// True when the move captured nothing for anybody.
    pub quiet: bool,
}

impl<S> Child<S> {
    /// True after a move that gains something, moves again or ends the game: then a state is not calm enough to be judged.
    #[inline(always)]
    pub fn is_loud(&self) -> bool {
        self.gain.0 > 0 || self.turn != Turn::Pass
    }

    /// The value of the move to its mover when `value` is the child's value to the side that moves there.
    #[inline]
    pub fn backup(&self, value: Score) -> Score {
        match self.turn {
            Turn::Pass => self.gain - value,
            Turn::Again => self.gain + value,
            Turn::Over => self.gain,
        }
    }

    /// The same for what both sides can force: handing over swaps the two bounds.
    #[inline]
    pub fn backup_interval(&self, below: Interval) -> Interval {
        let (lo, hi) = if self.turn == Turn::Pass { (below.hi, below.lo) } else { (below.lo, below.hi) };
        Interval { lo: self.backup(lo), hi: self.backup(hi) }
    }
}

/// The rules of a game. `&self` carries what is fixed for a whole game: the rule set and its tables.
pub trait Game: Clone + Send + Sync + 'static {
    /// The board and what else the rules need to go on, seen by the side to move.
    type State: State;

    /// The first state of a fresh game.
    fn start(&self) -> Self::State;

    /// Visits every legal move with what it leads to, in the order of [`Move`] numbers, until `visit` breaks.
    ///
    /// A player who must pass has the one move [`Move::PASS`]. No move at all: the game is over and [`Game::settle`]
    /// says who gets what.
    fn children<B>(
        &self,
        state: &Self::State,
        visit: impl FnMut(Move, Child<Self::State>) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// What a state without a legal move pays.
    fn settle(&self, state: &Self::State) -> Ending;

    /// Seeds on the board, both sides.
    fn seeds(&self, state: &Self::State) -> u32;

    /// The most (in the unit of [`Score`]) that either side can still gain, net, from here.
    fn ceiling(&self, state: &Self::State) -> Score;

    /// Every ending that a state alone does not show: majority, repetition, limits.
    ///
    /// Asked once for each state of a game after the move that reached it (`line` already holds the state), before
    /// its moves are looked at.
    fn cut(&self, line: &Line<Self::State>, state: &Self::State) -> Option<Ending>;

    /// What of a line the rules look at within `plies` plies from its newest state, beside that state and the repetition set,
    /// in one number: under equal numbers the state is worth the same. It goes into the key of a search's table.
    ///
    /// A game whose rules look at less than all of it says so here, and its searches find more states again.
    fn context(&self, line: &Line<Self::State>, plies: u32) -> u64 {
        let _ = plies;
        line.banked_word() | u64::from(line.quiet()) << 16 | u64::from(line.plies()) << 40
    }

    /// What a stored value, which knows no stores, says of the newest state of a line: where the rules end a game by what is
    /// in store, less than it says of the board.
    #[inline]
    fn as_stored(&self, line: &Line<Self::State>, state: &Self::State, stored: Interval) -> Interval {
        let _ = (line, state);
        stored
    }

    /// True when the rules may annul or draw a game whatever is in store ([`crate::Verdict`]): then a line can lose what it
    /// has banked, and [`Game::ceiling`] alone bounds no value.
    fn annuls(&self) -> bool {
        true
    }

    /// The legal move that `place` others come before, with its number: [`Game::nth`] for games that can play it for less than
    /// all moves cost. `None` in the others, and wherever it is not worth while.
    #[inline(always)]
    fn at_place(&self, state: &Self::State, place: u32) -> Option<(Move, Child<Self::State>)> {
        let _ = (state, place);
        None
    }

    /// Visits the moves after which a state is not calm enough to be judged: captures that gain, extra moves, moves that end
    /// the game, unless the game knows better. Says whether there is a legal move at all, as far as that is cheap to say.
    fn loud(&self, state: &Self::State, mut visit: impl FnMut(Move, Child<Self::State>)) -> bool {
        let mut any = false;
        let _ = self.children::<()>(state, |mv, child| {
            any = true;
            if child.is_loud() {
                visit(mv, child);
            }
            ControlFlow::Continue(())
        });
        any
    }

    /// True when captures are for good, so that no earlier state can come back after one. Then the repetition set is
    /// cleared at each capture.
    fn captures_are_final(&self) -> bool {
        true
    }

    /// True when no state can come back, whatever is played: then a search needs no history to be exact.
    fn cannot_cycle(&self) -> bool {
        false
    }

    /// The same rules as path counting takes them (rules.md, sections 8.2 and 12): only "no legal move" ends a path.
    fn for_paths(&self) -> Self {
        self.clone()
    }

    /// The number of legal moves.
    fn count(&self, state: &Self::State) -> u64 {
        let mut n = 0;
        let _ = self.children::<()>(state, |_, _| {
            n += 1;
            ControlFlow::Continue(())
        });
        n
    }

    /// Paths of `depth` plies below a state under the rules as they stand ([`crate::perft::perft`] is the public face).
    fn paths(&self, state: &Self::State, depth: u32) -> u64 {
        crate::perft::walk(self, state, depth)
    }

    /// The legal moves, in order.
    fn moves(&self, state: &Self::State) -> Vec<Move> {
        let mut all = Vec::new();
        let _ = self.children::<()>(state, |mv, _| {
            all.push(mv);
            ControlFlow::Continue(())
        });
        all
    }

    /// Plays the legal move that `n` others come before; `None` beyond the last.
    fn nth(&self, state: &Self::State, mut n: u64) -> Option<Child<Self::State>> {
        let found = self.children(state, |_, child| {
            if n == 0 {
                return ControlFlow::Break(child);
            }
            n -= 1;
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(child) => Some(child),
            ControlFlow::Continue(()) => None,
        }
    }

    /// Plays one move; `None` when it is not legal.
    fn play(&self, state: &Self::State, mv: Move) -> Option<Child<Self::State>> {
        let found = self.children(state, |other, child| {
            if other == mv { ControlFlow::Break(child) } else { ControlFlow::Continue(()) }
        });
        match found {
            ControlFlow::Break(child) => Some(child),
            ControlFlow::Continue(()) => None,
        }
    }
}

/// All states with the same seeds in play and the same shape of the board.
///
/// `shape` is 0 where the game has one shape; Bosh packs its open holes there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layer {
    /// Seeds on the board.
    pub seeds: u8,
    /// Which of the game's shapes; 0 in most games.
    pub shape: u16,
}

/// A stretch of a layer's numbers that lie in a rectangle, row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Panel {
    /// Rows.
    pub rows: u64,
    /// States in a row.
    pub width: u64,
}

impl From<(u64, u64)> for Panel {
    fn from((rows, width): (u64, u64)) -> Self {
        Self { rows, width }
    }
}

/// States can be numbered, layer by layer: databases become possible.
///
/// A move never leads to a layer of more seeds.
pub trait Layered: Game {
    /// The layer a state is in.
    fn layer(&self, state: &Self::State) -> Layer;

    /// How many states a layer holds; may exceed what any machine can store.
    fn layer_len(&self, layer: Layer) -> u128;

    /// The number of a state within its layer. Only for layers of at most `u64::MAX` states.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with a number. The inverse of [`Layered::rank`].
    fn unrank(&self, layer: Layer, index: u64) -> Self::State;

    /// Visits the states with the numbers of `range`, in order, with their numbers: [`Layered::unrank`] of each. A
    /// numbering in which the next state is a small step from the one before brings a faster form.
    #[inline]
    fn walk(&self, layer: Layer, range: Range<u64>, mut visit: impl FnMut(u64, &Self::State)) {
        for index in range {
            visit(index, &self.unrank(layer, index));
        }
    }

    /// Like [`Layered::rank`] for layers of any size, by slower arithmetic: its twin in tests.
    fn wide_rank(&self, state: &Self::State) -> u128;

    /// The inverse of [`Layered::wide_rank`].
    fn wide_unrank(&self, layer: Layer, index: u128) -> Self::State;

    /// The layers that must be known before this one, and this one last: what a build of `layer` has to make.
    fn needed(&self, layer: Layer) -> Vec<Layer> {
        (0..=layer.seeds).map(|seeds| Layer { seeds, shape: layer.shape }).collect()
    }

    /// True when a layer holds the state. Where it does not (boards with pits that were never touched), the state has no
    /// number, and [`Layered::layer`] says in which layer it would be. It is answered by search on top of the layers.
    fn tabled(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// How the numbers of a layer lie in rectangles, one after another: states that are neighbours in a row or in a
    /// column have much in common, which is what files are compressed by. One long row where nothing better is known.
    fn panels(&self, layer: Layer) -> Vec<Panel> {
        vec![Panel { rows: 1, width: self.layer_len(layer) as u64 }]
    }

    /// The largest score any state of a layer can have.
    fn top_score(&self, layer: Layer) -> Score {
        Score(i16::from(layer.seeds))
    }
}

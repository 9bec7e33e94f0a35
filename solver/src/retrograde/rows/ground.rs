//! What all parts of a build look at: the game, the tables, where numbers lie, what captures are worth.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::layout::Layout;
use super::lower::Lower;
use super::tables::{Gift, Tables};
use crate::game::Turn;
use crate::mem::Plane;
use crate::rowed::Rowed;
use crate::score::Score;
use crate::simd::{Lane, Path};

/// What does not change while a layer is built.
pub(super) struct Ground<'a, G: Rowed> {
    pub(super) game: &'a G,
    pub(super) tables: &'a Tables<G::Row>,
    pub(super) layout: &'a Layout,
    pub(super) path: Path,
    /// The layouts of the lower layers, for the numbers of states that captures lead to.
    pub(super) lower: Vec<Layout>,
    /// Memory for captures that the last layer has left.
    pub(super) spare: &'a Mutex<Option<Plane<i8>>>,
    /// By seeds in the opposite row before it is given, and by seeds given.
    gifts: Vec<&'a Gift>,
}

/// How the numbers of a plane change until they stay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Away from 0.
    Apart,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// A plane that is built: each number is the least of the captures and of the children's numbers in `read`, negated.
pub(super) struct Field<'a, T: Lane, L> {
    pub(super) read: &'a [T::Atomic],
    pub(super) write: &'a [T::Atomic],
    pub(super) captures: &'a [T],
    pub(super) worth: &'a L,
    pub(super) stepped: bool,
    pub(super) kind: Kind,
    /// The field that reads what this one writes.
    pub(super) feeds: usize,
}

impl<T: Lane, L> Field<'_, T, L> {
    /// True where numbers begin beyond what their moves are worth so far, and so must not be taken back to that.
    #[inline(always)]
    pub(super) fn ahead(&self) -> bool {
        self.stepped
    }

    /// The number of a state from the least of what its moves lead to.
    #[inline(always)]
    pub(super) fn finish(&self, least: i32) -> i32 {
        if self.stepped { -least + least.signum() } else { -least }
    }
}

/// 64 own rows against all opposite rows of as many seeds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// Seeds in the opposite rows.
    pub(super) opposite_seeds: usize,
    /// The first own row.
    pub(super) own: usize,
}

impl<'a, G: Rowed> Ground<'a, G> {
    pub(super) fn new(
        game: &'a G,
        tables: &'a Tables<G::Row>,
        layout: &'a Layout,
        lower: Vec<Layout>,
        path: Path,
        spare: &'a Mutex<Option<Plane<i8>>>,
    ) -> Self {
        let seeds = layout.seeds;
        let all = (0..=seeds).flat_map(|opposite_seeds| {
            // What cannot be given stands for nothing, so that all lie in one square.
            (0..=seeds).map(move |given| &*tables.gifts[opposite_seeds][given.min(seeds - opposite_seeds)])
        });
        Self { game, tables, layout, path, lower, spare, gifts: all.collect() }
    }

    /// What giving seeds to rows of as many seeds comes to.
    #[inline(always)]
    pub(super) fn gift(&self, opposite_seeds: usize, given: usize) -> &'a Gift {
        self.gifts[opposite_seeds * (self.layout.seeds + 1) + given]
    }

    /// All tasks of the layer, in the order in which they are best swept: always the same way.
    pub(super) fn tasks(&self) -> Vec<Task> {
        let of = |opposite_seeds: usize| {
            let own_rows = self.layout.count[self.layout.seeds - opposite_seeds];
            (0..own_rows).step_by(64).map(move |own| Task { opposite_seeds, own })
        };
        (0..=self.layout.seeds).flat_map(of).collect()
    }

    /// Where the number of a state lies whose rank is given.
    pub(super) fn place(&self, rank: usize) -> usize {
        let layout = self.layout;
        let opposite_seeds = (0..=layout.seeds)
            .rev()
            .find(|&opposite_seeds| {
                layout.dense(opposite_seeds, 0) <= rank && layout.count[opposite_seeds] > 0
            })
            .unwrap_or(0);
        let rest = rank - layout.dense(opposite_seeds, 0);
        let width = layout.count[layout.seeds - opposite_seeds];
        layout.line(opposite_seeds, rest / width) + rest % width
    }

    /// The least of what the moves of a state lead to, move by move: the negated worth before the step. `inside` tells
    /// the number of a child in this layer from its place.
    pub(super) fn asked<L: Lower>(
        &self,
        own: G::Row,
        opposite: G::Row,
        worth: &L,
        mut inside: impl FnMut(usize) -> i32,
    ) -> i32 {
        let state = self.game.state(own, opposite);
        let mut best: Option<i32> = None;
        let _ = self.game.children::<()>(&state, |_, child| {
            let gain = i32::from(child.gain.0);
            let value = if child.turn == Turn::Over {
                worth.over(gain)
            } else {
                let layer = usize::from(self.game.layer(&child.state).seeds);
                let rank = self.game.rank(&child.state) as usize;
                if layer == self.layout.seeds {
                    -inside(self.place(rank))
                } else {
                    worth.worth(layer, rank, gain, child.turn)
                }
            };
            best = best.max(Some(value));
            ControlFlow::Continue(())
        });
        let ended = || worth.ended(i32::from(self.game.settle(&state).score(Score::ZERO).0));
        -best.unwrap_or_else(ended)
    }
}

//! Score and bounds of a state: which claims to look at, in which order, on which solved layers.
//!
//! Layers grow with the search: the next one is solved once the search has taken as long as that will take, so that
//! neither ever costs much more than the other. A state whose own layer gets solved that way is looked up.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::certify::{Certificate, certify};
use super::claim::{Claim, Endless, Node};
use super::grow::{Both, PACE};
use super::hint::{hint, hope_of};
use super::hunt::{Found, Hunt};
use super::net::{Hope, Net, NetError};
use super::table::Table;
use super::window::{Floor, Team, Window};
use crate::game::{Layer, Layered};
use crate::retrograde::{Method, SolveError, Solved, Value, Values};
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

/// How claims are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Way {
    /// Zero-window search where play cannot cycle, else proof-number search, and a net for what rests on repetition.
    #[default]
    Best,
    /// Solved layers only.
    Layers,
    /// A net only: every state that matters is kept.
    Net,
}

/// What a prover may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of the table.
    pub hash: u64,
    /// Bytes of solved layers and nets together.
    pub memory: u64,
    /// Nodes for one claim; then it is left open.
    pub nodes: u64,
    /// Solve layers on the way.
    pub layers: bool,
    /// How claims are looked at.
    pub way: Way,
}

/// What was shown of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The value when endless play is worth 0, if it was found.
    pub score: Option<Score>,
    /// The most that the mover was shown to force in finite time, and the least to which he was shown to be held.
    pub bounds: Interval,
    /// Whether nobody can force more: the mover, the other side.
    pub tight: [bool; 2],
}

impl Answer {
    pub(super) fn exact(score: Score) -> Self {
        Self { score: Some(score), bounds: Interval::exact(score), tight: [true; 2] }
    }

    /// True when nothing is open.
    pub fn is_whole(&self) -> bool {
        self.score.is_some() && self.tight == [true; 2]
    }

    /// The claims that together say all of it, as few as do.
    pub fn claims<S: crate::State>(&self, state: S) -> Vec<Claim<S>> {
        let Interval { lo, hi } = self.bounds;
        let mut claims =
            vec![Claim::at_least(state, lo, Endless::Lost), Claim::at_most(state, hi, Endless::Lost)];
        if self.bounds.is_exact() {
            return claims;
        }
        if self.tight[0] {
            claims.push(Claim::at_most(state, lo, Endless::Won));
        }
        if self.tight[1] {
            claims.push(Claim::at_least(state, hi, Endless::Won));
        }
        if let Some(score) = self.score {
            claims.push(Claim::at_least(state, score, Endless::Zero));
            claims.push(Claim::at_most(state, score, Endless::Zero));
        }
        claims
    }
}

/// Proves what can be proven of states of one game.
pub struct Prover<'a, G: Layered> {
    pub(super) game: &'a G,
    pub(super) methods: &'a [Box<dyn Method<G>>],
    pub(super) given: &'a dyn Values<G>,
    pub(super) watch: &'a dyn Watch,
    pub(super) limits: Limits,
    pub(super) table: Table,
    pub(super) solved: Solved,
    /// Layers that may be solved, the next one first.
    pub(super) queue: VecDeque<Layer>,
    /// Nanoseconds that the search took since the last of them.
    pub(super) patience: f64,
    pub(super) nodes: u64,
    /// What divides every gain that a search saw; 0 before the first.
    pub(super) grain: u16,
}

impl<G: Layered> std::fmt::Debug for Prover<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// Bytes of a node of a net, its edges and their reversal.
const NET_BYTES: u64 = 200;

impl<'a, G: Layered> Prover<'a, G> {
    /// A prover that knows `given` values for certain. `methods` solve layers, the best first.
    ///
    /// # Errors
    /// When the system has no memory left to promise for the table.
    pub fn new(
        game: &'a G,
        methods: &'a [Box<dyn Method<G>>],
        given: &'a dyn Values<G>,
        limits: Limits,
        watch: &'a dyn Watch,
    ) -> Result<Self, SolveError> {
        Ok(Self {
            game,
            methods,
            given,
            watch,
            limits,
            table: Table::new(limits.hash).map_err(SolveError::no_memory)?,
            solved: Solved::default(),
            queue: VecDeque::new(),
            patience: 0.0,
            nodes: 0,
            grain: 0,
        })
    }

    /// States whose moves were played, by all searches so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The table, for checkpoints.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Score and bounds of a state, as far as they can be shown.
    ///
    /// # Errors
    /// When the watch says stop, or a layer cannot be solved for another reason than its size.
    pub fn answer(&mut self, state: &G::State) -> Result<Answer, SolveError> {
        self.begin(state)?;
        loop {
            if let Some(answer) = self.looked_up(state) {
                return Ok(answer);
            }
            if self.limits.way != Way::Layers {
                break;
            }
            if !self.grow()? {
                let top = self.game.ceiling(state);
                return Ok(Answer { score: None, bounds: Interval { lo: -top, hi: top }, tight: [false; 2] });
            }
        }
        if self.game.cannot_cycle() && self.limits.way == Way::Best {
            return Ok(Answer::exact(self.exact(state)?));
        }
        self.both_bounds(state)
    }

    /// Whether a claim is true; `None` where that stays open.
    ///
    /// # Errors
    /// As [`Prover::answer`].
    pub fn decide(&mut self, claim: Claim<G::State>) -> Result<Option<bool>, SolveError> {
        self.begin(&claim.node.state)?;
        loop {
            if let Some(known) = self.known(claim) {
                return Ok(Some(known));
            }
            if self.limits.way != Way::Layers {
                break;
            }
            if !self.grow()? {
                return Ok(None);
            }
        }
        if self.game.cannot_cycle() && self.limits.way == Way::Best {
            return self.at_least_exactly(&claim.node).map(Some);
        }
        let mut denied_first = false;
        if self.limits.way == Way::Best {
            let denied = claim.denied();
            let finite = |claim: Claim<G::State>| Claim { endless: Endless::Lost, ..claim };
            // The side that must get there in finite time is asked first: its proof is certain.
            let sides = if claim.endless == Endless::Won {
                [(denied, true), (claim, false)]
            } else {
                [(claim, false), (denied, true)]
            };
            for (side, is_denied) in sides {
                // What the table holds against it is a hint, and enough not to search for it again.
                let hint = hint::<G>(&self.table, &side.node, Endless::Lost, self.grain);
                if hint == Hope::Holds || hint != Hope::Fails && self.find(finite(side))? == Found::Holds {
                    return Ok(Some(!is_denied));
                }
            }
            denied_first = match claim.endless {
                Endless::Lost => true,
                Endless::Zero => self.find(claim)? == Found::Fails,
                Endless::Won => false,
            };
        }
        if let Some(known) = self.known(claim) {
            return Ok(Some(known));
        }
        let sides = if denied_first {
            [(claim.denied(), true), (claim, false)]
        } else {
            [(claim, false), (claim.denied(), true)]
        };
        let room = usize::try_from(self.room() / NET_BYTES).unwrap_or(usize::MAX).min(1 << 31);
        for most in [1 << 16, 1 << 20, room] {
            // A layer that takes less than such a net is the better bargain.
            while self.cost().is_some_and(|cost| cost <= most as f64 * PACE[1]) && self.grow()? {
                if let Some(known) = self.known(claim) {
                    return Ok(Some(known));
                }
            }
            for (side, is_denied) in sides {
                match self.net(side, most.min(room)) {
                    Ok(holds) => return Ok(Some(holds != is_denied)),
                    Err(NetError::Stopped(stopped)) => return Err(stopped.into()),
                    Err(NetError::TooMany { .. }) => {}
                }
            }
        }
        Ok(None)
    }

    /// A certificate of a claim that was found true; `None` when it takes more than `most` entries, or was false.
    ///
    /// # Errors
    /// When the watch says stop.
    pub fn certificate(
        &mut self,
        claim: Claim<G::State>,
        most: usize,
    ) -> Result<Option<Certificate<G::State>>, Stopped> {
        let (game, watch) = (self.game, self.watch);
        let values = Both { given: self.given, solved: &self.solved };
        let team = Team::new(1);
        let floor = Floor::of(&self.solved, game.layer(&claim.node.state).shape);
        let mut window = Window::new(game, floor, &self.table, &team, watch);
        let mut hunt = Hunt::new(game, &values, &self.table, watch);
        let search = game.cannot_cycle() && self.limits.way == Way::Best;
        let (hunted, grain) = (self.limits.way == Way::Best, self.grain);
        let mut hope = |node: &Node<G::State>| {
            if let Some(known) = node.known(game, &values, claim.endless) {
                return hope_of(known);
            }
            if search {
                return window.holds(node).map_or(Hope::Unknown, hope_of);
            }
            let hint = hint::<G>(&self.table, node, claim.endless, grain);
            if hint != Hope::Unknown || !hunted {
                return hint;
            }
            hunt.find(Claim { node: *node, endless: claim.endless }, 100_000).into()
        };
        let most = most.min(usize::try_from(self.room() / NET_BYTES).unwrap_or(usize::MAX));
        match certify(game, claim, &mut hope, most, watch) {
            Ok(certificate) => Ok(certificate),
            Err(NetError::TooMany { .. }) => Ok(None),
            Err(NetError::Stopped(stopped)) => Err(stopped),
        }
    }

    fn value(&self, state: &G::State) -> Option<Value> {
        Both { given: self.given, solved: &self.solved }.value(self.game, state)
    }

    pub(super) fn known(&self, claim: Claim<G::State>) -> Option<bool> {
        let values = Both { given: self.given, solved: &self.solved };
        claim.node.known(self.game, &values, claim.endless)
    }

    pub(super) fn looked_up(&self, state: &G::State) -> Option<Answer> {
        let value = self.value(state)?;
        let score = value.exact()?;
        if self.game.cannot_cycle() {
            return Some(Answer::exact(score));
        }
        value.bounds.map(|bounds| Answer { score: Some(score), bounds, tight: [true; 2] })
    }

    /// The value of a state of a game that cannot cycle.
    fn exact(&mut self, state: &G::State) -> Result<Score, SolveError> {
        let top = self.game.ceiling(state).0;
        let (mut least, mut most, mut test) = (-top, top, 1);
        while least < most {
            test = test.clamp(least + 1, most);
            let bound = self.test(state, test)?;
            if bound >= test {
                least = bound;
                test = bound + 1;
            } else {
                most = bound;
                test = bound;
            }
            self.watch.note(&format!("between {least} and {most} after {} nodes", self.nodes));
        }
        Ok(Score(least))
    }

    fn at_least_exactly(&mut self, node: &Node<G::State>) -> Result<bool, SolveError> {
        let test = if node.own { node.need } else { 1 - node.need };
        Ok((self.test(&node.state, test)? >= test) == node.own)
    }

    /// A bound of the value: at least `k`, or the value is at most what is returned.
    fn test(&mut self, state: &G::State, k: i16) -> Result<i16, SolveError> {
        loop {
            if let Some(score) = self.value(state).and_then(|value| value.exact()) {
                return Ok(score.0);
            }
            let threads = rayon::current_num_threads();
            let (team, limit) = (Team::new(threads), self.due(PACE[0] / threads as f64));
            let (game, watch, table) = (self.game, self.watch, &self.table);
            let shape = game.layer(state).shape;
            let solved = &self.solved;
            let search = |_| {
                let mut window = Window::new(game, Floor::of(solved, shape), table, &team, watch);
                let found = window.bound(state, k, limit);
                if found.is_some() {
                    team.finish();
                }
                (found, window.nodes())
            };
            let all: Vec<_> = (0..threads).into_par_iter().with_max_len(1).map(search).collect();
            let nodes = all.iter().map(|(_, nodes)| nodes).sum();
            debug_assert!(team.nodes() <= nodes);
            self.spend(nodes, PACE[0] / threads as f64)?;
            if let Some(found) = all.into_iter().find_map(|(found, _)| found) {
                return Ok(found);
            }
            if self.watch.stop() {
                return Err(Stopped.into());
            }
        }
    }

    fn net(&mut self, claim: Claim<G::State>, most: usize) -> Result<bool, NetError> {
        let values = Both { given: self.given, solved: &self.solved };
        let (table, grain) = (&self.table, self.grain);
        let mut hope = |node: &Node<G::State>| hint::<G>(table, node, claim.endless, grain);
        let net = Net::explore(self.game, claim, &values, &mut hope, most, self.watch)?;
        self.nodes += net.len() as u64;
        Ok(net.holds())
    }
}

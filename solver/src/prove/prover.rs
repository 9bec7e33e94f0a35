//! Score and bounds of a state: which claims to look at, in which order, on which solved layers.
//!
//! Layers grow with the search: the next one is solved once the search has taken as long as that will take, so that
//! neither ever costs much more than the other. A state whose own layer gets solved that way is looked up.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::certify::{Certificate, certify};
use super::claim::{Claim, Endless, Node};
use super::hunt::{Found, Hunt, common};
use super::net::{Hope, Net, NetError};
use super::seek::Seek;
use super::table::Table;
use super::window::{Floor, Team, Window, finish, nodes_of};
use crate::game::{Layer, Layered};
use crate::metric::Metric;
use crate::retrograde::{Method, Plan, SolveError, Solved, Value, Values, solve};
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
    fn exact(score: Score) -> Self {
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

/// Values that were given, and those of layers solved on the way.
struct Both<'a, G: Layered> {
    given: &'a dyn Values<G>,
    solved: &'a Solved,
}

impl<G: Layered> Values<G> for Both<'_, G> {
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let solved = self.solved.value(game, state);
        if solved.is_some_and(|value| value.score.is_some() && value.bounds.is_some()) {
            return solved;
        }
        solved.into_iter().chain(self.given.value(game, state)).reduce(Value::or)
    }
}

/// Proves what can be proven of states of one game.
pub struct Prover<'a, G: Layered> {
    game: &'a G,
    methods: &'a [Box<dyn Method<G>>],
    given: &'a dyn Values<G>,
    watch: &'a dyn Watch,
    limits: Limits,
    table: Table,
    solved: Solved,
    /// Layers that may be solved, the next one first.
    queue: VecDeque<Layer>,
    /// Nanoseconds that the search took since the last of them.
    patience: f64,
    nodes: u64,
    /// What divides every gain that a search saw; 0 before the first.
    grain: u16,
}

impl<G: Layered> std::fmt::Debug for Prover<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prover").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// Nanoseconds of a node: of zero-window search, of proof-number search. Measured on real games; only what is solved
/// before what depends on it.
const PACE: [f64; 2] = [150.0, 1_000.0];
/// Nanoseconds that solving a state of a layer takes, where its method was not measured.
const SOLVING: f64 = 100.0;
/// Nanoseconds of layers that are solved before the search begins.
const AT_ONCE: f64 = 2e7;
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
        if let Some(known) = self.known(claim) {
            return Ok(Some(known));
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
            match hunt.find(Claim { node: *node, endless: claim.endless }, 100_000) {
                Found::Holds => Hope::Holds,
                Found::Fails => Hope::Fails,
                Found::Unknown => Hope::Unknown,
            }
        };
        match certify(game, claim, &mut hope, most, watch) {
            Ok(certificate) => Ok(certificate),
            Err(NetError::TooMany { .. }) => Ok(None),
            Err(NetError::Stopped(stopped)) => Err(stopped),
        }
    }

    /// Prepares the layers that a state needs.
    fn begin(&mut self, state: &G::State) -> Result<(), SolveError> {
        if self.limits.layers || self.limits.way == Way::Layers {
            let layers = self.game.needed(self.game.layer(state));
            let open = |layer: &Layer| !self.solved.has(*layer, Metric::Score);
            self.queue = layers.into_iter().filter(open).collect();
            while self.cost().is_some_and(|cost| cost < AT_ONCE) && self.grow()? {}
        }
        Ok(())
    }

    fn metrics(&self) -> &'static [Metric] {
        if self.game.cannot_cycle() { &[Metric::Score] } else { &[Metric::Score, Metric::Bounds] }
    }

    /// Nanoseconds that the next layer takes.
    fn cost(&self) -> Option<f64> {
        let layer = *self.queue.front()?;
        let states = self.game.layer_len(layer) as f64;
        let pace = |metric: &Metric| {
            let fitting =
                self.methods.iter().filter(|method| method.memory(self.game, layer, *metric).is_some());
            fitting.map(|method| method.pace(*metric).unwrap_or(SOLVING)).next().unwrap_or(SOLVING)
        };
        Some(states * self.metrics().iter().map(pace).sum::<f64>() / rayon::current_num_threads() as f64)
    }

    fn room(&self) -> u64 {
        self.limits.memory.saturating_sub(self.solved.bytes())
    }

    /// Solves the next layer; false when there is none, or it does not fit.
    fn grow(&mut self) -> Result<bool, SolveError> {
        self.patience = 0.0;
        let Some(layer) = self.queue.pop_front() else { return Ok(false) };
        let bytes: u64 = self.metrics().iter().map(|metric| metric.bytes()).sum();
        let kept = self.game.layer_len(layer).saturating_mul(u128::from(bytes));
        if kept > u128::from(self.room()) {
            self.queue.clear();
            return Ok(false);
        }
        let plan = Plan { methods: self.methods, method: None, memory: self.limits.memory };
        match solve(self.game, &[layer], self.metrics(), &mut self.solved, plan, self.watch) {
            Ok(()) => {
                self.watch.begin("proof", 0);
                Ok(true)
            }
            Err(SolveError::TooLarge { .. } | SolveError::NoMemory(_) | SolveError::NoMethod { .. }) => {
                self.queue.clear();
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Notes that `nodes` more were searched, and solves what is due.
    fn spend(&mut self, nodes: u64, pace: f64) -> Result<(), SolveError> {
        self.nodes += nodes;
        self.patience += nodes as f64 * pace;
        while self.cost().is_some_and(|cost| cost <= self.patience) {
            let left = self.patience - self.cost().unwrap_or_default();
            self.grow()?;
            self.patience = left;
        }
        Ok(())
    }

    /// Nodes until the next layer is due.
    fn due(&self, pace: f64) -> u64 {
        self.cost().map_or(u64::MAX, |cost| ((cost - self.patience) / pace).max(1.0) as u64 + 1)
    }

    fn value(&self, state: &G::State) -> Option<Value> {
        Both { given: self.given, solved: &self.solved }.value(self.game, state)
    }

    fn known(&self, claim: Claim<G::State>) -> Option<bool> {
        let values = Both { given: self.given, solved: &self.solved };
        claim.node.known(self.game, &values, claim.endless)
    }

    fn looked_up(&self, state: &G::State) -> Option<Answer> {
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
                    finish(&team);
                }
                (found, window.nodes())
            };
            let all: Vec<_> = (0..threads).into_par_iter().with_max_len(1).map(search).collect();
            let nodes = all.iter().map(|(_, nodes)| nodes).sum();
            debug_assert!(nodes_of(&team) <= nodes);
            self.spend(nodes, PACE[0] / threads as f64)?;
            if let Some(found) = all.into_iter().find_map(|(found, _)| found) {
                return Ok(found);
            }
            if self.watch.stop() {
                return Err(Stopped.into());
            }
        }
    }

    /// Looks for a proof with as many nodes as one claim may take.
    fn find(&mut self, claim: Claim<G::State>) -> Result<Found, SolveError> {
        let mut left = self.limits.nodes;
        loop {
            if let Some(known) = self.known(claim) {
                return Ok(if known { Found::Holds } else { Found::Fails });
            }
            let values = Both { given: self.given, solved: &self.solved };
            let mut hunt = Hunt::new(self.game, &values, &self.table, self.watch);
            let found = hunt.find(claim, left.min(self.due(PACE[1])));
            let (nodes, stopped) = (hunt.nodes(), hunt.stopped());
            self.spend(nodes, PACE[1])?;
            left = left.saturating_sub(nodes.max(1));
            if stopped {
                return Err(Stopped.into());
            }
            if found != Found::Unknown || left == 0 {
                return Ok(found);
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

    /// Bounds by proofs of both sides at the same time; then what rests on repetition.
    fn both_bounds(&mut self, state: &G::State) -> Result<Answer, SolveError> {
        let top = self.game.ceiling(state);
        let (mut bounds, mut left) = (Interval { lo: -top, hi: top }, self.limits.nodes);
        if self.limits.way == Way::Best {
            let mut seeks = [Seek::new(top.0, true), Seek::new(top.0, false)];
            let mut slice = 1 << 12;
            while seeks.iter().any(|seek| !seek.is_over()) && left > 0 {
                if let Some(answer) = self.looked_up(state) {
                    return Ok(answer);
                }
                let values = Both { given: self.given, solved: &self.solved };
                let (game, table, watch) = (self.game, &self.table, self.watch);
                let [one, other] = &mut seeks;
                let run = |seek: &mut Seek| {
                    let mut hunt = Hunt::new(game, &values, table, watch);
                    seek.go_on(&mut hunt, state, slice);
                    (hunt.nodes(), hunt.stopped(), hunt.grain())
                };
                let ((nodes, stopped, grain), (more, stopped_too, grain_too)) =
                    rayon::join(|| run(one), || run(other));
                self.grain = common(self.grain, common(grain, grain_too));
                Seek::share(one, other);
                seeks.iter_mut().for_each(|seek| seek.set_grain(self.grain));
                let [one, other] = &seeks;
                let now = Interval { lo: Score(one.proven()), hi: Score(-other.proven()) };
                if now != bounds {
                    bounds = now;
                    self.watch.note(&format!("between {} and {}", bounds.lo.0, bounds.hi.0));
                }
                self.spend(nodes + more, PACE[1] / 2.0)?;
                left = left.saturating_sub((nodes + more).max(1));
                slice = (slice * 2).min(1 << 20);
                if stopped || stopped_too {
                    return Err(Stopped.into());
                }
            }
        }
        if bounds.is_exact() {
            return Ok(Answer::exact(bounds.lo));
        }
        self.with_repetition(state, bounds)
    }

    /// What proofs in finite time leave open: whether they were the best there are, and the score.
    fn with_repetition(&mut self, state: &G::State, found: Interval) -> Result<Answer, SolveError> {
        let (mut bounds, mut tight) = (found, [false; 2]);
        for (side, tight) in tight.iter_mut().enumerate() {
            while !bounds.is_exact() {
                let claim = if side == 0 {
                    Claim::at_least(*state, bounds.lo + Score(1), Endless::Lost)
                } else {
                    Claim::at_most(*state, bounds.hi - Score(1), Endless::Lost)
                };
                match self.decide(claim)? {
                    Some(true) if side == 0 => bounds.lo = bounds.lo + Score(1),
                    Some(true) => bounds.hi = bounds.hi - Score(1),
                    Some(false) => {
                        *tight = true;
                        break;
                    }
                    None => break,
                }
            }
        }
        if bounds.is_exact() {
            return Ok(Answer::exact(bounds.lo));
        }
        let mut score = bounds.with_endless(Score::ZERO);
        let score = loop {
            let up = Claim::at_least(*state, score + Score(1), Endless::Zero);
            let here = Claim::at_least(*state, score, Endless::Zero);
            match (self.decide(here)?, score) {
                (Some(false), _) => score = score - Score(1),
                (Some(true), _) => match self.decide(up)? {
                    Some(true) => score = score + Score(1),
                    Some(false) => break Some(score),
                    None => break None,
                },
                (None, _) => break None,
            }
        };
        Ok(Answer { score, bounds, tight })
    }
}

fn hope_of(holds: bool) -> Hope {
    if holds { Hope::Holds } else { Hope::Fails }
}

/// What the table says of a claim: certain proofs of either side first, and proofs of more or disproofs of less, as far as
/// gains lie apart.
fn hint<G: Layered>(table: &Table, node: &Node<G::State>, endless: Endless, grain: u16) -> Hope {
    let apart = grain.clamp(1, 8) as i16;
    let holds = |node: &Node<G::State>, endless| {
        (0..apart).any(|more| {
            let node = Node { need: node.need + more, ..*node };
            Hunt::<G, ()>::hope(table, &node, endless) == Hope::Holds
        })
    };
    if endless != Endless::Won && holds(node, Endless::Lost) {
        return Hope::Holds;
    }
    if endless != Endless::Lost && holds(&node.denied(), Endless::Lost) {
        return Hope::Fails;
    }
    if endless != Endless::Lost && holds(node, endless) {
        return Hope::Holds;
    }
    if endless != Endless::Won && holds(&node.denied(), endless.turned()) {
        return Hope::Fails;
    }
    Hope::Unknown
}

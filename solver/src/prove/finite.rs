//! Bounds by proofs in finite time, and what those leave open.

use rayon::prelude::*;

use super::claim::{Claim, Endless};
use super::grow::{Both, PACE};
use super::hunt::{Crew, Found, Hunt, common};
use super::prover::{Answer, Prover, Way};
use super::seek::Seek;
use crate::game::Layered;
use crate::retrograde::SolveError;
use crate::score::{Interval, Score};
use crate::watch::Stopped;

/// What searches for one claim found.
pub(super) struct Hunted {
    found: Found,
    nodes: u64,
    stopped: bool,
    grain: u16,
}

impl<G: Layered> Prover<'_, G> {
    /// Looks for a proof on all threads, each with about `limit` nodes shared out.
    pub(super) fn hunt(&mut self, claim: Claim<G::State>, limit: u64) -> Hunted {
        let threads = rayon::current_num_threads();
        let (crew, limit) = (Crew::new(threads), (limit / threads as u64).max(1));
        let values = Both { given: self.given, solved: &self.solved };
        let (game, table, watch) = (self.game, &self.table, self.watch);
        let search = |_| {
            let mut hunt = Hunt::new(game, &values, table, watch).with(&crew);
            let found = hunt.find(claim, limit);
            Hunted { found, nodes: hunt.nodes(), stopped: hunt.stopped(), grain: hunt.grain() }
        };
        let all: Vec<Hunted> = (0..threads).into_par_iter().with_max_len(1).map(search).collect();
        // Where two differ, the one that has a proof is right.
        let decided = [Found::Holds, Found::Fails].into_iter();
        let decided = decided.into_iter().find(|found| all.iter().any(|hunted| hunted.found == *found));
        self.grain = all.iter().fold(self.grain, |grain, hunted| common(grain, hunted.grain));
        Hunted {
            found: decided.unwrap_or(Found::Unknown),
            nodes: all.iter().map(|hunted| hunted.nodes).sum(),
            stopped: all.iter().any(|hunted| hunted.stopped),
            grain: self.grain,
        }
    }

    /// Looks for a proof with as many nodes as one claim may take.
    pub(super) fn find(&mut self, claim: Claim<G::State>) -> Result<Found, SolveError> {
        let mut left = self.limits.nodes;
        loop {
            if let Some(known) = self.known(claim) {
                return Ok(if known { Found::Holds } else { Found::Fails });
            }
            let hunted = self.hunt(claim, left.min(self.due(PACE[1])));
            self.spend(hunted.nodes, PACE[1] / rayon::current_num_threads() as f64)?;
            left = left.saturating_sub(hunted.nodes.max(1));
            if hunted.stopped {
                return Err(Stopped.into());
            }
            let found = hunted.found;
            if found != Found::Unknown || left == 0 {
                return Ok(found);
            }
        }
    }

    /// Bounds by proofs of both sides at the same time; then what rests on repetition.
    pub(super) fn both_bounds(&mut self, state: &G::State) -> Result<Answer, SolveError> {
        let top = self.game.ceiling(state);
        let (mut bounds, mut left) = (Interval { lo: -top, hi: top }, self.limits.nodes);
        if self.limits.way == Way::Best {
            let mut seeks = [Seek::new(top.0, true), Seek::new(top.0, false)];
            let mut slice = 1 << 12;
            while seeks.iter().any(|seek| !seek.is_over()) && left > 0 {
                if let Some(answer) = self.looked_up(state) {
                    return Ok(answer);
                }
                let (nodes, stopped) = self.round(&mut seeks, state, slice);
                let [one, other] = &mut seeks;
                Seek::share(one, other);
                for seek in &mut seeks {
                    seek.set_grain(self.grain);
                }
                let [one, other] = &seeks;
                let now = Interval { lo: Score(one.proven()), hi: Score(-other.proven()) };
                if now != bounds {
                    bounds = now;
                    self.watch.note(&format!("between {} and {}", bounds.lo.0, bounds.hi.0));
                }
                self.spend(nodes, PACE[1] / 2.0)?;
                left = left.saturating_sub(nodes.max(1));
                slice = (slice * 2).min(1 << 20);
                if stopped {
                    return Err(Stopped.into());
                }
            }
        }
        if bounds.is_exact() {
            return Ok(Answer::exact(bounds.lo));
        }
        self.with_repetition(state, bounds)
    }

    /// Lets both sides search for a while, at the same time; a side that is alone gets all threads. Says how many nodes it
    /// took and whether the watch said stop.
    pub(super) fn round(&mut self, seeks: &mut [Seek; 2], state: &G::State, nodes: u64) -> (u64, bool) {
        if let [Some(alone), None] | [None, Some(alone)] =
            seeks.each_mut().map(|seek| (!seek.is_over()).then_some(seek))
        {
            let claim = alone.ask(*state);
            let hunted = self.hunt(claim, nodes);
            alone.take(hunted.found);
            return (hunted.nodes, hunted.stopped);
        }
        let values = Both { given: self.given, solved: &self.solved };
        let (game, table, watch) = (self.game, &self.table, self.watch);
        let run = |seek: &mut Seek| {
            let mut hunt = Hunt::new(game, &values, table, watch);
            seek.go_on(&mut hunt, state, nodes);
            (hunt.nodes(), hunt.stopped(), hunt.grain())
        };
        let [one, other] = seeks;
        let (one, other) = rayon::join(|| run(one), || run(other));
        self.grain = common(self.grain, common(one.2, other.2));
        (one.0 + other.0, one.1 || other.1)
    }

    /// What proofs in finite time leave open: whether they were the best there are, and the score.
    pub(super) fn with_repetition(
        &mut self,
        state: &G::State,
        found: Interval,
    ) -> Result<Answer, SolveError> {
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

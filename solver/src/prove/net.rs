//! Explored states and the claims that hold among them: a fixed point, in which paths do not exist.
//!
//! A net grows from one claim. Where the other side moves, every move is followed; where the claimant moves, one move at
//! first, the most hopeful, and further ones only where those did not do. What is not explored does not hold. So a claim
//! that holds in a net holds; and once every move of the claimant has been followed, one that does not hold is false.
//!
//! # What holds
//!
//! A node is *free* when play that never ends would give the claimant what he needs ([`Endless::frees`]). Stage by
//! stage: first every node from which the claimant reaches, move by move, something that holds; then the largest set of
//! free nodes that he can keep to, or leave for something that holds; and again, until nothing is added. The stage, and
//! the distance within it, is the node's **rank**. Along a proof ranks never rise, and they fall at every node that is
//! not free: so play that never ends comes to rest among free nodes. Whoever checks a proof needs no more than that.

use std::ops::ControlFlow;

use super::back::Back;
use super::claim::{Claim, Endless, Node, Step};
use super::hash::mixed;
use crate::game::Layered;
use crate::retrograde::Values;
use crate::watch::{Stopped, Watch};

/// Why a claim could be neither shown nor denied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// Too many states.
    #[error("more than {most} states would have to be kept")]
    TooMany {
        /// States allowed.
        most: usize,
    },
    /// Asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What is thought of a claim before it is explored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hope {
    /// It was found to hold.
    Holds,
    /// Nothing is known.
    Unknown,
    /// It was found not to hold.
    Fails,
}

/// Explored claims; number 0 is the one asked for.
#[derive(Debug)]
pub struct Net<S> {
    endless: Endless,
    nodes: Vec<Node<S>>,
    /// Numbers of nodes by hash, in open addressing; `EMPTY` where there is none.
    index: Vec<u32>,
    spots: Vec<Spot>,
    edges: Vec<u32>,
    ranks: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;
/// The rank of a node that does not hold.
const NONE: u32 = u32::MAX;
/// Nodes between two looks at the watch.
const LOOK: usize = 1 << 10;

/// What was found of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// Its claims that follow: from `from`, `count` of them.
    from: usize,
    count: u32,
    /// Of those, how many are followed.
    followed: u32,
    explored: bool,
    /// Known by itself: the state is, or a move ends the game.
    sure: Option<bool>,
}

impl<S: crate::State> Net<S> {
    /// Explores a claim until it is shown or denied. `hope` says what was found before, wrong or right; `values` what is
    /// known for certain.
    ///
    /// # Errors
    /// When more than `most` nodes would have to be kept, or `watch` says stop.
    pub fn explore<G: Layered<State = S>, V: Values<G> + ?Sized>(
        game: &G,
        claim: Claim<S>,
        values: &V,
        hope: &mut dyn FnMut(&Node<S>) -> Hope,
        most: usize,
        watch: &dyn Watch,
    ) -> Result<Self, NetError> {
        let mut net = Self {
            endless: claim.endless,
            nodes: Vec::new(),
            index: vec![EMPTY; 64],
            spots: Vec::new(),
            edges: Vec::new(),
            ranks: Vec::new(),
        };
        let most = most.min(EMPTY as usize - 1);
        let mut waiting = vec![net.number(claim.node)];
        let mut seen = 0;
        loop {
            while let Some(at) = waiting.pop() {
                if net.spots[at as usize].explored {
                    continue;
                }
                seen += 1;
                if seen % LOOK == 0 && watch.stop() {
                    return Err(Stopped.into());
                }
                net.expand(game, at as usize, values);
                if net.nodes.len() > most {
                    return Err(NetError::TooMany { most });
                }
                net.follow(at as usize, hope, &mut waiting);
            }
            net.judge(watch)?;
            if net.holds() || !net.widen(hope, &mut waiting) {
                return Ok(net);
            }
        }
    }

    /// True when the claim asked for holds; else it is false.
    pub fn holds(&self) -> bool {
        self.ranks[0] != NONE
    }

    /// Explored claims and those that follow.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the claim asked for is in it.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What endless play is worth in it.
    pub fn endless(&self) -> Endless {
        self.endless
    }

    /// The rank of a claim that holds here.
    pub fn rank(&self, node: &Node<S>) -> Option<u32> {
        let at = self.find(node).ok()?;
        Some(self.ranks[at as usize]).filter(|rank| *rank != NONE)
    }

    /// The number of a node, or the place in the index where it would be.
    fn find(&self, node: &Node<S>) -> Result<u32, usize> {
        let mask = self.index.len() - 1;
        let mut place = mixed(node, 0).place as usize & mask;
        loop {
            match self.index[place] {
                EMPTY => return Err(place),
                at if self.nodes[at as usize] == *node => return Ok(at),
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn number(&mut self, node: Node<S>) -> u32 {
        match self.find(&node) {
            Ok(at) => at,
            Err(mut place) => {
                if self.nodes.len() * 2 >= self.index.len() {
                    self.grow();
                    place = self.find(&node).err().unwrap_or(place);
                }
                let at = self.nodes.len() as u32;
                self.index[place] = at;
                self.nodes.push(node);
                self.spots.push(Spot::default());
                at
            }
        }
    }

    fn grow(&mut self) {
        self.index = vec![EMPTY; self.index.len() * 2];
        let mask = self.index.len() - 1;
        for (at, node) in (0..).zip(&self.nodes) {
            let mut place = mixed(node, 0).place as usize & mask;
            while self.index[place] != EMPTY {
                place = (place + 1) & mask;
            }
            self.index[place] = at;
        }
    }

    /// Finds what follows from a node.
    fn expand<G: Layered<State = S>, V: Values<G> + ?Sized>(&mut self, game: &G, at: usize, values: &V) {
        let node = self.nodes[at];
        let from = self.edges.len();
        let mut sure = node.known(game, values, self.endless);
        if sure.is_none() {
            let (any, flow) = node.steps(game, |step| {
                match step {
                    // The claimant has a move that does, or the other side has one.
                    Step::Decided(holds) if holds == node.own => return ControlFlow::Break(holds),
                    Step::Decided(_) => {}
                    Step::On(next) => {
                        let next = self.number(next);
                        if !self.edges[from..].contains(&next) {
                            self.edges.push(next);
                        }
                    }
                }
                ControlFlow::Continue(())
            });
            sure = match flow {
                ControlFlow::Break(holds) => Some(holds),
                ControlFlow::Continue(()) if !any => Some(node.settled(game)),
                // Every move ends the game, none of them as somebody wants.
                ControlFlow::Continue(()) if self.edges.len() == from => Some(!node.own),
                ControlFlow::Continue(()) => None,
            };
            if sure.is_some() {
                self.edges.truncate(from);
            }
        }
        let count = (self.edges.len() - from) as u32;
        self.spots[at] = Spot { from, count, followed: 0, explored: true, sure };
    }

    /// Follows what must be followed of a node that was just expanded.
    fn follow(&mut self, at: usize, hope: &mut dyn FnMut(&Node<S>) -> Hope, waiting: &mut Vec<u32>) {
        if self.spots[at].sure.is_some() {
            return;
        }
        if self.nodes[at].own {
            self.follow_one(at, hope, waiting);
        } else {
            let spot = &mut self.spots[at];
            spot.followed = spot.count;
            waiting.extend_from_slice(&self.edges[spot.from..][..spot.count as usize]);
        }
    }

    /// Follows the most hopeful move of the claimant that is not followed yet.
    fn follow_one(&mut self, at: usize, hope: &mut dyn FnMut(&Node<S>) -> Hope, waiting: &mut Vec<u32>) {
        let spot = self.spots[at];
        let left = &mut self.edges[spot.from..][spot.followed as usize..spot.count as usize];
        let mut best = (Hope::Fails, 0);
        for (place, next) in left.iter().enumerate() {
            let hope = hope(&self.nodes[*next as usize]);
            if hope < best.0 {
                best = (hope, place);
            }
            if hope == Hope::Holds {
                break;
            }
        }
        left[..=best.1].rotate_right(1);
        waiting.push(left[0]);
        self.spots[at].followed += 1;
    }

    /// Follows one more move wherever the claimant is to move and needs one; false when all are followed.
    fn widen(&mut self, hope: &mut dyn FnMut(&Node<S>) -> Hope, waiting: &mut Vec<u32>) -> bool {
        let mut met = vec![false; self.nodes.len()];
        let mut stack = vec![0u32];
        met[0] = true;
        while let Some(at) = stack.pop() {
            let spot = self.spots[at as usize];
            if self.ranks[at as usize] != NONE || !spot.explored || spot.sure.is_some() {
                continue;
            }
            if spot.followed < spot.count {
                self.follow_one(at as usize, hope, waiting);
            }
            let followed = self.spots[at as usize].followed as usize;
            for next in &self.edges[spot.from..][..followed] {
                if !std::mem::replace(&mut met[*next as usize], true) {
                    stack.push(*next);
                }
            }
        }
        !waiting.is_empty()
    }

    fn followed(&self, at: usize) -> &[u32] {
        let spot = self.spots[at];
        &self.edges[spot.from..][..spot.followed as usize]
    }

    /// Finds what holds, with ranks.
    fn judge(&mut self, watch: &dyn Watch) -> Result<(), NetError> {
        let count = self.nodes.len();
        let mut ranks = vec![NONE; count];
        let back = Back::of(count, |at| self.followed(at));
        // Of the other side's nodes: claims that do not hold yet.
        let mut missing: Vec<u32> = self.spots.iter().map(|spot| spot.count).collect();
        let mut new: Vec<u32> = Vec::new();
        for (at, spot) in (0..).zip(&self.spots) {
            if spot.sure == Some(true) {
                ranks[at as usize] = 0;
                new.push(at);
            }
        }
        let mut top = 0;
        loop {
            if watch.stop() {
                return Err(Stopped.into());
            }
            // Whatever reaches something that holds. Breadth first, so that ranks are short ways.
            let mut head = 0;
            while head < new.len() {
                let at = new[head];
                head += 1;
                let rank = ranks[at as usize];
                top = top.max(rank);
                for &parent in back.parents(at) {
                    let place = parent as usize;
                    if !self.nodes[place].own {
                        missing[place] -= 1;
                    }
                    if ranks[place] == NONE
                        && self.spots[place].sure.is_none()
                        && (self.nodes[place].own || missing[place] == 0)
                    {
                        ranks[place] = rank + 1;
                        new.push(parent);
                    }
                }
            }
            // The largest set of free nodes that can be kept to. What reaches from them is reached from the set as a
            // whole, so all of it has one rank.
            new = self.kept(&ranks, &back);
            if new.is_empty() {
                break;
            }
            for &at in &new {
                ranks[at as usize] = top + 1;
            }
            top += 1;
        }
        self.ranks = ranks;
        Ok(())
    }

    /// The largest set of free nodes, not known to hold, in which the claimant can stay as long as he likes.
    fn kept(&self, ranks: &[u32], back: &Back) -> Vec<u32> {
        let free = |at: usize| self.spots[at].explored && self.endless.frees(self.nodes[at].need);
        let mut inside: Vec<bool> = (0..self.nodes.len())
            .map(|at| ranks[at] == NONE && self.spots[at].sure.is_none() && free(at))
            .collect();
        let supports = |at: u32, inside: &[bool]| inside[at as usize] || ranks[at as usize] != NONE;
        let stays = |at: usize, inside: &[bool]| {
            let followed = self.followed(at);
            if self.nodes[at].own {
                followed.iter().any(|next| supports(*next, inside))
            } else {
                followed.iter().all(|next| supports(*next, inside))
            }
        };
        let mut doubtful: Vec<u32> = (0..self.nodes.len() as u32).filter(|at| inside[*at as usize]).collect();
        while let Some(at) = doubtful.pop() {
            let place = at as usize;
            if inside[place] && !stays(place, &inside) {
                inside[place] = false;
                doubtful.extend(back.parents(at).iter().filter(|parent| inside[**parent as usize]));
            }
        }
        (0..self.nodes.len() as u32).filter(|at| inside[*at as usize]).collect()
    }
}

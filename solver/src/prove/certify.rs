//! The part of a net that a reader needs to believe a claim: one move where the claimant moves, all where the other does.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use ahash::AHashSet;

use super::claim::{Claim, Node, Step};
use super::net::{Hope, Net, NetError};
use crate::game::{Layered, Move};
use crate::watch::Watch;

/// What is said of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<S> {
    /// The state, who moves there, and what the claimant still needs.
    pub node: Node<S>,
    /// Never rises from an entry to one that follows from it; falls where endless play would not do.
    pub rank: u32,
    /// The claimant's move, where he moves and needs one.
    pub mv: Option<Move>,
}

/// A proof of a claim: every entry follows from later ones, from an ending, or because nobody can lose more than is left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate<S> {
    /// What it proves.
    pub claim: Claim<S>,
    /// All that must be shown, the claim itself first.
    pub entries: Vec<Entry<S>>,
}

/// Writes down why a claim holds, to the end of all play: no table and no solved layer is believed. `hope` may be wrong;
/// then it takes longer. `None` when the claim is false.
///
/// # Errors
/// When more than `most` nodes would have to be kept, or `watch` says stop.
pub fn certify<G: Layered>(
    game: &G,
    claim: Claim<G::State>,
    hope: &mut dyn FnMut(&Node<G::State>) -> Hope,
    most: usize,
    watch: &dyn Watch,
) -> Result<Option<Certificate<G::State>>, NetError> {
    let net = Net::explore(game, claim, &(), hope, most, watch)?;
    if !net.holds() {
        return Ok(None);
    }
    let mut entries = Vec::new();
    let mut met = AHashSet::from([claim.node]);
    let mut waiting = VecDeque::from([claim.node]);
    while let Some(node) = waiting.pop_front() {
        let rank = net.rank(&node).unwrap_or_default();
        let (mv, next) = reasons(game, &net, node, rank);
        for node in next {
            if met.insert(node) {
                waiting.push_back(node);
            }
        }
        entries.push(Entry { node, rank, mv });
    }
    Ok(Some(Certificate { claim, entries }))
}

/// A move of the claimant that does, the rank of what it leads to, and that.
type Reason<S> = (u32, Move, Vec<Node<S>>);

/// Why a node holds: the claimant's move, if he needs one, and what must be shown next.
fn reasons<G: Layered>(
    game: &G,
    net: &Net<G::State>,
    node: Node<G::State>,
    rank: u32,
) -> (Option<Move>, Vec<Node<G::State>>) {
    if node.at_a_glance(game) == Some(true) {
        return (None, Vec::new());
    }
    let mut next = Vec::new();
    let mut best: Option<Reason<G::State>> = None;
    let _ = game.children::<()>(&node.state, |mv, child| {
        match node.after(&child) {
            Step::Decided(true) if node.own => {
                best = Some((0, mv, Vec::new()));
                return ControlFlow::Break(());
            }
            Step::Decided(_) => {}
            Step::On(after) if node.own => {
                if let Some(there) = net.rank(&after)
                    && follows(net, &node, rank, there)
                    && best.as_ref().is_none_or(|(least, ..)| there < *least)
                {
                    best = Some((there, mv, vec![after]));
                }
            }
            Step::On(after) => next.push(after),
        }
        ControlFlow::Continue(())
    });
    match best {
        Some((_, mv, after)) => (Some(mv), after),
        None => (None, next),
    }
}

fn follows<S: crate::State>(net: &Net<S>, node: &Node<S>, rank: u32, there: u32) -> bool {
    there < rank || there == rank && net.endless().frees(node.need)
}

//! What was found of a claim before it is explored.

use super::claim::{Endless, Node};
use super::hunt::{Found, Hunt};
use super::net::Hope;
use super::table::Table;
use crate::game::Layered;

impl From<Found> for Hope {
    fn from(found: Found) -> Self {
        match found {
            Found::Holds => Self::Holds,
            Found::Fails => Self::Fails,
            Found::Unknown => Self::Unknown,
        }
    }
}

pub(super) fn hope_of(holds: bool) -> Hope {
    if holds { Hope::Holds } else { Hope::Fails }
}

/// What the table says of a claim: certain proofs of either side first, and proofs of more or disproofs of less, as far as
/// gains lie apart.
pub(super) fn hint<G: Layered>(table: &Table, node: &Node<G::State>, endless: Endless, grain: u16) -> Hope {
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

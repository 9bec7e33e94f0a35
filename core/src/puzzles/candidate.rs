//! Positions in which a problem may lie: numbered, so that the same seed gives the same problems for any number of threads.

use std::ops::RangeInclusive;

use fastrand::Rng;
use sowbase_solver::{Child, Layer, Layered, Turn};

use crate::games::Rulebook;
use crate::play::{Position, Side};

/// Where positions come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum From {
    /// States of layers, every one as likely as another.
    Database,
    /// Games played at random, captures liked better than other moves.
    Search,
    /// Positions of games that were played, in their order.
    Games(Vec<Given>),
}

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The position.
    pub position: Position,
    /// What the game is called.
    pub game: String,
    /// The ply after which it stands.
    pub ply: u32,
}

/// Plies of a random game at most.
const LONGEST: u32 = 400;

/// Mixes a seed with a number.
fn mixed(seed: u64, number: u64) -> u64 {
    let mut word = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// The position of a number, with a number of seeds in a range; `None` where this number brings none.
pub(super) fn position<G: Rulebook + Layered>(
    game: &G,
    from: &From,
    seeds: &RangeInclusive<u32>,
    (number, seed): (u64, u64),
) -> Option<Position> {
    let rng = &mut Rng::with_seed(mixed(seed, number));
    match from {
        From::Games(all) => {
            let given = all.get(usize::try_from(number).ok()?)?;
            let mut position = given.position.clone();
            (position.quiet, position.plies) = (0, 0);
            seeds.contains(&position.on_board()).then_some(position)
        }
        From::Database => from_layer(game, rng.u32(seeds.clone()), rng),
        From::Search => from_play(game, seeds, rng),
    }
}

/// A state of a layer, the other seeds shared out so that much is still open.
fn from_layer<G: Rulebook + Layered>(game: &G, seeds: u32, rng: &mut Rng) -> Option<Position> {
    let shape = game.layer(&game.start()).shape;
    let layer = Layer { seeds: u8::try_from(seeds).ok()?, shape };
    let states = u64::try_from(game.layer_len(layer)).ok().filter(|states| *states > 0)?;
    let state = game.unrank(layer, rng.u64(..states));
    let mut position = game.decode(&state, Side::South);
    let stored = game.usual_total().checked_sub(seeds)?;
    if game.ends_in_stores() {
        // As far apart as the seeds on the board could still make good.
        let least = stored.saturating_sub(seeds) / 2;
        let own = rng.u32(least..=stored - least);
        position.stores = [own as u16, (stored - own) as u16];
    }
    Some(position)
}

/// A position of a game played at random.
fn from_play<G: Rulebook>(game: &G, seeds: &RangeInclusive<u32>, rng: &mut Rng) -> Option<Position> {
    let (mut state, mut side) = (game.start(), Side::South);
    let total = game.usual_total();
    // Games in which no seed leaves the board are stopped after some plies.
    let (mut stores, stop) = ([0u32; 2], rng.u32(2..60));
    let mut ripe = None;
    for ply in 0..LONGEST {
        let board = game.seeds(&state);
        if board < *seeds.start() {
            break;
        }
        if board <= *seeds.end() && (game.ends_in_stores() || ply >= stop) {
            ripe = Some((state, side, stores));
            // One of the positions in the range, the later ones less likely.
            if rng.u8(..3) == 0 {
                break;
            }
        }
        let Some(child) = any_move(game, &state, rng) else { break };
        if child.turn == Turn::Over {
            break;
        }
        let taken = (board - game.seeds(&child.state)) as i32;
        let net = i32::from(child.gain.0);
        if game.ends_in_stores() {
            stores[side.index()] += i32::midpoint(taken, net) as u32;
            stores[side.other().index()] += i32::midpoint(taken, -net) as u32;
        }
        state = child.state;
        if child.turn == Turn::Pass {
            side = side.other();
        }
    }
    let (state, side, stores) = ripe?;
    let mut position = game.decode(&state, side);
    if game.ends_in_stores() {
        debug_assert_eq!(total, game.seeds(&state) + stores[0] + stores[1]);
        position.stores = stores.map(|store| store as u16);
    }
    // A game that its stores have ended is no problem any more.
    let most = u32::from(position.stores[0].max(position.stores[1]));
    (2 * most <= total).then_some(position)
}

/// A random move: of half of the moves one that captures most, if any does.
fn any_move<G: Rulebook>(game: &G, state: &G::State, rng: &mut Rng) -> Option<Child<G::State>> {
    let mut all = Vec::new();
    let _ = game.children::<()>(state, |_, child| {
        all.push(child);
        std::ops::ControlFlow::Continue(())
    });
    if all.is_empty() {
        return None;
    }
    let best = all.iter().map(|child| child.gain.0).max().unwrap_or_default();
    if best > 0 && rng.bool() {
        all.retain(|child| child.gain.0 == best);
    }
    let at = rng.usize(..all.len());
    Some(all[at])
}

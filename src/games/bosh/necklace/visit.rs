//! Visiting blocks: the relays from all their holes, what those lead to, and the best of it.

use sowbase_solver::simd::ring::{BITS, Best, FULL, Items, MOST, Path, Sources, Tag};

use super::round::Round;
use super::scratch::Scratch;
use super::tasks::Task;
use super::ties::STRETCHES;
use super::walk::Walk;

/// How a sweep visits blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visit {
    /// All blocks for the first time.
    First,
    /// Open blocks, all turns again.
    All,
    /// Open blocks, turns without capture only: what captures bring is exact, and so the lower bounds hold it already.
    Quiet,
}

/// Blocks of a task that have changed.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Their numbers within the task.
    pub(super) blocks: Vec<u16>,
    /// Their bytes, one block after the other.
    pub(super) bytes: Vec<i8>,
    /// Blocks visited.
    pub(super) visits: u64,
    /// Relays played, and those that never stop.
    pub(super) relays: (u64, u64),
}

/// A visit of a task.
pub(super) struct Visitor<'a> {
    pub(super) round: &'a Round,
    pub(super) sources: Sources<'a>,
    pub(super) visit: Visit,
}

impl Visitor<'_> {
    /// Visits the blocks of a task; those that are still open are marked in it.
    pub(super) fn task(&self, task: &mut Task, scratch: &mut Scratch) -> Changes {
        let (round, gap) = (self.round, task.group.1);
        let mut changes = Changes::default();
        let which: Vec<usize> = match self.visit {
            Visit::First => (0..task.blocks).collect(),
            _ => task.open_blocks().collect(),
        };
        task.open = Default::default();
        (scratch.relays, scratch.endless) = (0, 0);
        scratch.frames = round.frames(gap);
        let mut walk = None;
        // Each capture may split a relay into some: fewer blocks then.
        let together = if round.opponent_only { 16 } else { super::scratch::TOGETHER };
        for which in which.chunks(together) {
            scratch.blocks.clear();
            for &block in which {
                let walk = go_to(&mut walk, block, || {
                    Walk::at(round.rings, round.pits, task.group, task.word + block as u64)
                });
                scratch.blocks.push((block, walk.ring()));
            }
            self.blocks(task, scratch);
            self.results(task, scratch, &mut changes);
        }
        changes.visits = which.len() as u64;
        changes.relays = (scratch.relays, scratch.endless);
        changes
    }

    /// The best of the moves of some blocks.
    fn blocks(&self, task: &Task, scratch: &mut Scratch) {
        let round = self.round;
        scratch.live.clear();
        scratch.done.clear();
        for (slot, &(block, ring)) in scratch.blocks.iter().enumerate() {
            scratch.best[slot] = Best::EMPTY;
            if self.visit == Visit::Quiet {
                let old = self.old(task, block);
                for side in 0..round.orientations() {
                    let gap = task.group.1;
                    scratch.best[slot].lower(side)[..gap].copy_from_slice(&old[side * gap..][..gap]);
                }
            }
            for hole in 0..round.pits {
                let turned = round.laps.turned(ring, BITS * hole);
                if turned & FULL != 0 && scratch.frames[hole] != 0 {
                    scratch.live.push(turned, Tag::new(BITS * hole, hole, slot, 0));
                }
            }
        }
        scratch.relays += scratch.live.len() as u64;
        round.path.relay(&round.laps, &mut scratch.live, &mut scratch.done);
        for (ring, tag) in scratch.live.iter() {
            match round.long(ring) {
                Some((ring, turned)) => scratch.done.push(ring, tag.turned_to(tag.turned() + turned)),
                None => scratch.endless += 1,
            }
        }
        let captures = self.visit != Visit::Quiet;
        let Scratch { done, taken, tied, items, .. } = scratch;
        items.clear();
        tied.clear();
        if round.opponent_only || round.chain {
            taken.clear();
            for (ring, tag) in done.iter() {
                round.capture(ring, tag, &mut scratch.frames, |ring, tag| taken.push(ring, tag));
            }
            round.path.place::<false>(&round.numbers, taken, captures, items, tied);
            scratch.done.clear();
        } else {
            round.path.place::<true>(&round.numbers, done, captures, items, tied);
        }
        for (ring, tag) in scratch.tied.iter() {
            if scratch.items.len() + STRETCHES > MOST {
                self.fold(round.path, &mut scratch.items, &scratch.frames, &mut scratch.best[..]);
            }
            let frames = scratch.frames[tag.frames()];
            round.ties.items(ring, tag, frames, &round.fold, &mut scratch.items);
        }
        self.fold(round.path, &mut scratch.items, &scratch.frames, &mut scratch.best[..]);
        scratch.frames.truncate(round.pits);
    }

    fn fold(&self, path: Path, items: &mut Items, frames: &[u64], best: &mut [Best]) {
        items.prefetch(&self.round.fold, &self.sources);
        path.fold(&self.round.fold, items, frames, &self.sources, best);
        items.clear();
    }

    /// The bytes of a block as they are.
    fn old(&self, task: &Task, block: usize) -> &[i8] {
        let each = 2 * self.round.orientations() * task.group.1;
        &self.sources.layer[task.at + block * each..][..each]
    }

    /// Takes down what has changed, and which blocks are open.
    fn results(&self, task: &mut Task, scratch: &mut Scratch, changes: &mut Changes) {
        let (sides, gap) = (self.round.orientations(), task.group.1);
        let half = sides * gap;
        for (slot, &(block, ring)) in scratch.blocks.iter().enumerate() {
            let best = &mut scratch.best[slot];
            let mut new = [0i8; 64];
            for side in 0..sides {
                new[side * gap..][..gap].copy_from_slice(&best.lower(side)[..gap]);
                new[half + side * gap..][..gap].copy_from_slice(&best.upper(side)[..gap]);
            }
            if self.visit == Visit::Quiet {
                let (lower, upper) = new.split_at_mut(half);
                upper.iter_mut().zip(lower).for_each(|(upper, lower)| *upper = (*upper).max(*lower));
            } else if new[..half].contains(&Best::NONE) {
                for at in (0..half).filter(|&at| new[at] == Best::NONE).collect::<Vec<_>>() {
                    let paid = self.round.settled(ring, at / gap, at % gap);
                    (new[at], new[half + at]) = (paid, paid);
                }
            }
            if new[..half] != new[half..2 * half] {
                task.open[block / 64] |= 1 << (block % 64);
            }
            if new[..2 * half] != *self.old(task, block) {
                changes.blocks.push(block as u16);
                changes.bytes.extend_from_slice(&new[..2 * half]);
            }
        }
    }
}

/// Words that are stepped over at most on the way to the next one wanted.
const STEPS: usize = 8;

/// Brings a walk to a block: step by step where it is near, else anew.
fn go_to(walk: &mut Option<(usize, Walk)>, block: usize, anew: impl Fn() -> Walk) -> &Walk {
    match walk {
        Some((at, walk)) if block - *at <= STEPS => {
            for _ in *at..block {
                walk.next();
            }
            *at = block;
        }
        _ => *walk = Some((block, anew())),
    }
    walk.as_ref().map(|(_, walk)| walk).expect("set just now")
}

impl Round {
    /// What a relay that has stopped captures, for each set of frames by itself: a hole may be the opponent's in some
    /// frames only. The slow form of what `place` does for the standard rules.
    fn capture(&self, mut ring: u64, tag: Tag, sets: &mut Vec<u64>, mut emit: impl FnMut(u64, Tag)) {
        let empty = tag.turned() / BITS;
        let (mut beyond, mut taken, mut frames) = (1 % self.pits, 0, tag.frames());
        let mut give = |ring: u64, taken: u64, frames: usize| {
            emit(ring, Tag::new(tag.turned() % self.laps.bits(), frames, tag.block(), taken));
        };
        loop {
            if self.opponent_only {
                let (all, own) = (sets[frames], sets[(empty + beyond) % self.pits]);
                if all & own != 0 {
                    give(ring, taken, subset(sets, frames, all & own));
                }
                if all & !own == 0 {
                    return;
                }
                frames = subset(sets, frames, all & !own);
            }
            let seeds = ring >> (BITS * beyond) & FULL;
            ring ^= seeds << (BITS * beyond);
            taken += seeds;
            let after = (beyond + 1) % self.pits;
            if !self.chain || seeds == 0 || ring >> (BITS * after) & FULL > 0 {
                return give(ring, taken, frames);
            }
            beyond = (after + 1) % self.pits;
        }
    }
}

/// The index of a set of frames, `from` if it is that one.
fn subset(sets: &mut Vec<u64>, from: usize, set: u64) -> usize {
    if sets[from] == set {
        return from;
    }
    sets.push(set);
    sets.len() - 1
}

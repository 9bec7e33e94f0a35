//! Visiting blocks: the relays from all their holes, what those lead to, and the best of it.

use sowbase_solver::simd::ring::{BITS, Best, FULL, MOST, Moves, Sources, Tag};

use super::round::Round;
use super::scratch::{Group, Scratch};
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
        let every = (1 << round.pits) - 1;
        let which: Vec<(usize, u64)> = match self.visit {
            Visit::First => (0..task.blocks).map(|block| (block, every)).collect(),
            Visit::All => task.open_blocks().map(|block| (block, every)).collect(),
            Visit::Quiet => {
                task.open_blocks().zip(task.quiet.iter().map(|&holes| u64::from(holes))).collect()
            }
        };
        task.open = Default::default();
        task.quiet.clear();
        (scratch.relays, scratch.endless) = (0, 0);
        scratch.now.frames = round.frames(gap);
        scratch.before.frames.clone_from(&scratch.now.frames);
        let mut walk = None;
        let mut waiting = false;
        // Each capture may split a relay into some: fewer blocks then.
        let together = if round.opponent_only { 16 } else { super::scratch::TOGETHER };
        for which in which.chunks(together) {
            scratch.now.blocks.clear();
            for &(block, holes) in which {
                let walk = go_to(&mut walk, block, || {
                    Walk::at(round.rings, round.pits, task.group, task.word + block as u64)
                });
                scratch.now.blocks.push((block, walk.ring(), holes));
            }
            self.blocks(task, scratch);
            // While the memory brings what these lead to, those before them are finished.
            std::mem::swap(&mut scratch.now, &mut scratch.before);
            if waiting {
                self.results(task, &mut scratch.now, &mut changes);
            }
            waiting = true;
        }
        if waiting {
            self.results(task, &mut scratch.before, &mut changes);
        }
        changes.visits = which.len() as u64;
        changes.relays = (scratch.relays, scratch.endless);
        changes
    }

    /// Plays the relays of some blocks and asks for what they lead to.
    fn blocks(&self, task: &Task, scratch: &mut Scratch) {
        let round = self.round;
        let Scratch { live, done, taken, tied, now, relays, endless, .. } = scratch;
        live.clear();
        done.clear();
        let seen = (0..round.pits).filter(|&hole| now.frames[hole] != 0).fold(0, |set, hole| set | 1 << hole);
        for (slot, &(block, ring, holes)) in now.blocks.iter().enumerate() {
            now.best[slot] = Best::EMPTY;
            now.quiet[slot] = 0;
            if self.visit == Visit::Quiet {
                let (old, gap) = (self.old(task, block), task.group.1);
                for side in 0..round.orientations() {
                    now.best[slot].lower(side)[..gap].copy_from_slice(&old[side * gap..][..gap]);
                }
            }
            let mut holes = holes & seen;
            while holes != 0 {
                let hole = holes.trailing_zeros() as usize;
                holes &= holes - 1;
                let turned = round.laps.turned(ring, BITS * hole);
                if turned & FULL != 0 {
                    live.push(turned, Tag::new(BITS * hole, hole, slot, 0));
                }
            }
        }
        *relays += live.len() as u64;
        round.path.relay(&round.laps, live, done);
        for (ring, tag) in live.iter() {
            match round.long(ring) {
                Some((ring, turned)) => done.push(ring, tag.turned_to(tag.turned() + turned)),
                None => *endless += 1,
            }
        }
        let captures = self.visit != Visit::Quiet;
        tied.clear();
        if round.opponent_only || round.chain {
            taken.clear();
            for (ring, tag) in done.iter() {
                round.capture(ring, tag, &mut now.frames, |ring, tag| taken.push(ring, tag));
            }
            round.path.place::<false>(&round.numbers, taken, captures, &mut now.items, tied);
        } else {
            round.path.place::<true>(&round.numbers, done, captures, &mut now.items, tied);
        }
        for (ring, tag) in tied.iter() {
            if now.items.len() + STRETCHES > MOST {
                self.fold(now);
            }
            round.ties.items(ring, tag, now.frames[tag.frames()], &round.fold, &mut now.items);
        }
        now.items.prefetch(&round.fold, &self.sources);
    }

    /// Brings in what the items of some blocks lead to.
    fn fold(&self, group: &mut Group) {
        let mut moves = Moves { best: &mut group.best[..], quiet: &mut group.quiet[..] };
        self.round.path.fold(&self.round.fold, &group.items, &group.frames, &self.sources, &mut moves);
        group.items.clear();
    }

    /// The bytes of a block as they are.
    fn old(&self, task: &Task, block: usize) -> &[i8] {
        let each = 2 * self.round.orientations() * task.group.1;
        &self.sources.layer[task.at + block * each..][..each]
    }

    /// Takes down what has changed, and which blocks are open.
    fn results(&self, task: &mut Task, group: &mut Group, changes: &mut Changes) {
        self.fold(group);
        group.frames.truncate(self.round.pits);
        let (sides, gap) = (self.round.orientations(), task.group.1);
        let half = sides * gap;
        for (slot, &(block, ring, _)) in group.blocks.iter().enumerate() {
            let best = &mut group.best[slot];
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
                // Where captures split by frame, a turn may be quiet in some: all are played again.
                let quiet = if self.round.opponent_only { u64::MAX } else { group.quiet[slot] };
                task.quiet.push(quiet as u16);
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

//! What one party does: it owns some blocks of states, and tells the owners of their parents what has settled.
//!
//! Nothing is shared but the game and the lower layers; all else goes through an [`Exchange`], so parties may be threads
//! or machines. Memory beside the cells is bounded: messages are sent when a batch is full, and a settled state whose
//! parents are still to be told is marked in its cell, so that lists of them may be cut short.

use std::ops::ControlFlow;

use super::Room;
use super::cells::{Cells, MOST_QUIET, NONE};
use crate::exchange::Exchange;
use crate::game::{Layer, Turn};
use crate::metric::Metric;
use crate::retrograde::solve::SolveError;
use crate::reversible::Reversible;
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

/// What all parties know.
pub(super) struct Task<'a, G, L> {
    pub game: &'a G,
    pub layer: Layer,
    pub metric: Metric,
    /// Scores or bounds of lower layers, by layer and number.
    pub lower: &'a L,
    /// The highest threshold and the lowest.
    pub thresholds: [i8; 2],
    pub room: Room,
    pub watch: &'a dyn Watch,
}

/// A block of states that this party owns.
pub(super) struct Block<C> {
    /// Which block of the layer.
    pub index: usize,
    pub cells: C,
    /// Settled states whose parents are to be told: offset, and in the lowest bit whether it went up.
    pub fresh: Vec<u32>,
    /// There are more of them than are listed.
    pub rescan: bool,
}

/// Words of a message that are not messages: the block and how many follow.
const HEAD: usize = 2;

/// States between two looks at whether to stop.
const STRETCH: usize = 1 << 12;

/// Messages whose cells are asked for before they are read.
const AHEAD: usize = 16;

/// One party at work.
pub(super) struct Party<'a, G, L, X, C> {
    pub task: &'a Task<'a, G, L>,
    pub exchange: X,
    /// The blocks with the numbers rank, rank + size, rank + 2 × size, …
    pub blocks: Vec<Block<C>>,
    /// Messages by block: offset of the parent, and in the lowest bit whether the child went up.
    pub buckets: Vec<Vec<u32>>,
    /// Messages in all buckets.
    pub waiting: usize,
    /// States in all lists.
    pub listed: usize,
}

impl<G, L, X, C> Party<'_, G, L, X, C>
where
    G: Reversible,
    L: Fn(Layer, u64) -> Option<[i8; 2]> + Sync,
    X: Exchange,
    C: Cells,
{
    /// Settles all that can be settled.
    pub(super) fn run(&mut self) -> Result<(), SolveError> {
        let filled = self.fill();
        if self.exchange.any(filled.is_err()) {
            return filled.and(Err(Stopped.into()));
        }
        let [highest, lowest] = self.task.thresholds;
        let leads = self.exchange.rank() == 0;
        let (layer, watch) = (self.task.layer, self.task.watch);
        if leads {
            watch.begin(
                &format!("layer {} unmoves", layer.seeds),
                (i64::from(highest) - i64::from(lowest) + 1) as u64,
            );
        }
        for t in (lowest..=highest).rev() {
            self.threshold(t)?;
            if leads {
                watch.advance(1);
            }
        }
        if leads {
            watch.end();
        }
        Ok(())
    }

    /// Plays every state once.
    fn fill(&mut self) -> Result<(), SolveError> {
        let Task { layer, watch, room, .. } = *self.task;
        let states: usize = self.blocks.iter().map(|block| block.cells.len()).sum();
        let leads = self.exchange.rank() == 0;
        if leads {
            watch.begin(&format!("layer {} moves out", layer.seeds), states as u64);
        }
        for block in &mut self.blocks {
            let first = (block.index as u64) << room.block;
            for from in (0..block.cells.len()).step_by(STRETCH) {
                if watch.stop() {
                    return Err(Stopped.into());
                }
                let range = first + from as u64..first + (from + STRETCH).min(block.cells.len()) as u64;
                let mut trouble = None;
                self.task.game.walk(layer, range, |index, state| match self.task.state(state) {
                    Ok((best, quiet)) => block.cells.fill((index - first) as usize, best, quiet),
                    Err(error) => trouble = Some(error),
                });
                if let Some(error) = trouble {
                    return Err(error);
                }
            }
            if leads {
                watch.advance(block.cells.len() as u64);
            }
        }
        if leads {
            watch.end();
        }
        Ok(())
    }

    /// Settles what reaches the threshold `t`.
    fn threshold(&mut self, t: i8) -> Result<(), SolveError> {
        for block in &mut self.blocks {
            let (fresh, listed, most) = (&mut block.fresh, &mut self.listed, self.task.room.listed);
            let rescan = &mut block.rescan;
            block.cells.seed(t, |at, up| list(fresh, rescan, (listed, most), at, up));
        }
        loop {
            self.tell();
            let left = self.blocks.iter().any(|block| block.rescan || !block.fresh.is_empty());
            let sent = self.waiting > 0;
            self.send(t);
            if self.exchange.any(self.task.watch.stop()) {
                return Err(Stopped.into());
            }
            // What came in was somebody's to send, so nobody is done before nothing was sent.
            if !self.exchange.any(left || sent) {
                return Ok(());
            }
        }
    }

    /// Makes the messages to the parents of settled states, until no state is left or the batch is full.
    fn tell(&mut self) {
        let Task { game, layer, room, .. } = *self.task;
        for block in &mut self.blocks {
            if block.fresh.is_empty() && block.rescan {
                block.rescan = false;
                let fresh = &mut block.fresh;
                block.cells.fresh(|at, up| fresh.push((at as u32) << 1 | u32::from(up)));
                self.listed += fresh.len();
            }
            while self.waiting < room.batch {
                let Some(entry) = block.fresh.pop() else { break };
                self.listed -= 1;
                let (at, up) = (entry >> 1, entry & 1);
                block.cells.told(at as usize, up == 1);
                let state = game.unrank(layer, ((block.index as u64) << room.block) + u64::from(at));
                game.unmoves(&state, |parent| {
                    let index = game.rank(&parent);
                    let offset = index & ((1 << room.block) - 1);
                    self.buckets[(index >> room.block) as usize].push((offset as u32) << 1 | up);
                    self.waiting += 1;
                });
            }
            if self.waiting >= room.batch {
                break;
            }
        }
    }

    /// Sends the messages to the owners of their blocks and takes in what the others sent.
    fn send(&mut self, t: i8) {
        let size = self.exchange.size();
        let usual = self.task.room.batch.div_ceil(self.buckets.len()) * 4;
        let mut batches = vec![Vec::new(); size];
        for (index, bucket) in self.buckets.iter_mut().enumerate().filter(|(_, bucket)| !bucket.is_empty()) {
            let batch: &mut Vec<u32> = &mut batches[index % size];
            batch.extend([index as u32, bucket.len() as u32]);
            batch.append(bucket);
            bucket.shrink_to(usual);
        }
        self.waiting = 0;
        self.exchange.all_to_all(&mut batches);
        for batch in batches {
            let mut rest = &batch[..];
            while let [index, len, ..] = *rest {
                let (messages, more) = rest[HEAD..].split_at(len as usize);
                self.take_in(index as usize / size, messages, t);
                rest = more;
            }
        }
    }

    /// Takes in what was said to the parents in one block.
    fn take_in(&mut self, block: usize, messages: &[u32], t: i8) {
        let Block { cells, fresh, rescan, .. } = &mut self.blocks[block];
        for (place, &message) in messages.iter().enumerate() {
            if let Some(later) = messages.get(place + AHEAD) {
                cells.prefetch((later >> 1) as usize);
            }
            let at = (message >> 1) as usize;
            let child_is_up = message & 1 == 1;
            let settles = if child_is_up { cells.child_up(at, t) } else { cells.child_down(at, t) };
            if settles {
                list(fresh, rescan, (&mut self.listed, self.task.room.listed), at, !child_is_up);
            }
        }
    }
}

/// Lists a state whose parents are to be told, or notes that the list is not whole.
#[inline(always)]
fn list(fresh: &mut Vec<u32>, rescan: &mut bool, (listed, most): (&mut usize, usize), at: usize, up: bool) {
    if *listed < most {
        fresh.push((at as u32) << 1 | u32::from(up));
        *listed += 1;
    } else {
        *rescan = true;
    }
}

impl<G: Reversible, L: Fn(Layer, u64) -> Option<[i8; 2]>> Task<'_, G, L> {
    /// The best that the moves say that leave the layer, for both bounds, and how many do not leave it.
    #[inline]
    fn state(&self, state: &G::State) -> Result<([i8; 2], u16), SolveError> {
        let (mut best, mut quiet, mut moves) = ([NONE; 2], 0, false);
        let flow = self.game.children(state, |_, child| {
            moves = true;
            let mut below = Interval::exact(Score::ZERO);
            if child.turn != Turn::Over {
                let layer = self.game.layer(&child.state);
                if layer == self.layer {
                    quiet += 1;
                    if child.turn == Turn::Pass && child.gain == Score::ZERO && quiet <= MOST_QUIET {
                        return ControlFlow::Continue(());
                    }
                    return ControlFlow::Break(self.not_served());
                }
                let Some([lo, hi]) = (self.lower)(layer, self.game.rank(&child.state)) else {
                    return ControlFlow::Break(SolveError::Missing { layer: self.layer, needs: layer });
                };
                below = Interval { lo: Score(i16::from(lo)), hi: Score(i16::from(hi)) };
            }
            let Interval { lo, hi } = child.backup_interval(below);
            best = [best[0].max(lo.0 as i8), best[1].max(hi.0 as i8)];
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        if !moves {
            best = [self.game.settle(state).score(Score::ZERO).0 as i8; 2];
        }
        Ok((best, quiet))
    }

    /// An inner move that gains something or does not hand over, or too many of them.
    fn not_served(&self) -> SolveError {
        SolveError::NoMethod {
            layer: self.layer,
            metric: self.metric,
            name: "no unmoves".to_owned(),
            known: "others".to_owned(),
        }
    }
}

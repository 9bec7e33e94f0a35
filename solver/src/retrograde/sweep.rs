//! Forward sweeps: play every open state, narrow its interval from its children's, in place, until nothing changes.
//!
//! Why the result is the same for any number of threads and any order. Let F give each state the interval that its
//! moves allow, read from the intervals of the children. F is monotone: narrower children never make a state wider.
//! The intervals start at [-top, top], wider than any fixed point of F, and every update replaces a state's interval
//! by what F gives for intervals that are themselves wider than (or equal to) the widest fixed point, so no interval
//! ever becomes narrower than that. They narrow by whole steps, so it stops; and it stops only after a pass that wrote
//! nothing, which says that all states agree with F. So what is left is the widest fixed point itself, and there is
//! only one of those. A lower bound rises only on account of children settled earlier: it is reached in finite time.
//! A cycle cannot hold itself up, because it would have to begin at -top.

use std::ops::{ControlFlow, Range};

use rayon::prelude::*;

use super::cells::{Cells, better};
use super::solve::{CHUNK, Misses, SolveError};
use crate::game::{Layer, Layered, Turn};
use crate::probe::Probe;
use crate::score::{Interval, Score};
use crate::watch::{Stopped, Watch};

/// Sweeps over `cells` until nothing changes. `below` knows every lower layer that a move can reach.
pub(super) fn narrow<G: Layered, P: Probe<G>>(
    game: &G,
    layer: Layer,
    below: &P,
    cells: &Cells,
    watch: &dyn Watch,
) -> Result<(), SolveError> {
    let misses = Misses::default();
    let sweep = Sweep { game, layer, below, cells, misses: &misses };
    // Chunks that hold an open state.
    let mut chunks: Vec<Range<usize>> =
        (0..cells.len()).step_by(CHUNK).map(|from| from..(from + CHUNK).min(cells.len())).collect();
    loop {
        watch.begin(&format!("layer {} sweep", layer.seeds), chunks.len() as u64 * CHUNK as u64);
        let swept: Result<Vec<(bool, bool)>, Stopped> = chunks
            .par_iter()
            .map(|chunk| {
                if watch.stop() || misses.any() {
                    return Err(Stopped);
                }
                let seen = sweep.chunk(chunk.clone());
                watch.advance(CHUNK as u64);
                Ok(seen)
            })
            .collect();
        watch.end();
        misses.check(layer)?;
        let swept = swept?;
        if !swept.iter().any(|(changed, _)| *changed) {
            return Ok(());
        }
        let mut open = swept.iter().map(|(_, open)| *open);
        chunks.retain(|_| open.next() == Some(true));
    }
}

struct Sweep<'a, G, P> {
    game: &'a G,
    layer: Layer,
    below: &'a P,
    cells: &'a Cells,
    misses: &'a Misses,
}

impl<G: Layered, P: Probe<G>> Sweep<'_, G, P> {
    /// Sweeps a run of states: did anything change, is anything still open?
    fn chunk(&self, chunk: Range<usize>) -> (bool, bool) {
        let (mut changed, mut open) = (false, false);
        for index in chunk {
            let old = self.cells.get(index);
            if !old.is_exact() {
                changed |= self.cells.narrow(index, old, self.moves(index, old));
                open |= !self.cells.get(index).is_exact();
            }
        }
        (changed, open)
    }

    /// What the moves of a state allow, as far as its children are known.
    fn moves(&self, index: usize, old: Interval) -> Interval {
        let state = self.game.unrank(self.layer, index as u64);
        let mut best = None;
        let _ = self.game.children(&state, |_, child| {
            let inside = child.turn != Turn::Over && self.game.layer(&child.state) == self.layer;
            let known = if child.turn == Turn::Over {
                Some(Interval::exact(Score::ZERO))
            } else if inside {
                Some(self.cells.get(self.game.rank(&child.state) as usize))
            } else {
                self.below.probe(self.game, &child.state)
            };
            let Some(known) = known else {
                self.misses.note(self.game.layer(&child.state));
                return ControlFlow::Break(());
            };
            let all = better(best, child.backup_interval(known));
            best = Some(all);
            // No move can bring more than the upper bound that already holds.
            if all.lo >= old.hi { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best.unwrap_or_else(|| Interval::exact(self.game.settle(&state).score(Score::ZERO)))
    }
}

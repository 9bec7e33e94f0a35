//! A layer being built: sweeps until nothing changes.
//!
//! A sweep goes through the layer window by window. In a window all threads read the layer as it is and note what they
//! find; then the changes are written. So nobody reads what another writes at the same time, and most of a sweep's news
//! still reach the blocks that come later in the same sweep.

use rayon::prelude::*;
use sowbase_solver::mem::Plane;
use sowbase_solver::retrograde::{Planes, SolveError};
use sowbase_solver::simd::ring::{Below, Sources};
use sowbase_solver::{Layer, Metric, Stopped, Watch};

use super::Work;
use super::output;
use super::round::Round;
use super::scratch::Pool;
use super::tasks::{BLOCKS, Task, slices};
use super::visit::{Changes, Visit, Visitor};

/// Tasks of a window: a part of the layer's, between these.
const WINDOW: std::ops::RangeInclusive<usize> = 4..=256;
/// Windows of a large sweep.
const WINDOWS: usize = 48;

/// A layer being built.
pub(super) struct Building<'a> {
    round: &'a Round,
    layer: Layer,
    tasks: Vec<Task>,
    /// Block by block: the lower bounds of its states, then the upper ones.
    bytes: Plane<i8>,
    pool: Pool,
}

impl<'a> Building<'a> {
    /// All states wide open.
    pub(super) fn new(round: &'a Round, layer: Layer) -> Result<Self, SolveError> {
        let tasks = Task::all(round.rings, 2 * round.orientations());
        let bytes = Plane::zeroed(0).map_err(SolveError::no_memory)?;
        let mut building = Self { round, layer, tasks, bytes, pool: Pool::default() };
        let len = building.tasks.last().map_or(0, |task| task.at + task.blocks * building.each(task));
        building.bytes = Plane::zeroed(len).map_err(SolveError::no_memory)?;
        let top = round.seeds as i8;
        let half = |task: &Task| round.orientations() * task.group.1;
        let places = building.tasks.iter().map(|task| (task.at, task.blocks * 2 * half(task)));
        let all = slices(&mut building.bytes, places);
        all.into_par_iter().zip(&building.tasks).for_each(|(bytes, task)| {
            for block in bytes.chunks_exact_mut(2 * half(task)) {
                let (lower, upper) = block.split_at_mut(half(task));
                lower.fill(-top);
                upper.fill(top);
            }
        });
        Ok(building)
    }

    /// Bytes of a block of a task.
    fn each(&self, task: &Task) -> usize {
        2 * self.round.orientations() * task.group.1
    }

    /// Sweeps until nothing changes.
    pub(super) fn narrow(
        &mut self,
        below: &[Below<'_>],
        metric: Metric,
        watch: &dyn Watch,
    ) -> Result<Work, SolveError> {
        let blocks = |tasks: &[Task]| tasks.iter().map(|task| task.blocks as u64).sum();
        let mut work = Work { blocks: blocks(&self.tasks), ..Work::default() };
        let mut active: Vec<usize> = (0..self.tasks.len()).collect();
        let again = if metric == Metric::Bounds { Visit::All } else { Visit::Quiet };
        while !active.is_empty() {
            let visit = if work.sweeps == 0 { Visit::First } else { again };
            let open = active.iter().map(|&task| self.tasks[task].count_open()).sum();
            let to_do = if visit == Visit::First { work.blocks } else { open };
            watch.begin(&format!("layer {} sweep {}", self.layer.seeds, work.sweeps + 1), to_do);
            let changed = self.sweep(&active, below, visit, &mut work, watch);
            watch.end();
            if !changed? {
                break;
            }
            active.retain(|&task| self.tasks[task].open.iter().any(|&bits| bits != 0));
        }
        Ok(work)
    }

    /// Visits some tasks; true when something has changed.
    fn sweep(
        &mut self,
        active: &[usize],
        below: &[Below<'_>],
        visit: Visit,
        work: &mut Work,
        watch: &dyn Watch,
    ) -> Result<bool, Stopped> {
        work.sweeps += 1;
        let mut changed = false;
        // Tasks with little to do make longer windows.
        let window = (active.len() / WINDOWS).clamp(*WINDOW.start(), *WINDOW.end());
        for window in active.chunks(window) {
            if watch.stop() {
                return Err(Stopped);
            }
            let visitor =
                Visitor { round: self.round, sources: Sources { layer: &self.bytes, below }, visit };
            let found: Vec<(Task, Changes)> = window
                .par_iter()
                .map(|&task| {
                    let mut task = self.tasks[task].clone();
                    let changes = self.pool.with(|scratch| visitor.task(&mut task, scratch));
                    (task, changes)
                })
                .collect();
            changed |= self.write(window, found, work, watch);
        }
        Ok(changed)
    }

    /// Writes what was found in a window.
    fn write(
        &mut self,
        window: &[usize],
        found: Vec<(Task, Changes)>,
        work: &mut Work,
        watch: &dyn Watch,
    ) -> bool {
        let each = 2 * self.round.orientations();
        let places = found.iter().map(|(task, _)| (task.at, task.blocks * each * task.group.1));
        let bytes = slices(&mut self.bytes, places);
        bytes.into_par_iter().zip(&found).for_each(|(bytes, (task, changes))| {
            let each = each * task.group.1;
            for (&block, new) in changes.blocks.iter().zip(changes.bytes.chunks_exact(each)) {
                bytes[usize::from(block) * each..][..each].copy_from_slice(new);
            }
        });
        let mut changed = false;
        for (&at, (task, changes)) in window.iter().zip(found) {
            self.tasks[at] = task;
            changed |= !changes.blocks.is_empty();
            work.visits += changes.visits;
            work.relays += changes.relays.0;
            work.endless += changes.relays.1;
            watch.advance(changes.visits);
        }
        changed
    }

    /// What was asked for, in the order of the states' numbers.
    pub(super) fn planes(mut self, metric: Metric) -> Result<Planes, SolveError> {
        let halves: Vec<(usize, usize, usize)> = self
            .tasks
            .iter()
            .map(|task| (task.at / 2, task.blocks * self.each(task) / 2, self.each(task) / 2))
            .collect();
        if metric != Metric::Bounds {
            // Endless play is worth 0.
            output::compact(&mut self.bytes, &halves, |lower, upper| lower.max(0).min(upper));
            return Ok(Planes::Score(self.bytes));
        }
        let mut upper = Plane::zeroed(self.bytes.len() / 2).map_err(SolveError::no_memory)?;
        output::upper(&self.bytes, &halves, &mut upper);
        output::compact(&mut self.bytes, &halves, |lower, _| lower);
        Ok(Planes::Bounds([self.bytes, upper]))
    }
}

const _: () = assert!(BLOCKS <= 1 << 16, "a block's number within its task has 16 bits");

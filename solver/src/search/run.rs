//! A whole search: threads over a shared table.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::evaluate::Evaluate;
use super::iterate::report;
use super::limits::{Clock, Control, Limits, MAX_PLY};
use super::order::Memory;
use super::report::Report;
use super::seeker::{Seeker, reductions};
use super::table::Table;
use super::tuning::Tuning;
use crate::game::Game;
use crate::line::Line;
use crate::probe::Probe;

/// What a search works with.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, G, P, E> {
    /// The rules.
    pub game: &'a G,
    /// Solved states.
    pub probe: &'a P,
    /// The estimate at the horizon.
    pub evaluate: &'a E,
    /// What was found out before, and is now. Under other rules, estimates or databases it must be another table, or empty.
    pub table: &'a Table,
    /// What it leaves out.
    pub tuning: Tuning,
}

/// What is asked of a search.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// When it stops.
    pub limits: Limits,
    /// How many moves get a value of their own; 0 and more than there are: all of them.
    pub lines: usize,
    /// Threads; more than one share the table and find other node counts at every run.
    pub threads: usize,
    /// Set it from anywhere to stop the search; it then says what it knows.
    pub stop: &'a AtomicBool,
    /// The time.
    pub clock: &'a dyn Clock,
}

impl std::fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { limits, lines, threads, .. } = self;
        f.debug_struct("Job")
            .field("limits", limits)
            .field("lines", lines)
            .field("threads", threads)
            .finish_non_exhaustive()
    }
}

impl<G: Game, P: Probe<G>, E: Evaluate<G>> Search<'_, G, P, E> {
    /// Searches from the newest state of a line. `tell` hears of every iteration that is finished; what the last one said,
    /// and whatever came after it before a limit, is returned.
    ///
    /// Limits are looked at every 256 nodes, more often where few are allowed, once every move has had a first look; only `stop` ends a search before. At a state
    /// where the game is over by the line (see [`Game::cut`]) the search must not be asked.
    pub fn run(
        &self,
        line: &Line<G::State>,
        state: &G::State,
        job: &Job,
        mut tell: impl FnMut(&Report),
    ) -> Report {
        let Job { limits, lines, threads, stop, clock } = *job;
        let done = AtomicBool::new(false);
        let control = Control { limits, clock, stop, done, nodes: AtomicU64::new(0) };
        let lines = if lines == 0 { usize::MAX } else { lines };
        self.table.next_search();
        let hits = AtomicU64::new(0);
        let mut said = Report::default();
        rayon::in_place_scope(|scope| {
            for thread in 1..threads.max(1) {
                let (control, hits, line) = (&control, &hits, line.clone());
                scope.spawn(move |_| {
                    let mut helper = self.seeker(control, line);
                    helper.iterate(state, 1 + thread as u32 % 2, 1, |_, _, _, _| {});
                    control.nodes.fetch_add(helper.nodes % helper.pulse, Relaxed);
                    hits.fetch_add(helper.hits, Relaxed);
                });
            }
            let mut seeker = self.seeker(&control, line.clone());
            let (moves, reached) = seeker.iterate(state, 1, lines, |seeker, moves, depth, settled| {
                let mut update = report(moves, depth, settled);
                self.fill(&mut update, seeker, &control);
                update.goes_on = !settled && !control.enough(depth + 1);
                said.settled = settled;
                tell(&update);
            });
            control.done.store(true, Relaxed);
            control.nodes.fetch_add(seeker.nodes % seeker.pulse, Relaxed);
            let settled = said.settled;
            said = report(&moves, reached, settled);
            self.fill(&mut said, &seeker, &control);
            said.nodes = 0;
        });
        said.nodes = control.nodes.load(Relaxed);
        said.hits += hits.load(Relaxed);
        said
    }

    fn fill(&self, report: &mut Report, seeker: &Seeker<G, P, E>, control: &Control) {
        report.longest = seeker.longest as u32;
        report.nodes = control.nodes.load(Relaxed) + seeker.nodes % seeker.pulse;
        report.hits = seeker.hits;
        report.fullness = self.table.fullness();
    }

    fn seeker<'b>(&'b self, control: &'b Control<'b>, line: Line<G::State>) -> Seeker<'b, G, P, E> {
        Seeker {
            game: self.game,
            probe: self.probe,
            evaluate: self.evaluate,
            table: self.table,
            tuning: self.tuning,
            control,
            line,
            memory: Memory::new(self.tuning),
            moves: Vec::with_capacity(1024),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            pulse: control.limits.pulse(),
            hits: 0,
            longest: 0,
            halted: false,
            looked: false,
            clears: self.game.captures_are_final(),
            annuls: self.game.annuls(),
            reach: self.probe.reach(),
            less: reductions(),
        }
    }
}

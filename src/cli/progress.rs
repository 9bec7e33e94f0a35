//! How far a long job is: a bar on a terminal, a line every few seconds elsewhere; and Ctrl-C.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sowbase_solver::Watch;

use super::{INTERRUPTED, Output};

/// Time between two lines where there is no terminal.
const EVERY: Duration = Duration::from_secs(5);

/// Set by the first Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C ask jobs to stop, and the second end the program at once.
pub(super) fn catch_interrupts() {
    // Fails only when a handler is set already: then this one is.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    });
}

/// Shows a job's progress on stderr.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Lines are written in place of a bar: the task, and when the last line was written.
    lines: Option<Mutex<Task>>,
    /// True when stderr is to stay empty.
    quiet: bool,
}

struct Task {
    name: String,
    total: u64,
    done: u64,
    began: Instant,
    told: Instant,
}

impl Progress {
    /// Progress as `out` allows it: nothing with `--json` or `--quiet`.
    pub(super) fn new(out: &Output) -> Self {
        let silent = out.quiet() || out.json();
        let terminal =
            std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = ProgressBar::with_draw_target(
            Some(0),
            if terminal && !silent { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() },
        );
        let style = ProgressStyle::with_template("{msg:20} {wide_bar} {percent:>3}% {per_sec:>14} {eta:>5}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let now = Instant::now();
        let task = Task { name: String::new(), total: 0, done: 0, began: now, told: now };
        Self { bar, lines: (!terminal && !silent).then(|| Mutex::new(task)), quiet: out.quiet() }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn begin(&self, task: &str, total: u64) {
        self.bar.set_message(task.to_owned());
        self.bar.set_length(total);
        self.bar.set_position(0);
        self.bar.reset_eta();
        if let Some(lines) = &self.lines {
            let mut now = lines.lock().unwrap_or_else(PoisonError::into_inner);
            task.clone_into(&mut now.name);
            (now.total, now.done, now.began) = (total, 0, Instant::now());
        }
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if let Some(lines) = &self.lines {
            let mut task = lines.lock().unwrap_or_else(PoisonError::into_inner);
            task.done += steps;
            if task.told.elapsed() >= EVERY {
                task.told = Instant::now();
                tell(&task);
            }
        }
    }

    fn note(&self, text: &str) {
        if !self.quiet {
            self.bar.suspend(|| say(text));
        }
    }

    fn stop(&self) -> bool {
        STOP.load(Relaxed)
    }
}

#[expect(clippy::print_stderr, reason = "what is told beside the result goes to stderr")]
fn say(text: &str) {
    eprintln!("{text}");
}

#[expect(clippy::print_stderr, reason = "progress goes to stderr")]
fn tell(task: &Task) {
    let Task { name, total, done, .. } = task;
    let seconds = task.began.elapsed().as_secs_f64().max(0.001);
    let rate = *done as f64 / seconds;
    let left = total.saturating_sub(*done) as f64 / rate.max(1.0);
    eprintln!("{name}: {done} of {total}, {rate:.0} a second, {left:.0} s left");
}

//! How far a long job is: a bar on a terminal, a line every few seconds elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use sowbase_solver::Watch;

use super::Output;
pub(super) use super::interrupt::catch_interrupts;
use super::interrupt::stopping;

/// Time between two lines where there is no terminal.
const EVERY: Duration = Duration::from_secs(5);
/// Time between two looks of a bar.
const TICK: Duration = Duration::from_millis(500);

/// The bar that is shown, for whoever has something to say beside it; none where progress is silent.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Says which bar is shown now, for whoever has something to say beside it.
pub(super) fn set_shown(bar: Option<ProgressBar>) {
    *SHOWN.lock().unwrap_or_else(PoisonError::into_inner) = bar;
}

/// True when somebody looks at stderr who can be shown things in place.
pub(super) fn on_terminal() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Where a bar is drawn.
pub(super) fn target(shown: bool) -> ProgressDrawTarget {
    if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }
}

/// Shows a job's progress on stderr.
pub(super) struct Progress {
    bar: ProgressBar,
    /// Lines are written in place of a bar.
    lines: Option<Lines>,
    silent: bool,
}

impl Progress {
    /// Progress as `out` allows it: nothing with `--json` or `--quiet`.
    pub(super) fn new(out: &Output) -> Self {
        let silent = out.quiet() || out.json();
        let terminal = on_terminal();
        let shown = terminal && !silent;
        let bar = ProgressBar::with_draw_target(Some(0), target(shown));
        let style = ProgressStyle::with_template("{msg:24} {wide_bar} {percent:>3}% {speed:>17} {left:>10}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        // What cannot be shown is left out.
        let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = text.write_str(&paces(state).map(|(speed, _)| rate(speed)).unwrap_or_default());
        };
        let left = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            let _ = text.write_str(&paces(state).map(|(_, left)| time(left)).unwrap_or_default());
        };
        bar.set_style(style.with_key("speed", speed).with_key("left", left));
        if shown {
            bar.enable_steady_tick(TICK);
        }
        if !silent {
            set_shown(Some(bar.clone()));
        }
        Self { bar, lines: (!terminal && !silent).then(Lines::start), silent }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        set_shown(None);
        self.bar.finish_and_clear();
    }
}

impl Watch for Progress {
    fn begin(&self, task: &str, total: u64) {
        self.bar.set_position(0);
        self.bar.set_length(total);
        self.bar.reset_elapsed();
        self.bar.set_message(task.to_owned());
        if let Some(lines) = &self.lines {
            *lines.task() = Task { name: task.to_owned(), total, done: 0, began: Instant::now() };
        }
    }

    fn advance(&self, steps: u64) {
        self.bar.inc(steps);
        if let Some(lines) = &self.lines {
            lines.task().done += steps;
        }
    }

    fn note(&self, text: &str) {
        if !self.silent {
            self.bar.suspend(|| tell(text));
        }
    }

    fn stop(&self) -> bool {
        stopping()
    }
}

/// What is being done.
#[derive(Clone)]
struct Task {
    name: String,
    total: u64,
    done: u64,
    began: Instant,
}

/// A line every few seconds, also of a task that says nothing meanwhile.
struct Lines {
    task: Arc<Mutex<Task>>,
    /// Ends the thread that writes them when it is dropped.
    _over: Sender<()>,
}

impl Lines {
    fn start() -> Self {
        let task = Task { name: "beginning".into(), total: 0, done: 0, began: Instant::now() };
        let task = Arc::new(Mutex::new(task));
        let (over, ended) = channel();
        let lines = Self { task: Arc::clone(&task), _over: over };
        std::thread::spawn(move || {
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let now = task.lock().unwrap_or_else(PoisonError::into_inner).clone();
                tell(&far(&now));
            }
        });
        lines
    }

    fn task(&self) -> MutexGuard<'_, Task> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says something while a job runs, if its progress is shown.
pub(super) fn tell_beside(text: &str) {
    let bar = SHOWN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    if let Some(bar) = bar {
        bar.suspend(|| tell(text));
    }
}

/// Writes a line to stderr. A long job does not end because nobody reads it any more.
pub(super) fn tell(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// How far a task is, in a line.
fn far(task: &Task) -> String {
    let Task { name, total, done, began } = task;
    let elapsed = began.elapsed();
    match pace(*done, *total, elapsed) {
        None => format!("{name}: {:.0} s so far", elapsed.as_secs_f64()),
        // Nobody knows how much there is.
        Some((speed, _)) if *total == 0 => format!("{name}: {done}, {}", rate(speed)),
        Some((speed, left)) => format!("{name}: {done} of {total}, {}, {}", rate(speed), time(left)),
    }
}

/// The same of a bar.
fn paces(state: &ProgressState) -> Option<(f64, f64)> {
    pace(state.pos(), state.len().unwrap_or_default(), state.elapsed())
}

/// Steps a second and seconds left; nothing before the first step.
fn pace(done: u64, total: u64, elapsed: Duration) -> Option<(f64, f64)> {
    let speed = done as f64 / elapsed.as_secs_f64().max(0.001);
    (done > 0).then(|| (speed, total.saturating_sub(done) as f64 / speed))
}

/// Time that is left.
fn time(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s left"),
        ..6000.0 => format!("{:.0} min left", seconds / 60.0),
        _ => format!("{:.0} h left", seconds / 3600.0),
    }
}

/// Steps a second, as people read them.
fn rate(speed: f64) -> String {
    match speed {
        0.0..10.0 => format!("{speed:.1} a second"),
        10.0..1e4 => format!("{speed:.0} a second"),
        1e4..1e6 => format!("{:.1} k a second", speed / 1e3),
        _ => format!("{:.1} M a second", speed / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_task_amount_rate_and_time_left() {
        let began = Instant::now().checked_sub(Duration::from_secs(2)).expect("a clock that runs");
        let task = Task { name: "layer 9 sweep".into(), total: 400, done: 100, began };
        let text = far(&task);
        assert!(
            text.starts_with("layer 9 sweep: 100 of 400, ") && text.ends_with(" a second, 6 s left"),
            "{text}"
        );
        let endless = far(&Task { total: 0, ..task.clone() });
        assert!(endless.contains(": 100, ") && endless.ends_with(" a second"), "{endless}");
        assert!(far(&Task { done: 0, ..task }).ends_with("9 sweep: 2 s so far"));
    }

    #[test]
    fn rates_and_times_are_read_easily() {
        assert_eq!([5.0, 600.0, 7_200.0].map(time), ["5 s left", "10 min left", "2 h left"]);
        let words = [0.25, 99.6, 12_345.0, 33e6].map(rate);
        assert_eq!(words, ["0.2 a second", "100 a second", "12.3 k a second", "33.0 M a second"]);
    }
}

//! Lines that are drawn again in place while a job runs: on a terminal; elsewhere the last of them every few seconds.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::Output;
use super::progress::{on_terminal, set_shown, target, tell};

/// Time between two reports where there is no terminal.
const EVERY: Duration = Duration::from_secs(5);

/// Lines above a bar of games.
pub(super) struct Live {
    bar: ProgressBar,
    silent: bool,
    terminal: bool,
    told: Instant,
}

impl Live {
    /// As `out` allows it: nothing with `--json` or `--quiet`.
    pub(super) fn new(out: &Output, total: u64) -> Self {
        let silent = out.quiet() || out.json();
        let terminal = on_terminal();
        let bar = ProgressBar::with_draw_target(Some(total), target(terminal && !silent));
        let style = ProgressStyle::with_template("{msg}\n{wide_bar} {pos}/{len} games, {eta} left");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        if !silent {
            set_shown(Some(bar.clone()));
        }
        Self { bar, silent, terminal, told: Instant::now() }
    }

    /// Shows how far it is; `line` says it in one line where nothing can be drawn again.
    pub(super) fn show(&mut self, done: u64, lines: impl FnOnce() -> String, line: impl FnOnce() -> String) {
        if self.silent {
            return;
        }
        if self.terminal {
            self.bar.set_message(lines());
            self.bar.set_position(done);
        } else if self.told.elapsed() >= EVERY {
            self.told = Instant::now();
            tell(&line());
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        set_shown(None);
        self.bar.finish_and_clear();
    }
}

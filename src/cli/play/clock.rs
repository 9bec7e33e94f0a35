//! Two clocks: time for a game, and some more for every move.

use std::time::{Duration, Instant};

use crate::contest::Tempo;
use crate::play::Side;
use crate::words::{Key, say};

/// The clocks of a game.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    control: Tempo,
    left: [Duration; 2],
    running: Option<(Side, Instant)>,
}

impl Clock {
    pub(super) fn new(control: Tempo) -> Self {
        Self { control, left: [control.base; 2], running: None }
    }

    /// The clock of a side begins to run, if it does not yet.
    pub(super) fn start(&mut self, side: Side) {
        if self.running.is_none() {
            self.running = Some((side, Instant::now()));
        }
    }

    /// The clock stops: a move was made.
    pub(super) fn stop(&mut self) {
        if let Some((side, since)) = self.running.take() {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(since.elapsed()) + self.control.increment;
        }
    }

    /// What a side has left now.
    pub(super) fn left(&self, side: Side) -> Duration {
        match self.running {
            Some((running, since)) if running == side => {
                self.left[side.index()].saturating_sub(since.elapsed())
            }
            _ => self.left[side.index()],
        }
    }

    /// Both clocks in words.
    pub(super) fn words(&self) -> String {
        let shown = |side: Side| {
            let left = self.left(side);
            let (minutes, seconds) = (left.as_secs() / 60, left.as_secs_f64() % 60.0);
            format!("{minutes}:{seconds:04.1}")
        };
        let holes = [("south", shown(Side::South).into()), ("north", shown(Side::North).into())];
        say(Key::TimeLeft, &holes) + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_gives_its_increment_and_time_runs_out_but_not_below_zero() {
        let control = Tempo { base: Duration::from_millis(5), increment: Duration::from_secs(7) };
        let mut clock = Clock::new(control);
        clock.start(Side::North);
        std::thread::sleep(Duration::from_millis(20));
        assert_eq!((clock.left(Side::North), clock.left(Side::South)), (Duration::ZERO, control.base));
        clock.stop();
        assert_eq!(clock.left(Side::North), control.increment);
        clock.stop();
        assert_eq!(clock.left(Side::North), control.increment, "it did not run");
    }
}

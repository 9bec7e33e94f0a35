//! The engine at the table: as a player, as an adviser to people, and as judge of an offer to stop.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;

use crate::engine::{Answer, Chooser, EngineOptions, Limits, Question, SearchedMove};
use crate::error::Error;
use crate::games::Opened;
use crate::play::{InProgress, Position};

/// Part of the time left that a move may take where there is a clock: a game may still be this long.
const SHARE: u32 = 20;

/// An engine that plays or advises.
pub(super) struct Thinker<'a> {
    chooser: Chooser<'a>,
    time: Duration,
    rng: Rng,
    stop: AtomicBool,
}

impl<'a> Thinker<'a> {
    /// Opens an engine: at a level, or as well as it can in `time` a move.
    pub(super) fn new(
        opened: &'a Opened,
        options: &EngineOptions,
        level: Option<u8>,
        time: Duration,
        rng: Rng,
    ) -> Result<Self, Error> {
        let level = level.map(|level| opened.search.level(level)).transpose()?;
        let chooser = Chooser::new(opened, options, level)?;
        Ok(Self { chooser, time, rng, stop: AtomicBool::new(false) })
    }

    /// Looks at every move of the position in which a game stands.
    pub(super) fn look(&mut self, start: &Position, session: &dyn InProgress) -> Result<Answer, Error> {
        let moves = session.played();
        let limits = Limits { time: Some(self.time), ..Limits::default() };
        let question = Question { position: start, moves: &moves, limits, lines: 0 };
        self.chooser.engine().search(&question, &self.stop, &mut |_| {})
    }

    /// The move it plays, with all that it saw; `None` when the game is over. `left`: the time on its clock, where there is
    /// one.
    pub(super) fn choose(
        &mut self,
        start: &Position,
        session: &dyn InProgress,
        left: Option<Duration>,
    ) -> Result<Option<(SearchedMove, Answer)>, Error> {
        let moves = session.played();
        let share = left.map(|left| left / SHARE);
        let time = match self.chooser.level() {
            Some(_) => share,
            None => Some(share.map_or(self.time, |share| self.time.min(share))),
        };
        let limits = Limits { time, ..Limits::default() };
        let question = Question { position: start, moves: &moves, limits, lines: 1 };
        let on_board = session.position().on_board();
        self.chooser.choose(&question, on_board, &mut self.rng, &self.stop, &mut |_| {})
    }
}

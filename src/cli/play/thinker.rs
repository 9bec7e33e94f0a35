//! The engine at the table: as a player, as an adviser to people, and as judge of an offer to stop.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fastrand::Rng;

use crate::engine::{Answer, Engine, EngineOptions, Level, Limits, Question, SearchedMove};
use crate::error::Error;
use crate::games::Opened;
use crate::play::{InProgress, Position};

/// Part of the time left that a move may take where there is a clock: a game may still be this long.
const SHARE: u32 = 20;

/// An engine that plays or advises.
pub(super) struct Thinker<'a> {
    engine: Box<dyn Engine + 'a>,
    level: Option<Level>,
    time: Duration,
    rng: Rng,
    /// Seeds on a full board.
    full: u32,
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
        let options = level.map_or_else(|| options.clone(), |level| level.options(options.clone()));
        let engine = opened.search.engine(&options)?;
        let full = opened.play.start().on_board();
        Ok(Self { engine, level, time, rng, full, stop: AtomicBool::new(false) })
    }

    /// Looks at the position in which a game stands; `left`: the time on its clock, where there is one.
    pub(super) fn look(
        &mut self,
        start: &Position,
        session: &dyn InProgress,
        left: Option<Duration>,
        lines: usize,
    ) -> Result<Answer, Error> {
        let moves = session.played();
        let time = left.map_or(self.time, |left| self.time.min(left / SHARE));
        let limits = match self.level {
            Some(level) => Limits { time: left.map(|left| left / SHARE), ..level.limits() },
            None => Limits { time: Some(time), ..Limits::default() },
        };
        let question = Question { position: start, moves: &moves, limits, lines };
        self.engine.search(&question, &self.stop, &mut |_| {})
    }

    /// The move it plays, with all that it saw; `None` when the game is over.
    pub(super) fn choose(
        &mut self,
        start: &Position,
        session: &dyn InProgress,
        left: Option<Duration>,
    ) -> Result<Option<(SearchedMove, Answer)>, Error> {
        let lines = self.level.map_or(1, |level| level.lines());
        let answer = self.look(start, session, left, lines)?;
        let on_board = session.position().on_board();
        let picked = match self.level {
            Some(level) => level.pick(&answer, (on_board, self.full), &mut self.rng),
            None => answer.best(),
        };
        let picked = picked.cloned();
        Ok(picked.map(|mv| (mv, answer)))
    }
}

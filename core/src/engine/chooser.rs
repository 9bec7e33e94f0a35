//! An engine that plays: as well as it can, or at a level.

use std::sync::atomic::AtomicBool;

use fastrand::Rng;

use super::{Answer, Engine, EngineOptions, Level, Question, SearchedMove};
use crate::error::Error;
use crate::games::Opened;

/// An engine and the level that it plays at.
pub struct Chooser<'a> {
    engine: Box<dyn Engine + 'a>,
    level: Option<Level>,
    /// Seeds on a full board.
    full: u32,
}

impl std::fmt::Debug for Chooser<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chooser").field("level", &self.level).finish_non_exhaustive()
    }
}

impl<'a> Chooser<'a> {
    /// Opens an engine; without a level it plays as well as it can.
    ///
    /// # Errors
    /// When there is no memory for its table.
    pub fn new(opened: &'a Opened, options: &EngineOptions, level: Option<Level>) -> Result<Self, Error> {
        let options = level.map_or_else(|| options.clone(), |level| level.options(options.clone()));
        let engine = opened.search.engine(&options)?;
        Ok(Self { engine, level, full: opened.play.start().on_board() })
    }

    /// The level.
    pub fn level(&self) -> Option<Level> {
        self.level
    }

    /// The engine itself, for searches that know no level.
    pub fn engine(&mut self) -> &mut dyn Engine {
        &mut *self.engine
    }

    /// The move to play, and all that the search saw; `None` when the game is over. A level searches no more nodes than its
    /// own, and over as many moves as it picks from; `on_board`: the seeds that are left.
    ///
    /// # Errors
    /// For a move that cannot be played.
    pub fn choose(
        &mut self,
        question: &Question,
        on_board: u32,
        rng: &mut Rng,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&Answer),
    ) -> Result<Option<(SearchedMove, Answer)>, Error> {
        let mut question = *question;
        if let Some(level) = self.level {
            let most = question.limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes));
            question.limits.nodes = Some(most);
            question.lines = level.lines();
        }
        let answer = self.engine.search(&question, stop, tell)?;
        let picked = match self.level {
            Some(level) => level.pick(&answer, (on_board, self.full), rng),
            None => answer.best(),
        };
        let picked = picked.cloned();
        Ok(picked.map(|mv| (mv, answer)))
    }
}

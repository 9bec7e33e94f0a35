//! What plays a game: the engine, simple players, programs, behind one face.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use fastrand::Rng;

use super::forfeit::{Fault, Forfeit};
use super::pace::Pace;
use super::program::Program;
use super::setting::{Kind, Setting, Strength};
use crate::engine::{Chooser, Limits, Question};
use crate::error::Error;
use crate::games::Opened;
use crate::play::{InProgress, Position, Simple};
use crate::tables::Places;

/// What a player is asked.
pub(super) struct Asked<'a> {
    /// Where the game began.
    pub(super) start: &'a Position,
    /// The same for programs: its text, or nothing for the game's own start.
    pub(super) start_text: Option<&'a str>,
    /// The moves played from there.
    pub(super) moves: &'a [String],
    /// The game as it stands.
    pub(super) session: &'a dyn InProgress,
    /// What may be used.
    pub(super) pace: Pace,
    /// Time left on the clocks of South and North, where there are clocks.
    pub(super) left: [Option<Duration>; 2],
    /// What a clock adds for South and North.
    pub(super) increment: [Duration; 2],
    /// Set when the match is being stopped.
    pub(super) stop: &'a AtomicBool,
}

impl Asked<'_> {
    /// The time left for the side to move.
    pub(super) fn left(&self) -> Option<Duration> {
        self.left[self.session.position().side.index()]
    }
}

/// A move and what it took.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reply {
    pub(super) text: String,
    /// Nodes of the search, where they are known.
    pub(super) nodes: Option<u64>,
    /// Plies of its last iteration.
    pub(super) depth: Option<u32>,
    /// What the mover expects still to gain, in hundredths of a seed.
    pub(super) score: Option<i32>,
}

/// Somebody who plays.
pub(super) trait Player: Send {
    /// A new game begins; nothing is remembered of others. `seed` is all the chance there is.
    ///
    /// # Errors
    /// When it cannot play.
    fn begin(&mut self, seed: u64, stop: &AtomicBool) -> Result<(), Fault>;

    /// The move to play.
    ///
    /// # Errors
    /// When there is none.
    fn choose(&mut self, asked: &Asked) -> Result<Reply, Fault>;
}

/// How long a program is waited for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Beyond the time it has.
    pub(super) margin: Duration,
    /// For a move where no time is set, and until it is ready.
    pub(super) silence: Duration,
}

/// Opens a player of a setting.
pub(super) fn sit_down<'a>(
    setting: &Setting,
    opened: &'a Opened,
    places: &Places,
    patience: Patience,
) -> Result<Box<dyn Player + 'a>, Error> {
    Ok(match &setting.kind {
        Kind::Random => Box::new(Chance { greedy: false, simple: None }),
        Kind::Greedy => Box::new(Chance { greedy: true, simple: None }),
        Kind::Program { words, options } => {
            Box::new(Program::new(words.clone(), options.clone(), setting.hash, patience))
        }
        Kind::Engine { level, .. } => {
            let level = match level {
                None => None,
                Some(Strength::Number(number)) => Some(opened.search.level(*number)?),
                Some(Strength::Own(level)) => Some(*level),
            };
            let options = setting.engine_options(places).unwrap_or_default();
            Box::new(Searcher { chooser: Chooser::new(opened, &options, level)?, rng: Rng::new() })
        }
    })
}

/// The engine, as well as it can or at a level.
struct Searcher<'a> {
    chooser: Chooser<'a>,
    rng: Rng,
}

impl Player for Searcher<'_> {
    fn begin(&mut self, seed: u64, _: &AtomicBool) -> Result<(), Fault> {
        self.chooser.engine().forget();
        self.rng = Rng::with_seed(seed);
        Ok(())
    }

    fn choose(&mut self, asked: &Asked) -> Result<Reply, Fault> {
        let mut limits = asked.pace.limits(asked.left());
        if self.chooser.level().is_some() {
            // A level searches its own nodes, and no longer than it may.
            limits = Limits { time: limits.time, ..Limits::default() };
        }
        let question = Question { position: asked.start, moves: asked.moves, limits, lines: 1 };
        let on_board = asked.session.position().on_board();
        let chosen = self.chooser.choose(&question, on_board, &mut self.rng, asked.stop, &mut |_| {});
        let chosen = chosen.map_err(Fault::Broken)?;
        if asked.stop.load(Relaxed) {
            return Err(Fault::Stopped);
        }
        let (best, answer) = chosen.ok_or_else(|| Forfeit::NoMove("the search".into()))?;
        Ok(Reply {
            text: best.r#move.clone(),
            nodes: Some(answer.nodes),
            depth: Some(answer.depth),
            score: Some(best.hundredths),
        })
    }
}

/// A simple player.
struct Chance {
    greedy: bool,
    simple: Option<Simple>,
}

impl Player for Chance {
    fn begin(&mut self, seed: u64, _: &AtomicBool) -> Result<(), Fault> {
        let rng = Rng::with_seed(seed);
        self.simple = Some(if self.greedy { Simple::Greedy(rng) } else { Simple::Random(rng) });
        Ok(())
    }

    fn choose(&mut self, asked: &Asked) -> Result<Reply, Fault> {
        let moves = asked.session.moves();
        let chosen =
            self.simple.as_mut().and_then(|simple| simple.choose(&moves, asked.session.position().side));
        let chosen = chosen.ok_or_else(|| Forfeit::NoMove("a simple player".into()))?;
        Ok(Reply { text: chosen.text.clone(), ..Reply::default() })
    }
}

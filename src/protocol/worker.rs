//! The thread that thinks: it has the engine, and does one job after another.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::settings::{Settings, Then};
use super::{Dialect, Voice};
use crate::engine::{Answer, Engine, Limits, Question, SearchedMove};
use crate::error::Error;
use crate::games::Opened;
use crate::play::Position;
use crate::tables::{Source, Worth};

/// How often a search that is over looks whether it may say so.
const NAP: Duration = Duration::from_millis(2);

/// Something to do.
pub(super) enum Work {
    /// New settings, and what they ask for.
    Set(Box<Settings>, Then),
    /// Say that all before is done.
    Ready,
    /// A new game: what was found out is forgotten.
    NewGame,
    /// Search a position.
    Search(Box<Job>),
    /// Count paths.
    Count { position: Box<Position>, depth: u32, stop: Arc<AtomicBool> },
}

/// A search.
pub(super) struct Job {
    pub(super) start: Position,
    pub(super) moves: Vec<String>,
    pub(super) limits: Limits,
    /// Nothing is said before `stop`.
    pub(super) waits: bool,
    pub(super) stop: Arc<AtomicBool>,
}

pub(super) struct Worker<'a> {
    pub(super) opened: &'a Opened,
    pub(super) dialect: Dialect,
    pub(super) settings: Settings,
    pub(super) voice: &'a Voice<'a>,
    /// Searches that are asked for and not done.
    pub(super) busy: &'a AtomicUsize,
}

impl Worker<'_> {
    /// Does all the work until nobody sends more.
    ///
    /// # Errors
    /// When there is no memory for the engine's table.
    pub(super) fn run<'a>(
        mut self,
        mut engine: Box<dyn Engine + 'a>,
        work: &Receiver<Work>,
    ) -> Result<(), Error>
    where
        Self: 'a,
    {
        let mut rng = Rng::with_seed(self.settings.seed);
        for work in work {
            match work {
                Work::Set(settings, then) => {
                    let before = std::mem::replace(&mut self.settings, *settings);
                    match then {
                        Then::Nothing => {}
                        Then::Forget => engine.forget(),
                        Then::Reseed => rng = Rng::with_seed(self.settings.seed),
                        // The old table goes first: there may be no room for two.
                        Then::Reopen => {
                            drop(engine);
                            engine = match self.opened.search.engine(&self.settings.options()) {
                                Ok(engine) => engine,
                                Err(error) => {
                                    self.voice.note(&error.to_string());
                                    self.settings = before;
                                    self.opened.search.engine(&self.settings.options())?
                                }
                            };
                        }
                    }
                }
                Work::Ready => self.voice.say("readyok"),
                Work::NewGame => engine.forget(),
                Work::Search(job) => self.search(&mut *engine, &job, &mut rng),
                Work::Count { position, depth, stop } => self.count(&position, depth, &stop),
            }
        }
        Ok(())
    }

    fn search(&self, engine: &mut dyn Engine, job: &Job, rng: &mut Rng) {
        let chosen = self.best_move(engine, job, rng);
        while job.waits && !job.stop.load(Relaxed) {
            std::thread::sleep(NAP);
        }
        // Whoever reads the answer may ask again at once.
        self.busy.fetch_sub(1, SeqCst);
        match chosen {
            Ok(Some((best, next))) => {
                let ponder = next.map_or_else(String::new, |next| format!(" ponder {next}"));
                self.voice.say(&format!("bestmove {best}{ponder}"));
            }
            Ok(None) => self.voice.say("bestmove 0000"),
            Err(error) => {
                self.voice.note(&error.to_string());
                self.voice.say("bestmove 0000");
            }
        }
    }

    /// The move, and the reply that is expected; `None` when the game is over.
    fn best_move(
        &self,
        engine: &mut dyn Engine,
        job: &Job,
        rng: &mut Rng,
    ) -> Result<Option<(String, Option<String>)>, Error> {
        let settings = &self.settings;
        let mut session = self.opened.play.session(&job.start);
        for text in &job.moves {
            session.play(text)?;
        }
        if let Some(result) = session.result() {
            self.voice.note(&format!("no move: the game is over. {} {}", result.reason, result.line()));
            return Ok(None);
        }
        let position = self.opened.play.format(session.position());
        if let Some(mv) = settings.book.pick(&position, rng).filter(|_| settings.own_book && !job.waits) {
            self.voice.note("from the book");
            return Ok(Some((mv.r#move.clone(), None)));
        }
        let mut question =
            Question { position: &job.start, moves: &job.moves, limits: job.limits, lines: settings.lines };
        if let Some(level) = settings.level.filter(|_| !job.waits) {
            let Limits { nodes, .. } = level.limits();
            question.limits.nodes = Some(job.limits.nodes.unwrap_or(u64::MAX).min(nodes.unwrap_or(u64::MAX)));
            question.lines = level.lines();
        }
        let answer = engine.search(&question, &job.stop, &mut |answer| {
            if answer.goes_on {
                self.tell(answer);
            }
        })?;
        self.tell(&answer);
        let best = match settings.level {
            Some(level) if !job.waits => {
                let on_board = session.position().on_board();
                level.pick(&answer, (on_board, self.opened.play.start().on_board()), rng)
            }
            _ => answer.best(),
        };
        Ok(best.map(|mv| (mv.r#move.clone(), mv.pv.get(1).cloned())))
    }

    /// Says what a search has found so far, a line for each move that was asked for.
    fn tell(&self, answer: &Answer) {
        let millis = (answer.seconds * 1000.0) as u64;
        let speed = (answer.nodes as f64 / answer.seconds.max(1e-6)) as u64;
        let shown = answer.moves.iter().filter(|mv| mv.own_value).take(self.settings.lines);
        for (at, mv) in shown.enumerate() {
            let depth = if answer.source == Source::Search { mv.depth } else { mv.distance.unwrap_or(1) };
            self.voice.say(&format!(
                "info depth {depth} seldepth {} multipv {} score cp {}{} nodes {} nps {speed} hashfull {} tbhits {} time \
                 {millis} pv {}",
                answer.longest.max(depth),
                at + 1,
                mv.hundredths,
                bound(mv),
                answer.nodes,
                answer.fullness,
                answer.hits,
                self.dialect.line(&mv.pv),
            ));
        }
    }

    fn count(&self, position: &Position, depth: u32, stop: &AtomicBool) {
        let began = Instant::now();
        let counted =
            if depth == 0 { Some(Vec::new()) } else { self.opened.paths.divide_until(position, depth, stop) };
        self.busy.fetch_sub(1, SeqCst);
        let Some(counted) = counted else {
            self.voice.note("stopped; nothing was counted to its end");
            return;
        };
        for (mv, paths) in &counted {
            self.voice.say(&format!("{mv}: {paths}"));
        }
        let total = if depth == 0 { 1 } else { counted.iter().map(|(_, paths)| paths).sum::<u64>() };
        let millis = began.elapsed().as_millis();
        self.voice.say(&format!("info depth {depth} nodes {total} time {millis}"));
        self.voice.say(&format!("nodes {total}"));
    }
}

/// What the value is where it is proven on one side only.
fn bound(mv: &SearchedMove) -> &'static str {
    match mv.bound {
        Worth::Lower => " lowerbound",
        Worth::Upper => " upperbound",
        Worth::Exact | Worth::Estimate => "",
    }
}

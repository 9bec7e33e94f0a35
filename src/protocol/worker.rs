//! The thread that thinks: it has the engine, and does one job after another.

use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use fastrand::Rng;

use super::settings::{Settings, Then};
use super::{Dialect, Voice};
use crate::engine::{Answer, Chooser, Limits, Question, SearchedMove};
use crate::error::Error;
use crate::games::Opened;
use crate::play::{GameResult, Position};
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

/// Where to search: a position, the moves from it, and how the game stands after them.
#[derive(Clone)]
pub(super) struct At {
    pub(super) start: Position,
    pub(super) moves: Vec<String>,
    pub(super) now: Position,
    pub(super) result: Option<GameResult>,
}

/// A search.
pub(super) struct Job {
    pub(super) at: At,
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

impl<'a> Worker<'a> {
    /// Does all the work until nobody sends more.
    ///
    /// # Errors
    /// When there is no memory for the engine's table.
    pub(super) fn run(mut self, mut chooser: Chooser<'a>, work: &Receiver<Work>) -> Result<(), Error> {
        let mut rng = Rng::with_seed(self.settings.seed);
        for work in work {
            match work {
                Work::Set(settings, then) => {
                    let before = std::mem::replace(&mut self.settings, *settings);
                    match then {
                        Then::Nothing => {}
                        Then::Forget => chooser.engine().forget(),
                        Then::Reseed => rng = Rng::with_seed(self.settings.seed),
                        // The old table goes first: there may be no room for two.
                        Then::Reopen => {
                            drop(chooser);
                            chooser = match self.settings.chooser(self.opened) {
                                Ok(chooser) => chooser,
                                Err(error) => {
                                    self.voice.note(&error.to_string());
                                    self.settings = before;
                                    self.settings.chooser(self.opened)?
                                }
                            };
                        }
                    }
                }
                Work::Ready => self.voice.say("readyok"),
                Work::NewGame => chooser.engine().forget(),
                Work::Search(job) => self.search(&mut chooser, &job, &mut rng),
                Work::Count { position, depth, stop } => self.count(&position, depth, &stop),
            }
        }
        Ok(())
    }

    fn search(&self, chooser: &mut Chooser, job: &Job, rng: &mut Rng) {
        let chosen = self.best_move(chooser, job, rng);
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
        chooser: &mut Chooser,
        job: &Job,
        rng: &mut Rng,
    ) -> Result<Option<(String, Option<String>)>, Error> {
        let settings = &self.settings;
        let At { start, moves, now, result } = &job.at;
        if let Some(result) = result {
            self.voice.note(&format!("no move: the game is over. {} {}", result.reason, result.line()));
            return Ok(None);
        }
        let position = self.opened.play.format(now);
        if let Some(mv) = settings.book.pick(&position, rng).filter(|_| settings.own_book && !job.waits) {
            self.voice.note("from the book");
            return Ok(Some((mv.r#move.clone(), None)));
        }
        let question = Question { position: start, moves, limits: job.limits, lines: settings.lines };
        let mut tell = |answer: &Answer| {
            if answer.goes_on {
                self.tell(answer);
            }
        };
        // What goes on until somebody stops it is to find out all it can, whatever the level.
        let (best, answer) = if job.waits {
            let answer = chooser.engine().search(&question, &job.stop, &mut tell)?;
            (answer.best().cloned(), answer)
        } else {
            match chooser.choose(&question, now.on_board(), rng, &job.stop, &mut tell)? {
                Some((best, answer)) => (Some(best), answer),
                None => return Ok(None),
            }
        };
        self.tell(&answer);
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

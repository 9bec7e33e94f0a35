//! The thread that listens.

use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc::{Sender, channel};

use super::clock::limits;
use super::settings::{Settings, Then};
use super::worker::{At, Job, Work, Worker};
use super::{Command, Dialect, Go, Setup, Voice};
use crate::book::Book;
use crate::draw::text::board;
use crate::error::Error;
use crate::games::Opened;
use crate::lines::next_typed;
use crate::play::{Position, Side, Winner};

/// A longer line is cut: no command is so long but a position with very many moves.
const LONGEST_LINE: u64 = 1 << 20;
/// Milliseconds between the program and whoever holds the clock, where nothing else is set.
const OVERHEAD: u64 = 10;

/// Speaks the protocol until `quit` or the end of the input, or until nobody listens.
///
/// # Errors
/// When the setup does not fit the game, when there is no memory for the engine, when the input cannot be read.
pub fn speak(
    opened: &Opened,
    setup: &Setup,
    input: &mut (dyn BufRead + Send),
    output: &mut (dyn Write + Send),
) -> Result<(), Error> {
    setup.dialect.fits(opened)?;
    let settings = Settings {
        engine: setup.engine.clone(),
        lines: 1,
        level: setup.level.map(|level| opened.search.level(level)).transpose()?,
        overhead: OVERHEAD,
        book: setup.book.as_ref().map(|path| Book::load(path, opened)).transpose()?.unwrap_or_default(),
        own_book: true,
        seed: setup.seed,
    };
    let chooser = settings.chooser(opened)?;
    let voice = Voice::new(output);
    let busy = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (send, work) = channel();
        let worker =
            Worker { opened, dialect: setup.dialect, settings: settings.clone(), voice: &voice, busy: &busy };
        let thinking = scope.spawn(move || worker.run(chooser, &work));
        let host = Host {
            opened,
            dialect: setup.dialect,
            settings,
            voice: &voice,
            busy: &busy,
            send,
            at: at(opened, opened.play.start(), &[]),
            stop: Arc::default(),
            waits: false,
        };
        let heard = host.listen(input);
        let done = thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        heard.and(done)
    })
}

struct Host<'a> {
    opened: &'a Opened,
    dialect: Dialect,
    settings: Settings,
    voice: &'a Voice<'a>,
    /// Searches that are asked for and not done.
    busy: &'a AtomicUsize,
    send: Sender<Work>,
    /// Where to search, or why the last position given cannot be.
    at: Result<At, Error>,
    /// Ends the search that goes on.
    stop: Arc<AtomicBool>,
    /// The search that goes on ends only when told.
    waits: bool,
}

impl Host<'_> {
    /// Listens to the end. Where the input ends without `quit`, a search with limits is brought to its end.
    fn listen(mut self, input: &mut dyn BufRead) -> Result<(), Error> {
        while let Some(line) = next_typed(input, LONGEST_LINE)? {
            if self.voice.is_gone() || Command::read(&line).is_some_and(|command| !self.obey(command)) {
                self.stop.store(true, Relaxed);
                return Ok(());
            }
        }
        if self.waits {
            self.stop.store(true, Relaxed);
        }
        Ok(())
    }

    /// Does what a command says; false when it was the last.
    fn obey(&mut self, command: Command) -> bool {
        match command {
            Command::Hello(word) => {
                let name = concat!("sowbase ", env!("CARGO_PKG_VERSION"));
                self.voice.say(&format!("id name {name} ({})", self.opened.rules.game()));
                self.voice.say("id author the sowbase team");
                for option in self.settings.announced() {
                    self.voice.say(&option);
                }
                self.voice.say(&format!("{word}ok"));
            }
            // A search that goes on does not keep anybody waiting.
            Command::IsReady if self.is_busy() => self.voice.say("readyok"),
            Command::IsReady => self.hand_over(Work::Ready),
            Command::SetOption(name, value) => self.set(&name, &value),
            Command::NewGame => self.hand_over(Work::NewGame),
            Command::Position(position, moves) => {
                let start = self.dialect.position(self.opened, &position);
                self.at = start.and_then(|start| at(self.opened, start, &self.dialect.moves(&moves)));
                if let Err(error) = &self.at {
                    self.voice.note(&error.to_string());
                }
            }
            Command::Go(_) if self.is_busy() && self.waits => {
                self.voice.note("a search goes on that only stop ends");
            }
            Command::Go(go) => self.go(&go),
            Command::Stop | Command::PonderHit => self.stop.store(true, Relaxed),
            Command::Query(what) => self.query(&what),
            Command::Draw => self.draw(),
            Command::Quit => return false,
        }
        true
    }

    fn is_busy(&self) -> bool {
        self.busy.load(SeqCst) > 0
    }

    fn hand_over(&self, work: Work) {
        // Fails only when the worker has ended with an error, which is then told.
        let _ = self.send.send(work);
    }

    fn set(&mut self, name: &str, value: &str) {
        match self.settings.set(self.opened, name, value) {
            None => self.voice.note(&format!("there is no option {name:?}")),
            Some(Err(error)) => self.voice.note(&error.to_string()),
            Some(Ok(then)) => {
                let settings = Box::new(self.settings.clone());
                self.hand_over(Work::Set(settings, then));
                if then == Then::Reopen && self.is_busy() {
                    self.voice.note("this holds from the next search on");
                }
            }
        }
    }

    fn go(&mut self, go: &Go) {
        // What is asked for while a search goes on is done after it; stop ends all.
        if !self.is_busy() {
            self.stop = Arc::default();
        }
        let stop = Arc::clone(&self.stop);
        let at = match &self.at {
            Ok(at) => at.clone(),
            Err(error) => {
                self.voice.note(&format!("no move: {error}"));
                return self.voice.say("bestmove 0000");
            }
        };
        self.busy.fetch_add(1, SeqCst);
        self.waits = go.infinite && go.perft.is_none();
        if let Some(depth) = go.perft {
            return self.hand_over(Work::Count { position: Box::new(at.now), depth, stop });
        }
        let limits = limits(go, at.now.side, self.settings.overhead);
        self.hand_over(Work::Search(Box::new(Job { at, limits, waits: self.waits, stop })));
    }

    fn query(&self, what: &str) {
        let Ok(At { now, result, .. }) = &self.at else {
            return self.voice.note("the last position given cannot be");
        };
        let answer = match (what, result) {
            ("gameover", result) => result.is_some().to_string(),
            ("p1turn", _) => (now.side == Side::South).to_string(),
            ("result", None) => "none".into(),
            ("result", Some(result)) => match result.winner {
                Winner::South => "p1win",
                Winner::North => "p2win",
                Winner::Draw | Winner::None => "draw",
            }
            .into(),
            _ => return self.voice.note(&format!("query {what:?}: gameover, result or p1turn")),
        };
        self.voice.say(&format!("response {answer}"));
    }

    fn draw(&self) {
        let Ok(At { now, .. }) = &self.at else { return };
        for line in board(now, self.opened.play.layout()).lines() {
            self.voice.say(line);
        }
        self.voice.say(&self.opened.play.format(now));
    }
}

/// How a game stands after moves from a position.
fn at(opened: &Opened, start: Position, moves: &[String]) -> Result<At, Error> {
    let session = opened.play.replay(&start, moves)?;
    let (now, result) = (session.position().clone(), session.result().cloned());
    Ok(At { start, moves: moves.to_vec(), now, result })
}

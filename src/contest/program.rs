//! A program that plays by the line protocol: UGI, which has UCI's words with `ugi` for `uci`.
//!
//! Positions and moves are in our notation. `wtime` and `winc` are South's, `btime` and `binc` North's. A program that has
//! died, or that did not answer, is started again for the next game.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::forfeit::{Fault, Forfeit};
use super::pace::Pace;
use super::player::{Asked, Patience, Player, Reply};
use super::process::{Heard, Process};

/// How long a program that does not know `uci` is waited for before it is tried with `ugi`.
const FIRST_TRY: Duration = Duration::from_secs(2);
/// How long a program that is late is waited for after `stop`, before it is ended.
const LATE: Duration = Duration::from_millis(300);

/// A program, running or not.
#[derive(Debug)]
pub(super) struct Program {
    words: Vec<String>,
    options: Vec<(String, String)>,
    /// Bytes of its table, if it is to be told.
    hash: Option<u64>,
    patience: Patience,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    process: Process,
    /// It answered to `ugi`.
    ugi: bool,
}

impl Program {
    pub(super) fn new(
        words: Vec<String>,
        options: Vec<(String, String)>,
        hash: Option<u64>,
        patience: Patience,
    ) -> Self {
        Self { words, options, hash, patience, running: None }
    }

    /// Starts it and gives it its options.
    fn start(&self, stop: &AtomicBool) -> Result<Running, Fault> {
        let process = Process::start(&self.words).map_err(Forfeit::NotStarted)?;
        let mut running = Running { process, ugi: false };
        let deadline = Instant::now() + self.patience.silence;
        running.process.say("uci");
        let first = Instant::now() + FIRST_TRY.min(self.patience.silence / 2);
        match running.hear(first, stop, ready_for_words) {
            Ok(word) => running.ugi = word == "ugiok",
            Err(Missed::Nothing) => {
                running.process.say("ugi");
                let word = running.hear(deadline, stop, ready_for_words);
                running.ugi =
                    word.map_err(|missed| running.never_ready(missed, "uciok nor ugiok"))? == "ugiok";
            }
            Err(missed) => return Err(running.never_ready(missed, "uciok")),
        }
        if let Some(hash) = self.hash {
            running.process.say(&format!("setoption name Hash value {}", hash.div_ceil(1 << 20)));
        }
        for (name, value) in &self.options {
            running.process.say(&format!("setoption name {name} value {value}"));
        }
        Ok(running)
    }

    fn get_ready(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start(stop)?,
        };
        running.process.say(if running.ugi { "uginewgame" } else { "ucinewgame" });
        running.process.say("isready");
        let deadline = Instant::now() + self.patience.silence;
        let ready = running.hear(deadline, stop, |line| (line.trim() == "readyok").then_some(()));
        ready.map_err(|missed| running.never_ready(missed, "readyok"))?;
        self.running = Some(running);
        Ok(())
    }
}

/// Why what was waited for did not come.
#[derive(Clone, Copy)]
enum Missed {
    Nothing,
    Closed,
    Stopped,
}

impl Running {
    /// The first line that `wanted` makes something of; all others are passed over.
    fn hear<T>(
        &self,
        deadline: Instant,
        stop: &AtomicBool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Missed> {
        loop {
            match self.process.hear(deadline, stop) {
                Heard::Line(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Heard::Nothing => return Err(Missed::Nothing),
                Heard::Closed => return Err(Missed::Closed),
                Heard::Stopped => return Err(Missed::Stopped),
            }
        }
    }

    fn never_ready(&mut self, missed: Missed, word: &str) -> Fault {
        match missed {
            Missed::Stopped => Fault::Stopped,
            Missed::Nothing => Forfeit::NotStarted(format!("it never said {word}")).into(),
            Missed::Closed => {
                let how = self.process.how_it_ended();
                Forfeit::NotStarted(format!("it ended before it said {word}: {how}")).into()
            }
        }
    }
}

fn ready_for_words(line: &str) -> Option<&'static str> {
    ["uciok", "ugiok"].into_iter().find(|word| line.trim() == *word)
}

impl Player for Program {
    fn begin(&mut self, _: u64, stop: &AtomicBool) -> Result<(), Fault> {
        let was_running = self.running.is_some();
        match self.get_ready(stop) {
            // It may have died after its last game; that is no reason not to play this one.
            Err(Fault::Forfeit(_)) if was_running => self.get_ready(stop),
            done => done,
        }
    }

    fn choose(&mut self, asked: &Asked) -> Result<Reply, Fault> {
        let Some(mut running) = self.running.take() else {
            return Err(Forfeit::Died("it is not running".into()).into());
        };
        let begun = Instant::now();
        running.process.say(&position_line(asked));
        running.process.say(&go_line(asked));
        let allowed = asked.pace.allowed(asked.left());
        let most = allowed.map_or(self.patience.silence, |allowed| allowed + self.patience.margin);
        let mut reply = Reply::default();
        let mut listen = |line: &str| note(&mut reply, line);
        match running.hear(begun + most, asked.stop, &mut listen) {
            Ok(text) => {
                self.running = Some(running);
                if matches!(text.as_str(), "" | "0000" | "none" | "(none)" | "null" | "-") {
                    return Err(Forfeit::NoMove(text).into());
                }
                Ok(Reply { text, ..reply })
            }
            Err(Missed::Stopped) => Err(Fault::Stopped),
            Err(Missed::Closed) => Err(Forfeit::Died(running.process.how_it_ended()).into()),
            Err(Missed::Nothing) => {
                let used = begun.elapsed();
                running.process.say("stop");
                if running
                    .hear(Instant::now() + LATE, asked.stop, |line| note(&mut Reply::default(), line))
                    .is_ok()
                {
                    self.running = Some(running);
                }
                Err(allowed.map_or(Forfeit::NoAnswer(used), |allowed| Forfeit::Time { used, allowed }).into())
            }
        }
    }
}

/// Keeps what a line of information says; gives the move of a line that has one, as it stands there.
fn note(reply: &mut Reply, line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => return Some(words.next().unwrap_or_default().to_owned()),
        Some("info") => {}
        _ => return None,
    }
    while let Some(word) = words.next() {
        match word {
            // Free text to the end of the line.
            "string" => break,
            "nodes" => reply.nodes = words.next().and_then(|word| word.parse().ok()).or(reply.nodes),
            "cp" => reply.score = words.next().and_then(|word| word.parse().ok()).or(reply.score),
            "depth" => reply.depth = words.next().and_then(|word| word.parse().ok()).or(reply.depth),
            _ => {}
        }
    }
    None
}

fn position_line(asked: &Asked) -> String {
    let start = asked.start_text.unwrap_or("startpos");
    if asked.moves.is_empty() {
        return format!("position {start}");
    }
    format!("position {start} moves {}", asked.moves.join(" "))
}

fn go_line(asked: &Asked) -> String {
    let Pace { nodes, depth, time, clock } = asked.pace;
    let mut line = "go".to_owned();
    if let Some(nodes) = nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(depth) = depth {
        line += &format!(" depth {depth}");
    }
    if let Some(time) = time {
        line += &format!(" movetime {}", time.as_millis().max(1));
    }
    if clock.is_some() {
        let [south, north] = asked.left.map(|left| left.unwrap_or_default().as_millis());
        let [winc, binc] = asked.increment.map(|increment| increment.as_millis());
        line += &format!(" wtime {south} btime {north} winc {winc} binc {binc}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn information_is_kept_and_moves_are_found() {
        let mut reply = Reply::default();
        assert_eq!(note(&mut reply, "info depth 7 score cp 12 nodes 4711 nps 1 pv A b"), None);
        assert_eq!(note(&mut reply, "info string nodes 1 depth 1"), None);
        assert_eq!(note(&mut reply, "hello bestmove A"), None);
        assert_eq!((reply.nodes, reply.depth, reply.score), (Some(4711), Some(7), Some(12)));
        assert_eq!(note(&mut reply, "bestmove A-+ ponder b").as_deref(), Some("A-+"));
        assert_eq!(note(&mut reply, "bestmove").as_deref(), Some(""));
    }
}

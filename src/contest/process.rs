//! A child process that is talked to in lines. It may say nothing, flood, or die: reading always comes back in time, and
//! nothing that it says grows in memory.

use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::short;
use crate::lines::next_line;

/// The most bytes of a line that are kept; what comes after them up to its end is dropped.
const LONGEST_LINE: u64 = 64 << 10;
/// Lines that wait to be read: then the child waits, and not the memory.
const WAITING: usize = 64;
/// How often a wait looks whether the match is being stopped.
const LOOK: Duration = Duration::from_millis(20);
/// How long a child that was told to end may take.
const GOODBYE: Duration = Duration::from_millis(300);

/// A running child.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    to: Option<Sender<String>>,
    from: Receiver<String>,
    /// The last line on its standard error, for messages.
    complaint: Arc<Mutex<String>>,
}

/// What came of waiting for a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line without its end.
    Line(String),
    /// Nothing before the deadline.
    Nothing,
    /// It has closed its output, or ended.
    Closed,
    /// The match is being stopped.
    Stopped,
}

impl Process {
    /// Starts a command in a process group of its own: Ctrl-C is for the match, which then ends its children.
    pub(super) fn start(words: &[String]) -> Result<Self, String> {
        let (name, rest) = words.split_first().ok_or("there is no command")?;
        let mut command = Command::new(name);
        command.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", short(name)))?;
        let complaint = Arc::new(Mutex::new(String::new()));
        let (to, orders) = channel::<String>();
        let (lines, from) = sync_channel(WAITING);
        if let Some(mut input) = child.stdin.take() {
            // A child that does not read must not hold up the match.
            std::thread::spawn(move || {
                for order in orders {
                    if input.write_all(order.as_bytes()).and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || pass_on(output, &lines));
        }
        if let Some(errors) = child.stderr.take() {
            let complaint = Arc::clone(&complaint);
            std::thread::spawn(move || remember_last(errors, &complaint));
        }
        Ok(Self { child, to: Some(to), from, complaint })
    }

    /// Sends a line. That nobody reads it shows when an answer is waited for.
    pub(super) fn say(&self, line: &str) {
        if let Some(to) = &self.to {
            let _ = to.send(format!("{line}\n"));
        }
    }

    /// The next line before a deadline.
    pub(super) fn hear(&self, deadline: Instant, stop: &AtomicBool) -> Heard {
        loop {
            if stop.load(Relaxed) {
                return Heard::Stopped;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Heard::Nothing;
            }
            match self.from.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Heard::Closed,
            }
        }
    }

    /// How it ended, in words; it is ended if it has not.
    pub(super) fn how_it_ended(&mut self) -> String {
        let status = self.wait(GOODBYE);
        let how = match status {
            Some(status) => status.to_string(),
            None => "it closed its output and went on".to_owned(),
        };
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if complaint.is_empty() { how } else { format!("{how}; it said: {}", short(&complaint)) }
    }

    fn wait(&mut self, most: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + most;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    /// Ends it and whatever it started, unless it has ended: then its number may be somebody else's.
    fn kill(&mut self) {
        if !self.child.try_wait().is_ok_and(|status| status.is_none()) {
            return;
        }
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // It may be going just now.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Asks it to end, and then ends it.
    fn drop(&mut self) {
        self.say("quit");
        self.to = None;
        // Its lines are not read any more, so one that still has something to say must not wait for us.
        let deadline = Instant::now() + GOODBYE;
        while self.child.try_wait().is_ok_and(|status| status.is_none()) && Instant::now() < deadline {
            let _ = self.from.recv_timeout(Duration::from_millis(2));
        }
        self.kill();
    }
}

/// Hands lines on until the child has closed its output or nobody listens.
fn pass_on(output: impl Read, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = next_line(&mut output, LONGEST_LINE) {
        if lines.send(line).is_err() {
            break;
        }
    }
}

fn remember_last(errors: impl Read, complaint: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    while let Ok(Some(line)) = next_line(&mut errors, LONGEST_LINE) {
        if !line.trim().is_empty() {
            *complaint.lock().unwrap_or_else(PoisonError::into_inner) = short(&line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_child_is_heard_and_its_end_is_told() {
        let words = ["sh", "-c", "read a; echo got $a; echo why >&2; exit 3"].map(str::to_owned);
        let mut process = Process::start(&words).expect("a shell");
        let (soon, go) = (Instant::now() + Duration::from_secs(20), AtomicBool::new(false));
        process.say("this");
        assert_eq!(process.hear(soon, &go), Heard::Line("got this".into()));
        assert_eq!(process.hear(soon, &go), Heard::Closed);
        let how = process.how_it_ended();
        assert!(how.contains('3'), "{how}");
        assert_eq!(process.hear(Instant::now(), &AtomicBool::new(true)), Heard::Stopped);
        let error = Process::start(&["/no/such/program".to_owned()]).expect_err("none");
        assert!(error.starts_with("/no/such/program: "), "{error}");
    }
}

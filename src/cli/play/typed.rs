//! What people type, with an eye on the clock.

use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::error::Error;
use crate::lines::next_typed;

/// A longer line is no command.
pub(super) const LONGEST_LINE: u64 = 4096;

/// What was heard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// The end of the input.
    End,
    /// Nothing until the time was up.
    TimeUp,
}

/// Where lines come from.
pub(super) trait Typed {
    /// The next line, waited for no longer than `patience`.
    ///
    /// # Errors
    /// When the input cannot be read.
    fn next(&mut self, patience: Option<Duration>) -> Result<Heard, Error>;
}

/// Lines that are there or come when they come; nobody looks at the time meanwhile.
impl<R: BufRead> Typed for R {
    fn next(&mut self, _: Option<Duration>) -> Result<Heard, Error> {
        Ok(next_typed(self, LONGEST_LINE)?.map_or(Heard::End, Heard::Line))
    }
}

/// Standard input read by a thread of its own, so that a clock can run out while nobody types.
pub(super) struct Waiting(Receiver<Result<Option<String>, Error>>);

impl Waiting {
    pub(super) fn new() -> Self {
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut input = std::io::stdin().lock();
            loop {
                let line = next_typed(&mut input, LONGEST_LINE);
                let last = !matches!(line, Ok(Some(_)));
                if send.send(line).is_err() || last {
                    return;
                }
            }
        });
        Self(lines)
    }
}

impl Typed for Waiting {
    fn next(&mut self, patience: Option<Duration>) -> Result<Heard, Error> {
        let line = match patience {
            Some(patience) => match self.0.recv_timeout(patience) {
                Err(RecvTimeoutError::Timeout) => return Ok(Heard::TimeUp),
                line => line.ok(),
            },
            None => self.0.recv().ok(),
        };
        Ok(line.transpose()?.flatten().map_or(Heard::End, Heard::Line))
    }
}

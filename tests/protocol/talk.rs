//! A conversation with the program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Nobody waits longer for an answer: then something hangs.
const PATIENCE: Duration = Duration::from_mins(2);

pub(crate) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
}

impl Talk {
    pub(crate) fn with(args: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_sowbase"))
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        let out = child.stdout.take().expect("piped");
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(out).lines() {
                let Ok(line) = line else { return };
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines: Some(lines) }
    }

    pub(crate) fn input(&mut self) -> &mut ChildStdin {
        self.input.as_mut().expect("open")
    }

    pub(crate) fn say(&mut self, line: &str) {
        // The program may have gone; then the answer is missing.
        let _ = writeln!(self.input(), "{line}");
    }

    /// The next line, if one comes in time.
    pub(crate) fn hear(&mut self, patience: Duration) -> Option<String> {
        self.lines.as_ref().expect("listening").recv_timeout(patience).ok()
    }

    /// Lines up to one that begins with a word.
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let Some(line) = self.hear(PATIENCE) else { panic!("no {word:?} after {heard:?}") };
            let found = line.starts_with(word);
            heard.push(line);
            if found {
                return heard;
            }
        }
    }

    pub(crate) fn stop_listening(&mut self) {
        self.lines = None;
    }

    /// Says good-bye and sees that the program ends well.
    pub(crate) fn quit(mut self) {
        self.say("quit");
        self.end();
    }

    /// Closes the input and sees that the program ends well.
    pub(crate) fn end(mut self) {
        self.input = None;
        let status = self.child.wait().expect("ends");
        assert!(status.success(), "{status}");
    }

    /// Waits for the end, however it comes.
    pub(crate) fn wait(mut self) {
        self.input = None;
        assert!(self.child.wait().is_ok());
    }
}

/// All that the program says to an input that comes at once.
pub(crate) fn spoken(args: &[&str], input: &[u8]) -> String {
    let output = assert_cmd::Command::cargo_bin("sowbase")
        .expect("built")
        .args(args)
        .write_stdin(input)
        .timeout(PATIENCE)
        .output()
        .expect("runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

//! Where results go: stdout as text or JSON; everything else goes to stderr.

use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;
use sowbase_solver::Whole;

use super::progress::tell;
use super::{Color, Common};
use crate::error::Error;

/// Standard output, as the user asked for it.
#[derive(Debug)]
pub struct Output {
    json: bool,
    quiet: bool,
}

impl Output {
    pub(crate) fn new(common: &Common) -> Self {
        Self { json: common.json, quiet: common.quiet }
    }

    /// True when one JSON document is wanted.
    pub(crate) fn json(&self) -> bool {
        self.json
    }

    /// True when stderr is to stay empty.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// Writes text to stdout. A pipe that the reader has closed ends the program quietly.
    ///
    /// # Errors
    /// When stdout cannot be written, for example because a disk is full.
    #[expect(clippy::unused_self, reason = "whoever writes to stdout holds the output")]
    pub(crate) fn text(&mut self, text: &str) -> Result<(), Error> {
        let mut stdout = anstream::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            Err(error) => Err(Error::File(format!("cannot write to standard output: {error}"))),
            Ok(()) => Ok(()),
        }
    }

    /// Writes a value as one JSON document.
    ///
    /// # Errors
    /// As [`Output::text`].
    pub(crate) fn document(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_string_pretty(value)
            .map_err(|error| Error::File(format!("cannot write JSON: {error}")))?;
        self.text(&(text + "\n"))
    }

    /// Writes a value as one line of JSON, for streams.
    ///
    /// # Errors
    /// As [`Output::text`].
    pub(crate) fn line(&mut self, value: &impl Serialize) -> Result<(), Error> {
        let text = serde_json::to_string(value)
            .map_err(|error| Error::File(format!("cannot write JSON: {error}")))?;
        self.text(&(text + "\n"))
    }

    /// Says something beside the result, on stderr.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            tell(text);
        }
    }
}

/// Writes a result to a file, whole or not at all, or to standard output.
///
/// # Errors
/// What `write` says, and a file or an output that cannot be written.
pub(crate) fn write_result(
    to: Option<&Path>,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Error>,
) -> Result<(), Error> {
    let Some(path) = to else {
        let mut stdout = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        write(&mut stdout)?;
        return stdout.flush().map_err(|error| to_stdout(&error));
    };
    let failed = |error: &std::io::Error| {
        Error::File(format!("cannot write {}: {error}; give another file with -o", path.display()))
    };
    let whole = Whole::begin(path).map_err(|error| failed(&error))?;
    let mut file = BufWriter::with_capacity(1 << 16, whole);
    write(&mut file)?;
    let whole = file.into_inner().map_err(|error| failed(error.error()))?;
    whole.finish().map_err(|error| failed(&error))
}

/// A pipe that its reader has closed ends the program quietly.
pub(crate) fn to_stdout(error: &std::io::Error) -> Error {
    if error.kind() == std::io::ErrorKind::BrokenPipe {
        std::process::exit(0);
    }
    Error::File(format!("cannot write to standard output: {error}"))
}

/// Whether text on stdout and stderr is coloured.
pub(crate) fn set_color(when: Color) {
    match when {
        Color::Auto => {}
        Color::Always => anstream::ColorChoice::Always.write_global(),
        Color::Never => anstream::ColorChoice::Never.write_global(),
    }
}

/// Reports an error and gives its exit code.
pub(crate) fn failed(error: &Error) -> ExitCode {
    tell(&format!("error: {error}"));
    ExitCode::from(if matches!(error, Error::Usage(_)) { 2 } else { 1 })
}

/// Reports what clap says: help and version are no errors.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe is no failure of ours.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

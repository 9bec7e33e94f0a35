//! Errors that people see: what was given, what is allowed, and the way out.

/// What can go wrong at the door. The message is the whole message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option, name or file of rules that cannot be.
    #[error("{0}")]
    Usage(String),
    /// A position that cannot be read or cannot be.
    #[error("position {text:?}: {why}")]
    Position {
        /// The text as given, shortened.
        text: String,
        /// What is wrong and what is allowed.
        why: String,
    },
    /// A move that cannot be played.
    #[error("move {number} ({text:?}): {why}")]
    Move {
        /// Which of the moves given, from 1.
        number: usize,
        /// The move as given, shortened.
        text: String,
        /// Why not.
        why: String,
    },
    /// A record that cannot be read.
    #[error("record: {0}")]
    Record(String),
    /// A file or folder that cannot be used.
    #[error("{0}")]
    File(String),
    /// The job was stopped before its end.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// For a name that is not known: names the nearest and all that are.
    pub fn unknown<'a>(what: &str, given: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.collect();
        let near = nearest(given, known.iter().copied())
            .map(|near| format!(" Did you mean {near}?"))
            .unwrap_or_default();
        Self::Usage(format!("{what} {:?}.{near} Known: {}", short(given), known.join(", ")))
    }
}

/// The known name that is nearest to a given one, if any is near.
pub(crate) fn nearest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|name| (strsim::jaro_winkler(&given.to_lowercase(), &name.to_lowercase()), name))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// At most 60 characters of a text that a user gave, control characters escaped.
pub fn short(text: &str) -> String {
    let mut out: String = text
        .chars()
        .take(60)
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect();
    if text.chars().nth(60).is_some() {
        out.push('…');
    }
    out
}

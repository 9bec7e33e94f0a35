//! What a line of the protocol asks for.

/// A command. What is not understood is `None` in [`Command::read`]: the protocol wants it ignored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Who are you: `uci` or `ugi`, to be answered with the same word and `ok`.
    Hello(&'static str),
    /// Are you ready.
    IsReady,
    /// An option by name, with its value where it has one.
    SetOption(String, String),
    /// A new game begins.
    NewGame,
    /// A position and the moves from it, as written.
    Position(String, String),
    /// Search.
    Go(Go),
    /// Say what you have found.
    Stop,
    /// The move that was pondered on was played.
    PonderHit,
    /// How the game stands: `gameover`, `result` or `p1turn`.
    Query(String),
    /// Draw the board.
    Draw,
    /// Enough.
    Quit,
}

/// How long to search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// Milliseconds that South and North have left.
    pub time: [Option<u64>; 2],
    /// Milliseconds that each gets for a move.
    pub increment: [u64; 2],
    /// Moves until more time comes.
    pub moves_to_go: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// Count paths instead.
    pub perft: Option<u32>,
}

impl Command {
    /// Reads a line.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Some(match word {
            "uci" => Self::Hello("uci"),
            "ugi" => Self::Hello("ugi"),
            "isready" => Self::IsReady,
            "ucinewgame" | "uginewgame" => Self::NewGame,
            "position" => {
                let (position, moves) = split_at_word(rest, "moves").unwrap_or((rest, ""));
                Self::Position(position.to_owned(), moves.to_owned())
            }
            "setoption" => {
                let rest = rest.strip_prefix("name").filter(|rest| rest.starts_with(char::is_whitespace))?;
                let (name, value) = split_at_word(rest, "value").unwrap_or((rest, ""));
                Self::SetOption(name.trim().to_owned(), value.to_owned())
            }
            "go" => Self::Go(Go::read(rest)),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "query" => Self::Query(rest.to_owned()),
            "d" | "draw" => Self::Draw,
            "quit" => Self::Quit,
            _ => return None,
        })
    }
}

/// What stands before and after a whole word.
fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_edge = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).find_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        let whole = is_edge(before.chars().next_back()) && is_edge(after.chars().next());
        whole.then(|| (before.trim(), after.trim()))
    })
}

impl Go {
    /// Reads what follows `go`. What makes no sense is left out, as the protocol wants it.
    fn read(text: &str) -> Self {
        let mut go = Self::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if matches!(word, "infinite" | "ponder") {
                go.infinite = true;
                continue;
            }
            let known = matches!(
                word,
                "depth"
                    | "nodes"
                    | "movetime"
                    | "wtime"
                    | "btime"
                    | "winc"
                    | "binc"
                    | "p1time"
                    | "p2time"
                    | "p1inc"
                    | "p2inc"
                    | "movestogo"
                    | "perft"
            );
            // A clock that has run over is a clock at 0.
            let number =
                words.peek().and_then(|word| word.parse::<i64>().ok()).map(|number| number.max(0) as u64);
            let (true, Some(number)) = (known, number) else { continue };
            words.next();
            let small = u32::try_from(number).unwrap_or(u32::MAX);
            match word {
                "depth" => go.depth = Some(small),
                "nodes" => go.nodes = Some(number),
                "movetime" => go.movetime = Some(number),
                "wtime" | "p1time" => go.time[0] = Some(number),
                "btime" | "p2time" => go.time[1] = Some(number),
                "winc" | "p1inc" => go.increment[0] = number,
                "binc" | "p2inc" => go.increment[1] = number,
                "movestogo" => go.moves_to_go = Some(small),
                _ => go.perft = Some(small),
            }
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_junk_is_not() {
        let position = |position: &str, moves: &str| Some(Command::Position(position.into(), moves.into()));
        let option = |name: &str, value: &str| Some(Command::SetOption(name.into(), value.into()));
        for (line, expected) in [
            ("uci", Some(Command::Hello("uci"))),
            ("  isready \r", Some(Command::IsReady)),
            ("position startpos", position("startpos", "")),
            ("position startpos moves A b", position("startpos", "A b")),
            ("position 4,4/4,4 0-0 S moves A", position("4,4/4,4 0-0 S", "A")),
            ("position moves A", position("", "A")),
            ("setoption name Hash value 128", option("Hash", "128")),
            ("setoption name Clear Hash", option("Clear Hash", "")),
            ("setoption name Book value /a value/b", option("Book", "/a value/b")),
            ("setoption Hash 3", None),
            ("go", Some(Command::Go(Go::default()))),
            ("go depth", Some(Command::Go(Go::default()))),
            ("go depth x nodes 7", Some(Command::Go(Go { nodes: Some(7), ..Go::default() }))),
            ("go wtime -5 btime 100 winc 3", {
                let (time, increment) = ([Some(0), Some(100)], [3, 0]);
                Some(Command::Go(Go { time, increment, ..Go::default() }))
            }),
            ("go depth 99999999999999999999", Some(Command::Go(Go::default()))),
            ("go depth 9999999999", Some(Command::Go(Go { depth: Some(u32::MAX), ..Go::default() }))),
            ("joho debug", None),
            ("", None),
            ("stopp", None),
        ] {
            assert_eq!(Command::read(line), expected, "{line:?}");
        }
    }
}

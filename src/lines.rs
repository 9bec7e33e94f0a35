//! Lines of input from people and programs that may send anything.

use std::io::{self, BufRead, Read};

use crate::error::Error;

/// The next line, without its end; `None` at the end of the input. What is no UTF-8 is shown as such, and a line of more
/// than `longest` bytes is cut there.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn next_line(input: &mut dyn BufRead, longest: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    input.take(longest).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == longest && line.last() != Some(&b'\n') {
        // The rest of a line that is far too long is dropped piece by piece.
        loop {
            let mut piece = Vec::new();
            input.take(longest).read_until(b'\n', &mut piece)?;
            if piece.last().is_none_or(|&byte| byte == b'\n') {
                break;
            }
        }
    }
    let text = String::from_utf8_lossy(&line);
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// The same of standard input, or what stands for it.
///
/// # Errors
/// When it cannot be read.
pub(crate) fn next_typed(input: &mut dyn BufRead, longest: u64) -> Result<Option<String>, Error> {
    next_line(input, longest).map_err(|error| Error::File(format!("cannot read standard input: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_is_cut_and_the_next_is_whole() {
        let text = format!("{}\nb\r\n\n\u{e9}", "a".repeat(25));
        let mut bytes = text.into_bytes();
        // A lone byte of two is no text.
        bytes.pop();
        let mut input = &bytes[..];
        let mut next = || next_line(&mut input, 10).expect("reads");
        assert_eq!(next().as_deref(), Some("aaaaaaaaaa"));
        assert_eq!(next().as_deref(), Some("b"));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("\u{fffd}"));
        assert_eq!(next(), None);
    }

    #[test]
    fn a_flood_without_an_end_of_line_is_cut_too() {
        let long = "x".repeat(200_000);
        let text = format!("{long}\nbestmove A\r\n\u{fffd}last");
        let (mut input, longest) = (text.as_bytes(), 64 << 10);
        let mut next = || next_line(&mut input, longest).expect("reads");
        assert_eq!(next().map(|line| line.len()), Some(longest as usize));
        assert_eq!(next().as_deref(), Some("bestmove A"));
        assert_eq!(next().as_deref(), Some("\u{fffd}last"));
        assert_eq!(next(), None);
    }
}

//! Lines of input from people and programs that may send anything.

use std::io::{BufRead, Read};

use crate::error::Error;

/// The next line, without its end; `None` at the end of the input. What is no UTF-8 is shown as such, and a line of more
/// than `longest` bytes is cut there.
///
/// # Errors
/// When the input cannot be read.
pub(crate) fn next_line(input: &mut dyn BufRead, longest: u64) -> Result<Option<String>, Error> {
    let broken = |error: std::io::Error| Error::File(format!("cannot read standard input: {error}"));
    let mut line = Vec::new();
    input.take(longest).read_until(b'\n', &mut line).map_err(broken)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == longest && line.last() != Some(&b'\n') {
        // The rest of a line that is far too long is dropped piece by piece.
        loop {
            let mut piece = Vec::new();
            input.take(longest).read_until(b'\n', &mut piece).map_err(broken)?;
            if piece.last().is_none_or(|&byte| byte == b'\n') {
                break;
            }
        }
    }
    let text = String::from_utf8_lossy(&line);
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_owned()))
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
}

//! Text in lines of a width.

use super::font::Face;
use super::ink::Ink;
use super::picture::{Anchor, Picture};

/// From one base line to the next, in sizes of the text.
const LEADING: f64 = 1.36;

/// How text is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    /// With which ink.
    pub ink: Ink,
    /// The face.
    pub face: Face,
    /// The size.
    pub size: f64,
    /// How the lines stand: from the left, or in the middle.
    pub anchor: Anchor,
}

impl Setting {
    /// Plain text from the left.
    pub const fn plain(size: f64) -> Self {
        Self { ink: Ink::Text, face: Face::Plain, size, anchor: Anchor::Begin }
    }

    /// Bold text from the left.
    pub const fn bold(size: f64) -> Self {
        Self { face: Face::Bold, ..Self::plain(size) }
    }

    /// The same in the middle.
    pub const fn centred(self) -> Self {
        Self { anchor: Anchor::Middle, ..self }
    }

    /// The height of so many lines.
    pub fn height(self, lines: usize) -> f64 {
        lines as f64 * self.size * LEADING
    }

    /// Breaks text into lines of a width: between words, and within a word only where it alone is too long.
    pub fn lines(self, text: &str, width: f64) -> Vec<String> {
        let fits = |line: &str| self.face.length(line) * self.size <= width;
        let mut lines: Vec<String> = Vec::new();
        let mut line = String::new();
        for word in text.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if fits(&longer) {
                line = longer;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for character in word.chars() {
                line.push(character);
                if !fits(&line) && line.chars().nth(1).is_some() {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, character.to_string()));
                }
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }

    /// Sets lines from a height down; `x` is where they begin, or their middle. Returns the height below them.
    pub fn set(self, picture: &mut Picture, lines: &[String], [x, top]: [f64; 2]) -> f64 {
        for (number, line) in lines.iter().enumerate() {
            let y = top + self.height(number) + self.size;
            picture.text(self.ink, self.face, self.size, [x, y], self.anchor, line);
        }
        top + self.height(lines.len())
    }

    /// Breaks text and sets it.
    pub fn write(self, picture: &mut Picture, text: &str, at: [f64; 2], width: f64) -> f64 {
        self.set(picture, &self.lines(text, width), at)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_line_is_too_long_and_no_word_is_lost(text in any::<String>(), width in 1..400u16) {
            let setting = Setting::plain(10.0);
            let lines = setting.lines(&text, f64::from(width));
            for line in &lines {
                let one = line.chars().nth(1).is_none();
                prop_assert!(one || Face::Plain.length(line) * 10.0 <= f64::from(width));
            }
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(bare(&lines.concat()), bare(&text));
        }
    }

    #[test]
    fn lines_break_between_words() {
        let lines = Setting::plain(10.0).lines("  lift all seeds\nof a pit ", 60.0);
        assert_eq!(lines, ["lift all", "seeds of a", "pit"]);
    }
}

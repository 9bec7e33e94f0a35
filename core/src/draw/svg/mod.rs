//! Pictures as SVG: written by hand, no random names, so that the same picture is the same bytes. Colours follow the
//! reader's light or dark setting; title and description are for screen readers.

pub mod picture;
pub mod stats;

use std::fmt::Write as _;

/// Ink, paper and the four colours of charts, in light and in dark; they also differ in brightness, so that they can be
/// told apart without colour.
const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#222}.big{font-size:16px;font-weight:600}.small{font-size:10px}\
.mid{text-anchor:middle}.end{text-anchor:end}.paper{fill:#fff}.axis{stroke:#888;stroke-width:1}\
.grid{stroke:#ddd;stroke-width:1}.won{fill:#1f5fa8}.even{fill:#b5b9bf}.lost{fill:#e08a2e}.heat{fill:#1f5fa8}\
.halo{fill:none;stroke:#fff;stroke-width:5}.dep{fill:none;stroke:#8a1c5b;stroke-width:2}.dot{fill:#8a1c5b}\
@media (prefers-color-scheme:dark){text{fill:#e6e6e6}.paper{fill:#16181c}.halo{stroke:#16181c}.axis{stroke:#888}.grid{stroke:#33373d}\
.won{fill:#5b9be0}.even{fill:#6d737b}.lost{fill:#f0a860}.heat{fill:#7db4f0}.dep{stroke:#f08cc6}.dot{fill:#f08cc6}}";

/// A picture being drawn. All lengths are in units of the view box.
#[derive(Debug)]
pub struct Svg {
    body: String,
}

impl Svg {
    /// An empty picture on paper.
    pub fn new(width: u32, height: u32, title: &str, description: &str) -> Self {
        let mut body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" role=\"img\" aria-labelledby=\"sowbase-title sowbase-desc\">\n"
        );
        let _ = write!(
            body,
            "<title id=\"sowbase-title\">{}</title>\n<desc id=\"sowbase-desc\">{}</desc>\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
            escaped(title),
            escaped(description)
        );
        Self { body }
    }

    /// A rectangle; `tip` is shown under the pointer.
    pub fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4], tip: &str) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}</title></rect>",
            number(x),
            number(y),
            number(width),
            number(height),
            escaped(tip)
        );
    }

    /// A rectangle that shines through, `opacity` from 0 to 1.
    pub fn shade(&mut self, class: &str, [x, y, width, height]: [f64; 4], opacity: f64, tip: &str) {
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"{}\">\
             <title>{}</title></rect>",
            number(x),
            number(y),
            number(width),
            number(height),
            number(opacity),
            escaped(tip)
        );
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, [x1, y1, x2, y2]: [f64; 4]) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(number);
        let _ =
            writeln!(self.body, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
    }

    /// A line through points.
    pub fn curve(&mut self, class: &str, points: &[(f64, f64)]) {
        let points: Vec<String> =
            points.iter().map(|(x, y)| format!("{},{}", number(*x), number(*y))).collect();
        let _ = writeln!(self.body, "<polyline class=\"{class}\" points=\"{}\"/>", points.join(" "));
    }

    /// A point.
    pub fn dot(&mut self, class: &str, (x, y): (f64, f64), tip: &str) {
        let _ = writeln!(
            self.body,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"2.5\"><title>{}</title></circle>",
            number(x),
            number(y),
            escaped(tip)
        );
    }

    /// A line of text with its base line at `y`.
    pub fn text(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
            number(x),
            number(y),
            escaped(text)
        );
    }

    /// The picture as a document.
    pub fn finish(mut self) -> String {
        self.body += "</svg>\n";
        self.body
    }
}

/// At most two places, no more than are needed.
pub(crate) fn number(x: f64) -> String {
    let text = format!("{x:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Text that is no markup; characters that XML does not allow are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_short() {
        for (x, text) in
            [(0.0, "0"), (1.5, "1.5"), (2.004, "2"), (100.0, "100"), (0.25, "0.25"), (-3.1, "-3.1")]
        {
            assert_eq!(number(x), text);
        }
    }

    proptest! {
        #[test]
        fn any_text_makes_valid_xml(text in any::<String>()) {
            let mut svg = Svg::new(10, 10, &text, &text);
            svg.rect("won", [0.0, 0.0, 1.0, 1.0], &text);
            svg.text("mid", (0.0, 0.0), &text);
            let svg = svg.finish();
            prop_assert!(roxmltree::Document::parse(&svg).is_ok(), "{}", svg);
        }
    }
}

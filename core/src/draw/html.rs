//! A page for browsers, ready to print: text as text, boards as SVG, the font inside the file. It loads nothing.

use std::fmt::Write as _;

use super::font::Face;
use super::ink::Look;
use super::paper::Paper;
use super::picture::Picture;
use super::svg;

/// A document being written.
#[derive(Debug)]
pub struct Html {
    look: Look,
    paper: Paper,
    title: String,
    body: String,
}

impl Html {
    /// An empty document.
    pub fn new(title: &str, paper: Paper, look: Look) -> Self {
        Self { look, paper, title: svg::escaped(title), body: String::new() }
    }

    /// A heading: level 1 is the title.
    pub fn heading(&mut self, level: u8, text: &str) {
        let level = level.clamp(1, 6);
        let _ = writeln!(self.body, "<h{level}>{}</h{level}>", svg::escaped(text));
    }

    /// A paragraph.
    pub fn text(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p>{}</p>", svg::escaped(text));
    }

    /// A paragraph that stands back.
    pub fn note(&mut self, text: &str) {
        let _ = writeln!(self.body, "<p class=\"note\">{}</p>", svg::escaped(text));
    }

    /// Numbered paragraphs.
    pub fn list(&mut self, items: &[String]) {
        self.body += "<ol>\n";
        for item in items {
            let _ = writeln!(self.body, "<li>{}</li>", svg::escaped(item));
        }
        self.body += "</ol>\n";
    }

    /// Short texts under headings of their own, in two columns where there is room.
    pub fn columns(&mut self, items: &[(String, Vec<String>)]) {
        self.body += "<div class=\"columns\">\n";
        for (heading, lines) in items {
            self.body += "<section>\n";
            self.heading(3, heading);
            for line in lines {
                self.text(line);
            }
            self.body += "</section>\n";
        }
        self.body += "</div>\n";
    }

    /// Begins a part: on a new page when printed.
    pub fn part(&mut self) {
        self.body += "<div class=\"part\"></div>\n";
    }

    /// Pictures in columns, each with lines of text under it, the first of them bold. `high` is how much of a page's
    /// height a picture takes at most, in millimetres.
    pub fn figures(&mut self, columns: usize, high: f64, figures: &[(Picture, Vec<String>)]) {
        let _ =
            writeln!(self.body, "<div class=\"figures\" style=\"--columns:{columns};--high:{high:.0}mm\">");
        for (picture, lines) in figures {
            let picture = svg::picture::document(picture, self.look);
            let _ = write!(self.body, "<figure>\n{picture}<figcaption>");
            for (number, line) in lines.iter().enumerate() {
                let line = svg::escaped(line);
                let _ = if number == 0 {
                    write!(self.body, "<b>{line}</b>")
                } else {
                    write!(self.body, "<br>{line}")
                };
            }
            self.body += "</figcaption>\n</figure>\n";
        }
        self.body += "</div>\n";
    }

    /// The document.
    pub fn finish(self) -> String {
        let fonts: String = Face::ALL
            .map(|face| {
                let weight = if face == Face::Bold { "bold" } else { "normal" };
                format!(
                    "@font-face{{font-family:sowbase;font-weight:{weight};src:url(data:font/ttf;base64,{})}}\n",
                    base64(face.file())
                )
            })
            .concat();
        let dark = if self.look == Look::Screen {
            ":root{color-scheme:light dark}\n@media (prefers-color-scheme:dark){body{background:#16181c;color:#e8e8e8}}\n"
        } else {
            ""
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{}</title>\n<style>\n\
             {fonts}@page{{size:{};margin:15mm;@bottom-center{{content:counter(page) \" / \" counter(pages);\
             font:9pt sowbase,sans-serif}}}}\n{STYLE}{dark}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
            self.title,
            self.paper.css(),
            self.body
        )
    }
}

/// Readable on a telephone, and what is printed looks like the PDF.
const STYLE: &str = "\
body{font:11pt/1.4 sowbase,sans-serif;max-width:180mm;margin:0 auto;padding:4mm;background:#fff;color:#1c1c1c}
h1{font-size:20pt;margin:0 0 3mm}h2{font-size:14pt;margin:6mm 0 3mm}h3{font-size:11pt;margin:0 0 1mm;break-after:avoid}
.columns{columns:70mm 2}section{break-inside:avoid;margin:0 0 3mm}
p,li{margin:0 0 1.5mm}.note{font-size:9pt;opacity:.75}
.figures{display:grid;grid-template-columns:repeat(var(--columns),minmax(0,1fr));gap:6mm;align-items:start}
figure{margin:0;break-inside:avoid;text-align:center}
figure svg{display:block;width:100%;height:auto;max-height:var(--high);margin:0 auto}
@media screen and (max-width:120mm){.figures{grid-template-columns:minmax(0,1fr)}}
@media print{body{padding:0;font-size:10pt}.part{break-before:page}}
";

/// Bytes as text, in the usual alphabet.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len() * 4 / 3 + 4);
    for chunk in bytes.chunks(3) {
        let three = [chunk[0], chunk.get(1).copied().unwrap_or(0), chunk.get(2).copied().unwrap_or(0)];
        let bits = u32::from(three[0]) << 16 | u32::from(three[1]) << 8 | u32::from(three[2]);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            out.push(if place <= chunk.len() { letter } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_text_as_rfc_4648_says() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn nothing_that_is_given_becomes_markup() {
        let evil = "</title><script>alert(1)</script>&\u{0}\"";
        let mut html = Html::new(evil, Paper::A4, Look::Color);
        html.heading(1, evil);
        html.text(evil);
        html.note(evil);
        html.list(&[evil.to_owned()]);
        html.figures(
            2,
            80.0,
            &[(Picture::new([10.0, 10.0], evil, evil), vec![evil.to_owned(), evil.to_owned()])],
        );
        let html = html.finish();
        assert!(!html.contains("<script") && !html.contains('\u{0}'));
        assert!(!html.contains("http://") || html.matches("http").count() == 1, "only the name space of SVG");
        assert!(html.contains("@page{size:A4;"));
    }
}

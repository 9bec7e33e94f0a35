//! A picture as SVG. Text is drawn as outlines, so that no font is needed; colours stand at the shapes, so that viewers
//! without style sheets show them; nothing has an id, so that pictures can stand beside each other in one page.

use std::fmt::Write as _;

use super::{escaped, number};
use crate::draw::font::{Face, Stroke};
use crate::draw::ink::{Ink, Look, Paint, Rgb};
use crate::draw::picture::{Form, Picture, Shape};

/// Writes a picture as a document of its own. The same picture is the same bytes.
pub fn document(picture: &Picture, look: Look) -> String {
    let [width, height] = [picture.width, picture.height].map(number);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-label=\"{label}\">\n<title>{label}</title>\n<desc>{}</desc>\n",
        escaped(&picture.description),
        label = escaped(&picture.title),
    );
    if look == Look::Screen {
        out += &dark_style(picture);
    }
    let ground = Shape {
        ink: Ink::Paper,
        scale: 1.0,
        form: Form::Rect([0.0, 0.0, picture.width, picture.height], 0.0),
    };
    let shapes: Vec<&Shape> = std::iter::once(&ground).chain(&picture.shapes).collect();
    // Neighbours that are drawn alike share what they are drawn with.
    for alike in shapes.chunk_by(|a, b| (a.ink, a.scale.to_bits()) == (b.ink, b.scale.to_bits())) {
        let _ = writeln!(out, "<g{}>", attributes(alike[0].ink, alike[0].scale, look));
        for shape in alike {
            form(&mut out, &shape.form);
        }
        out += "</g>\n";
    }
    out + "</svg>\n"
}

fn rgb([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn attributes(ink: Ink, scale: f64, look: Look) -> String {
    let Paint { fill, line, width, dash } = ink.paint(look);
    let mut out = if look == Look::Screen { format!(" class=\"{}\"", ink.class()) } else { String::new() };
    let _ = write!(out, " fill=\"{}\"", fill.map_or_else(|| "none".into(), rgb));
    if let Some(line) = line {
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", rgb(line), number(width * scale));
        if dash > 0.0 {
            let _ = write!(out, " stroke-dasharray=\"{}\"", number(dash * scale));
        }
    }
    out
}

/// The inks of a picture as they look on a dark screen.
fn dark_style(picture: &Picture) -> String {
    let used = |ink: &Ink| *ink == Ink::Paper || picture.shapes.iter().any(|shape| shape.ink == *ink);
    let mut out = "<style>@media (prefers-color-scheme:dark){".to_owned();
    for ink in Ink::ALL.into_iter().filter(used) {
        let Paint { fill, line, .. } = ink.in_the_dark();
        let _ = write!(out, ".{}{{fill:{}", ink.class(), fill.map_or_else(|| "none".into(), rgb));
        if let Some(line) = line {
            let _ = write!(out, ";stroke:{}", rgb(line));
        }
        out.push('}');
    }
    out + "}</style>\n"
}

fn form(out: &mut String, form: &Form) {
    match form {
        Form::Rect([x, y, width, height], radius) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(number);
            let _ = write!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
            if *radius > 0.0 {
                let _ = write!(out, " rx=\"{}\"", number(*radius));
            }
            *out += "/>\n";
        }
        Form::Circle([x, y], radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(number);
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
        }
        Form::Lines(points, closed) => {
            let points: Vec<String> =
                points.iter().map(|[x, y]| format!("{} {}", number(*x), number(*y))).collect();
            let _ = writeln!(out, "<path d=\"M{}{}\"/>", points.join("L"), if *closed { "Z" } else { "" });
        }
        Form::Text([x, y], face, size, text) => outlines(out, [*x, *y], *face, *size, text),
    }
}

/// A line of text as one path in the units of the font, which are whole numbers.
fn outlines(out: &mut String, [x, y]: [f64; 2], face: Face, size: f64, text: &str) {
    let units = f64::from(face.units());
    let mut path = String::new();
    let mut at = 0.0;
    for character in text.chars() {
        let glyph = face.glyph(character);
        let mut last = [0; 2];
        // Outlines point upwards, pictures downwards; steps are shorter to write than places.
        face.outline(glyph, &mut |stroke| {
            let from = |[bx, by]: [i32; 2], [px, py]: [i32; 2]| format!("{} {}", px - bx, by - py);
            let _ = match stroke {
                Stroke::Move([px, py]) => {
                    last = [px, py];
                    write!(path, "M{} {}", (at * units).round() as i32 + px, -py)
                }
                Stroke::Line(to) => write!(path, "l{}", from(std::mem::replace(&mut last, to), to)),
                Stroke::Curve(by, to) => {
                    let begin = std::mem::replace(&mut last, to);
                    write!(path, "q{} {}", from(begin, by), from(begin, to))
                }
                Stroke::Close => write!(path, "z"),
            };
        });
        at += face.advance(glyph);
    }
    if !path.is_empty() {
        let path = path.replace(" -", "-");
        let scale = format!("{:.6}", size / units);
        let scale = scale.trim_end_matches('0').trim_start_matches('0');
        let _ = writeln!(
            out,
            "<path transform=\"translate({} {})scale({scale})\" d=\"{path}\"/>",
            number(x),
            number(y)
        );
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::draw::picture::Anchor;

    fn sample(text: &str) -> Picture {
        let mut picture = Picture::new([60.0, 40.0], text, text);
        picture.circle(Ink::Seed, [10.0, 10.0], 3.0);
        picture.circle(Ink::Seed, [20.0, 10.0], 3.0);
        picture.line(Ink::Line, [0.0, 5.0], [60.0, 5.0]);
        picture.text(Ink::Text, Face::Bold, 12.0, [30.0, 30.0], Anchor::Middle, text);
        picture
    }

    #[test]
    fn a_picture_names_no_font_no_id_and_no_other_place() {
        for look in [Look::Paper, Look::Color, Look::Screen] {
            let svg = document(&sample("A 12"), look);
            let read = roxmltree::Document::parse(&svg).expect("XML");
            let root = read.root_element();
            assert_eq!((root.attribute("viewBox"), root.attribute("role")), (Some("0 0 60 40"), Some("img")));
            for node in root.descendants().filter(roxmltree::Node::is_element) {
                assert!(!["text", "use", "image", "script", "a"].contains(&node.tag_name().name()));
                assert!(node.attributes().all(|a| !["id", "href", "font-family"].contains(&a.name())));
            }
            assert_eq!(svg.contains("prefers-color-scheme"), look == Look::Screen);
            assert_eq!(svg, document(&sample("A 12"), look), "the same bytes");
        }
    }

    #[test]
    fn an_outline_lies_where_the_letter_does() {
        // The l of DejaVu Sans Bold is one upright stem, 172 to 530 units wide and 1556 high.
        let mut out = String::new();
        outlines(&mut out, [5.0, 6.0], Face::Bold, 20.48, "ll");
        assert!(out.starts_with("<path transform=\"translate(5 6)scale(.01)\" d=\"M172-1556"), "{out}");
        assert_eq!(out.matches('z').count(), 2);
    }

    proptest! {
        #[test]
        fn any_text_makes_valid_xml(text in any::<String>()) {
            let svg = document(&sample(&text), Look::Screen);
            let read = roxmltree::Document::parse(&svg);
            prop_assert!(read.is_ok(), "{}", svg);
        }
    }
}

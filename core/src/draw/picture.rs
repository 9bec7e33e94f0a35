//! A picture as plain data: shapes in the order in which they are laid down. Boards, strips and pages are made of it;
//! SVG, HTML and PDF are written from it, so that they look the same.

use super::font::Face;
use super::ink::Ink;

/// A shape. Points are (x, y) with y downwards.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// A rectangle with round corners: left, top, width, height, radius.
    Rect([f64; 4], f64),
    /// A circle: centre and radius.
    Circle([f64; 2], f64),
    /// Straight lines from point to point, and back to the first where they are closed.
    Lines(Vec<[f64; 2]>, bool),
    /// A line of text that begins at a point on its base line, in a size.
    Text([f64; 2], Face, f64, String),
}

/// A shape and what it is drawn with.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// What it stands for.
    pub ink: Ink,
    /// How much larger its lines are drawn than their ink says.
    pub scale: f64,
    /// Where it lies.
    pub form: Form,
}

/// Which point of a line of text is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Its beginning.
    Begin,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// Shapes on a ground, and what they show in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// Width in units; on a page, points of 1/72 inch.
    pub width: f64,
    /// Height in units.
    pub height: f64,
    /// What it is, in a few words.
    pub title: String,
    /// What it shows, for those who cannot see it.
    pub description: String,
    /// What is drawn, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Picture {
    /// An empty picture.
    pub fn new([width, height]: [f64; 2], title: &str, description: &str) -> Self {
        let [title, description] = [title, description].map(clean);
        Self { width, height, title, description, shapes: Vec::new() }
    }

    /// Adds a shape.
    pub fn add(&mut self, ink: Ink, form: Form) {
        self.shapes.push(Shape { ink, scale: 1.0, form });
    }

    /// Adds a rectangle with round corners.
    pub fn rect(&mut self, ink: Ink, at: [f64; 4], radius: f64) {
        self.add(ink, Form::Rect(at, radius));
    }

    /// Adds a circle.
    pub fn circle(&mut self, ink: Ink, at: [f64; 2], radius: f64) {
        self.add(ink, Form::Circle(at, radius));
    }

    /// Adds a straight line.
    pub fn line(&mut self, ink: Ink, from: [f64; 2], to: [f64; 2]) {
        self.add(ink, Form::Lines(vec![from, to], false));
    }

    /// Adds a line of text.
    pub fn text(&mut self, ink: Ink, face: Face, size: f64, [x, y]: [f64; 2], anchor: Anchor, text: &str) {
        let text = clean(text);
        let length = face.length(&text) * size;
        let x = match anchor {
            Anchor::Begin => x,
            Anchor::Middle => x - length / 2.0,
            Anchor::End => x - length,
        };
        if !text.is_empty() {
            self.add(ink, Form::Text([x, y], face, size, text));
        }
    }

    /// Lays another picture into this one, its corner at a point, made larger or smaller.
    pub fn place(&mut self, other: &Self, [x, y]: [f64; 2], scale: f64) {
        let point = |[px, py]: [f64; 2]| [x + px * scale, y + py * scale];
        self.shapes.extend(other.shapes.iter().map(|shape| {
            let form = match &shape.form {
                Form::Rect([left, top, width, height], radius) => {
                    let [left, top] = point([*left, *top]);
                    Form::Rect([left, top, width * scale, height * scale], radius * scale)
                }
                Form::Circle(at, radius) => Form::Circle(point(*at), radius * scale),
                Form::Lines(points, closed) => {
                    Form::Lines(points.iter().map(|&at| point(at)).collect(), *closed)
                }
                Form::Text(at, face, size, text) => Form::Text(point(*at), *face, size * scale, text.clone()),
            };
            Shape { ink: shape.ink, scale: shape.scale * scale, form }
        }));
    }
}

/// Text in one line: breaks become blanks, and other characters that no file may hold are replaced.
fn clean(text: &str) -> String {
    let mend = |c: char| match c {
        '\t' | '\n' | '\r' => ' ',
        c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => '\u{fffd}',
        c => c,
    };
    text.chars().map(mend).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_put_where_its_anchor_says() {
        let mut picture = Picture::new([100.0, 100.0], "", "");
        for anchor in [Anchor::Begin, Anchor::Middle, Anchor::End] {
            picture.text(Ink::Text, Face::Plain, 10.0, [50.0, 20.0], anchor, "seed");
        }
        let length = Face::Plain.length("seed") * 10.0;
        let starts: Vec<f64> = picture
            .shapes
            .iter()
            .map(|shape| match shape.form {
                Form::Text([x, _], ..) => x,
                _ => unreachable!("only text"),
            })
            .collect();
        assert_eq!(starts, [50.0, 50.0 - length / 2.0, 50.0 - length]);
    }

    #[test]
    fn a_picture_in_a_picture_shrinks_as_a_whole() {
        let mut inner = Picture::new([10.0, 10.0], "", "");
        inner.circle(Ink::Seed, [4.0, 6.0], 2.0);
        inner.rect(Ink::Pit, [0.0, 2.0, 4.0, 6.0], 1.0);
        let mut outer = Picture::new([100.0, 100.0], "", "");
        outer.place(&inner, [50.0, 10.0], 0.5);
        let mut twice = Picture::new([100.0, 100.0], "", "");
        twice.place(&outer, [0.0, 0.0], 2.0);
        assert_eq!(
            outer.shapes[0],
            Shape { ink: Ink::Seed, scale: 0.5, form: Form::Circle([52.0, 13.0], 1.0) }
        );
        assert_eq!(outer.shapes[1].form, Form::Rect([50.0, 11.0, 2.0, 3.0], 0.5));
        assert_eq!(
            twice.shapes[0],
            Shape { ink: Ink::Seed, scale: 1.0, form: Form::Circle([104.0, 26.0], 2.0) }
        );
    }
}

//! Pages as PDF: text as text, set in our font, of which only the glyphs that are used go into the file. The same pages
//! are the same bytes.

#[cfg(not(feature = "pdf"))]
use super::ink::Look;
#[cfg(not(feature = "pdf"))]
use super::picture::Picture;
#[cfg(not(feature = "pdf"))]
use crate::error::Error;

/// True when this program can write PDF.
pub const THERE: bool = cfg!(feature = "pdf");

#[cfg(feature = "pdf")]
pub use with::write;

/// Says how to get PDF, which was left out when this program was built.
///
/// # Errors
/// Always.
#[cfg(not(feature = "pdf"))]
pub fn write(title: &str, pages: &[Picture], look: Look) -> Result<Vec<u8>, Error> {
    let _ = (title, pages, look);
    Err(Error::Usage(
        "this program was built without PDF: build it with `cargo build --release --features pdf`, or write HTML \
         (--format html) and print that from a browser"
            .into(),
    ))
}

#[cfg(feature = "pdf")]
mod with {
    use krilla::color::rgb;
    use krilla::geom::{Path, PathBuilder, Point};
    use krilla::metadata::Metadata;
    use krilla::page::{Page, PageSettings};
    use krilla::paint::{Fill, Stroke, StrokeDash};
    use krilla::surface::Surface;
    use krilla::text::{Font, GlyphId, KrillaGlyph};
    use krilla::{Document, SerializeSettings};

    use crate::draw::font::Face;
    use crate::draw::ink::{Look, Paint, Rgb};
    use crate::draw::picture::{Form, Picture, Shape};
    use crate::error::Error;

    /// Writes pages, each as large as its picture.
    ///
    /// # Errors
    /// When a page is empty or larger than PDF allows.
    pub fn write(title: &str, pages: &[Picture], look: Look) -> Result<Vec<u8>, Error> {
        let failed = |what: String| Error::File(format!("cannot write PDF: {what}"));
        let mut fonts = Vec::new();
        for face in Face::ALL {
            let font = Font::new(face.file().into(), 0);
            fonts.push(font.ok_or_else(|| failed("the font cannot be read".into()))?);
        }
        let mut document = Document::new_with(SerializeSettings::default());
        document.set_metadata(
            Metadata::new().title(title.to_owned()).language("en".to_owned()).creator("sowbase".to_owned()),
        );
        for picture in pages {
            let size = PageSettings::from_wh(picture.width as f32, picture.height as f32)
                .ok_or_else(|| failed(format!("a page of {} × {}", picture.width, picture.height)))?;
            let mut page: Page<'_> = document.start_page_with(size);
            let mut surface = page.surface();
            for shape in &picture.shapes {
                draw(&mut surface, shape, look, &fonts);
            }
            surface.finish();
            page.finish();
        }
        document.finish().map_err(|error| failed(format!("{error:?}")))
    }

    fn color([red, green, blue]: Rgb) -> rgb::Color {
        rgb::Color::new(red, green, blue)
    }

    fn draw(surface: &mut Surface<'_>, Shape { ink, scale, form }: &Shape, look: Look, fonts: &[Font]) {
        let Paint { fill, line, width, dash } = ink.paint(look);
        surface.set_fill(fill.map(|fill| Fill { paint: color(fill).into(), ..Fill::default() }));
        surface.set_stroke(line.map(|line| Stroke {
            paint: color(line).into(),
            width: (width * scale) as f32,
            dash: (dash > 0.0).then(|| StrokeDash { array: vec![(dash * scale) as f32; 2], offset: 0.0 }),
            ..Stroke::default()
        }));
        if let Form::Text([x, y], face, size, text) = form {
            let mut glyphs = Vec::new();
            for (at, character) in text.char_indices() {
                let glyph = face.glyph(character);
                let range = at..at + character.len_utf8();
                let id = GlyphId::new(u32::from(glyph));
                glyphs.push(KrillaGlyph::new(id, face.advance(glyph) as f32, 0.0, 0.0, 0.0, range, None));
            }
            let font = fonts[*face as usize].clone();
            surface.draw_glyphs(
                Point::from_xy(*x as f32, *y as f32),
                &glyphs,
                font,
                text,
                *size as f32,
                false,
            );
        } else if let Some(path) = path(form) {
            surface.draw_path(&path);
        }
    }

    /// How far the control points of a quarter of a circle lie from its ends, in radii.
    const QUARTER: f64 = 0.552_284_75;

    fn path(form: &Form) -> Option<Path> {
        let mut path = PathBuilder::new();
        match form {
            Form::Circle([x, y], radius) => {
                round(&mut path, [x - radius, y - radius, 2.0 * radius, 2.0 * radius], *radius);
            }
            Form::Rect(at, radius) => round(&mut path, *at, *radius),
            Form::Lines(points, closed) => {
                for (number, [x, y]) in points.iter().enumerate() {
                    let (x, y) = (*x as f32, *y as f32);
                    if number == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
                }
                if *closed {
                    path.close();
                }
            }
            Form::Text(..) => return None,
        }
        path.finish()
    }

    /// A rectangle with round corners, of which a circle is one.
    fn round(path: &mut PathBuilder, [left, top, width, height]: [f64; 4], radius: f64) {
        let r = radius.min(width / 2.0).min(height / 2.0);
        let (right, bottom, far) = (left + width, top + height, r * (1.0 - QUARTER));
        let f = |x: f64| x as f32;
        path.move_to(f(left + r), f(top));
        path.line_to(f(right - r), f(top));
        let corners = [
            [[right - far, top], [right, top + far], [right, top + r], [right, bottom - r]],
            [[right, bottom - far], [right - far, bottom], [right - r, bottom], [left + r, bottom]],
            [[left + far, bottom], [left, bottom - far], [left, bottom - r], [left, top + r]],
            [[left, top + far], [left + far, top], [left + r, top], [left + r, top]],
        ];
        for [a, b, end, next] in corners {
            if r > 0.0 {
                path.cubic_to(f(a[0]), f(a[1]), f(b[0]), f(b[1]), f(end[0]), f(end[1]));
            }
            path.line_to(f(next[0]), f(next[1]));
        }
        path.close();
    }
}

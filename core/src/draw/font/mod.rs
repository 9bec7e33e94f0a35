//! The font of all pictures: two faces of `DejaVu Sans` that come with the program, so that a picture looks the same
//! where no font is installed. Text is drawn as outlines (SVG), or the face goes into the file (HTML, PDF).

mod reader;

use std::sync::LazyLock;

use reader::Reader;

/// A face of the font.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Face {
    /// For text.
    Plain,
    /// For numbers and headings.
    Bold,
}

impl Face {
    /// Both faces.
    pub const ALL: [Self; 2] = [Self::Plain, Self::Bold];

    /// The file, as it is embedded.
    pub fn file(self) -> &'static [u8] {
        match self {
            Self::Plain => include_bytes!("../../../../data/fonts/DejaVuSans.ttf"),
            Self::Bold => include_bytes!("../../../../data/fonts/DejaVuSans-Bold.ttf"),
        }
    }

    /// The glyph of a character; 0, an empty box, where the face has none.
    pub fn glyph(self, character: char) -> u16 {
        self.reader().glyph(character)
    }

    /// How far a glyph moves the pen, in ems.
    pub fn advance(self, glyph: u16) -> f64 {
        let reader = self.reader();
        f64::from(reader.advance(glyph)) / f64::from(reader.units)
    }

    /// The length of a line of text, in ems.
    pub fn length(self, text: &str) -> f64 {
        text.chars().map(|character| self.advance(self.glyph(character))).sum()
    }

    /// Units of the outlines in an em.
    pub fn units(self) -> u16 {
        self.reader().units
    }

    /// The outline of a glyph, in units, y upwards, drawn by `pen`.
    pub fn outline(self, glyph: u16, pen: &mut dyn FnMut(Stroke)) {
        self.reader().outline(glyph, [0, 0], 0, pen);
    }

    fn reader(self) -> &'static Reader {
        static READERS: LazyLock<[Reader; 2]> =
            LazyLock::new(|| Face::ALL.map(|face| Reader::new(face.file())));
        &READERS[self as usize]
    }
}

/// A step of an outline. Points are (x, y) in units of the font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stroke {
    /// A new contour begins.
    Move([i32; 2]),
    /// A straight line.
    Line([i32; 2]),
    /// A curve with one control point.
    Curve([i32; 2], [i32; 2]),
    /// The contour is closed.
    Close,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_can_be_drawn_and_numbers_have_one_width() {
        for face in Face::ALL {
            let mut drawn = 0;
            for character in (0x21..=0xffffu32).filter_map(char::from_u32) {
                let glyph = face.glyph(character);
                if glyph == 0 {
                    continue;
                }
                let (mut open, mut strokes) = (false, 0);
                face.outline(glyph, &mut |stroke| {
                    match stroke {
                        Stroke::Move(_) => assert!(!std::mem::replace(&mut open, true), "{character}"),
                        Stroke::Close => assert!(std::mem::replace(&mut open, false), "{character}"),
                        _ => assert!(open, "{character}"),
                    }
                    strokes += 1;
                });
                assert!(!open);
                drawn += usize::from(strokes > 3);
            }
            assert!(drawn > 700, "{face:?}: {drawn}");
            let width = face.length("0");
            assert!(('0'..='9').all(|digit| (face.length(&digit.to_string()) - width).abs() < 1e-9));
            assert!(width > 0.5 && width < 0.8, "{width}");
        }
    }

    #[test]
    fn what_pictures_and_sentences_need_is_there() {
        let needed = "ABCXYZabcxyz0123456789.,;:!?()[]+-/×–—…“”‘’•→←↑↓▲▶●ÄÖÜäöüßéèçñŋɔɛẹọαω ЖЯж�";
        for character in needed.chars() {
            for face in Face::ALL {
                assert_ne!(face.glyph(character), 0, "{face:?} has no {character:?}");
            }
        }
        assert_eq!(Face::Plain.glyph('漢'), 0);
        assert_eq!(Face::Plain.glyph('😀'), 0);
    }

    #[test]
    fn both_faces_stay_small() {
        // The licence allows changes; what pictures do not need is left out (data/fonts/README.md).
        let size: usize = Face::ALL.iter().map(|face| face.file().len()).sum();
        assert!(size < 200 * 1024, "{size}");
    }
}

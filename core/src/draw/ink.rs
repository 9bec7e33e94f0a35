//! What the parts of a picture are drawn with, and what that looks like: in black and white, in colours, or in colours
//! that follow the reader's light or dark setting. Parts differ in shape and brightness, never in colour alone.

/// What a shape stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ink {
    /// The ground of a picture on screen.
    Paper,
    /// The wood of a board.
    Board,
    /// A line between parts of a board.
    Divider,
    /// A pit or a store.
    Pit,
    /// A closed hole.
    Closed,
    /// A seed.
    Seed,
    /// A seed that was captured.
    Gone,
    /// Text and numbers.
    Text,
    /// Text that stands back, such as pit letters.
    Quiet,
    /// The sign of who moves.
    Mover,
    /// The ring round a pit that was lifted.
    Lifted,
    /// The ground of a number that says when a seed fell.
    Drop,
    /// Such a number.
    DropText,
    /// The ring round a pit that was captured, and its cross.
    Capture,
    /// The ground of a number that says how many were captured.
    Taken,
    /// Such a number.
    TakenText,
    /// The ground of a number that says how many were lifted.
    Hand,
    /// A line on a page.
    Line,
}

/// How a picture looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// Black on white: for print and copies.
    Paper,
    /// Light colours, always the same; they print well too.
    #[default]
    Color,
    /// Colours that follow the reader's light or dark setting. For the screen.
    Screen,
}

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// How an ink is laid on.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Paint {
    /// What fills the shape.
    pub fill: Option<Rgb>,
    /// The line round it, or the line itself.
    pub line: Option<Rgb>,
    /// The width of that line.
    pub width: f64,
    /// Lengths of dash and gap; 0: no dashes.
    pub dash: f64,
}

const WHITE: Rgb = [255; 3];
const BLACK: Rgb = [0; 3];

fn filled(fill: Rgb) -> Paint {
    Paint { fill: Some(fill), ..Paint::default() }
}

fn lined(line: Rgb, width: f64) -> Paint {
    Paint { line: Some(line), width, ..Paint::default() }
}

fn both(fill: Rgb, line: Rgb, width: f64) -> Paint {
    Paint { fill: Some(fill), line: Some(line), width, dash: 0.0 }
}

fn dashed(paint: Paint, dash: f64) -> Paint {
    Paint { dash, ..paint }
}

impl Ink {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::Paper,
        Self::Board,
        Self::Divider,
        Self::Pit,
        Self::Closed,
        Self::Seed,
        Self::Gone,
        Self::Text,
        Self::Quiet,
        Self::Mover,
        Self::Lifted,
        Self::Drop,
        Self::DropText,
        Self::Capture,
        Self::Taken,
        Self::TakenText,
        Self::Hand,
        Self::Line,
    ];

    /// Its name in style sheets.
    pub fn class(self) -> &'static str {
        match self {
            Self::Paper => "sb-paper",
            Self::Board => "sb-board",
            Self::Divider => "sb-divider",
            Self::Pit => "sb-pit",
            Self::Closed => "sb-closed",
            Self::Seed => "sb-seed",
            Self::Gone => "sb-gone",
            Self::Text => "sb-text",
            Self::Quiet => "sb-quiet",
            Self::Mover => "sb-mover",
            Self::Lifted => "sb-lifted",
            Self::Drop => "sb-drop",
            Self::DropText => "sb-drop-text",
            Self::Capture => "sb-capture",
            Self::Taken => "sb-taken",
            Self::TakenText => "sb-taken-text",
            Self::Hand => "sb-hand",
            Self::Line => "sb-line",
        }
    }

    /// What it looks like in a look that does not change.
    pub fn paint(self, look: Look) -> Paint {
        if look == Look::Paper { self.on_paper() } else { self.in_color() }
    }

    fn on_paper(self) -> Paint {
        match self {
            Self::Paper | Self::TakenText => filled(WHITE),
            Self::Board => both(WHITE, BLACK, 1.4),
            Self::Divider | Self::Line => lined(BLACK, 0.8),
            Self::Pit => both(WHITE, [60; 3], 0.9),
            Self::Closed => both([225; 3], [60; 3], 0.9),
            Self::Seed => both([40; 3], WHITE, 0.5),
            Self::Gone => dashed(both(WHITE, [60; 3], 0.7), 1.6),
            Self::Text | Self::DropText | Self::Mover | Self::Taken => filled(BLACK),
            Self::Quiet => filled([90; 3]),
            Self::Lifted => dashed(lined(BLACK, 1.8), 5.0),
            Self::Drop => both(WHITE, BLACK, 0.9),
            Self::Capture => lined(BLACK, 2.0),
            Self::Hand => dashed(both(WHITE, BLACK, 0.9), 2.2),
        }
    }

    fn in_color(self) -> Paint {
        const WOOD: Rgb = [0x5c, 0x43, 0x26];
        const BLUE: Rgb = [0x1b, 0x55, 0x99];
        const RED: Rgb = [0xa8, 0x22, 0x1c];
        match self {
            Self::Paper | Self::TakenText | Self::DropText => filled(WHITE),
            Self::Board => both([0xf0, 0xdb, 0xb2], WOOD, 1.4),
            Self::Divider => lined(WOOD, 0.8),
            Self::Line => lined([0x88; 3], 0.8),
            Self::Pit => both([0xff, 0xf8, 0xe8], [0x8a, 0x6a, 0x3f], 0.9),
            Self::Closed => both([0xcf, 0xb7, 0x8a], WOOD, 0.9),
            Self::Seed => both([0x45, 0x2e, 0x1c], [0xff, 0xf8, 0xe8], 0.5),
            Self::Gone => dashed(both([0xff, 0xf8, 0xe8], RED, 0.7), 1.6),
            Self::Text => filled([0x1c; 3]),
            Self::Quiet => filled([0x66; 3]),
            Self::Mover | Self::Taken => filled(RED),
            Self::Lifted => dashed(lined(BLUE, 1.8), 5.0),
            Self::Drop => filled(BLUE),
            Self::Capture => lined(RED, 2.0),
            Self::Hand => dashed(both(WHITE, BLUE, 0.9), 2.2),
        }
    }

    /// What it looks like on a dark screen.
    pub fn in_the_dark(self) -> Paint {
        const PAPER: Rgb = [0x16, 0x18, 0x1c];
        const WOOD: Rgb = [0xb8, 0x95, 0x62];
        const HOLE: Rgb = [0x22, 0x1a, 0x11];
        const BLUE: Rgb = [0x7d, 0xb4, 0xf0];
        const RED: Rgb = [0xff, 0x8a, 0x7d];
        match self {
            Self::Paper | Self::TakenText | Self::DropText => filled(PAPER),
            Self::Board => both([0x45, 0x35, 0x20], WOOD, 1.4),
            Self::Divider => lined(WOOD, 0.8),
            Self::Line => lined([0x88; 3], 0.8),
            Self::Pit => both(HOLE, WOOD, 0.9),
            Self::Closed => both([0x6b, 0x55, 0x36], WOOD, 0.9),
            Self::Seed => both([0xec, 0xcf, 0x9c], HOLE, 0.5),
            Self::Gone => dashed(both(HOLE, RED, 0.7), 1.6),
            Self::Text => filled([0xe8; 3]),
            Self::Quiet => filled([0xa6; 3]),
            Self::Mover | Self::Taken => filled(RED),
            Self::Lifted => dashed(lined(BLUE, 1.8), 5.0),
            Self::Drop => filled(BLUE),
            Self::Capture => lined(RED, 2.0),
            Self::Hand => dashed(both(PAPER, BLUE, 0.9), 2.2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Brightness as the eye sees it, from 0 to 255.
    fn brightness([red, green, blue]: Rgb) -> f64 {
        0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue)
    }

    #[test]
    fn seeds_and_numbers_stand_out_without_colour() {
        type Painted = fn(Ink) -> Paint;
        let looks: [Painted; 3] =
            [|ink| ink.paint(Look::Paper), |ink| ink.paint(Look::Color), Ink::in_the_dark];
        for look in looks {
            let fill = |ink: Ink| brightness(look(ink).fill.expect("filled"));
            for (ink, ground) in [
                (Ink::Seed, Ink::Pit),
                (Ink::Text, Ink::Board),
                (Ink::Text, Ink::Paper),
                (Ink::Quiet, Ink::Paper),
                (Ink::DropText, Ink::Drop),
                (Ink::TakenText, Ink::Taken),
                (Ink::Mover, Ink::Paper),
            ] {
                assert!((fill(ink) - fill(ground)).abs() > 80.0, "{ink:?} on {ground:?}");
            }
        }
    }

    #[test]
    fn inks_have_names_of_their_own() {
        let names: std::collections::BTreeSet<_> = Ink::ALL.iter().map(|ink| ink.class()).collect();
        assert_eq!(names.len(), Ink::ALL.len());
    }
}

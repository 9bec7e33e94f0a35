//! Sheets of paper, in points of 1/72 inch.

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// What a page leaves free at each side: enough for every printer, and for a hole punch.
pub(crate) const MARGIN: f64 = 42.0;

impl Paper {
    /// Width and height of an upright sheet.
    pub fn size(self) -> [f64; 2] {
        match self {
            Self::A4 => [595.28, 841.89],
            Self::Letter => [612.0, 792.0],
        }
    }

    /// Its name in style sheets.
    pub fn css(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }

    /// What lies inside the margins: width, and the heights of its upper and lower edge.
    pub(crate) fn inside(self) -> (f64, f64, f64) {
        let [width, height] = self.size();
        (width - 2.0 * MARGIN, MARGIN, height - MARGIN)
    }
}

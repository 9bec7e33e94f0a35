//! In what form pictures and pages are written: shared by all commands that draw.

use std::path::Path;

use clap::ValueEnum;

use crate::draw::paper;
use crate::error::Error;

/// How to write it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Format {
    /// Pictures.
    Svg,
    /// A page for browsers, ready to print.
    Html,
    /// Pages to print.
    Pdf,
    /// Plain text.
    Text,
}

/// Sheets of paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Paper {
    /// 210 × 297 mm.
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Format {
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Html => "html",
            Self::Pdf => "pdf",
            Self::Text => "text",
        }
    }

    /// What the name of a file says.
    ///
    /// # Errors
    /// For a name that says nothing.
    pub(in crate::cli) fn of(path: &Path) -> Result<Self, Error> {
        match path.extension().and_then(|ending| ending.to_str()).map(str::to_lowercase).as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("html" | "htm") => Ok(Self::Html),
            Some("pdf") => Ok(Self::Pdf),
            Some("txt") => Ok(Self::Text),
            _ => Err(Error::Usage(format!(
                "the name {} does not tell the format: end it in .svg, .html, .pdf or .txt, or give --format",
                path.display()
            ))),
        }
    }
}

impl From<Paper> for paper::Paper {
    fn from(paper: Paper) -> Self {
        match paper {
            Paper::A4 => Self::A4,
            Paper::Letter => Self::Letter,
        }
    }
}
